/* The lobby: play at once, set a table, sit down at somebody's, or watch. */

import { get, health } from "./api.js";
import { complain } from "./dialog.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { openNewTable, setTable } from "./newtable.js";
import { PICTURES } from "./pictures.js";
import { GAMES } from "./rules.js";
import { nameField, takeSeat } from "./seating.js";
import { count, say } from "./texts.js";
import { createTop } from "./top.js";
import { plainName } from "./words.js";

const POLL = 5000; // milliseconds between looks at the open tables
const QUICK = { // who sits where when a game is played in one tap
  dominoes4: ["me", "medium", "strong", "medium"],
  dominoes2: ["me", "medium"],
  lines_of_action: ["me", "medium"],
  connect_four: ["me", "medium"],
};

/** Show the lobby in *root* and return how to leave it. */
export function openLobby(root, site) {
  document.title = "galo";
  const tables = el("div");
  const warm = el("p", { class: "faint", role: "status", hidden: true }, say("lobby.warming"));
  fill(root,
    createTop(site.chooseLanguage, true),
    el("div", { class: "lobby" },
      hero(site),
      warm,
      el("section", { "aria-labelledby": "games-title" },
        el("h2", { id: "games-title" }, say("lobby.games")),
        el("ul", { class: "games" }, GAMES.map((game) => card(game, site)))),
      el("section", { "aria-labelledby": "open-title" }, el("h2", { id: "open-title" }, say("lobby.open")), tables),
      el("nav", { class: "row", "aria-label": say("lobby.more") },
        el("button", { type: "button", onclick: () => openNewTable("dominoes4", site, true) }, icon("eye"), say("lobby.watch")),
        el("a", { class: "button", href: "/results" }, icon("list"), say("results.title"))),
      el("p", { class: "faint foot" }, say("lobby.foot"))));

  let timer = null;
  let warming = true;
  async function look() {
    clearTimeout(timer);
    if (!document.hidden && warming) {
      warming = await health().then(({ agents }) => agents === "warming", () => true);
      warm.hidden = !warming;
    }
    if (!document.hidden) drawTables(tables, await get("/api/tables").catch(() => ({ tables: [] })), site);
    timer = setTimeout(look, POLL);
  }
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
  };
}

function hero(site) {
  return el("section", { class: "hero" },
    el("div", { class: "hero-words" },
      el("h1", {}, say("lobby.title")),
      playButton("dominoes4", site, { class: "primary big now" }, say("lobby.now"), icon("play")),
      el("p", {}, say("lobby.now.line")),
      nameField()),
    el("div", { class: "hero-picture" }, PICTURES.dominoes4()));
}

function card(game, site) {
  const name = say(`game.${game}`);
  return el("li", { class: "card game-card" },
    playButton(game, site, { class: "tap", "aria-label": say("lobby.play", { game: name }) },
      el("span", { class: "mat" }, PICTURES[game]()),
      el("span", { class: "name" }, name, icon("play")),
      el("span", { class: "line" }, say(`game.${game}.line`))),
    el("div", { class: "row" },
      el("button", {
        type: "button", "aria-label": say("lobby.table_of", { game: name }), onclick: () => openNewTable(game, site, false),
      }, say("lobby.table")),
      el("a", { class: "button", href: `/rules/${game}`, "aria-label": say("rules.of", { game: name }) }, say("rules"))));
}

function playButton(game, site, attributes, ...label) {
  const play = (event) => playNow(game, site, event.currentTarget);
  return el("button", { type: "button", onclick: play, ...attributes }, label);
}

/** Set up *game* with the usual company and go there. */
async function playNow(game, site, button) {
  button.disabled = true; // one tap, one table
  const seats = QUICK[game].map((who) => who === "me" ? { kind: "me" } : { kind: "agent", agent: who });
  await setTable({ game, seats }, site);
  button.disabled = false;
}

function drawTables(place, answer, site) {
  const tables = answer.tables.filter((table) => table.phase !== "over");
  const written = JSON.stringify(tables);
  if (place.dataset.written === written) return; // nothing new: leave the focus where it is
  place.dataset.written = written;
  if (tables.length) fill(place, el("ul", { class: "tables" }, tables.map((table) => drawTable(table, site))));
  else fill(place, el("p", { class: "faint" }, say("lobby.none")));
}

function drawTable(table, site) {
  const names = table.seats.filter((seat) => seat.kind !== "open").map(plainName);
  const free = table.seats.filter((seat) => seat.kind === "open").length;
  const sit = () => takeSeat(table.table, {}).then(() => site.go(`/t/${table.table}`), complain);
  return el("li", {},
    el("div", {}, el("strong", {}, say(`game.${table.game}`)),
      el("span", {}, names.join(", ") || say("lobby.nobody")),
      el("span", { class: free ? "missing" : "faint" }, free ? count("lobby.missing", free) : say(`turn.${table.phase}`))),
    el("div", { class: "row" },
      free > 0 && el("button", { type: "button", class: "primary", onclick: sit }, say("sit")),
      el("a", { class: "button", href: `/t/${table.table}` }, say("watch"))));
}
