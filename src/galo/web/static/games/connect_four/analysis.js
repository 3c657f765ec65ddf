/** Scores of columns, in signs and in words; a score that is not exact has two bounds. */

/** @import { Analysis, ColumnScore, StatusWords } from "../../types.js" */

import { el } from "../../lib/dom.js";
import { reasonWords } from "../../lib/reasons.js";
import { count, list, say } from "../../lib/texts.js";

/**
 * Return how a column ends for the player that chooses it.
 * @type {(score: ColumnScore) => "wins" | "loses" | "draws" | "open"}
 */
export function columnKind({ low, high }) {
  if (low > 0) return "wins";
  if (high < 0) return "loses";
  return low === high ? "draws" : "open";
}

/** Return the score of a column, or its bounds, as short as can be. @type {(score: ColumnScore) => string} */
export function columnSign({ low, high }) {
  if (low === high) return low > 0 ? `+${low}` : minus(low);
  if (low >= 0) return `≥${low}`;
  return high <= 0 ? `≤${minus(high)}` : "?";
}

/** @type {(number: number) => string} */
function minus(number) {
  return String(number).replace("-", "−");
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
export function analysisStatus({ best_moves: best = [], reasons }) {
  return {
    title: best.length
      ? count("analysis.columns", best.length, { columns: list(best) })
      : say("analysis.unsure"),
    text: reasonWords(reasons),
    body: el("p", { class: "legend" }, say("analysis.legend")),
  };
}
