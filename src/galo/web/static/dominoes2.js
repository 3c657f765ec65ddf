/* Two-sided dominoes: a line with a left and a right end, and a boneyard to draw from. */

import { createTable } from "./dominoes.js";

/** Draw the table in *root*; see docs/site.md for what it is told. */
export function create(root, context) {
  return createTable(root, context, { arms: ["l", "r"], scores: false });
}
