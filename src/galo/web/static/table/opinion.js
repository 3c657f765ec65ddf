/** What agents think of their own moves: a bar with the chance of each side, and reasons in words. */

/** @import { OpinionMessage, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { reasonWords } from "../lib/reasons.js";
import { capital, plainName, sideName, spokenName } from "../lib/sentences.js";
import { numeral, say } from "../lib/texts.js";

/** Return the words of *opinion*: the move, and why. @type {(view: View, opinion: OpinionMessage) => string} */
export function opinionWords(view, { seat, move, reasons }) {
  const { moveLabel, valueNames } = gameModule(view.game);
  const who = capital(spokenName(view, seat));
  const why = reasonWords(reasons, valueNames, true);
  return why && say("opinion.why", { who, move: moveLabel(move), why });
}

/**
 * Return the bar with the chances of both sides as the agent of *estimate* sees them, its empty place while there is
 * none.
 * @type {(view: View, estimate: OpinionMessage | null) => HTMLElement}
 */
export function drawChances(view, estimate) {
  if (!estimate || estimate.chance === null || view.sides !== 2) return el("div", { class: "chances" });
  const { seat, chance } = estimate;
  const { side } = view.seats[seat];
  const shares = side === 0 ? [chance, 1 - chance] : [1 - chance, chance];
  const [first, second] = shares.map((share) => numeral(share, { style: "percent" }));
  const [left, right] = [0, 1].map((one) => capital(sideName(view, one)));
  const who = plainName(view.seats[seat]);
  const bar = el(
    "div",
    { class: "share", "aria-hidden": "true" },
    el("i"),
    el("small", {}, say("opinion.whose", { who })),
  );
  bar.style.setProperty("--share", String(shares[0]));
  return el(
    "div",
    { class: "chances" },
    el("span", { class: "unseen" }, say("opinion.chances", { who, left, right, first, second })),
    el("span", { class: "chance", "aria-hidden": "true" }, el("b", {}, first), el("small", {}, left)),
    bar,
    el("span", { class: "chance", "aria-hidden": "true" }, el("b", {}, second), el("small", {}, right)),
  );
}

/** Return *view* with all hands open, where they may be. @type {(view: View) => View} */
export function withOpenHands(view) {
  return { ...view, board: view.open_board ?? view.board };
}
