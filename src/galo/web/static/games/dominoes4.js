/** Dominó de 4 pontas: a double in the middle, four arms, points for the sum of the ends. */

/** @import { BoardContext, DominoBoard, GameBoard, RulesSection } from "../types.js" */

import { doubleAndTile, fourArms, fourEnds, threeEnds } from "./dominoes/pictures.js";

export * from "./dominoes/shared.js";
export const picture = fourArms;

/** @type {RulesSection[]} */
export const rules = [
  { name: "goal" },
  { name: "names" },
  { name: "turn" },
  { name: "ends", picture: fourEnds },
  { name: "table", picture: doubleAndTile },
  { name: "arms", picture: threeEnds },
  { name: "pass" },
  { name: "galo" },
  { name: "out" },
  { name: "block" },
  { name: "match" },
  { name: "options" },
];

/**
 * Draw the table in *root*.
 * @type {(root: HTMLElement, context: BoardContext) => Promise<GameBoard<DominoBoard>>}
 */
export async function create(root, context) {
  const { DominoTable } = await import("./dominoes/board.js"); // pages without a table do without it
  return new DominoTable(root, context, ["e", "w", "n", "s"], true);
}
