/** The rules of each game, as a page and as a dialog at the table. */

/** @import { Child, GameInfo, Leave, Site } from "../types.js" */

import { fetchLessons } from "../lib/api.js";
import { announce, openDialog, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { gameModule, listGames, loadGame } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { currentLanguage, loadMoreTexts, say, sayOr } from "../lib/texts.js";
import { loadBoard } from "../table/board_loader.js";
import { playWithBeginners } from "./beginners.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

/**
 * Show the rules of *game* in *root* and return how to leave them.
 * @type {(root: HTMLElement, game: string, site: Site) => Promise<Leave | void>}
 */
export async function openRulesPage(root, game, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    const games = await listGames();
    const found = games.find(({ name }) => name === game);
    if (found) await Promise.all([loadGame(found), loadRuleTexts()]);
    if (!found) {
      fill(root, drawPageHeader(site), drawProblem("no_page"));
      return;
    }
    const start = el("section", { class: "start-board" });
    fill(root, drawPageHeader(site), drawPage(found, games, start, site));
    return await drawStart(start, game);
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** Show the rules of *game*, whose module is loaded, over the table. @type {(game: string) => Promise<void>} */
export async function openRules(game) {
  try {
    await loadRuleTexts();
  } catch (error) {
    showError(error);
    return;
  }
  openDialog(gameName(game), el("div", { class: "rules" }, drawRules(game)), "wide");
}

/** Load the texts that only rules have. @type {() => Promise<void>} */
function loadRuleTexts() {
  return loadMoreTexts(`/static/rules/${currentLanguage()}.json`);
}

/**
 * Draw in *place* how *game* begins, on its real board, and return how to leave it.
 * @type {(place: HTMLElement, game: string) => Promise<Leave | void>}
 */
async function drawStart(place, game) {
  try {
    const { start } = await fetchLessons(game);
    const felt = el("div", { class: "felt" });
    fill(
      place,
      el("h2", {}, say("rules.start")),
      el("div", { class: "stage" }, felt),
      "from" in (start.moves[0] ?? {}) && el("p", { class: "faint" }, say("rules.start.note")),
    );
    const board = await loadBoard(start, felt, { play: () => show(), announce, invite: () => {} });
    const show = () => board.update(start, [], { animate: false }); // it stays the beginning
    show();
    const sizes = new ResizeObserver(() => board.resize());
    sizes.observe(felt);
    return () => {
      sizes.disconnect();
      board.destroy();
    };
  } catch {
    place.remove(); // the rules can be read without it
  }
}

/** @type {(found: GameInfo, games: GameInfo[], start: HTMLElement, site: Site) => HTMLElement} */
function drawPage({ name: game, seats, lessons, puzzles }, games, start, site) {
  document.title = `${say("rules.of", { game: gameName(game) })} · galo`;
  return el(
    "article",
    { class: "page rules" },
    el("h1", {}, gameName(game)),
    drawRules(game),
    start,
    el(
      "section",
      {},
      el("h2", {}, say("rules.next")),
      el(
        "div",
        { class: "row" },
        el(
          "button",
          {
            type: "button",
            class: "primary",
            onclick: (event) => playWithBeginners(game, seats, site, event.currentTarget),
          },
          icon("play"),
          say("learn.play"),
        ),
        lessons > 0 &&
          el(
            "a",
            {
              class: "button",
              href: addressOf(`/learn/${game}`),
              "aria-label": say("learn.of", { game: gameName(game) }),
            },
            say("learn"),
          ),
        puzzles > 0 &&
          el(
            "a",
            {
              class: "button",
              href: addressOf(`/puzzles/${game}`),
              "aria-label": say("puzzle.of", { game: gameName(game) }),
            },
            say("puzzle.title"),
          ),
      ),
    ),
    el(
      "nav",
      { class: "row", "aria-label": say("rules.others") },
      games
        .filter(({ name }) => name !== game)
        .map(({ name }) => el("a", { class: "button", href: addressOf(`/rules/${name}`) }, gameName(name))),
      el("a", { class: "button", href: addressOf("/") }, say("home")),
    ),
  );
}

/**
 * Return the sections of the game's module, or the plain text of a game without any.
 * @type {(game: string) => Child}
 */
function drawRules(game) {
  const { rules } = gameModule(game);
  const lead = el("p", { class: "lead" }, sayOr(`how.${game}`, sayOr(`game.${game}.line`, "")));
  if (rules.length === 0) return [lead, drawParagraphs(sayOr(`rules.${game}`, ""))];
  return [
    lead,
    rules.map(({ name, picture }) =>
      el(
        "section",
        {},
        el("h2", {}, say(`how.${game}.${name}.title`)),
        picture && el("figure", {}, picture(say(`how.${game}.${name}.picture`))),
        drawParagraphs(say(`how.${game}.${name}`)),
      ),
    ),
  ];
}

/** @type {(text: string) => HTMLElement[]} */
function drawParagraphs(text) {
  return text
    .split("\n")
    .filter(Boolean)
    .map((paragraph) => el("p", {}, paragraph));
}
