/** Who this browser is to the site: a token that the server gave it once, and nobody else is ever sent. */

import { bearer, errorCode, request, send } from "./requests.js";
import { forgetPersonHere, store, stored, storedTokens } from "./storage.js";

const KEY = "person";
const CLAIMED = "seats_claimed"; // once: seats of a person that was deleted stay nobody's
const UNKNOWN = "bad_person"; // the person was deleted on another device, or the site began anew

/** Who is being asked for: two seats taken at once are one person's. @type {Promise<string> | null} */
let coming = null;

/** Return the token of this browser's person, null if there is none yet. @type {() => string | null} */
export function personToken() {
  return stored(KEY, null);
}

/**
 * Return whether the site may know games of this browser: of its person, or of seats that nobody has claimed.
 * @type {() => boolean}
 */
export function mayBeKnown() {
  return personToken() !== null || unclaimedTokens().length > 0;
}

/**
 * Return what *act* brings, which is given the headers that prove the person. A person that the site does not
 * know becomes a new one; without an answer about that it goes on without one.
 * @type {<T>(act: (proof: Record<string, string>) => Promise<T>) => Promise<T>}
 */
export async function asPerson(act) {
  const token = await ownToken().catch(() => null);
  try {
    return await act(token ? bearer(token) : {});
  } catch (error) {
    if (errorCode(error) !== UNKNOWN) throw error;
    store(KEY, null);
    return act(bearer(await ownToken()));
  }
}

/**
 * Delete all that the server keeps of the person, and forget them here; return whether there was a person, at how
 * many tables there was a name, and how many answers about how they play.
 * @type {() => Promise<{ wasKnown: boolean, names: number, experiences: number }>}
 */
export async function deletePerson() {
  const wasKnown = personToken() !== null;
  let names = 0;
  let experiences = 0;
  const tokens = [personToken(), ...Object.values(storedTokens())]; // the person's first: it has most of the seats
  for (const token of new Set(tokens)) {
    const removed = token ? await deletedBy(token) : { names: 0, experience: false };
    names += removed.names;
    experiences += Number(removed.experience);
  }
  forgetPersonHere();
  store(CLAIMED, true);
  return { wasKnown, names, experiences };
}

/** @type {(token: string) => Promise<{ names: number, experience: boolean }>} */
async function deletedBy(token) {
  try {
    const answer = await request("/api/person", { method: "DELETE", headers: bearer(token) });
    return /** @type {{ names: number, experience: boolean }} */ (answer);
  } catch (error) {
    // the token of somebody that only watched, or of a site that began anew: nothing is kept of it
    if (errorCode(error) === "bad_token") return { names: 0, experience: false };
    throw error;
  }
}

/** @type {() => Promise<string>} */
function ownToken() {
  const token = personToken();
  if (token) return Promise.resolve(token);
  coming ??= newPerson().finally(() => {
    coming = null;
  });
  return coming;
}

/** Become a person, to whom the seats of this browser belong. @type {() => Promise<string>} */
async function newPerson() {
  const { token } = /** @type {{ token: string }} */ (await request("/api/person", { method: "POST" }));
  store(KEY, token);
  const tokens = unclaimedTokens();
  store(CLAIMED, true);
  if (tokens.length) await send("POST", "/api/person/seats", { tokens }, bearer(token)).catch(() => {});
  return token;
}

/** Return the tokens of seats that were taken before this browser had a person. @type {() => string[]} */
function unclaimedTokens() {
  return stored(CLAIMED, false) ? [] : [...new Set(Object.values(storedTokens()))];
}
