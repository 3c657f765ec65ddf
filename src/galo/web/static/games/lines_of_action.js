/** Lines of Action: bring all stones together on an 8×8 board. */

/** @import { BoardContext, GameBoard, LinesOfActionBoard, RulesSection } from "../types.js" */

import { STYLESHEET } from "./board_players.js";
import { stonePicture } from "./lines_of_action/stones.js";

export const hasNotation = true;
export { analysisStatus } from "./lines_of_action/analysis.js";
export const stylesheets = [STYLESHEET, "/static/games/lines_of_action/lines_of_action.css"];

/** @type {(alt?: string) => SVGElement} */
export const picture = (alt) =>
  stonePicture([".bbbb..", "w....w.", "w.b..w.", "...bw..", ".b....."], alt, [
    { from: [2, 2], to: [5, 2], isCapture: true },
    { from: [2, 2], to: [2, 4], isCapture: false },
  ]);

/** @type {RulesSection[]} */
export const rules = [
  {
    name: "goal",
    picture: (alt) => stonePicture([".......", "..bb...", "....b..", "..w.b..", ".....b."], alt),
  },
  { name: "start" },
  {
    name: "move",
    picture: (alt) =>
      stonePicture(["........", "..w.....", "........", ".b..b..w", "........"], alt, [
        { from: [4, 3], to: [7, 3], isCapture: true },
      ]),
  },
  { name: "jump" },
  { name: "both" },
  { name: "draw" },
];

/**
 * Draw the board in *root*.
 * @type {(root: HTMLElement, context: BoardContext) => Promise<GameBoard<LinesOfActionBoard>>}
 */
export async function create(root, context) {
  const { LinesOfAction } = await import("./lines_of_action/board.js"); // pages without a table do without it
  return new LinesOfAction(root, context);
}
