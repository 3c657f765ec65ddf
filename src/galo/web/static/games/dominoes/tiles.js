/** A domino tile as a picture, 100 by 200, upright: its face, or its back. */

/** @import { Child, Halves } from "../../types.js" */

import { svg } from "../../lib/dom.js";

const NEAR = 27; // where pips lie on a half
const MIDDLE = 50;
const FAR = 73;
const DIAGONAL = [
  [NEAR, NEAR],
  [FAR, FAR],
];
const CORNERS = [...DIAGONAL, [FAR, NEAR], [NEAR, FAR]];
const CENTRE = [[MIDDLE, MIDDLE]];

/** The pips of each number, seen upright. */
const PIPS = [
  [],
  CENTRE,
  DIAGONAL,
  [...DIAGONAL, ...CENTRE],
  CORNERS,
  [...CORNERS, ...CENTRE],
  [...CORNERS, [NEAR, MIDDLE], [FAR, MIDDLE]],
];

/** Return the halves of the tile called *name*, `6-4`. @type {(name: string) => Halves} */
export function halvesOf(name) {
  const [high, low] = name.split("-").map(Number);
  return [high, low];
}

/** Return the picture of a tile with the half *top* above *bottom*. @type {(halves: Halves) => SVGElement} */
export function tileFace([top, bottom]) {
  return tilePicture(
    "tile",
    svg("line", { class: "tile-divider", x1: 15, x2: 85, y1: 100, y2: 100 }),
    half(top, 0),
    half(bottom, 100),
  );
}

/** Return the picture of a tile that lies face down. @type {() => SVGElement} */
export function tileBack() {
  return tilePicture(
    "tile tile-back",
    svg("rect", { class: "tile-frame", x: 17, y: 17, width: 66, height: 166, rx: 9 }),
    svg("path", { class: "tile-mark", d: "M50 76 66 100 50 124 34 100Z" }),
  );
}

/**
 * Keep the shadow of *tile*, which is turned by *degrees*, below it.
 * @type {(tile: SVGElement, degrees: number) => void}
 */
export function turnShadow(tile, degrees) {
  const radians = (degrees * Math.PI) / 180;
  tile.style.setProperty("--below-x", Math.sin(radians).toFixed(3));
  tile.style.setProperty("--below-y", Math.cos(radians).toFixed(3));
}

/** @type {(name: string, ...marks: Child[]) => SVGElement} */
function tilePicture(name, ...marks) {
  const body = { x: 3, y: 3, width: 94, height: 194, rx: 15 };
  return svg(
    "svg",
    { class: name, viewBox: "0 0 100 200", "aria-hidden": "true", focusable: "false" },
    svg("rect", { class: "tile-shadow", ...body }),
    svg("rect", { class: "tile-side", ...body }),
    svg("rect", { class: "tile-top", ...body }),
    svg("rect", { class: "tile-light", x: 6, y: 6, width: 88, height: 188, rx: 12 }),
    marks,
  );
}

/** @type {(number: number, down: number) => SVGElement[]} */
function half(number, down) {
  return PIPS[number].map(([x, y]) => svg("circle", { class: "tile-pip", cx: x, cy: y + down, r: 9.6 }));
}
