/** One option of a game or an agent as a form field: a choice, a number or a text. */

/** @import { Option, OptionValue } from "../types.js" */

import { el } from "../lib/dom.js";
import { say, sayOr } from "../lib/texts.js";

/**
 * Return a field for *option* with the *value* it has, its texts below *prefix*; *change* is called with a
 * new value.
 * @type {(option: Option, prefix: string, value: OptionValue | undefined, change: (value: OptionValue) =>
 *   void) => HTMLElement}
 */
export function createOptionField(option, prefix, value, change) {
  const now = value === undefined ? option.default : value;
  const field = option.choices.length
    ? createSelect(option, prefix, now, change)
    : createInput(option, prefix, now, change);
  return el(
    "label",
    { class: "field" },
    el("span", {}, sayOr(`${prefix}.${option.name}`, option.name)),
    field,
  );
}

/**
 * Return a field called *label* for the choice of one of *labels*, the one at *now* chosen; *change* is called
 * with the place of another.
 * @type {(label: string, labels: string[], now: number, change: (place: number) => void) => HTMLElement}
 */
export function createChoiceField(label, labels, now, change) {
  return el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el(
      "select",
      { onchange: (event) => change(event.currentTarget.selectedIndex) },
      labels.map((one, place) => el("option", { selected: place === now }, one)),
    ),
  );
}

/**
 * @type {(option: Option, prefix: string, now: OptionValue, change: (value: OptionValue) => void) =>
 *   HTMLElement}
 */
function createSelect({ name, choices }, prefix, now, change) {
  const label = (/** @type {OptionValue} */ value) =>
    sayOr(`${prefix}.${name}.${value ?? "none"}`, value === null ? say("option.none") : String(value));
  return el(
    "select",
    { onchange: (event) => change(choices[event.currentTarget.selectedIndex]) },
    choices.map((value) => el("option", { selected: value === now }, label(value))),
  );
}

/**
 * @type {(option: Option, prefix: string, now: OptionValue, change: (value: OptionValue) => void) =>
 *   HTMLElement}
 */
function createInput({ name, default: usual, minimum, maximum, optional }, prefix, now, change) {
  const isNumber = minimum !== null;
  const read = (/** @type {string} */ text) => {
    if (text === "") return optional ? null : usual;
    return isNumber ? Number(text) : text;
  };
  return el("input", {
    type: isNumber ? "number" : "text",
    value: now ?? "",
    placeholder: optional ? sayOr(`${prefix}.${name}.none`, say("option.none")) : null,
    min: minimum,
    max: isNumber ? maximum : null,
    step: [usual ?? 0, minimum].every(Number.isInteger) ? 1 : "any",
    onchange: ({ currentTarget: input }) => input.validity.valid && change(read(input.value)),
  });
}
