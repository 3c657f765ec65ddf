/** What the site keeps of the person, and the button that deletes it. */

import { errorCode, forgetPerson } from "../lib/api.js";
import { confirmed, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { forgetPersonHere, storedTokens } from "../lib/storage.js";
import { count, list, say } from "../lib/texts.js";

/**
 * Return the section about the person's own data; *changed* is called after something was deleted.
 * @type {(changed: () => void) => HTMLElement}
 */
export function drawOwnData(changed) {
  const told = el("p", { role: "status" });
  const button = el("button", { type: "button", onclick: deleteAll }, say("own.delete"));
  async function deleteAll() {
    if (!(await confirmed(say("own.sure"), say("own.yes")))) return;
    button.disabled = true; // one tap, one deletion
    try {
      fill(told, await deleteOwnData());
      changed();
    } catch (error) {
      showError(error);
    }
    button.disabled = false;
  }
  return el(
    "section",
    { class: "card own-data", "aria-labelledby": "own-title" },
    el("h2", { id: "own-title" }, say("own.title")),
    el("p", {}, say("own.lead")),
    told,
    el("div", { class: "row" }, button),
  );
}

/** Delete what belongs to the tokens of this browser and return what it was, in words. @type {() => Promise<string>} */
async function deleteOwnData() {
  let names = 0;
  let experiences = 0;
  for (const token of new Set(Object.values(storedTokens()))) {
    const removed = await removedBy(token);
    names += removed.names;
    experiences += Number(removed.experience);
  }
  forgetPersonHere();
  const words = [names && count("own.names", names), experiences && count("own.experiences", experiences)];
  const told = words.filter((one) => typeof one === "string");
  return told.length ? say("own.deleted", { what: list(told) }) : say("own.nothing");
}

/** @type {(token: string) => Promise<{ names: number, experience: boolean }>} */
async function removedBy(token) {
  try {
    return await forgetPerson(token);
  } catch (error) {
    // the token of somebody that only watched, or of a site that began anew: nothing is kept of it
    if (errorCode(error) === "bad_token") return { names: 0, experience: false };
    throw error;
  }
}
