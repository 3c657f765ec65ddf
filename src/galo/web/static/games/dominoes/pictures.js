/** Small pictures of domino tables, for the lobby and the rules. */

import { svg } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

/** Where the pips of each number lie, in steps from the middle of a half. @type {[number, number][][]} */
const PIPS = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];
const HALF = 20;
const PIP_STEP = 5.6;

/**
 * Return a tile around (x, y) that shows *first* and then *second*, lying to the right or upright.
 * @type {(x: number, y: number, first: number, second: number, isLying?: boolean) => SVGElement}
 */
function tile(x, y, first, second, isLying = true) {
  /** @type {(number: number, shift: number) => SVGElement[]} */
  const half = (number, shift) =>
    PIPS[number].map(([px, py]) => {
      // the pips of a six follow the tile's length
      const [u, v] = isLying
        ? [py * PIP_STEP + shift, px * PIP_STEP]
        : [px * PIP_STEP, py * PIP_STEP + shift];
      return svg("circle", { cx: u, cy: v, r: 2.3, class: "pip" });
    });
  const [width, height] = isLying ? [2 * HALF, HALF] : [HALF, 2 * HALF];
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("rect", {
      x: -width / 2 + 0.5,
      y: -height / 2 + 0.5,
      width: width - 1,
      height: height - 1,
      rx: 3.4,
      class: "tile",
    }),
    svg("path", { d: isLying ? "M0-6V6" : "M-6 0H6", class: "divider" }),
    half(first, -HALF / 2),
    half(second, HALF / 2),
  );
}

/** @type {(x: number, y: number, text: string, kind?: string) => SVGElement} */
function label(x, y, text, kind = "") {
  return svg("text", { x, y, class: `word ${kind}` }, text);
}

/** Return the four arms around a double. @type {(alt?: string) => SVGElement} */
export function fourArms(alt) {
  return picture(
    164,
    130,
    alt,
    tile(0, 0, 6, 6, false),
    tile(32, 0, 6, 3),
    tile(-32, 0, 1, 6),
    tile(0, -42, 2, 6, false),
    tile(0, 42, 6, 4, false),
    tile(62, 0, 3, 3, false),
  );
}

/** Return the four arms with the number at each end. @type {(alt: string) => SVGElement} */
export function fourEnds(alt) {
  return picture(
    230,
    136,
    alt,
    tile(0, 0, 6, 6, false),
    tile(32, 0, 6, 3),
    tile(72, 0, 3, 5),
    tile(-32, 0, 1, 6),
    tile(0, -42, 2, 6, false),
    tile(0, 42, 6, 4, false),
    label(102, 5, "5"),
    label(-62, 5, "1"),
    label(20, -52, "2"),
    label(20, 62, "4"),
  );
}

/** Return a first double that counts with both halves. @type {(alt: string) => SVGElement} */
export function doubleAndTile(alt) {
  return picture(
    230,
    60,
    alt,
    tile(-76, 0, 6, 6, false),
    tile(-44, 0, 6, 3),
    label(-8, 6, "6 + 6 + 3 = 15", "gold start"),
  );
}

/** Return three ends, one of them a double, that add up to 15. @type {(alt: string) => SVGElement} */
export function threeEnds(alt) {
  return picture(
    230,
    126,
    alt,
    tile(-52, 34, 6, 6, false),
    tile(-20, 34, 6, 5),
    tile(-84, 34, 2, 6),
    tile(-52, -8, 4, 6, false),
    tile(-52, -40, 4, 4),
    label(-6, 6, "2 + 5 + 8 = 15", "gold start"),
  );
}

/** Return a line that turns a corner. @type {(alt?: string) => SVGElement} */
export function turningLine(alt) {
  return picture(
    164,
    130,
    alt,
    tile(-50, -12, 2, 5),
    tile(-19, -12, 5, 5, false),
    tile(12, -12, 5, 1),
    tile(43, -2, 1, 4, false),
    tile(33, 30, 0, 4),
  );
}

/** Return a line with the number at each end. @type {(alt: string) => SVGElement} */
export function lineEnds(alt) {
  return picture(
    230,
    60,
    alt,
    tile(-71, 0, 2, 5),
    tile(-40, 0, 5, 5, false),
    tile(-9, 0, 5, 1),
    tile(32, 0, 1, 4),
    label(-102, 5, "2"),
    label(64, 5, "4"),
  );
}
