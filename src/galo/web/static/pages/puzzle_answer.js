/** The answer to a puzzle: the solution, why, how it is proved, and what every move is worth. */

/** @import { GameModule, PuzzleAnswer, PuzzleValue, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameRatingWords } from "../lib/ratings.js";
import { reasonWords } from "../lib/reasons.js";
import { list, numeral, say, sayOr } from "../lib/texts.js";

/**
 * Return what is known once *move* was tried in *view*.
 * @type {(answer: PuzzleAnswer, move: string, view: View, module: GameModule) => HTMLElement}
 */
export function drawAnswer(answer, move, view, module) {
  const { right, solution, themes, kind, effort, values, reasons } = answer;
  const label = (/** @type {string} */ one) => module.hintLabel(view, one);
  const best = solution.map(label).join(" / ");
  return el(
    "div",
    { class: "puzzle-answer" },
    el(
      "p",
      {},
      el("strong", {}, say(right ? "puzzle.right" : "puzzle.wrong")),
      " ",
      right ? reasonWords(reasons, module.valueNames) : say("puzzle.solution", { best }),
    ),
    !right && reasons.length > 0 && el("p", {}, reasonWords(reasons, module.valueNames)),
    answer.rated && el("p", { class: "rated" }, gameRatingWords(answer.rated)),
    el("p", { class: "faint" }, say("puzzle.themes", { themes: list(themes.map(themeName)) })),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("th", { scope: "col" }, say("puzzle.move")),
          el("th", { scope: "col" }, say(kind === "solved" ? "puzzle.result" : "puzzle.chance")),
          kind !== "solved" && el("th", { scope: "col" }, say("puzzle.loss")),
        ),
      ),
      el(
        "tbody",
        {},
        values.map((value) =>
          el(
            "tr",
            { class: value.move === move ? "tried" : null },
            el("th", { scope: "row" }, label(value.move)),
            el("td", {}, kind === "solved" ? scoreWords(value.value) : percent(value.value)),
            kind !== "solved" && el("td", {}, lossWords(value)),
          ),
        ),
      ),
    ),
    el("p", { class: "faint" }, say(`puzzles.proof.${kind}`, { depth: 0, moves: 0, deals: 0, ...effort })),
  );
}

/** @type {(theme: string) => string} */
function themeName(theme) {
  return sayOr(`puzzles.theme.${theme}`, theme);
}

/** @type {(score: number) => string} */
function scoreWords(score) {
  const result = score > 0 ? "win" : score < 0 ? "loss" : "draw";
  const written = numeral(score, { signDisplay: "exceptZero" }).replace("-", "−");
  return say(`puzzle.result.${result}`, { score: written });
}

/** Return what a move gives away, in points of a hundred. @type {(value: PuzzleValue) => string} */
function lossWords({ low, high }) {
  if (high === 0) return "–";
  const [least, most] = [low, high].map((one) => numeral(100 * one, { maximumFractionDigits: 1 }));
  return least === most ? least : say("puzzle.between", { low: least, high: most });
}

/** @type {(share: number) => string} */
function percent(share) {
  return numeral(share, { style: "percent", maximumFractionDigits: 1 });
}
