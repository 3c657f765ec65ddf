/** The results of people against the agents: a chart with intervals, and the same as a table. */

/** @import { Child, ResultGroup, Site } from "../types.js" */

import { errorCode, fetchResults } from "../lib/api.js";
import { el, fill, svg } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { gameName, plainName } from "../lib/sentences.js";
import { has, numeral, say } from "../lib/texts.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

/* The chart in its own units: beside the names on a wide page, below them on a phone. */
const WIDE = { row: 46, names: 295, length: 325, line: 30 };
const NARROW = { row: 72, names: 16, length: 280, line: 52 };

/** Show the results in *root*. @type {(root: HTMLElement, site: Site) => Promise<void>} */
export async function openResults(root, site) {
  document.title = `${say("results.title")} · galo`;
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    fill(root, drawPageHeader(site), drawPage(await fetchResults()));
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** @type {(groups: ResultGroup[]) => HTMLElement} */
function drawPage(groups) {
  return el(
    "article",
    { class: "page results" },
    el("h1", {}, say("results.title")),
    el("p", {}, say("results.lead")),
    groups.length ? [drawChart(groups), drawTable(groups)] : el("p", { class: "card" }, say("results.none")),
    el(
      "div",
      { class: "row" },
      groups.length > 0 &&
        el(
          "a",
          { class: "button", href: addressOf("/api/results.csv"), download: "galo.csv" },
          say("results.csv"),
        ),
      el("a", { class: "button primary", href: addressOf("/") }, say("home")),
    ),
  );
}

/** @type {(share: number) => string} */
function percent(share) {
  return numeral(share, { style: "percent", maximumFractionDigits: 0 });
}

/** @type {(groups: ResultGroup[]) => HTMLElement} */
function drawChart(groups) {
  const { row, names, length, line } = matchMedia("(max-width: 600px)").matches ? NARROW : WIDE;
  const height = groups.length * row + 40;
  const x = (/** @type {number} */ part) => names + part * length;
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => [
    svg("line", { x1: x(part), x2: x(part), y1: 8, y2: height - 30, class: part === 0.5 ? "half" : "grid" }),
    svg("text", { x: x(part), y: height - 8, class: "axis" }, percent(part)),
  ]);
  const rows = groups.map((group, k) => {
    const y = line + k * row;
    const name = line === WIDE.line ? y - 3 : y - 30;
    return [
      svg("text", { x: 0, y: name, class: "name" }, formName(group)),
      svg("text", { x: 0, y: name + 17, class: "versus" }, opponentNames(group)),
      svg("line", { x1: x(group.low), x2: x(group.high), y1: y, y2: y, class: "interval" }),
      [group.low, group.high].map((end) =>
        svg("line", { x1: x(end), x2: x(end), y1: y - 7, y2: y + 7, class: "interval" }),
      ),
      svg("circle", { cx: x(share(group)), cy: y, r: 7, class: "share" }),
    ];
  });
  return el(
    "figure",
    { class: "chart" },
    svg(
      "svg",
      { viewBox: `0 0 ${names + length + 30} ${height}`, role: "img", "aria-label": say("results.chart") },
      lines,
      rows,
    ),
    el("figcaption", {}, say("results.caption")),
  );
}

/**
 * Return the game of a group, with the number of players where people choose it.
 * @type {(group: ResultGroup) => string}
 */
function formName({ game, players }) {
  const name = gameName(game);
  const form = `results.form.${game}.${players}`;
  return has(form) ? `${name} (${say(form)})` : name;
}

/** @type {(group: ResultGroup) => string} */
function opponentNames({ opponents }) {
  return opponents.map((opponent) => plainName({ kind: "agent", ...opponent })).join(" + ");
}

/** @type {(group: ResultGroup) => number} */
function share(group) {
  return group.games ? group.won / group.games : 0;
}

/** @type {(group: ResultGroup) => Child[]} */
function cells(group) {
  const interval = `${percent(group.low)} – ${percent(group.high)}`;
  return [opponentNames(group), group.games, group.won, percent(share(group)), interval];
}

/** @type {(groups: ResultGroup[]) => HTMLElement} */
function drawTable(groups) {
  const columns = ["game", "opponents", "games", "won", "share", "interval"];
  const head = columns.map((name) => el("th", { scope: "col" }, say(`results.${name}`)));
  const rows = groups.map((group) =>
    el(
      "tr",
      {},
      el("th", { scope: "row" }, formName(group)),
      cells(group).map((value) => el("td", {}, value)),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": say("results.title") },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)),
  );
}
