/** Switches of the person's own settings. */

import { el } from "./dom.js";
import { currentLanguage, LANGUAGES, say } from "./texts.js";

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
          "aria-pressed": String(one === currentLanguage()),
          onclick: () => choose(one),
        },
        one,
      ),
    ),
  );
}

/**
 * Return the choice of one of *values*, called *title*, each named by *label*; *now* is the one chosen.
 * @type {<T extends string>(title: string, values: readonly T[], now: T, label: (value: T) => string,
 *   choose: (value: T) => void) => HTMLElement}
 */
export function choiceSwitch(title, values, now, label, choose) {
  const buttons = values.map((value) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(value === now),
        onclick: ({ currentTarget: pressed }) => {
          for (const each of buttons) each.setAttribute("aria-pressed", String(each === pressed));
          choose(value);
        },
      },
      label(value),
    ),
  );
  return el("div", { class: "choices", role: "group", "aria-label": title }, buttons);
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
