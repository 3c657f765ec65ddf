/**
 * The results of people against the agents: charts with intervals, and the same as tables; of all people
 * together, and by how they say they play.
 */

/** @import { Child, ResultGroup, Results, Site } from "../types.js" */
/** @import { ChartRow } from "./interval_chart.js" */

import { fetchResults } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { errorCode } from "../lib/requests.js";
import { formName, interval, opponentNames, percent } from "../lib/result_words.js";
import { addressOf } from "../lib/routes.js";
import { say } from "../lib/texts.js";
import { drawDataTable } from "./data_table.js";
import { drawIntervalChart } from "./interval_chart.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

const SHARES = { ticks: [0, 0.25, 0.5, 0.75, 1], written: percent, middle: 0.5 };
const UNGROUPED = ["unsaid", "with_agent"]; // no group of people to compare with

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

/** @type {(found: Results) => HTMLElement} */
function drawPage(found) {
  return el(
    "article",
    { class: "page results" },
    el("h1", {}, say("results.title")),
    el("p", {}, say("results.lead")),
    el("div", { class: "all-results" }, drawResults(found)),
    el(
      "div",
      { class: "row" },
      found.groups.length > 0 &&
        el(
          "a",
          { class: "button", href: addressOf("/api/results.csv"), download: "galo.csv" },
          say("results.csv"),
        ),
      el("a", { class: "button", href: addressOf("/me") }, say("me.title")),
      el("a", { class: "button primary", href: addressOf("/") }, say("home")),
    ),
  );
}

/** @type {(found: Results) => Child} */
function drawResults({ groups, by_experience: byExperience }) {
  if (!groups.length) return el("p", { class: "card" }, say("results.none"));
  const stated = byExperience.filter(({ people }) => people && !UNGROUPED.includes(people));
  return [
    drawChart(groups.map(peopleRow), say("results.chart"), say("results.caption")),
    drawTable(
      say("results.title"),
      ["game", "opponents", "games", "won", "drawn", "share", "interval"],
      groups.map(peopleCells),
    ),
    drawByExperience(stated),
  ];
}

/** @type {(groups: ResultGroup[]) => HTMLElement} */
function drawByExperience(groups) {
  const forms = [...new Set(groups.map(formName))];
  return el(
    "section",
    { class: "by-experience", "aria-labelledby": "experience-title" },
    el("h2", { id: "experience-title" }, say("results.by_experience")),
    el("p", {}, say(groups.length ? "results.by_experience.lead" : "results.by_experience.none")),
    forms.map((form) =>
      drawForm(
        form,
        groups.filter((group) => formName(group) === form),
      ),
    ),
  );
}

/** Return the results of agents in one form of a game. @type {(form: string, groups: ResultGroup[]) => Child} */
function drawForm(form, groups) {
  const isPublished = groups.some(({ published }) => published !== null);
  const caption = say("results.agents_caption");
  const score = ["people", "opponents", "agents_share", "interval"];
  const counts = ["games", "agents_won", "drawn"];
  return [
    el("h3", {}, form),
    drawChart(
      groups.map(agentsRow),
      say("results.agents_chart", { game: form }),
      isPublished ? `${caption} ${say("results.published")}` : caption,
    ),
    drawTable(
      form,
      [...score, ...(isPublished ? ["dissertation"] : []), ...counts],
      groups.map((group) => agentsCells(group, isPublished)),
    ),
  ];
}

/** Return the people of a group: one, or a pair. @type {(group: ResultGroup) => string} */
function peopleName({ people, players }) {
  return say(`results.${players > 2 ? "pair" : "person"}.${people}`);
}

// All people together: their own score

/** @type {(group: ResultGroup) => ChartRow} */
function peopleRow(group) {
  const { score, low, high } = group;
  return { name: formName(group), versus: opponentNames(group), value: score, low, high };
}

/** @type {(group: ResultGroup) => Child[]} */
function peopleCells(group) {
  const { games, won, drawn, score, low, high } = group;
  return [formName(group), opponentNames(group), games, won, drawn, percent(score), interval(low, high)];
}

// By experience: the agents' score, as the dissertation has it

/** @type {(group: ResultGroup) => ChartRow} */
function agentsRow(group) {
  return {
    name: peopleName(group),
    versus: opponentNames(group),
    value: group.agents_score,
    low: group.agents_low,
    high: group.agents_high,
    published: group.published,
  };
}

/** @type {(group: ResultGroup, isPublished: boolean) => Child[]} */
function agentsCells(group, isPublished) {
  const { games, won, drawn, agents_score: score, agents_low: low, agents_high: high, published } = group;
  return [
    peopleName(group),
    opponentNames(group),
    percent(score),
    interval(low, high),
    ...(isPublished ? [published === null ? "–" : percent(published)] : []),
    games,
    games - won - drawn,
    drawn,
  ];
}

// Charts and tables

/** @type {(rows: ChartRow[], label: string, caption: string) => HTMLElement} */
function drawChart(rows, label, caption) {
  return drawIntervalChart(rows, SHARES, label, caption);
}

/** @type {(label: string, columns: string[], rows: Child[][]) => HTMLElement} */
function drawTable(label, columns, rows) {
  return drawDataTable(
    label,
    columns.map((name) => say(`results.${name}`)),
    rows,
  );
}
