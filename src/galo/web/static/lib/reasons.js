/** The reasons of an agent in words. */

/** @import { Reason, ValueNames } from "../types.js" */

import { numeral, sayOr } from "./texts.js";

/**
 * Return *reasons* as sentences; one without a text is left out. *names* has what a game calls some values.
 * They speak to the player of the move, or, if *isWatched*, about that player.
 * @type {(reasons: Reason[] | undefined, names?: ValueNames, isWatched?: boolean) => string}
 */
export function reasonWords(reasons = [], names = {}, isWatched = false) {
  return reasons
    .map(({ name, numbers = {} }) => {
      const values = written(numbers, names);
      const plain = sayOr(`why.${name}`, "", values);
      return isWatched ? sayOr(`watched.${name}`, plain, values) : plain;
    })
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
