/** A table of figures that scrolls by itself where it is wider than the page. */

/** @import { Child } from "../types.js" */

import { el } from "../lib/dom.js";

/**
 * Return a table called *label*, with these *columns*; the first cell of each of *rows* names it.
 * @type {(label: string, columns: Child[], rows: Child[][]) => HTMLElement}
 */
export function drawDataTable(label, columns, rows) {
  const head = columns.map((name) => el("th", { scope: "col" }, name));
  const body = rows.map(([first, ...cells]) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, first),
      cells.map((value) => el("td", {}, value)),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": label },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, body)),
  );
}
