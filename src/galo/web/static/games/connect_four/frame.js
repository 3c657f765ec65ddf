/**
 * The picture of Connect Four: a frame with holes, the discs behind it, and the scores of columns above it.
 * Cells are numbered from the bottom row, left to right, 0 … 41.
 */

/** @import { ColumnScore } from "../../types.js" */

import { svg } from "../../lib/dom.js";
import { columnKind, columnSign } from "./analysis.js";
import { drawDisc, HOLE, seatOf } from "./discs.js";

export const WIDTH = 7;
export const HEIGHT = 6;
export const CELL = 100;
export const HEAD = 92; // room above each column: its number, or the disc about to fall
const EDGE = 16;
const STAR = "M0-18 5-6 18-5 8 4 11 17 0 10-11 17-8 4-18-5-5-6Z";
export const PAPER = {
  viewBox: `0 0 ${WIDTH * CELL + 2 * EDGE} ${HEAD + HEIGHT * CELL + 2 * EDGE}`,
  "aria-hidden": "true",
};

/** @type {(column: number) => number} */
export function columnMiddle(column) {
  return EDGE + CELL * (column + 0.5);
}

/** @type {(cell: number) => [number, number]} */
function middleOf(cell) {
  return [columnMiddle(cell % WIDTH), HEAD + EDGE + CELL * (HEIGHT - 0.5 - Math.floor(cell / WIDTH))];
}

/** Return the discs in *column*, from the bottom. @type {(cells: string, column: number) => string[]} */
export function stackOf(cells, column) {
  return [...cells].filter((disc, cell) => cell % WIDTH === column && disc !== ".");
}

/** @type {(cells: string, column: number) => number} */
export function topCell(cells, column) {
  return column + (stackOf(cells, column).length - 1) * WIDTH;
}

/**
 * Return the score of a column as a badge, with a star on the best.
 * @type {(x: number, score: ColumnScore, isBest: boolean) => SVGElement}
 */
export function drawScore(x, score, isBest) {
  return svg(
    "g",
    { transform: `translate(${x} 64)`, class: `worth ${columnKind(score)}${isBest ? " best" : ""}` },
    svg("rect", { x: -45, y: -23, width: 90, height: 46, rx: 14 }),
    svg("text", { y: 12 }, columnSign(score)),
    isBest && svg("path", { d: STAR, transform: "translate(-46 -27)", class: "star" }),
  );
}

/** @type {(disc: string, cell: number) => SVGElement} */
export function drawCell(disc, cell) {
  const [x, y] = middleOf(cell);
  return svg(
    "g",
    { "data-cell": cell, class: "disc" },
    svg("g", { transform: `translate(${x} ${y})` }, drawDisc(seatOf(disc))),
  );
}

/** @type {() => SVGElement} */
export function drawBack() {
  const [width, height] = [WIDTH, HEIGHT].map((cells) => cells * CELL + 2 * EDGE - 16);
  return svg("rect", { x: 8, y: HEAD + 8, width, height, rx: 24, class: "back" });
}

/** Return the frame, with a hole for every cell. @type {() => SVGElement} */
export function drawFrame() {
  const [w, h, r] = [WIDTH * CELL + 2 * EDGE, HEIGHT * CELL + 2 * EDGE, 28];
  /** @type {(x: number, y: number) => string} */
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  let path = `M${r} ${HEAD}H${w - r}${corner(r, r)}V${HEAD + h - r}${corner(-r, r)}H${r}${corner(-r, -r)}V${HEAD + r}${corner(r, -r)}Z`;
  const rims = svg("g", { class: "rims" });
  for (let cell = 0; cell < WIDTH * HEIGHT; cell += 1) {
    const [x, y] = middleOf(cell);
    path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
    rims.append(svg("circle", { cx: x, cy: y, r: HOLE + 2 }));
  }
  return svg("g", { class: "frame" }, svg("path", { d: path, "fill-rule": "evenodd" }), rims);
}

/** @type {(cells: number[]) => SVGElement[]} */
export function drawWinningLine(cells) {
  const places = cells.map(middleOf);
  const [[x1, y1], [x2, y2]] = [places[0], places[places.length - 1]];
  const rings = places.map(([cx, cy]) => svg("circle", { cx, cy, r: HOLE, class: "winning" }));
  return [svg("line", { x1, y1, x2, y2, class: "winning-line" }), ...rings];
}
