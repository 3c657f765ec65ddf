/** The person's own page: ratings over time, results, games, and what they may do with all of it. */

/** @import { Child, OwnStatistics, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { fetchOwnStatistics } from "../lib/own_statistics.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { say } from "../lib/texts.js";
import { drawCarry } from "./carry.js";
import { drawOwnData } from "./own_data.js";
import { drawGames, drawShares } from "./own_games.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";
import { drawRankingPlace } from "./ranking_place.js";
import { drawRating } from "./rating_curve.js";

/** Show the person's own page in *root*. @type {(root: HTMLElement, site: Site) => Promise<void>} */
export async function openOwnPage(root, site) {
  document.title = `${say("me.title")} · galo`;
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  const arrived = new URLSearchParams(location.hash.slice(1)).get("code") ?? "";
  if (arrived) history.replaceState(null, "", addressOf("/me")); // used once, and not for the next reader
  try {
    const parts = { games: el("div", { class: "own-games" }), place: el("div"), data: el("div") };
    const update = async () => drawParts(parts, await fetchOwnStatistics(), update);
    await update();
    fill(root, drawPageHeader(site), drawPage(parts, drawCarry(arrived, update)));
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** @typedef {{ games: HTMLElement, place: HTMLElement, data: HTMLElement }} Parts  *what a change draws anew* */

/** @type {(parts: Parts, carry: HTMLElement) => HTMLElement} */
function drawPage({ games, place, data }, carry) {
  return el(
    "article",
    { class: "page results me" },
    el("h1", {}, say("me.title")),
    el("p", {}, say("me.lead")),
    games,
    place,
    carry,
    data,
    el(
      "div",
      { class: "row" },
      el("a", { class: "button", href: addressOf("/results") }, say("results.title")),
      el("a", { class: "button primary", href: addressOf("/") }, say("home")),
    ),
  );
}

/** @type {(parts: Parts, statistics: OwnStatistics, update: () => Promise<void>) => void} */
function drawParts({ games, place, data }, statistics, update) {
  fill(games, drawOwnGames(statistics));
  fill(place, drawRankingPlace(statistics.name, update));
  if (data.firstChild) return; // what was deleted is still said there
  fill(data, drawOwnData(fetchOwnStatistics, update));
}

/** @type {(statistics: OwnStatistics) => Child} */
function drawOwnGames({ ratings, groups, games }) {
  if (!games.length && !ratings.length) return el("p", { class: "card" }, say("me.none"));
  const puzzles = ratings.filter(({ kind }) => kind === "puzzles");
  return [
    drawRatings(
      say("me.ratings"),
      ratings.filter(({ kind }) => kind === "games"),
    ),
    drawRatings(say("me.puzzles"), puzzles),
    groups.length > 0 && [el("h2", {}, say("me.shares")), drawShares(groups)],
    games.length > 0 && [el("h2", {}, say("me.games")), drawGames(games)],
  ];
}

/** @type {(title: string, curves: OwnStatistics["ratings"]) => Child} */
function drawRatings(title, curves) {
  if (!curves.length) return null;
  return [el("h2", {}, title), el("div", { class: "ratings" }, curves.map(drawRating))];
}
