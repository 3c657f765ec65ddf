/** What the site keeps of the person: files to take along, and the button that deletes it. */

/** @import { OwnStatistics } from "../types.js" */

import { confirmed, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { fetchGameTable } from "../lib/own_statistics.js";
import { deletePerson } from "../lib/person.js";
import { count, list, say } from "../lib/texts.js";

/**
 * Return the section about the person's own data; *changed* is called after something was deleted.
 * @type {(fetchAll: () => Promise<OwnStatistics>, changed: () => void) => HTMLElement}
 */
export function drawOwnData(fetchAll, changed) {
  const told = el("p", { role: "status" });
  const button = el("button", { type: "button", onclick: deleteAll }, say("own.delete"));
  async function deleteAll() {
    if (!(await confirmed(say("own.sure"), say("own.yes")))) return;
    button.disabled = true; // one tap, one deletion
    try {
      fill(told, deletionWords(await deletePerson()));
      changed();
    } catch (error) {
      showError(error);
    }
    button.disabled = false;
  }
  const saveJson = () =>
    fetchAll().then((all) => save(JSON.stringify(all, null, 1), "json", "application/json"), showError);
  const saveCsv = () => fetchGameTable().then((text) => save(text, "csv", "text/csv"), showError);
  return el(
    "section",
    { class: "card own-data", "aria-labelledby": "own-title" },
    el("h2", { id: "own-title" }, say("own.title")),
    el("p", {}, say("own.lead")),
    told,
    el(
      "div",
      { class: "row" },
      el("button", { type: "button", onclick: saveJson }, say("own.json")),
      el("button", { type: "button", onclick: saveCsv }, say("own.csv")),
      button,
    ),
  );
}

/** @type {(deleted: { wasKnown: boolean, names: number, experiences: number }) => string} */
function deletionWords({ wasKnown, names, experiences }) {
  const words = [
    wasKnown && say("own.games"),
    names && count("own.names", names),
    experiences && count("own.experiences", experiences),
  ];
  const told = words.filter((one) => typeof one === "string");
  return told.length ? say("own.deleted", { what: list(told) }) : say("own.nothing");
}

/** Let the browser save *text* as a file. @type {(text: string, ending: string, type: string) => void} */
function save(text, ending, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  el("a", { href: address, download: `galo.${ending}` }).click();
  URL.revokeObjectURL(address);
}
