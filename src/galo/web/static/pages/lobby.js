/** The lobby: the person's own tables, a new game in one tap, and the open tables of others. */

/** @import { Leave, Site, TableSummary } from "../types.js" */

import { fetchHealth, fetchTables, takeSeat } from "../lib/api.js";
import { showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { loadGames } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName, plainName } from "../lib/sentences.js";
import { count, say } from "../lib/texts.js";
import { OwnTables } from "./own_tables.js";
import { drawPageHeader } from "./page_header.js";
import { PlayPanel } from "./play_panel.js";
import { drawProblem } from "./problem.js";

const POLL = 5000; // milliseconds between two looks at the tables
const HIDDEN_POLL = 20_000; // the same while nobody looks

/**
 * Show the lobby in *root* and return how to leave it.
 * @type {(root: HTMLElement, site: Site) => Promise<Leave>}
 */
export async function openLobby(root, site) {
  document.title = "galo";
  try {
    const games = await loadGames();
    const own = new OwnTables(site);
    await own.update(true).catch(() => {}); // what comes late would move the buttons under a finger
    const open = el("div");
    const warming = el("p", { class: "faint", role: "status", hidden: true }, say("lobby.warming"));
    fill(
      root,
      drawPageHeader(site, true),
      el(
        "div",
        { class: "lobby" },
        own.live,
        new PlayPanel(games, site).node,
        warming,
        own.finished,
        el(
          "section",
          { "aria-labelledby": "open-title" },
          el("h2", { id: "open-title" }, say("lobby.open")),
          open,
        ),
        el(
          "nav",
          { class: "row", "aria-label": say("lobby.more") },
          games.some(({ puzzles }) => puzzles > 0) &&
            el("a", { class: "button", href: addressOf("/puzzles") }, icon("help"), say("puzzle.title")),
          el("a", { class: "button", href: addressOf("/me") }, icon("person"), say("me.title")),
          el("a", { class: "button", href: addressOf("/results") }, icon("list"), say("results.title")),
          el("a", { class: "button", href: addressOf("/agents") }, icon("agent"), say("lobby.agents")),
          el("a", { class: "button", href: addressOf("/lab") }, icon("analyse"), say("lobby.lab")),
        ),
        el("p", { class: "faint foot" }, say("lobby.foot")),
      ),
    );
    return followTables(own, open, warming, site);
  } catch (error) {
    fill(root, drawPageHeader(site, true), drawProblem(errorCode(error)));
    return () => {};
  }
}

/**
 * Show *own* tables, the open ones in *open*, and *warming* until the agents are ready, until the returned
 * function is called. While nobody looks, only own tables where others are to move are asked about.
 * @type {(own: OwnTables, open: HTMLElement, warming: HTMLElement, site: Site) => Leave}
 */
function followTables(own, open, warming, site) {
  let timer = 0;
  let isLeft = false;
  let isWarming = true;
  async function look() {
    if (isWarming) {
      isWarming = await fetchHealth().then(
        ({ agents }) => agents === "warming",
        () => true,
      );
      warming.hidden = !isWarming;
    }
    drawTables(open, await fetchTables().catch(() => []), site);
  }
  const comeBack = () => poll(!document.hidden); // meanwhile the person may have played in another tab
  /** @type {(all: boolean) => Promise<void>} */
  async function poll(all) {
    clearTimeout(timer);
    const isHidden = document.hidden;
    if (!isHidden) document.title = "galo";
    if (!isHidden || own.isWaiting) await own.update(all).catch(() => {}); // the next look may bring them
    if (!isHidden) await look();
    pollAgain();
  }
  function pollAgain() {
    clearTimeout(timer); // the page may have been hidden and shown meanwhile
    if (!isLeft) timer = setTimeout(poll, document.hidden ? HIDDEN_POLL : POLL, false);
  }
  document.addEventListener("visibilitychange", comeBack);
  look().then(pollAgain);
  return () => {
    isLeft = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", comeBack);
  };
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
