/** What a round that ended brought, in words. */

/** @import { View } from "../types.js" */

import { sideName, sideOrder } from "../lib/sentences.js";

/** Return the points of each side in the round that ended. @type {(view: View) => string} */
export function roundTotals(view) {
  if (!view.board?.points) return "";
  const gained = [0, 0];
  for (const { side, points } of view.board.points) if (side !== null) gained[side] += points;
  return sideOrder(view)
    .map((side) => `${sideName(view, side)} +${gained[side]}`)
    .join(" · ");
}
