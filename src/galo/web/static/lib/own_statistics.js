/** What the site knows of the person's games, and what the person may do with it. */

/** @import { CarryCode, GameRating, OwnStatistics, Ranking } from "../types.js" */

import { asPerson, mayBeKnown, personToken } from "./person.js";
import { bearer, request, send } from "./requests.js";
import { addressOf } from "./routes.js";

/**
 * Return the ratings, results and games of the person; nobody becomes one by looking.
 * @type {() => Promise<OwnStatistics>}
 */
export async function fetchOwnStatistics() {
  if (!mayBeKnown()) return { name: null, ratings: [], groups: [], games: [] };
  return /** @type {OwnStatistics} */ (await asPerson((headers) => request("/api/person", { headers })));
}

/**
 * Return what the game at *table* did to the rating of the person, null for a browser without a person.
 * @type {(table: string) => Promise<GameRating | null>}
 */
export async function fetchGameRating(table) {
  const token = personToken();
  if (!token) return null;
  const path = `/api/person/games/${encodeURIComponent(table)}`;
  return /** @type {GameRating} */ (await request(path, { headers: bearer(token) }));
}

/** Return the games of the person as CSV. @type {() => Promise<string>} */
export async function fetchGameTable() {
  return asPerson(async (headers) => (await fetch(addressOf("/api/person/games.csv"), { headers })).text());
}

/** Return a code that makes another device this person's. @type {() => Promise<CarryCode>} */
export async function makeCarryCode() {
  return /** @type {CarryCode} */ (await asPerson((proof) => send("POST", "/api/person/code", {}, proof)));
}

/** Be the person that made *code* on another device. @type {(code: string) => Promise<void>} */
export async function joinPerson(code) {
  await asPerson((proof) => send("POST", "/api/person/join", { code }, proof));
}

/** Be in the ranking as *name*, or no longer. @type {(name: string | null) => Promise<void>} */
export async function nameInRanking(name) {
  await asPerson((proof) => send("PUT", "/api/person/ranking", { name }, proof));
}

/** Return the ranking, in which the server marks the person. @type {() => Promise<Ranking>} */
export async function fetchRanking() {
  const token = personToken();
  const headers = token ? bearer(token) : {};
  return /** @type {Ranking} */ (await request("/api/ranking", { headers }));
}
