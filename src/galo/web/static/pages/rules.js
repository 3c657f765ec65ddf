/** The rules of each game, as a page and as a dialog at the table. */

/** @import { Child, GameInfo, Site } from "../types.js" */

import { errorCode } from "../lib/api.js";
import { openDialog } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { gameModule, listGames, loadGame } from "../lib/games.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

/**
 * Show the rules of *game* in *root*.
 * @type {(root: HTMLElement, game: string, site: Site) => Promise<void>}
 */
export async function openRulesPage(root, game, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    const games = await listGames();
    const found = games.find(({ name }) => name === game);
    if (found) await loadGame(found);
    fill(root, drawPageHeader(site), found ? drawPage(game, games) : drawProblem("no_page"));
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** Show the rules of *game*, whose module is loaded, over the table. @type {(game: string) => void} */
export function openRules(game) {
  openDialog(gameName(game), el("div", { class: "rules" }, drawRules(game)), "wide");
}

/** @type {(game: string, games: GameInfo[]) => HTMLElement} */
function drawPage(game, games) {
  document.title = `${say("rules.of", { game: gameName(game) })} · galo`;
  return el(
    "article",
    { class: "page rules" },
    el("h1", {}, gameName(game)),
    drawRules(game),
    el(
      "nav",
      { class: "row", "aria-label": say("rules.others") },
      games
        .filter(({ name }) => name !== game)
        .map(({ name }) => el("a", { class: "button", href: addressOf(`/rules/${name}`) }, gameName(name))),
      el("a", { class: "button primary", href: addressOf("/") }, say("home")),
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
