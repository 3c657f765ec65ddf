/** The curve of an evolution: the best and the mean of each generation, as a picture and in words. */

import { el, svg } from "../lib/dom.js";
import { say } from "../lib/texts.js";
import { drawDataTable } from "../pages/data_table.js";
import { percent } from "./frame.js";

/* A picture in its own units, narrow enough to be read on a phone. */
const WIDTH = 640;
const NARROW = 340;
const HEIGHT = 260;
const MARGIN = { left: 62, right: 12, top: 14, bottom: 34 };
const STEPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25];
const MOST_LINES = 5;

/**
 * Return the figure of *curve*, the best and the mean share of each generation; *isNarrow*: beside another.
 * @type {(curve: [number, number][], title?: string, isNarrow?: boolean) => HTMLElement}
 */
export function drawCurve(curve, title = say("lab.curve"), isNarrow = false) {
  const width = isNarrow || matchMedia("(max-width: 600px)").matches ? NARROW : WIDTH;
  const ticks = ticksOf(curve.flat());
  const [low, high] = [ticks[0], ticks[ticks.length - 1]];
  const last = Math.max(curve.length, 2);
  const x = (/** @type {number} */ generation) =>
    MARGIN.left + ((generation - 1) / (last - 1)) * (width - MARGIN.left - MARGIN.right);
  const y = (/** @type {number} */ share) =>
    MARGIN.top + ((high - share) / (high - low)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const path = (/** @type {0 | 1} */ which) =>
    curve.map((point, k) => `${k ? "L" : "M"}${x(k + 1).toFixed(1)} ${y(point[which]).toFixed(1)}`).join("");
  const [best, mean] = curve[curve.length - 1];
  const words = say("lab.curve.words", {
    generation: curve.length,
    best: percent(best),
    mean: percent(mean),
  });
  return el(
    "figure",
    { class: "chart curve" },
    svg(
      "svg",
      { viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": `${title}. ${words}` },
      ticks.map((tick) => [
        svg("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: y(tick), y2: y(tick), class: "grid" }),
        svg("text", { x: MARGIN.left - 8, y: y(tick) + 5, class: "share-axis" }, percent(tick)),
      ]),
      [1, curve.length > 1 && curve.length].map(
        (at) => at && svg("text", { x: x(at), y: HEIGHT - 8, class: at === 1 ? "begin" : "end" }, String(at)),
      ),
      svg("path", { d: path(1), class: "mean" }),
      svg("path", { d: path(0), class: "best" }),
      svg("circle", { cx: x(curve.length), cy: y(mean), r: 4, class: "mean" }),
      svg("circle", { cx: x(curve.length), cy: y(best), r: 5, class: "best" }),
    ),
    el(
      "figcaption",
      {},
      el("span", { class: "key best" }, say("lab.curve.best")),
      el("span", { class: "key mean" }, say("lab.curve.mean")),
      words,
    ),
  );
}

/** Return the numbers of *curve* as a table that can be opened. @type {(curve: [number, number][]) => HTMLElement} */
export function drawCurveTable(curve) {
  const columns = [say("lab.generation"), say("lab.curve.best"), say("lab.curve.mean")];
  const rows = curve.map(([best, mean], k) => [k + 1, percent(best), percent(mean)]);
  return el(
    "details",
    {},
    el("summary", {}, say("lab.curve.table")),
    drawDataTable(say("lab.curve.table"), columns, rows),
  );
}

/** Return the lines of the axis for *values*. @type {(values: number[]) => number[]} */
function ticksOf(values) {
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const step = STEPS.find((one) => (highest - lowest) / one <= MOST_LINES - 1) ?? STEPS[STEPS.length - 1];
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}
