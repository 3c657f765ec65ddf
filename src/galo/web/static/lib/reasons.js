/** The reasons of an agent in words. */

/** @import { Reason, ValueNames } from "../types.js" */

import { numeral, sayOr } from "./texts.js";

/**
 * Return *reasons* as sentences; one without a text is left out. *names* has what a game calls some values.
 * @type {(reasons: Reason[] | undefined, names?: ValueNames) => string}
 */
export function reasonWords(reasons = [], names = {}) {
  return reasons
    .map(({ name, numbers = {} }) => sayOr(`why.${name}`, "", written(numbers, names)))
    .filter(Boolean)
    .join(" ");
}

/** @type {(numbers: Reason["numbers"], names: ValueNames) => Record<string, string>} */
function written(numbers, names) {
  const one = (/** @type {number | string} */ value) =>
    typeof value === "number" ? numeral(value, { maximumFractionDigits: 2 }) : value;
  return Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, names[name]?.(String(value)) ?? one(value)]),
  );
}
