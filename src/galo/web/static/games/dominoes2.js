/** Two-sided dominoes: a line with a left and a right end, and a boneyard to draw from. */

/** @import { BoardContext, DominoBoard, GameBoard, RulesSection } from "../types.js" */

import { lineEnds, turningLine } from "./dominoes/pictures.js";

export * from "./dominoes/shared.js";
export const picture = turningLine;

/** @type {RulesSection[]} */
export const rules = [
  { name: "goal" },
  { name: "names" },
  { name: "open", picture: lineEnds },
  { name: "turn" },
  { name: "end" },
  { name: "pairs" },
  { name: "match" },
];

/**
 * Draw the table in *root*.
 * @type {(root: HTMLElement, context: BoardContext) => Promise<GameBoard<DominoBoard>>}
 */
export async function create(root, context) {
  const { DominoTable } = await import("./dominoes/board.js"); // pages without a table do without it
  return new DominoTable(root, context, ["l", "r"], false);
}
