/** Small pictures of games, for the lobby and the rules. */

/** @import { Child } from "../types.js" */

import { svg } from "./dom.js";

const SQUARE = 18;

/**
 * Return a picture around its middle; *alt* is its label, without one it only decorates.
 * @type {(width: number, height: number, alt: string | undefined, ...children: Child[]) => SVGElement}
 */
export function picture(width, height, alt, ...children) {
  return svg(
    "svg",
    {
      viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`,
      class: "picture",
      role: alt ? "img" : null,
      "aria-label": alt,
      "aria-hidden": alt ? null : "true",
    },
    children,
  );
}

/**
 * Return the picture of a board of squares, one letter each, top row first; *draw* draws what a letter stands
 * for, and *over* what lies over the squares, both given a function from column and row to the middle of a square.
 * @type {(rows: string[], alt: string | undefined, draw: (letter: string, at: [number, number]) => Child,
 *   over?: (at: (column: number, row: number) => [number, number]) => Child) => SVGElement}
 */
export function boardPicture(rows, alt, draw, over = () => null) {
  const [width, height] = [rows[0].length, rows.length];
  /** @type {(column: number, row: number) => [number, number]} */
  const at = (column, row) => [(column - (width - 1) / 2) * SQUARE, (row - (height - 1) / 2) * SQUARE];
  const squares = rows.flatMap((letters, row) =>
    [...letters].map((letter, column) => {
      const [x, y] = at(column, row);
      const shade = (column + row) % 2 ? "light" : "dark";
      return [
        svg("rect", { x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE, class: shade }),
        letter !== "." && draw(letter, [x, y]),
      ];
    }),
  );
  return picture(width * SQUARE + 8, height * SQUARE + 8, alt, squares, over(at));
}
