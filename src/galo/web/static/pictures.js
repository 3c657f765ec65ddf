/* Small pictures of the games, for the lobby and the rules. */

import { svg } from "./dom.js";

const PIPS = {
  0: [], 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const HALF = 20;
const PIP_STEP = 5.6;

/** Return a tile around (x, y) that shows *first* and then *second*, lying to the right or standing down. */
function tile(x, y, first, second, lying = true) {
  const half = (pips, shift) => PIPS[pips].map(([px, py]) => { // the pips of a six follow the tile's length
    const [u, v] = lying ? [py * PIP_STEP + shift, px * PIP_STEP] : [px * PIP_STEP, py * PIP_STEP + shift];
    return svg("circle", { cx: u, cy: v, r: 2.3, class: "pip" });
  });
  const [w, h] = lying ? [2 * HALF, HALF] : [HALF, 2 * HALF];
  return svg("g", { transform: `translate(${x} ${y})` },
    svg("rect", { x: -w / 2 + 0.5, y: -h / 2 + 0.5, width: w - 1, height: h - 1, rx: 3.4, class: "tile" }),
    lying ? svg("path", { d: "M0-6V6", class: "divider" }) : svg("path", { d: "M-6 0H6", class: "divider" }),
    half(first, -HALF / 2), half(second, HALF / 2));
}

function label(x, y, text, kind = "") {
  return svg("text", { x, y, class: `word ${kind}` }, text);
}

function frame(width, height, alt, ...children) {
  return svg("svg", { viewBox: `${-width / 2} ${-height / 2} ${width} ${height}`, class: "picture", role: alt ? "img" : null, "aria-label": alt, "aria-hidden": alt ? null : "true" }, children);
}

function stones(width, rows, alt, extra = []) {
  const size = 18;
  const height = rows.length;
  const at = (x, y) => [(x - (width - 1) / 2) * size, (y - (height - 1) / 2) * size];
  const cells = rows.flatMap((row, y) => [...row].map((colour, x) => {
    const [cx, cy] = at(x, y);
    return [
      svg("rect", { x: cx - size / 2, y: cy - size / 2, width: size, height: size, class: (x + y) % 2 ? "light" : "dark" }),
      colour !== "." && svg("circle", { cx, cy, r: 6.6, class: `stone-${colour}` }),
    ];
  }));
  const line = ([x, y, u, v]) => svg("line", { x1: at(x, y)[0], y1: at(x, y)[1], x2: at(u, v)[0], y2: at(u, v)[1], class: "ray" });
  const marks = extra.flatMap(({ from, to, capture }) => [
    line([...from, ...to]),
    svg("circle", { cx: at(...to)[0], cy: at(...to)[1], r: capture ? 7.6 : 3, class: capture ? "ring" : "dot" }),
  ]);
  return frame(width * size + 8, height * size + 8, alt, cells, marks);
}

function discs(rows, alt, line = null) {
  const size = 20;
  const [width, height] = [rows[0].length, rows.length];
  const at = (x, y) => [(x - (width - 1) / 2) * size, (y - (height - 1) / 2) * size];
  const cells = rows.flatMap((row, y) => [...row].map((disc, x) => {
    const [cx, cy] = at(x, y);
    return svg("g", { transform: `translate(${cx} ${cy})` }, svg("circle", { r: 8, class: `hole disc-${disc === "." ? "none" : disc}` }),
      disc === "x" && svg("path", { d: "M-3-3 3 3M3-3-3 3", class: "sign" }), disc === "o" && svg("circle", { r: 3.4, class: "sign" }));
  }));
  const ends = line && [at(line[0], line[1]), at(line[2], line[3])];
  return frame(width * size + 12, height * size + 12, alt,
    svg("rect", { x: -width * size / 2 - 4, y: -height * size / 2 - 4, width: width * size + 8, height: height * size + 8, rx: 8, class: "blue" }), cells,
    ends && svg("line", { x1: ends[0][0], y1: ends[0][1], x2: ends[1][0], y2: ends[1][1], class: "winning" }));
}

/** Pictures by name; each takes what a screen reader should say, nothing if it only decorates. */
export const PICTURES = {
  dominoes4: (alt) => frame(164, 130, alt, tile(0, 0, 6, 6, false), tile(32, 0, 6, 3), tile(-32, 0, 1, 6), tile(0, -42, 2, 6, false), tile(0, 42, 6, 4, false), tile(62, 0, 3, 3, false)),
  dominoes2: (alt) => frame(164, 130, alt, tile(-50, -12, 2, 5), tile(-19, -12, 5, 5, false), tile(12, -12, 5, 1), tile(43, -2, 1, 4, false), tile(33, 30, 0, 4)),
  lines_of_action: (alt) => stones(7, [".bbbb.", "w....w", "w.b..w", "...bw.", ".b...."].map((row) => `${row}.`), alt, [{ from: [2, 2], to: [5, 2], capture: true }, { from: [2, 2], to: [2, 4] }]),
  connect_four: (alt) => discs([".......", "...x...", "..xoo..", ".xoxxo.", "xoxoox."], alt, [0, 4, 3, 1]),
  cross: (alt) => frame(230, 136, alt, tile(0, 0, 6, 6, false), tile(32, 0, 6, 3), tile(72, 0, 3, 5), tile(-32, 0, 1, 6), tile(0, -42, 2, 6, false), tile(0, 42, 6, 4, false),
    label(102, 5, "5"), label(-62, 5, "1"), label(20, -52, "2"), label(20, 62, "4")),
  fifteen: (alt) => frame(230, 60, alt, tile(-76, 0, 6, 6, false), tile(-44, 0, 6, 3), label(-8, 6, "6 + 6 + 3 = 15", "gold start")),
  arms: (alt) => frame(230, 126, alt, tile(-52, 34, 6, 6, false), tile(-20, 34, 6, 5), tile(-84, 34, 2, 6), tile(-52, -8, 4, 6, false), tile(-52, -40, 4, 4), label(-6, 6, "2 + 5 + 8 = 15", "gold start")),
  line: (alt) => frame(230, 60, alt, tile(-71, 0, 2, 5), tile(-40, 0, 5, 5, false), tile(-9, 0, 5, 1), tile(32, 0, 1, 4), label(-102, 5, "2"), label(64, 5, "4")),
  move: (alt) => stones(8, ["........", "..w.....", "........", ".b..b..w", "........"], alt, [{ from: [4, 3], to: [7, 3], capture: true }]),
  connected: (alt) => stones(7, [".......", "..bb...", "....b..", "..w.b..", ".....b."], alt),
  four: (alt) => discs([".......", "....x..", "...xo..", "..xox..", ".xoxo.."], alt, [1, 4, 4, 1]),
};
