/** The reasons of an agent in words. */

/** @import { Reason } from "../types.js" */

import { numeral, sayOr } from "./texts.js";

/**
 * Return *reasons* as sentences; one without a text is left out.
 * @type {(reasons: Reason[] | undefined) => string}
 */
export function reasonWords(reasons = []) {
  return reasons
    .map(({ name, numbers = {} }) => sayOr(`why.${name}`, "", written(numbers)))
    .filter(Boolean)
    .join(" ");
}

/** @type {(numbers: Reason["numbers"]) => Record<string, string>} */
function written(numbers) {
  const one = (/** @type {number | string} */ value) =>
    typeof value === "number" ? numeral(value, { maximumFractionDigits: 2 }) : value;
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, one(value)]));
}
