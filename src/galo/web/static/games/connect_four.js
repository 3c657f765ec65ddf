/** Connect Four: seven columns, six rows, four in a line wins. */

/** @import { BoardContext, ConnectFourBoard, GameBoard, RulesSection, TextValues } from "../types.js" */

import { say } from "../lib/texts.js";
import { STYLESHEET } from "./board_players.js";
import { discPicture } from "./connect_four/discs.js";

export { analysisStatus } from "./connect_four/analysis.js";
export const stylesheets = [STYLESHEET, "/static/games/connect_four/connect_four.css"];

/** @type {(alt?: string) => SVGElement} */
export const picture = (alt) =>
  discPicture([".......", "...x...", "..xoo..", ".xoxxo.", "xoxoox."], alt, [0, 4, 3, 1]);

/** @type {RulesSection[]} */
export const rules = [
  {
    name: "goal",
    picture: (alt) => discPicture([".......", "....x..", "...xo..", "..xox..", ".xoxo.."], alt, [1, 4, 4, 1]),
  },
  { name: "turn" },
  { name: "draw" },
  { name: "tips" },
];

/** Return how a list shows *move*, the number of a column. @type {(move: string) => string} */
export function moveLabel(move) {
  return say("move.column", { column: move });
}

/**
 * Return the key and the values of the sentence about *move*.
 * @type {(move: string) => { key: string, values: TextValues }}
 */
export function moveSentence(move) {
  return { key: "event.column", values: { column: move } };
}

/**
 * Draw the board in *root*.
 * @type {(root: HTMLElement, context: BoardContext) => Promise<GameBoard<ConnectFourBoard>>}
 */
export async function create(root, context) {
  const { ConnectFour } = await import("./connect_four/board.js"); // pages without a table do without it
  return new ConnectFour(root, context);
}
