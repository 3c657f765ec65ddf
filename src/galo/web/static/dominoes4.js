/* Dominó de 4 pontas: a double in the middle, four arms, points for what the ends add up to. */

import { createTable } from "./dominoes.js";

/** Draw the table in *root*; see docs/site.md for what it is told. */
export function create(root, context) {
  return createTable(root, context, { arms: ["e", "w", "n", "s"], scores: true });
}
