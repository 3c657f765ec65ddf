/** Scores of columns, in signs and in words; a score that is not exact has two bounds. */

/** @import { Analysis, ColumnScore, Reason, StatusWords } from "../../types.js" */

import { el } from "../../lib/dom.js";
import { reasonWords } from "../../lib/reasons.js";
import { count, list, say } from "../../lib/texts.js";

const SIGNS = { wins: "▲", loses: "▼", draws: "=" };

/**
 * Return how a column ends for the player that chooses it.
 * @type {(score: ColumnScore) => "wins" | "loses" | "draws" | "open"}
 */
export function columnKind({ low, high }) {
  if (low > 0) return "wins";
  if (high < 0) return "loses";
  return low === high ? "draws" : "open";
}

/**
 * Return how a column ends and in how many moves, as short as can be; what is not known yet has dots.
 * @type {(score: ColumnScore) => string}
 */
export function columnSign(score) {
  const kind = columnKind(score);
  if (kind === "open") return "…";
  return `${SIGNS[kind]}${kind === "draws" ? "" : score.low === score.high ? score.moves : "…"}`;
}

/** Return the score of a column in words. @type {(score: ColumnScore) => string} */
export function columnWords(score) {
  const { low, high, moves } = score;
  const kind = columnKind(score);
  if (kind === "draws") return say("analysis.draws");
  if (kind !== "open") return count(`analysis.${kind}${low === high ? "" : "_by"}`, moves);
  if (low === 0) return say("analysis.not_worse");
  return say(high === 0 ? "analysis.not_better" : "analysis.unknown");
}

/** Return what the status bar says about the analysis. @type {(found: Analysis) => StatusWords} */
export function analysisStatus({ best_moves: best = [], columns = [], reasons, exact }) {
  const score = columns[Number(best[0]) - 1];
  const columnsWords = best.length ? count("analysis.columns", best.length, { columns: list(best) }) : "";
  return {
    title: score ? `${columnsWords} ${capitalised(columnWords(score))}.` : say("analysis.unsure"),
    text: exact === false && score ? say("analysis.unsure") : reasonWords(reasons.filter(isNews)),
    body: el("p", { class: "legend" }, say("analysis.legend")),
  };
}

/** Return whether the headline does not say *reason* already. @type {(reason: Reason) => boolean} */
function isNews({ name }) {
  return !["wins_now", "wins_in", "draws"].includes(name);
}

/** @type {(text: string) => string} */
function capitalised(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
