/** The page of an invitation to a seat, and the field for a person's name. */

/** @import { TableSummary } from "../types.js" */

import { takeSeat } from "../lib/api.js";
import { note, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { gameName, plainName } from "../lib/sentences.js";
import { store, stored } from "../lib/storage.js";
import { termsOf } from "../lib/terms.js";
import { say } from "../lib/texts.js";

const LONGEST_NAME = 24; // letters, as the server has it

/** Return a field for the person's name that stores what is typed. @type {() => HTMLElement} */
export function nameField() {
  return el(
    "label",
    { class: "field" },
    el("span", {}, say("name.label")),
    el("input", {
      type: "text",
      maxlength: LONGEST_NAME,
      autocomplete: "nickname",
      value: stored("name", ""),
      placeholder: say("name.placeholder"),
      oninput: (event) => store("name", event.currentTarget.value.trim()),
    }),
  );
}

/**
 * Show in *root* the invitation *invite* to a table; *enter* is called once the person sits or wants to
 * watch.
 * @type {(root: HTMLElement, summary: TableSummary, invite: string, enter: () => void) => void}
 */
export function openInvitation(root, summary, invite, enter) {
  if (summary.phase !== "seating") {
    note(say("problem.seat_taken"));
    enter();
    return;
  }
  const sit = () => takeSeat(summary.table, summary.game, { invite }).then(enter, showError);
  fill(root, drawInvitation(summary, sit, enter));
}

/** @type {(summary: TableSummary, sit: () => void, watch: () => void) => HTMLElement} */
function drawInvitation(summary, sit, watch) {
  const game = gameName(summary.game);
  const people = summary.seats
    .filter((seat) => seat.kind !== "open")
    .map(plainName)
    .join(", ");
  /** @type {(event: SubmitEvent) => void} */
  const submit = (event) => {
    event.preventDefault();
    sit();
  };
  return el(
    "section",
    { class: "card invitation" },
    el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 72, height: 72 }),
    el("h1", {}, say("invited.title")),
    el("p", {}, people ? say("invited.with", { game, people }) : say("invited.alone", { game })),
    el("p", { class: "faint" }, termsOf(summary)),
    el(
      "form",
      { onsubmit: submit },
      nameField(),
      el("button", { type: "submit", class: "primary big" }, say("sit")),
    ),
    el("button", { type: "button", class: "link", onclick: watch }, say("watch.instead")),
  );
}
