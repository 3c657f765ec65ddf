/** A finished game in numbers: rounds, where the points came from, the best move. */

/** @import { Child, GameRating, MatchSummary, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { gameRatingWords } from "../lib/ratings.js";
import { capital, resultWords, sideName, sideOrder, spokenName } from "../lib/sentences.js";
import { count, say, sayOr } from "../lib/texts.js";

/**
 * Return the summary of *view*, with what the game did to the person's *rating* and *buttons* below; null while
 * the game goes on.
 * @type {(view: View, rating?: GameRating | null, buttons?: Child) => HTMLElement | null}
 */
export function drawSummary(view, rating, buttons) {
  const result = resultWords(view);
  const { summary } = view;
  if (!result || !summary) return null;
  return el(
    "section",
    { class: "summary", "aria-label": say("summary.title") },
    el("p", { class: "outcome" }, el("strong", {}, result.headline), el("span", {}, result.why)),
    el("p", { class: "faint" }, lengthWords(summary)),
    summary.points.length > 0 && drawPoints(view, summary),
    summary.best && el("p", {}, bestWords(view, summary.best)),
    rating && el("p", { class: "rated" }, gameRatingWords(rating)),
    buttons,
  );
}

/** @type {(summary: MatchSummary) => string} */
function lengthWords({ moves, rounds }) {
  const made = count("replay.moves", moves[0] + moves[1]);
  return rounds.length > 1 ? `${count("summary.rounds", rounds.length)} · ${made}` : made;
}

/** @type {(view: View, best: NonNullable<MatchSummary["best"]>) => string} */
function bestWords(view, { seat, round, move, points }) {
  return say("summary.best", {
    who: spokenName(view, seat),
    move: gameModule(view.game).moveLabel(move).replace("-", "\u2011"), // a tile stays in one line
    round,
    points,
  });
}

/** Return the points of both sides by what they were for. @type {(view: View, summary: MatchSummary) => HTMLElement} */
function drawPoints(view, { rounds, points }) {
  const sides = sideOrder(view);
  const total = points.map((kinds) => Object.values(kinds).reduce((sum, one) => sum + one, 0));
  const kinds = [...new Set(points.flatMap(Object.keys))];
  const inAll = (/** @type {string} */ kind) => points.reduce((sum, one) => sum + (one[kind] ?? 0), 0);
  const won = sides.map((side) => rounds.filter((round) => round[side] > round[1 - side]).length);
  return el(
    "table",
    {},
    el("caption", { class: "unseen" }, say("summary.title")),
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
    el(
      "tbody",
      {},
      kinds
        .toSorted((one, other) => inAll(other) - inAll(one))
        .map((kind) =>
          drawRow(
            sayOr(`summary.kind.${kind}`, kind),
            sides.map((side) => points[side][kind] ?? 0),
          ),
        ),
      drawRow(
        say("summary.total"),
        sides.map((side) => total[side]),
        "total",
      ),
      rounds.length > 1 && drawRow(say("summary.rounds_won"), won),
    ),
  );
}

/** @type {(label: string, numbers: number[], kind?: string) => HTMLElement} */
function drawRow(label, numbers, kind = "") {
  return el(
    "tr",
    { class: kind },
    el("th", { scope: "row" }, label),
    numbers.map((number) => el("td", {}, String(number))),
  );
}
