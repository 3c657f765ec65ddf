/** Carrying the person to another device: a code shown here, or one that is typed here. */

/** @import { CarryCode } from "../types.js" */

import { confirmed, note, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { joinPerson, makeCarryCode } from "../lib/own_statistics.js";
import { count, say } from "../lib/texts.js";

const HALF = 4; // letters of a code, between which it is written apart

/**
 * Return the section; *arrived* is the code that the address brought, and *joined* is called when this device
 * is another person's.
 * @type {(arrived: string, joined: () => void) => HTMLElement}
 */
export function drawCarry(arrived, joined) {
  const shown = el("div", { class: "carry-code", role: "status" });
  const show = el("button", { type: "button", onclick: showCode }, say("carry.show"));
  const field = el("input", {
    type: "text",
    name: "code",
    value: arrived,
    maxlength: 24,
    autocomplete: "off",
    autocapitalize: "characters",
    spellcheck: "false",
    required: true,
  });
  async function showCode() {
    try {
      fill(shown, drawCode(await makeCarryCode()));
    } catch (error) {
      showError(error);
    }
  }
  /** @type {(event: SubmitEvent) => Promise<void>} */
  async function join(event) {
    event.preventDefault();
    if (!(await confirmed(say("carry.sure"), say("carry.join")))) return;
    try {
      await joinPerson(field.value);
      note(say("carry.joined"));
      joined();
    } catch (error) {
      showError(error);
    }
  }
  return el(
    "section",
    { class: "card carry", "aria-labelledby": "carry-title" },
    el("h2", { id: "carry-title" }, say("carry.title")),
    el("p", {}, say("carry.lead")),
    el("div", { class: "row" }, show),
    shown,
    el(
      "form",
      { onsubmit: join },
      el("label", { class: "field" }, el("span", {}, say("carry.code")), field),
      el("button", { class: arrived ? "primary" : "" }, say("carry.join")),
    ),
  );
}

/** @type {(made: CarryCode) => HTMLElement} */
function drawCode({ code, seconds, picture }) {
  return el(
    "div",
    {},
    el("p", { class: "letters" }, `${code.slice(0, HALF)}-${code.slice(HALF)}`),
    el("p", { class: "faint" }, count("carry.holds", Math.round(seconds / 60))),
    el("img", { src: picture, alt: say("carry.picture"), width: 200, height: 200 }),
  );
}
