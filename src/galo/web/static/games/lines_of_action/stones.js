/** The picture of Lines of Action: squares, round stones, dots and rings for targets. */

import { svg } from "../../lib/dom.js";
import { boardPicture } from "../../lib/picture.js";
import { squareName, squarePlace } from "../square_grid.js";

/**
 * @typedef {{ from: [number, number], to: [number, number], isCapture: boolean }} PictureMove  columns and
 *   rows
 */

export const SIZE = 8;
const CELL = 12.5; // of the picture's 100 × 100
const STONE = 4.85;
const NUMBER_FROM = 7.4; // from the middle of a stone to the number of a line
const CORNER = 1.7; // from the edges of a square to the coordinate written in it

/** Return the middle of *square*. @type {(square: string) => [number, number]} */
export function middleOf(square) {
  const [column, row] = squarePlace(square);
  return [CELL * (column + 0.5), CELL * (SIZE - 0.5 - row)];
}

/** Return the gradients that make stones round. @type {() => SVGElement} */
export function drawShades() {
  /** @type {(id: string, from: string, to: string) => SVGElement} */
  const shade = (id, from, to) =>
    svg(
      "radialGradient",
      { id, cx: "35%", cy: "30%", r: "75%" },
      svg("stop", { offset: "0", "stop-color": from }),
      svg("stop", { offset: "1", "stop-color": to }),
    );
  return svg("defs", {}, shade("stone-b", "#5a5f63", "#14171a"), shade("stone-w", "#fffdf6", "#d9cfb8"));
}

/** Return the empty board with its coordinates, in the corners of squares at the edge. @type {() => SVGElement} */
export function drawSquares() {
  const side = CELL * SIZE;
  const group = svg(
    "g",
    { class: "quiet-board" },
    svg("rect", { width: side, height: side, class: "board" }),
  );
  for (let cell = 0; cell < SIZE * SIZE; cell += 1) {
    const [column, row] = [cell % SIZE, Math.floor(cell / SIZE)];
    const [x, y] = middleOf(squareName(column, row));
    const shade = { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, class: "shade" };
    if ((column + row) % 2) group.append(svg("rect", shade));
  }
  for (let k = 0; k < SIZE; k += 1) {
    group.append(svg("text", { x: CELL * (k + 1) - CORNER, y: side - 0.8 }, squareName(k, 0)[0]));
    group.append(svg("text", { x: CORNER, y: CELL * (SIZE - 1 - k) + 2.9 }, String(k + 1)));
  }
  return group;
}

/**
 * Return a stone, `b` or `w`, on *square*.
 * @type {(colour: string, square: string, state?: "picked" | "connected" | "") => SVGElement}
 */
export function drawStone(colour, square, state = "") {
  const [cx, cy] = middleOf(square);
  return svg(
    "g",
    { "data-square": square, class: `stone ${state}`.trim() },
    svg("circle", { cx, cy: cy + 0.5, r: STONE, class: "shadow" }),
    svg("circle", { cx, cy, r: STONE, fill: `url(#stone-${colour})`, class: `face-${colour}` }),
  );
}

/** Return the marks of the last move. @type {(from: string, to: string) => SVGElement[]} */
export function drawLastMove(from, to) {
  const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)];
  const side = CELL - 0.8; // a little inside the square
  /** @type {(cx: number, cy: number) => SVGElement} */
  const box = (cx, cy) =>
    svg("rect", { x: cx - side / 2, y: cy - side / 2, width: side, height: side, rx: 1.4, class: "last" });
  return [svg("line", { x1, y1, x2, y2, class: "last-line" }), box(x1, y1), box(x2, y2)];
}

/**
 * Return the number of pieces on the line of a move, beside the piece that would go there.
 * @type {(from: string, to: string, number: number) => SVGElement}
 */
export function drawLineNumber(from, to, number) {
  const [[x, y], [u, v]] = [middleOf(from), middleOf(to)];
  const part = NUMBER_FROM / Math.hypot(u - x, v - y);
  const [cx, cy] = [x + part * (u - x), y + part * (v - y)];
  return svg(
    "g",
    { class: "line-number", "data-to": to },
    svg("circle", { cx, cy, r: 2.1 }),
    svg("text", { x: cx, y: cy + 1.1 }, String(number)),
  );
}

/** Return the line from a stone to a target. @type {(from: string, to: string) => SVGElement} */
export function drawRay(from, to) {
  const [[x1, y1], [x2, y2]] = [middleOf(from), middleOf(to)];
  return svg("line", { x1, y1, x2, y2, "data-to": to, class: "ray" });
}

/** Return an arrow from a stone to a square. @type {(from: string, to: string) => SVGElement} */
export function drawArrow(from, to) {
  const [[x, y], [u, v]] = [middleOf(from), middleOf(to)];
  const long = Math.hypot(u - x, v - y) - 1.5;
  const path = `M${STONE - 1} -.8H${long - 4}V-2.6L${long} 0 ${long - 4} 2.6V.8H${STONE - 1}Z`;
  const turn = (Math.atan2(v - y, u - x) * 180) / Math.PI;
  return svg("path", { d: path, transform: `translate(${x} ${y}) rotate(${turn})`, class: "best-move" });
}

/** Return a dot on an empty target. @type {(square: string) => SVGElement} */
export function drawDot(square) {
  const [cx, cy] = middleOf(square);
  return svg("circle", { cx, cy, r: 1.7, class: "dot" });
}

/**
 * Return a ring around *square*.
 * @type {(square: string, kind: "capture" | "pending" | "hinted") => SVGElement}
 */
export function drawRing(square, kind) {
  const [cx, cy] = middleOf(square);
  return svg("circle", { cx, cy, r: STONE + 0.5, class: `ring ${kind}` });
}

/** Return the colour of *seat* as a small stone. @type {(seat: number) => SVGElement} */
export function stoneMark(seat) {
  return svg(
    "svg",
    { viewBox: "-6 -6 12 12", class: "mark", "aria-hidden": "true" },
    svg("circle", { r: 5, class: seat === 0 ? "flat-black" : "flat-white" }),
  );
}

/**
 * Return a small picture of *rows* of stones, top row first, and of *moves* on it.
 * @type {(rows: string[], alt: string | undefined, moves?: PictureMove[]) => SVGElement}
 */
export function stonePicture(rows, alt, moves = []) {
  return boardPicture(
    rows,
    alt,
    (colour, [cx, cy]) => svg("circle", { cx, cy, r: 6.6, class: `stone-${colour}` }),
    (at) =>
      moves.map(({ from, to, isCapture }) => {
        const [[x1, y1], [x2, y2]] = [at(...from), at(...to)];
        return [
          svg("line", { x1, y1, x2, y2, class: "ray" }),
          svg("circle", { cx: x2, cy: y2, r: isCapture ? 7.6 : 3, class: isCapture ? "ring" : "dot" }),
        ];
      }),
  );
}
