/** The lobby: play at once, set a table, join an open table, or watch. */

/** @import { Attributes, Child, GameInfo, Leave, Site, TableSummary } from "../types.js" */

import { errorCode, fetchHealth, fetchTables, takeSeat } from "../lib/api.js";
import { showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { gameModule, loadGames } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { gameName, plainName } from "../lib/sentences.js";
import { count, say, sayOr } from "../lib/texts.js";
import { nameField } from "./invitation.js";
import { openNewTable, setTable, usualSeats } from "./new_table.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

const POLL = 5000; // milliseconds between two requests for the open tables

/**
 * Show the lobby in *root* and return how to leave it.
 * @type {(root: HTMLElement, site: Site) => Promise<Leave>}
 */
export async function openLobby(root, site) {
  document.title = "galo";
  try {
    const games = await loadGames();
    const tables = el("div");
    const warming = el("p", { class: "faint", role: "status", hidden: true }, say("lobby.warming"));
    fill(root, drawPageHeader(site, true), drawLobby(games, warming, tables, site));
    return followTables(tables, warming, site);
  } catch (error) {
    fill(root, drawPageHeader(site, true), drawProblem(errorCode(error)));
    return () => {};
  }
}

/** @type {(games: GameInfo[], warming: HTMLElement, tables: HTMLElement, site: Site) => HTMLElement} */
function drawLobby(games, warming, tables, site) {
  const [featured] = games;
  return el(
    "div",
    { class: "lobby" },
    drawHero(featured, site),
    warming,
    el(
      "section",
      { "aria-labelledby": "games-title" },
      el("h2", { id: "games-title" }, say("lobby.games")),
      el(
        "ul",
        { class: "games" },
        games.map((game) => drawCard(game, site)),
      ),
    ),
    el(
      "section",
      { "aria-labelledby": "open-title" },
      el("h2", { id: "open-title" }, say("lobby.open")),
      tables,
    ),
    el(
      "nav",
      { class: "row", "aria-label": say("lobby.more") },
      el(
        "button",
        { type: "button", onclick: () => openNewTable(featured.name, site, true) },
        icon("eye"),
        say("lobby.watch"),
      ),
      el("a", { class: "button", href: addressOf("/results") }, icon("list"), say("results.title")),
    ),
    el("p", { class: "faint foot" }, say("lobby.foot")),
  );
}

/**
 * Show the open tables in *tables*, and *warming* until the agents are ready, until the returned function is
 * called.
 * @type {(tables: HTMLElement, warming: HTMLElement, site: Site) => Leave}
 */
function followTables(tables, warming, site) {
  let timer = 0;
  let isWarming = true;
  async function poll() {
    clearTimeout(timer);
    if (!document.hidden && isWarming) {
      isWarming = await fetchHealth().then(
        ({ agents }) => agents === "warming",
        () => true,
      );
      warming.hidden = !isWarming;
    }
    if (!document.hidden) drawTables(tables, await fetchTables().catch(() => []), site);
    timer = setTimeout(poll, POLL);
  }
  document.addEventListener("visibilitychange", poll);
  poll();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", poll);
  };
}

/** @type {(game: GameInfo, site: Site) => HTMLElement} */
function drawHero(game, site) {
  const line = `${gameName(game.name)}: ${sayOr(`game.${game.name}.line`, "")}`;
  return el(
    "section",
    { class: "hero" },
    el(
      "div",
      { class: "hero-words" },
      el("h1", {}, say("lobby.title")),
      playButton(game, site, { class: "primary big now" }, say("lobby.now"), icon("play")),
      el("p", {}, sayOr(`lobby.now.${game.name}`, line)),
      nameField(),
    ),
    el("div", { class: "hero-picture" }, gameModule(game.name).picture()),
  );
}

/** @type {(game: GameInfo, site: Site) => HTMLElement} */
function drawCard(game, site) {
  const name = gameName(game.name);
  return el(
    "li",
    { class: "card game-card" },
    playButton(
      game,
      site,
      { class: "tap", "aria-label": say("lobby.play", { game: name }) },
      el("span", { class: "mat" }, gameModule(game.name).picture()),
      el("span", { class: "name" }, name, icon("play")),
      el("span", { class: "line" }, sayOr(`game.${game.name}.line`, "")),
    ),
    el(
      "div",
      { class: "row" },
      el(
        "button",
        {
          type: "button",
          "aria-label": say("lobby.table_of", { game: name }),
          onclick: () => openNewTable(game.name, site, false),
        },
        say("lobby.table"),
      ),
      el(
        "a",
        {
          class: "button",
          href: addressOf(`/rules/${game.name}`),
          "aria-label": say("rules.of", { game: name }),
        },
        say("rules"),
      ),
    ),
  );
}

/**
 * @type {(game: GameInfo, site: Site, attributes: Attributes<HTMLButtonElement>, ...label: Child[]) =>
 *   HTMLElement}
 */
function playButton(game, site, attributes, ...label) {
  return el(
    "button",
    { type: "button", onclick: (event) => playNow(game, site, event.currentTarget), ...attributes },
    label,
  );
}

/**
 * Set up *game* with the usual opponents and go there.
 * @type {(game: GameInfo, site: Site, button: HTMLButtonElement) => Promise<void>}
 */
async function playNow(game, site, button) {
  button.disabled = true; // one tap, one table
  const seats = usualSeats(game.seats).map((player) =>
    player === "me"
      ? { kind: /** @type {const} */ ("me") }
      : { kind: /** @type {const} */ ("agent"), agent: player },
  );
  await setTable({ game: game.name, seats }, site);
  button.disabled = false;
}

/** @type {(place: HTMLElement, all: TableSummary[], site: Site) => void} */
function drawTables(place, all, site) {
  const tables = all.filter((table) => table.phase !== "over");
  const written = JSON.stringify(tables);
  if (place.dataset.written === written) return; // nothing new: leave the focus where it is
  place.dataset.written = written;
  fill(
    place,
    tables.length
      ? el(
          "ul",
          { class: "tables" },
          tables.map((table) => drawTable(table, site)),
        )
      : el("p", { class: "faint" }, say("lobby.none")),
  );
}

/** @type {(table: TableSummary, site: Site) => HTMLElement} */
function drawTable(table, site) {
  const names = table.seats.filter((seat) => seat.kind !== "open").map(plainName);
  const free = table.seats.length - names.length;
  const sit = () => takeSeat(table.table, table.game, {}).then(() => site.go(`/t/${table.table}`), showError);
  return el(
    "li",
    {},
    el(
      "div",
      {},
      el("strong", {}, gameName(table.game)),
      el("span", {}, names.join(", ") || say("lobby.nobody")),
      el(
        "span",
        { class: free ? "missing" : "faint" },
        free ? count("lobby.missing", free) : say(`turn.${table.phase}`),
      ),
    ),
    el(
      "div",
      { class: "row" },
      free > 0 && el("button", { type: "button", class: "primary", onclick: sit }, say("sit")),
      el("a", { class: "button", href: addressOf(`/t/${table.table}`) }, say("watch")),
    ),
  );
}
