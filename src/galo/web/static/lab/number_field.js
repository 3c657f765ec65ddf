/** A field for a number. */

import { el } from "../lib/dom.js";

/**
 * Return a field called *label* for a number from *low* to *high*; *change* is called with another *value*.
 * @type {(label: string, value: number, low: number, high: number, change: (value: number) => void,
 *   step?: string) => HTMLElement}
 */
export function numberField(label, value, low, high, change, step = "1") {
  return el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el("input", {
      type: "number",
      value,
      min: low,
      max: high,
      step,
      required: true,
      inputmode: "decimal",
      onchange: ({ currentTarget: input }) => input.validity.valid && change(Number(input.value)),
    }),
  );
}
