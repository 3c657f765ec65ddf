/** Who beats whom: the meetings of all agents of a game, as one table. */

/** @import { Child, Ladder, Meeting } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameName } from "../lib/sentences.js";
import { numeral, say } from "../lib/texts.js";
import { drawDataTable } from "../pages/data_table.js";

/** Return the cross table of *ladder*, the strongest first. @type {(ladder: Ladder) => HTMLElement} */
export function drawCrossTable({ game, players, meetings }) {
  const agents = players.map(({ agent }) => agent);
  const rows = agents.map((one) => [
    one,
    ...agents.map((other) => (one === other ? "" : drawCell(scoreOf(meetings, one, other)))),
  ]);
  return el(
    "div",
    { class: "cross" },
    el("h3", {}, say("agents.cross")),
    drawDataTable(`${say("agents.cross")}: ${gameName(game)}`, [say("agents.agent"), ...agents], rows),
    el("p", { class: "faint" }, say("agents.cross.note")),
  );
}

/**
 * Return the score of *one* against *other* with its interval, null if they were not measured.
 * @type {(meetings: Meeting[], one: string, other: string) => { score: number, low: number, high: number,
 *   games: number, source: string } | null}
 */
export function scoreOf(meetings, one, other) {
  for (const { a, b, score, low, high, games, source } of meetings) {
    if (a === one && b === other) return { score, low, high, games, source };
    if (a === other && b === one) return { score: 1 - score, low: 1 - high, high: 1 - low, games, source };
  }
  return null;
}

/** @type {(found: { score: number, low: number, high: number } | null) => Child} */
function drawCell(found) {
  if (!found) return "–";
  return [
    el("strong", {}, points(found.score)),
    el("small", {}, `${points(found.low)}–${points(found.high)}`),
  ];
}

/** Return *share* in per cent, without the sign. @type {(share: number) => string} */
function points(share) {
  return numeral(100 * share, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
