/** Discs of Connect Four: seat 0 has a cross, seat 1 a ring, because colours alone would not do. */

import { svg } from "../../lib/dom.js";
import { picture } from "../../lib/picture.js";

export const HOLE = 40; // radius of a hole in the frame
const SMALL = 20; // size of a cell of a small picture

/** Return the seat of *disc*, `x` or `o`. @type {(disc: string) => number} */
export function seatOf(disc) {
  return disc === "x" ? 0 : 1;
}

/** Return a disc around the origin. @type {(seat: number) => SVGElement} */
export function drawDisc(seat) {
  const sign =
    seat === 0
      ? svg("path", { d: "M-14-14 14 14M14-14-14 14", class: "sign" })
      : svg("circle", { r: 16, class: "sign" });
  return svg(
    "g",
    { class: `seat${seat}` },
    svg("circle", { r: HOLE + 5, class: "body" }),
    svg("circle", { r: HOLE - 7, class: "rim" }),
    sign,
  );
}

/** Return the colour of *seat* as a small disc. @type {(seat: number) => SVGElement} */
export function discMark(seat) {
  return svg("svg", { viewBox: "-48 -48 96 96", class: "mark", "aria-hidden": "true" }, drawDisc(seat));
}

/**
 * Return a small picture of *rows* of discs, top row first, and of a winning line.
 * @type {(rows: string[], alt: string | undefined, line: [number, number, number, number]) => SVGElement}
 */
export function discPicture(rows, alt, [x1, y1, x2, y2]) {
  const [width, height] = [rows[0].length * SMALL, rows.length * SMALL];
  /** @type {(column: number, row: number) => [number, number]} */
  const at = (column, row) => [(column + 0.5) * SMALL - width / 2, (row + 0.5) * SMALL - height / 2];
  const cells = rows.flatMap((row, y) =>
    [...row].map((disc, x) => {
      const [cx, cy] = at(x, y);
      return svg(
        "g",
        { transform: `translate(${cx} ${cy})` },
        svg("circle", { r: 8, class: `hole disc-${disc === "." ? "none" : disc}` }),
        disc === "x" && svg("path", { d: "M-3-3 3 3M3-3-3 3", class: "sign" }),
        disc === "o" && svg("circle", { r: 3.4, class: "sign" }),
      );
    }),
  );
  const [[left, top], [right, bottom]] = [at(x1, y1), at(x2, y2)];
  return picture(
    width + 12,
    height + 12,
    alt,
    svg("rect", {
      x: -width / 2 - 4,
      y: -height / 2 - 4,
      width: width + 8,
      height: height + 8,
      rx: 8,
      class: "blue",
    }),
    cells,
    svg("line", { x1: left, y1: top, x2: right, y2: bottom, class: "winning" }),
  );
}
