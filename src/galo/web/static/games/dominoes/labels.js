/** Tiles, moves and the table in words, for lists and screen readers. */

/** @import { DominoBoard, Move, TextValues, View } from "../../types.js" */

import { list, say } from "../../lib/texts.js";

/**
 * Return the name of the tile of *move*, null for a pass or a draw.
 * @type {(move: string) => string | null}
 */
export function tileOf(move) {
  return move === "pass" || move === "draw" ? null : move.split("@")[0];
}

/** Return what people call *tile*: "6-4" is "sena e quadra" in Portuguese. @type {(tile: string) => string} */
export function tileName(tile) {
  const [high, low] = tile.split("-").map(suitName);
  return say(high === low ? "tile.double" : "tile.plain", { high, low });
}

/** Return what people call the *number* of half a tile. @type {(number: number | string) => string} */
export function suitName(number) {
  return say(`suit.${number}`);
}

/** Return how a list shows *move*. @type {(move: string) => string} */
export function moveLabel(move) {
  return tileOf(move) ?? say(`move.${move}`);
}

/**
 * Return the key and the values of the sentence about *move*; a tile is forced only where it must open.
 * @type {(move: string, isForced?: boolean) => { key: string, values: TextValues }}
 */
export function moveSentence(move, isForced = false) {
  const tile = tileOf(move);
  if (!tile) return { key: `event.${move}`, values: {} };
  return { key: isForced ? "event.opens" : "event.tile", values: { tile: tileName(tile) } };
}

/**
 * Return *move* in words, with its end where its tile fits more than one.
 * @type {(view: View, move: string) => string}
 */
export function hintLabel(view, move) {
  const tile = tileOf(move);
  const choices = view.moves.filter((other) => other.tile === tile);
  const chosen = choices.find((choice) => choice.move === move);
  if (chosen && choices.length > 1) return endLabel({ ...chosen, points: 0 });
  return tile ? tileName(tile) : moveLabel(move);
}

/** Return *move* as a list shows it, with its end. @type {(move: string) => string} */
export function optionLabel(move) {
  const [tile, end] = move.split("@");
  return end ? say("tiles.at", { tile, end: endName(end) }) : moveLabel(move);
}

/** Return what watchers call *seat*. @type {(seat: number) => string} */
export function seatLabel(seat) {
  return say("who.seat", { number: seat + 1 });
}

/** Return *points* as they are written beside an end. @type {(points: number | undefined) => string} */
export function pointsLabel(points = 0) {
  return points > 0 ? `+${points}` : "0";
}

/**
 * Return the label of *tile*, which *moves* play; *isTurn*: its owner is to move.
 * @type {(tile: string, moves: Move[], isTurn: boolean) => string}
 */
export function tileLabel(tile, moves, isTurn) {
  const name = tileName(tile);
  if (moves.length === 0) return isTurn ? say("tiles.unfit", { tile: name }) : name;
  if (!moves[0].end) return withPoints(say("tiles.opens", { tile: name }), moves[0].points);
  return say("tiles.fits", {
    tile: name,
    ends: list(moves.map(({ end, points }) => withPoints(endName(end), points))),
  });
}

/** Return the label of the end at which *choice* plays. @type {(choice: Move) => string} */
export function endLabel({ tile, end, points }) {
  const values = { tile: tile ? tileName(tile) : "", end: endName(end) };
  return withPoints(say(end ? "tiles.at" : "tiles.opens", values), points);
}

/**
 * Return the tiles on the table of *board*: the first one, the ends, their sum or the boneyard.
 * @type {(board: DominoBoard) => string}
 */
export function tableLabel(board) {
  if (!board.first) return say("dominoes.empty");
  const arms = Object.keys(board.arms).filter((arm) => board.arms[arm].length > 0);
  const ends = arms.map((arm) =>
    say("dominoes.end", { end: endName(arm), number: suitName(board.ends[arm]) }),
  );
  const words = [say("dominoes.table", { first: tileName(board.first.join("-")) }), list(ends)];
  if (board.sum !== null)
    words.push(say(board.sum_scores ? "dominoes.sum.scores" : "dominoes.sum.words", { sum: board.sum }));
  if (board.stock !== null) words.push(say("dominoes.stock", { count: board.stock }));
  return words.filter(Boolean).join("; ");
}

/** @type {(end: string | null | undefined) => string} */
function endName(end) {
  return end ? say(`tiles.end.${end}`) : "";
}

/** @type {(words: string, points: number | undefined) => string} */
function withPoints(words, points = 0) {
  return points > 0 ? `${words} +${points}` : words;
}
