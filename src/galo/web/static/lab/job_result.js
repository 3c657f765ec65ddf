/** The result of an experiment, so far or in the end. */

/** @import { Child, EvolutionFigures, Job, MatchFigures, TournamentFigures } from "../types.js" */

import { el } from "../lib/dom.js";
import { numeral, say } from "../lib/texts.js";
import { drawDataTable } from "../pages/data_table.js";
import { drawCurve, drawCurveTable } from "./curve.js";
import { percent, shareInterval, whole } from "./frame.js";

const EVEN = 0.5;

/** Return the result of *job*, nothing while there is none. @type {(job: Job) => Child} */
export function drawResult({ summary, result, curve }) {
  if (summary.kind === "evolution") {
    return [
      curve.length > 0 && drawCurve(curve),
      result && drawEvolution(/** @type {EvolutionFigures} */ (result)),
      result && drawCurveTable(curve),
    ];
  }
  if (!result || !summary.done) return null;
  return summary.kind === "match"
    ? drawMatch(/** @type {MatchFigures} */ (result))
    : drawTournament(/** @type {TournamentFigures} */ (result));
}

/** Return what was asked for, a line each. @type {(request: Record<string, unknown>) => HTMLElement} */
export function drawAsked(request) {
  const rows = Object.entries(request)
    .filter(([name, value]) => value !== null && !["kind", "game"].includes(name))
    .map(([name, value]) => [say(`lab.${name}`), written(value)]);
  return el(
    "details",
    {},
    el("summary", {}, say("lab.asked")),
    drawDataTable(say("lab.asked"), [say("agents.option"), say("lab.value")], rows),
  );
}

/** @type {(value: unknown) => string} */
function written(value) {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value === "number") return numeral(value, {});
  if (typeof value === "object" && value)
    return (
      Object.entries(value)
        .map(([key, one]) => `${key}=${one}`)
        .join(", ") || "–"
    );
  return String(value);
}

/** @type {(result: MatchFigures) => Child} */
function drawMatch(result) {
  const [low, high] = result.interval;
  const leader = low > EVEN ? result.a : high < EVEN ? result.b : null;
  return [
    el("h2", {}, say("lab.result")),
    el("p", {}, leader ? say("lab.leads", { player: leader }) : say("lab.even")),
    drawMeetings([result]),
  ];
}

/** @type {(result: TournamentFigures) => Child} */
function drawTournament({ players, pairings }) {
  const rows = players.map(({ name, games, score, elo, elo_interval: [low, high] }) => [
    name,
    whole(elo),
    low === null || high === null ? "–" : `${whole(low)} – ${whole(high)}`,
    percent(score),
    whole(games),
  ]);
  const columns = [
    say("agents.agent"),
    "Elo",
    say("agents.interval"),
    say("agents.score"),
    say("agents.games"),
  ];
  return [
    el("h2", {}, say("lab.result")),
    el("div", { class: "numbers" }, drawDataTable(say("agents.ladder"), columns, rows)),
    el("h3", {}, say("agents.meetings")),
    drawMeetings(pairings.filter(({ games }) => games > 0)),
  ];
}

/** @type {(meetings: MatchFigures[]) => HTMLElement} */
function drawMeetings(meetings) {
  const columns = [say("agents.agent"), say("agents.against"), say("agents.score"), say("agents.interval")];
  const counts = [say("lab.won"), say("lab.drawn"), say("lab.lost")];
  const rows = meetings.map((one) => [
    one.a,
    one.b,
    percent(one.score_a),
    shareInterval(one.interval[0], one.interval[1]),
    whole(one.wins_a),
    whole(one.draws),
    whole(one.wins_b),
  ]);
  return el(
    "div",
    { class: "numbers" },
    drawDataTable(say("agents.meetings"), [...columns, ...counts], rows),
  );
}

/** @type {(result: EvolutionFigures) => Child} */
function drawEvolution({ best, parameters, formula, fitness, retest, retest_interval: [low, high] }) {
  const share = {
    share: percent(retest),
    low: percent(low),
    high: percent(high),
    fitness: percent(fitness),
  };
  const rows = parameters.map((name, k) => [name, numeral(best[k], { maximumFractionDigits: 4 })]);
  return [
    el("h2", {}, say("lab.fresh")),
    el("p", {}, say("lab.fresh.words", share)),
    formula
      ? [el("h2", {}, say("lab.best.formula")), el("p", { class: "scroll" }, el("code", {}, formula))]
      : [
          el("h2", {}, say("lab.best")),
          drawDataTable(say("lab.best"), [say("lab.parameter"), say("lab.value")], rows),
        ],
  ];
}
