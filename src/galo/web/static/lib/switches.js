/** Switches of the person's own settings. */

import { el } from "./dom.js";
import { LANGUAGES, language, say } from "./texts.js";

/** Return the choice between the languages. @type {(choose: (language: string) => void) => HTMLElement} */
export function languageSwitch(choose) {
  return el(
    "div",
    { class: "choices languages", role: "group", "aria-label": say("language") },
    LANGUAGES.map((one) =>
      el(
        "button",
        {
          type: "button",
          lang: one,
          "aria-label": `${one}, ${say(`language.${one}`)}`,
          "aria-pressed": String(one === language),
          onclick: () => choose(one),
        },
        one,
      ),
    ),
  );
}

/**
 * Return a switch called *label*; *change* is called with its new state.
 * @type {(label: string, on: boolean, change: (on: boolean) => void) => HTMLElement}
 */
export function toggleSwitch(label, on, change) {
  return el(
    "label",
    { class: "toggle" },
    el("input", {
      type: "checkbox",
      role: "switch",
      checked: on,
      onchange: (event) => change(event.currentTarget.checked),
    }),
    el("span", {}, label),
  );
}
