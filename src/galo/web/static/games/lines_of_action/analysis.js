/** The best lines of Lines of Action in words. */

/** @import { AnalysedLine, Analysis, Reason, StatusWords } from "../../types.js" */

import { moveLabel } from "../../lib/default_game.js";
import { el } from "../../lib/dom.js";
import { reasonWords } from "../../lib/reasons.js";
import { count, say } from "../../lib/texts.js";

/**
 * Return what the status bar and a screen reader say about the analysis.
 * @type {(found: Analysis) => StatusWords & { spoken?: string }}
 */
export function analysisStatus({ lines = [], reasons }) {
  const [best] = lines;
  return {
    title: say("analysis.line", { move: moveLabel(best.line[0]), worth: lineWords(best) }),
    text: best.moves === null ? openWords(best, reasons) : reasonWords(reasons.slice(0, 1)),
    body: el(
      "ol",
      { class: "lines", "aria-label": say("analysis.lines") },
      lines.map((one) =>
        el(
          "li",
          {},
          el("b", {}, shortWords(one)),
          el(
            "span",
            {},
            one.line.map((move) => [el("span", {}, moveLabel(move)), " "]),
          ),
        ),
      ),
    ),
    spoken: say("analysis.spoken", { line: best.line.map(moveLabel).join(", ") }),
  };
}

/**
 * Return the depth of a line that nobody is known to win, and the reasons but for its chance, which the title
 * has.
 * @type {(line: AnalysedLine, reasons: Reason[]) => string}
 */
function openWords({ depth }, reasons) {
  return [count("analysis.depth", depth), reasonWords(reasons.filter(({ name }) => name !== "chance"))].join(
    " ",
  );
}

/**
 * Return the value of a line to the mover: won, lost, or a share of the point.
 * @type {(line: AnalysedLine) => string}
 */
function lineWords({ value, moves }) {
  if (moves !== null) return count(value > 0.5 ? "analysis.wins" : "analysis.loses", moves);
  return say("analysis.percent", { percent: Math.round(100 * value) });
}

/** @type {(line: AnalysedLine) => string} */
function shortWords(line) {
  return line.moves === null ? `${Math.round(100 * line.value)} %` : lineWords(line);
}
