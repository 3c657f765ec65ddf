/** A chart of values with their intervals, a row each, over one axis. */

import { el, svg } from "../lib/dom.js";

/**
 * @typedef {{ name: string, versus: string, value: number, low: number, high: number,
 *   published?: number | null }} ChartRow
 */
/**
 * @typedef {{ ticks: number[], written: (value: number) => string, middle?: number }} ChartAxis  *ticks*: from the
 *   first to the last; *middle*: the one that is marked
 */

/* A chart in its own units: beside the names on a wide page, below them on a phone. */
const WIDE = { row: 46, names: 295, length: 325, line: 30 };
const NARROW = { row: 72, names: 16, length: 280, line: 52 };
const MARK = 12; // half the width of the sign of a published score: around the dot where both agree

/**
 * Return the chart of *rows*; *label* says what it shows, *caption* how to read it.
 * @type {(rows: ChartRow[], axis: ChartAxis, label: string, caption: string) => HTMLElement}
 */
export function drawIntervalChart(rows, { ticks, written, middle }, label, caption) {
  const { row, names, length, line } = matchMedia("(max-width: 600px)").matches ? NARROW : WIDE;
  const height = rows.length * row + 40;
  const [first, last] = [ticks[0], ticks[ticks.length - 1]];
  const x = (/** @type {number} */ value) => names + ((value - first) / (last - first)) * length;
  const lines = ticks.map((tick) => [
    svg("line", {
      x1: x(tick),
      x2: x(tick),
      y1: 8,
      y2: height - 30,
      class: tick === middle ? "half" : "grid",
    }),
    svg("text", { x: x(tick), y: height - 8, class: "axis" }, written(tick)),
  ]);
  const drawn = rows.map(({ name, versus, value, low, high, published }, k) => {
    const y = line + k * row;
    const top = line === WIDE.line ? y - 3 : y - 30;
    return [
      svg("text", { x: 0, y: top, class: "name" }, name),
      svg("text", { x: 0, y: top + 17, class: "versus" }, versus),
      svg("line", { x1: x(low), x2: x(high), y1: y, y2: y, class: "interval" }),
      [low, high].map((end) =>
        svg("line", { x1: x(end), x2: x(end), y1: y - 7, y2: y + 7, class: "interval" }),
      ),
      svg("circle", { cx: x(value), cy: y, r: 7, class: "share" }),
      typeof published === "number" && drawMark(x(published), y),
    ];
  });
  return el(
    "figure",
    { class: "chart" },
    svg(
      "svg",
      { viewBox: `0 0 ${names + length + 30} ${height}`, role: "img", "aria-label": label },
      lines,
      drawn,
    ),
    el("figcaption", {}, caption),
  );
}

/** Return the sign of a published score. @type {(x: number, y: number) => SVGElement} */
function drawMark(x, y) {
  return svg("path", {
    d: `M${x - MARK} ${y}L${x} ${y - MARK}l${MARK} ${MARK}l-${MARK} ${MARK}Z`,
    class: "published",
  });
}
