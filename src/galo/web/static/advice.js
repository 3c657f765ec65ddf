/* What the engines say, in words: a hint, what each column is worth, the best lines. */

import { el } from "./dom.js";
import { endLabel, parseMove } from "./spoken.js";
import { count, say, sayOr } from "./texts.js";
import { isDomino, moveLabel } from "./words.js";

/** Return what to say about a hint given on *view*: the move, and the agent's reason where it gave one. */
export function hintWords(view, { move, reasons }) {
  return { title: say("hint.says", { move: hintedMove(view, move) }), text: reasonWords(reasons) };
}

/** Return *move* in words, with the end to play at where its tile fits more than one. */
function hintedMove(view, move) {
  const isSame = (other) => parseMove(other.move).tile === parseMove(move).tile;
  const isAmbiguous = isDomino(view.game) && view.moves.filter(isSame).length > 1;
  return isAmbiguous ? endLabel({ move }) : moveLabel(view.game, move);
}

function reasonWords(reasons) {
  return (reasons ?? []).map(({ name, numbers }) => sayOr(`why.${name}`, "", written(numbers))).filter(Boolean).join(" ");
}

/** Return *numbers* as the person's language writes them. */
function written(numbers = {}) {
  const format = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
  const one = (value) => typeof value === "number" ? format.format(value) : value;
  return Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, one(value)]));
}

/** Return how a column whose score is between *low* and *high* ends: wins, draws, loses, or open. */
export function columnKind({ low, high }) {
  if (low > 0) return "wins";
  if (high < 0) return "loses";
  return low === high ? "draws" : "open";
}

/** Return the score of a column, or its bounds, as short as can be. */
export function columnSign({ low, high }) {
  if (low === high) return low > 0 ? `+${low}` : minus(low);
  if (low >= 0) return `≥${low}`;
  return high <= 0 ? `≤${minus(high)}` : "?";
}

function minus(number) {
  return String(number).replace("-", "−");
}

/** Return what a column is worth, in words. */
export function columnWords(column) {
  const { low, high, moves } = column;
  const kind = columnKind(column);
  if (kind === "draws") return say("analysis.draws");
  if (kind !== "open") return count(`analysis.${kind}${low === high ? "" : "_by"}`, moves);
  if (low === 0) return say("analysis.not_worse");
  return say(high === 0 ? "analysis.not_better" : "analysis.unknown");
}

/** Return what the strip says while the analysis is on; *found* is null until it is known. */
export function analysisCall(view, found) {
  if (!found) {
    const text = say(view.controls.includes("analyse") ? "analysis.thinking" : "analysis.waiting");
    return { kind: "analysis", text };
  }
  return { kind: "analysis", stamp: found, ...(found.columns ? columnsCall(found) : linesCall(view.game, found)) };
}

function columnsCall({ best, reasons }) {
  const columns = new Intl.ListFormat(document.documentElement.lang).format(best);
  return {
    title: best.length ? count("analysis.columns", best.length, { columns }) : say("analysis.unsure"),
    text: reasonWords(reasons),
    body: el("p", { class: "legend" }, say("analysis.legend")),
  };
}

function linesCall(game, { lines, reasons }) {
  const [best] = lines;
  const label = (move) => moveLabel(game, move);
  return {
    title: say("analysis.line", { move: label(best.line[0]), worth: lineWords(best) }),
    text: best.moves === null ? openWords(best, reasons) : reasonWords(reasons.slice(0, 1)),
    body: el("ol", { class: "lines", "aria-label": say("analysis.lines") }, lines.map((one) => el("li", {},
      el("b", {}, shortWords(one)), el("span", {}, one.line.map((move) => [el("span", {}, label(move)), " "]))))),
    spoken: say("analysis.spoken", { line: best.line.map(label).join(", ") }),
  };
}

/** Return what speaks for a line of a game that is open; its chance is told already. */
function openWords({ depth }, reasons) {
  return [count("analysis.depth", depth), reasonWords(reasons.filter(({ name }) => name !== "chance"))].join(" ");
}

/** Return what a line is worth to who asks, in words: won, lost, or a part of the point. */
function lineWords({ value, moves }) {
  if (moves !== null) return count(value > 0.5 ? "analysis.wins" : "analysis.loses", moves);
  return say("analysis.percent", { percent: Math.round(100 * value) });
}

function shortWords(line) {
  return line.moves === null ? `${Math.round(100 * line.value)} %` : lineWords(line);
}
