/** The ladder of a game as a chart. */

/** @import { Ladder, Rung } from "../types.js" */

import { gameName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { drawIntervalChart } from "../pages/interval_chart.js";
import { whole } from "./frame.js";

const STEP = 250; // Elo between two lines, or twice as many, and so on
const MOST_LINES = 7;

/** Return the chart of *ladder*. @type {(ladder: Ladder) => HTMLElement} */
export function drawLadder({ game, players }) {
  const rows = players.map((rung) => ({
    name: rung.agent,
    versus: say("agents.elo", { elo: rung.elo }) + (rung.level ? ` · ${levelWords(rung.level)}` : ""),
    value: rung.elo,
    low: rung.low ?? rung.elo,
    high: rung.high ?? rung.elo,
  }));
  const axis = { ticks: ticksOf(rows), written: whole };
  return drawIntervalChart(
    rows,
    axis,
    say("agents.ladder.chart", { game: gameName(game) }),
    say("agents.ladder.caption"),
  );
}

/** Return the *level* of a rung in words. @type {(level: string) => string} */
export function levelWords(level) {
  return say("agents.level", { level: say(`level.${level}`) });
}

/** Return the lines of the axis for *rows*. @type {(rows: { low: number, high: number }[]) => number[]} */
function ticksOf(rows) {
  const lowest = Math.min(...rows.map(({ low }) => low));
  const highest = Math.max(...rows.map(({ high }) => high));
  let step = STEP;
  while ((highest - lowest) / step > MOST_LINES - 2) step *= 2;
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, k) => (first + k) * step);
}

/** Return how *rung* was measured, in words. @type {(rung: Rung) => string[]} */
export function placeWords({ elo, low, high, games, by }) {
  const place =
    low === null || high === null
      ? say("agents.anchor", { elo })
      : say("agents.elo_interval", { elo, low, high });
  const how = by
    ? say("agents.by_meeting", { by, games: whole(games) })
    : say("agents.by_ladder", { games: whole(games) });
  return [place, how];
}
