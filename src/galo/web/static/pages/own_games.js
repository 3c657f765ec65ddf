/** The person's own games: the share won against each opponent, and the latest ones with their replays. */

/** @import { OwnGame, ResultGroup } from "../types.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { changeWords, poolName } from "../lib/ratings.js";
import { formName, interval, namesOf, opponentNames, percent } from "../lib/result_words.js";
import { addressOf } from "../lib/routes.js";
import { dateWords, say } from "../lib/texts.js";
import { drawDataTable } from "./data_table.js";

const GAMES_SHOWN = 20;

/** Return the table of shares by opponent. @type {(groups: ResultGroup[]) => HTMLElement} */
export function drawShares(groups) {
  const columns = ["game", "opponents", "games", "share", "interval"];
  return drawDataTable(
    say("me.shares"),
    columns.map((name) => say(`results.${name}`)),
    groups.map((group) => {
      const { games, score, low, high } = group;
      return [formName(group), opponentNames(group), games, percent(score), interval(low, high)];
    }),
  );
}

/** Return the latest of *games*, each a link to its replay. @type {(games: OwnGame[]) => HTMLElement} */
export function drawGames(games) {
  return el("ul", { class: "played" }, games.slice(0, GAMES_SHOWN).map(drawGame));
}

/** @type {(game: OwnGame) => HTMLElement} */
function drawGame({ table, game, options, at, score, opponents, assisted, elo, change }) {
  const kind = score === 1 ? "won" : score === 0 ? "lost" : "drawn";
  const rating = elo === null || change === null ? "" : `${elo} (${changeWords(change)})`;
  return el(
    "li",
    { class: `own-${kind}` },
    el(
      "a",
      { href: addressOf(`/r/${table}`) },
      el(
        "span",
        { class: "first" },
        el("strong", {}, poolName({ game, options })),
        el("span", { class: "state" }, say(`own_tables.${kind}`)),
      ),
      el(
        "span",
        { class: "second" },
        el("span", {}, say("me.versus", { others: namesOf(opponents) })),
        el("span", {}, assisted ? say("me.assisted") : rating),
      ),
      el("span", { class: "second" }, el("time", {}, dateWords(at))),
      icon("play"),
    ),
  );
}
