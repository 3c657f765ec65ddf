/* How people fared against the agents: a chart with intervals, and the same as a table. */

import { get } from "./api.js";
import { el, fill, svg } from "./dom.js";
import { drawProblem } from "./problem.js";
import { language, say } from "./texts.js";
import { createTop } from "./top.js";

const ROW = 46;
const NAMES = 200; // room for the names, in the picture's own units
const LENGTH = 420;

/** Show the results in *root*. */
export async function openResults(root, site) {
  document.title = `${say("results.title")} · galo`;
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  let groups;
  try {
    ({ groups } = await get("/api/results"));
  } catch (problem) {
    fill(root, createTop(site.chooseLanguage), drawProblem(problem.code));
    return;
  }
  fill(root, createTop(site.chooseLanguage), el("article", { class: "page results" },
    el("h1", {}, say("results.title")), el("p", {}, say("results.lead")),
    groups.length ? [drawChart(groups), drawTable(groups)] : el("p", { class: "card" }, say("results.none")),
    el("div", { class: "row" },
      groups.length > 0 && el("a", { class: "button", href: "/api/results.csv", download: "galo.csv" }, say("results.csv")),
      el("a", { class: "button primary", href: "/" }, say("home")))));
}

function percent(share) {
  return new Intl.NumberFormat(language === "pt" ? "pt-BR" : "en", { style: "percent", maximumFractionDigits: 0 }).format(share);
}

function drawChart(groups) {
  const height = groups.length * ROW + 40;
  const x = (share) => NAMES + share * LENGTH;
  const lines = [0, 0.25, 0.5, 0.75, 1].map((share) => [
    svg("line", { x1: x(share), x2: x(share), y1: 8, y2: height - 30, class: share === 0.5 ? "half" : "grid" }),
    svg("text", { x: x(share), y: height - 8, class: "axis" }, percent(share)),
  ]);
  const rows = groups.map((group, k) => {
    const y = 30 + k * ROW;
    return [
      svg("text", { x: 0, y: y - 3, class: "name" }, say(`game.${group.game}`)),
      svg("text", { x: 0, y: y + 14, class: "versus" }, group.opponents),
      svg("line", { x1: x(group.low), x2: x(group.high), y1: y, y2: y, class: "interval" }),
      svg("line", { x1: x(group.low), x2: x(group.low), y1: y - 7, y2: y + 7, class: "interval" }),
      svg("line", { x1: x(group.high), x2: x(group.high), y1: y - 7, y2: y + 7, class: "interval" }),
      svg("circle", { cx: x(share(group)), cy: y, r: 7, class: "share" }),
    ];
  });
  return el("figure", { class: "chart" },
    svg("svg", { viewBox: `0 0 ${NAMES + LENGTH + 30} ${height}`, role: "img", "aria-label": say("results.chart") }, lines, rows),
    el("figcaption", {}, say("results.caption")));
}

function share(group) {
  return group.games ? group.won / group.games : 0;
}

function drawTable(groups) {
  const head = ["game", "opponents", "games", "won", "share", "interval"].map((name) => el("th", { scope: "col" }, say(`results.${name}`)));
  const rows = groups.map((group) => el("tr", {},
    el("th", { scope: "row" }, say(`game.${group.game}`)),
    [group.opponents, group.games, group.won, percent(share(group)), `${percent(group.low)} – ${percent(group.high)}`].map((value) => el("td", {}, String(value)))));
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("results.title") },
    el("table", {}, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows)));
}
