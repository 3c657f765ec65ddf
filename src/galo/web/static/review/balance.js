/** What decided a game: the moves or the luck of each side, and how accurately each seat played. */

/** @import { GameReviewAnswer, Mark, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { capital, sideName, sideOrder, spokenName } from "../lib/sentences.js";
import { numeral, say } from "../lib/texts.js";
import { MARK_SIGNS } from "../table/move_list.js";
import { percent } from "./chance_curve.js";

/** @type {Mark[]} */
const MARKS = ["inaccuracy", "mistake", "blunder"];

/**
 * Return what decided the game that ends with *view*.
 * @type {(answer: GameReviewAnswer, view: View) => HTMLElement}
 */
export function drawBalance(answer, view) {
  const sides = sideOrder(view);
  const isDealt = answer.events[0]?.kind === "deal";
  const hasLuck = isDealt || answer.luck.some((luck) => Math.round(100 * luck) !== 0);
  const kind = isDealt ? "" : ".open";
  const rows = [
    drawRow(
      say("reviewed.start"),
      sides.map((side) => percent(answer.start[side])),
    ),
    drawRow(
      say("reviewed.skill"),
      sides.map((side) => signed(answer.skill[side])),
    ),
    hasLuck &&
      drawRow(
        say(`reviewed.luck${kind}`),
        sides.map((side) => signed(answer.luck[side])),
      ),
    drawRow(
      say("reviewed.result"),
      sides.map((side) => percent(answer.result[side])),
      "total",
    ),
  ];
  return el(
    "section",
    { class: "summary balance", "aria-label": say("reviewed.balance") },
    el("h2", {}, say("reviewed.balance")),
    isDealt && el("p", {}, el("strong", {}, verdict(answer, view))),
    el(
      "table",
      {},
      el("caption", { class: "unseen" }, say("reviewed.balance")),
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          el("td"),
          sides.map((side) => el("th", { scope: "col" }, capital(sideName(view, side)))),
        ),
      ),
      el("tbody", {}, rows),
    ),
    el(
      "p",
      { class: "faint" },
      say(`reviewed.explained${kind}`),
      !isDealt && hasLuck && ` ${say("reviewed.unforeseen")}`,
    ),
    drawSeats(answer, view),
  );
}

/** Return what the winner won by. @type {(answer: GameReviewAnswer, view: View) => string} */
function verdict({ skill, luck }, view) {
  const winner = view.outcome?.winner ?? null;
  if (winner === null) return say("reviewed.verdict.draw");
  const [played, lucky] = [skill[winner], luck[winner]];
  const kind =
    played > 0 && lucky > 0
      ? played >= lucky
        ? "moves"
        : "luck"
      : played > 0
        ? "despite_luck"
        : "despite_moves";
  return say(`reviewed.verdict.${kind}`);
}

/** @type {(answer: GameReviewAnswer, view: View) => HTMLElement} */
function drawSeats({ seat_reviews: seats }, view) {
  const columns = [say("reviewed.accuracy"), ...MARKS.map((mark) => MARK_SIGNS[mark])];
  const labels = [say("reviewed.accuracy"), ...MARKS.map((mark) => say(`review.${mark}`))];
  return el(
    "table",
    { class: "seats" },
    el("caption", { class: "unseen" }, say("reviewed.seats")),
    el(
      "thead",
      {},
      el(
        "tr",
        {},
        el("td"),
        columns.map((column, k) =>
          el(
            "th",
            { scope: "col", title: labels[k] },
            el("span", { "aria-hidden": "true" }, column),
            el("span", { class: "unseen" }, labels[k]),
          ),
        ),
      ),
    ),
    el(
      "tbody",
      {},
      seats.map(({ accuracy, marks }, seat) =>
        drawRow(capital(spokenName(view, seat)), [
          accuracy === null ? "–" : numeral(accuracy, { maximumFractionDigits: 0 }),
          ...MARKS.map((mark) => String(marks[mark])),
        ]),
      ),
    ),
  );
}

/** @type {(label: string, numbers: string[], kind?: string) => HTMLElement} */
function drawRow(label, numbers, kind = "") {
  return el(
    "tr",
    { class: kind },
    el("th", { scope: "row" }, label),
    numbers.map((number) => el("td", {}, number)),
  );
}

/** Return a change of a chance with its sign. @type {(change: number) => string} */
function signed(change) {
  return numeral(change, { style: "percent", signDisplay: "exceptZero" }).replace("-", "−");
}
