/* A table of tiles in words, for labels: what each tile can do, and what lies on the table. */

import { say } from "./texts.js";

/** Return the tile and the arm of *move*, `6-4@e`; the opening has no arm. */
export function parseMove(move) {
  const [tile, arm = null] = move.split("@");
  return { tile, arm };
}

/** Return whether *move* lays a tile. */
export function isTile(move) {
  return move !== "pass" && move !== "draw";
}

/** Return the number at the end of *arm* on *board*, null on an empty table. */
export function endNumber(board, arm) {
  if (!board.first) return null;
  return board.arms[arm]?.at(-1)?.[1] ?? board.first[arm === "l" ? 0 : 1];
}

/** Return *number* of points as it is written beside an end. */
export function written(points) {
  return points > 0 ? `+${points}` : "0";
}

/** Return the label of *tile*, which *moves* play; `isTurn` says whether its owner is to move. */
export function tileLabel(tile, moves, isTurn) {
  if (moves.length === 0) return isTurn ? say("tiles.unfit", { tile }) : tile;
  if (!parseMove(moves[0].move).arm) return withPoints(say("tiles.opens", { tile }), moves[0].points);
  return say("tiles.fits", { tile, ends: list(moves.map(({ move, points }) => withPoints(endName(move), points))) });
}

/** Return the label of the end that *choice*, a move of the view, plays at. */
export function endLabel({ move, points }) {
  const { tile, arm } = parseMove(move);
  return withPoints(arm ? say("tiles.at", { tile, end: endName(move) }) : say("tiles.opens", { tile }), points);
}

/** Return what lies on the table of *board*: its ends and their sum. */
export function tableLabel(board) {
  if (!board.first) return say("dominoes.empty");
  const arms = Object.keys(board.arms).filter((arm) => board.arms[arm].length > 0);
  const ends = arms.map((arm) => say("dominoes.end", { end: say(`tiles.end.${arm}`), number: endNumber(board, arm) }));
  const words = [say("dominoes.table", { first: board.first.join("-") }), list(ends)];
  if (board.sum !== null) words.push(say(board.sum_scores ? "dominoes.sum.scores" : "dominoes.sum.words", { sum: board.sum }));
  if (board.stock !== null) words.push(say("dominoes.stock", { count: board.stock }));
  return words.filter(Boolean).join("; ");
}

function endName(move) {
  return say(`tiles.end.${parseMove(move).arm}`);
}

function withPoints(words, points) {
  return points > 0 ? `${words} +${points}` : words;
}

function list(words) {
  return new Intl.ListFormat(document.documentElement.lang || "pt", { type: "conjunction" }).format(words);
}
