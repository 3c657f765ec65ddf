/** The puzzles of all games: the one of the day of each, and the way to the others. */

/** @import { PuzzleDay, Site } from "../types.js" */

import { fetchPuzzleDay } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { gameModule, loadGames } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { progressOf, streakAt } from "../lib/puzzle_progress.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { count, currentLanguage, loadMoreTexts, say } from "../lib/texts.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

/** Show the puzzles of all games in *root*. @type {(root: HTMLElement, site: Site) => Promise<void>} */
export async function openPuzzles(root, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    const [day] = await Promise.all([
      fetchPuzzleDay(),
      loadGames(),
      loadMoreTexts(`/static/puzzles/${currentLanguage()}.json`),
    ]);
    document.title = `${say("puzzle.title")} · galo`;
    fill(root, drawPageHeader(site), drawPage(day));
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** @type {(day: PuzzleDay) => HTMLElement} */
function drawPage({ date, games }) {
  const streak = streakAt(date);
  return el(
    "article",
    { class: "page puzzles" },
    el("h1", {}, say("puzzle.title")),
    el("p", {}, say("puzzle.lead")),
    streak > 0 && el("p", { class: "streak" }, count("puzzle.streak", streak)),
    el(
      "ul",
      { class: "puzzle-games" },
      games.map((game) => drawGame(game)),
    ),
    el("div", { class: "row" }, el("a", { class: "button", href: addressOf("/") }, say("home"))),
  );
}

/** @type {(game: PuzzleDay["games"][number]) => HTMLElement} */
function drawGame({ game, id, puzzles }) {
  const { answers } = progressOf(game);
  const right = Object.values(answers).filter(Boolean).length;
  const isDone = id in answers;
  return el(
    "li",
    {},
    el("span", { class: "mat" }, gameModule(game).picture()),
    el(
      "div",
      {},
      el("h2", {}, gameName(game)),
      el("p", { class: "faint" }, say("puzzle.progress", { right, puzzles })),
    ),
    el(
      "a",
      {
        class: isDone ? "button" : "button primary",
        href: addressOf(`/puzzles/${game}`),
        "aria-label": `${say(isDone ? "puzzle.train" : "puzzle.daily")}: ${gameName(game)}`,
      },
      icon(isDone ? "check" : "play"),
      say(isDone ? "puzzle.train" : "puzzle.daily"),
    ),
  );
}
