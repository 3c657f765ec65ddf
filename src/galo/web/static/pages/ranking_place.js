/** Being in the ranking: nobody is, until they give a name for it. */

import { note, showError } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { nameInRanking } from "../lib/own_statistics.js";
import { addressOf } from "../lib/routes.js";
import { stored } from "../lib/storage.js";
import { say } from "../lib/texts.js";

/**
 * Return the section; *name* is the person's in the ranking, null outside; *changed* is called with another.
 * @type {(name: string | null, changed: () => void) => HTMLElement}
 */
export function drawRankingPlace(name, changed) {
  const field = el("input", {
    type: "text",
    value: name ?? stored("name", ""),
    maxlength: 24,
    autocomplete: "nickname",
    required: true,
  });
  /** @type {(wanted: string | null) => Promise<void>} */
  async function change(wanted) {
    try {
      await nameInRanking(wanted);
      note(say(wanted === null ? "ranking.left" : "ranking.joined"));
      changed();
    } catch (error) {
      showError(error);
    }
  }
  const join = el(
    "form",
    {
      onsubmit: (/** @type {SubmitEvent} */ event) => {
        event.preventDefault();
        change(field.value);
      },
    },
    el("label", { class: "field" }, el("span", {}, say("ranking.name")), field),
    el("button", {}, say("ranking.join")),
  );
  return el(
    "section",
    { class: "card", "aria-labelledby": "ranking-title" },
    el("h2", { id: "ranking-title" }, say("ranking.title")),
    el("p", {}, name === null ? say("ranking.lead") : say("ranking.listed", { name })),
    name === null && join,
    el(
      "div",
      { class: "row" },
      name !== null && el("button", { type: "button", onclick: () => change(null) }, say("ranking.leave")),
      el("a", { class: "button", href: addressOf("/ranking") }, say("ranking.see")),
    ),
  );
}
