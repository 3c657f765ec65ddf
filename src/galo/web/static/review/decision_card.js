/** One decision: what was played, what was better and why, and what the hidden tiles were. */

/** @import { Child, ReviewedMove, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { reasonWords } from "../lib/reasons.js";
import { capital, spokenName } from "../lib/sentences.js";
import { numeral, say } from "../lib/texts.js";
import { MARK_SIGNS } from "../table/move_list.js";
import { drawBeliefs } from "./believed_hands.js";
import { percent } from "./chance_curve.js";

const MOST = 6; // options listed; the one that was played always is

/**
 * Return the card of *decision*, made on *view*; *shown* is the option that the board shows.
 * @type {(decision: ReviewedMove, view: View, shown: string, show: (move: string) => void) => HTMLElement}
 */
export function drawDecision(decision, view, shown, show) {
  return el(
    "section",
    { class: `decision decision-${decision.mark}`, "aria-label": say("reviewed.decision") },
    el(
      "h2",
      {},
      say("reviewed.move", { number: decision.number, who: capital(spokenName(view, decision.seat)) }),
      drawMark(decision),
    ),
    el("p", {}, lossWords(decision)),
    decision.belief &&
      el("p", { class: "faint" }, say("reviewed.known", { who: spokenName(view, decision.seat) })),
    el(
      "ul",
      { class: "options" },
      listed(decision).map((option) => drawOption(decision, option, view, shown, show)),
    ),
    drawReasons(decision, view),
    decision.belief && drawBeliefs(decision, view),
  );
}

/** @type {(decision: ReviewedMove) => HTMLElement} */
function drawMark({ mark }) {
  return el("span", { class: `mark mark-${mark}` }, `${MARK_SIGNS[mark]} ${say(`review.${mark}`)}`.trim());
}

/** Return what *decision* cost in words. @type {(decision: ReviewedMove) => string} */
export function lossWords(decision) {
  const { move, best, loss, error, mark } = decision;
  if (move === best) return say("reviewed.best");
  if (loss === 0) return say(mark === "good" ? "reviewed.equal" : "reviewed.slower");
  if (isExact(decision))
    return say("reviewed.turned", { from: worth(best, decision), to: worth(move, decision) });
  if (mark === "good") return say("reviewed.fine", { loss: lossOf(loss) });
  const about = error > 0 ? say("reviewed.about", { error: lossOf(error) }) : "";
  return [say("reviewed.loss", { loss: lossOf(loss) }), about].filter(Boolean).join(" ");
}

/** Return whether it is certain how the game ends after both moves. @type {(decision: ReviewedMove) => boolean} */
function isExact(decision) {
  return [decision.best, decision.move].every((move) => outcomeOf(move, decision) !== null);
}

/** Return what *move* leads to: how the game ends, if that is certain, else the chance. @type {(move: string, decision: ReviewedMove) => string} */
export function worth(move, decision) {
  const outcome = outcomeOf(move, decision);
  return outcome ? say(`reviewed.${outcome}`) : percent(optionOf(move, decision).value);
}

/** @type {(move: string, decision: ReviewedMove) => "win" | "draw" | "defeat" | null} */
function outcomeOf(move, decision) {
  const { value, expected_points: points } = optionOf(move, decision);
  if (decision.belief) return null; // what is hidden is never certain
  if (value === 0.5 && points !== null) return "draw"; // of a game that is solved
  return value === 1 ? "win" : value === 0 ? "defeat" : null;
}

/** @type {(move: string, decision: ReviewedMove) => ReviewedMove["compared"][number]} */
function optionOf(move, { compared }) {
  return compared.find((option) => option.move === move) ?? compared[0];
}

/**
 * Return what *decision*, made on *view*, gave away, as short as can be.
 * @type {(decision: ReviewedMove, view: View) => string}
 */
export function shortLoss(decision, view) {
  const { loss, best, move } = decision;
  if (loss > 0 && isExact(decision)) return `${worth(best, decision)} → ${worth(move, decision)}`;
  const played = gameModule(view.game).moveLabel(move);
  return loss > 0 ? `−${percent(loss)} · ${played}` : `· ${played}`;
}

/** @type {(loss: number) => string} */
function lossOf(loss) {
  return numeral(100 * loss, { maximumFractionDigits: loss < 0.1 ? 1 : 0 });
}

/** @type {(decision: ReviewedMove) => ReviewedMove["compared"]} */
function listed({ compared, move }) {
  const first = compared.slice(0, MOST);
  return first.some((option) => option.move === move)
    ? first
    : [...first.slice(0, -1), ...compared.filter((option) => option.move === move)];
}

/**
 * @type {(decision: ReviewedMove, option: ReviewedMove["compared"][number], view: View, shown: string,
 *   show: (move: string) => void) => HTMLElement}
 */
function drawOption(decision, option, view, shown, show) {
  const { move, best } = decision;
  const words = [
    option.move === best && say("reviewed.better"),
    option.move === move && say("reviewed.played"),
  ].filter(Boolean);
  const button = el(
    "button",
    { type: "button", "aria-pressed": String(option.move === shown), onclick: () => show(option.move) },
    el("span", { class: "move" }, optionLabel(view, option.move)),
    el("small", {}, words.join(", ")),
    el("b", {}, worth(option.move, decision)),
  );
  button.style.setProperty("--share", String(option.value));
  return el("li", {}, button);
}

/** Return how *move* is told from all others. @type {(view: View, move: string) => string} */
export function optionLabel(view, move) {
  const { optionLabel: own, moveLabel } = gameModule(view.game);
  return own?.(move) ?? moveLabel(move);
}

/** @type {(decision: ReviewedMove, view: View) => Child} */
function drawReasons({ reasons, seat, best }, view) {
  const words = reasonWords(reasons, gameModule(view.game).valueNames, seat !== view.you);
  return words && el("p", { class: "why" }, el("b", {}, `${optionLabel(view, best)}: `), words);
}
