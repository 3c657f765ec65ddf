/** What a game's module has where it brings nothing of its own. */

/** @import { GameModule, TextValues } from "../types.js" */

import { svg } from "./dom.js";
import { boardPicture } from "./picture.js";
import { say, sayOr } from "./texts.js";

const PIECES = [".b.b.b.", "b.b.b.b", ".......", "w.w.w.w", ".w.w.w."];
const SQUARES = /^([a-z]\d+)[-x]([a-z]\d+)$/; // the notation of a move from one square to another

/** Return the defaults of the game called *name*. @type {(name: string) => GameModule} */
export function defaultModule(name) {
  return {
    stylesheets: [],
    create() {
      throw new Error(`the module of ${name} is not loaded`);
    },
    picture: (alt) =>
      boardPicture(PIECES, alt, (letter, [cx, cy]) =>
        svg("circle", { cx, cy, r: 6.6, class: `stone-${letter}` }),
      ),
    rules: [],
    moveLabel,
    moveSentence,
    hintLabel: (_, move) => moveLabel(move),
    seatLabel: (seat) => sayOr(`seat.${name}.${seat}`, say("who.seat", { number: seat + 1 })),
    banners: () => [],
    sound: ({ move, points }) => {
      if (move === "pass") return "pass";
      if (points.length) return "points";
      return SQUARES.test(move) && move.includes("x") ? "capture" : "piece";
    },
  };
}

/**
 * Return *move* as it is written, with the signs of books; a pass and a draw in words.
 * @type {(move: string) => string}
 */
export function moveLabel(move) {
  if (move === "pass" || move === "draw") return say(`move.${move}`);
  return SQUARES.test(move) ? move.replace("x", "×").replace("-", "–") : move;
}

/** @type {(move: string) => { key: string, values: TextValues }} */
function moveSentence(move) {
  if (move === "pass" || move === "draw") return { key: `event.${move}`, values: {} };
  const squares = SQUARES.exec(move);
  if (!squares) return { key: "event.move", values: { move } };
  return {
    key: move.includes("x") ? "event.capture" : "event.step",
    values: { from: squares[1], to: squares[2] },
  };
}
