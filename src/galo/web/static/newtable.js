/* Setting a table: who sits at each seat, and by which rules. */

import { get, post } from "./api.js";
import { complain, openDialog } from "./dialog.js";
import { el, fill } from "./dom.js";
import { keepToken, recall } from "./memory.js";
import { createOption } from "./option.js";
import { nameField } from "./seating.js";
import { say, sayOr } from "./texts.js";

const WATCHING_PACE = 1.2; // seconds between moves that people only watch
const FIRST_OPTIONS = ["first", "players", "target"]; // what people ask about before they sit down
const USUAL = ["me", "medium", "strong", "medium"];

/** Open the form for a table of *game*; *watch* begins with agents at every seat. */
export async function openNewTable(game, site, watch) {
  let games;
  try {
    const answer = await get("/api/games");
    games = Object.fromEntries(answer.games.map((one) => [one.name, one]));
  } catch (problem) {
    complain(problem);
    return;
  }
  const form = el("form", { class: "new-table" });
  const box = openDialog(say(watch ? "new.watch" : "new.title"), form, "wide");
  const wish = { game, options: {}, seats: [], listed: false };
  const draw = () => drawForm(form, games, wish, { watch, box, site, draw });
  fresh(wish, games, watch);
  draw();
}

/** Ask the server for the table *wish* and go there. */
export async function setTable(wish, site) {
  try {
    const { table, token } = await post("/api/tables", { name: recall("name", ""), ...wish });
    keepToken(table, token);
    site.go(`/t/${table}`);
  } catch (problem) {
    complain(problem);
  }
}

/** Give *wish* the usual company of its game. */
function fresh(wish, games, watch) {
  wish.options = {};
  wish.seats = company(seatCount(wish, games), watch);
}

function company(seats, watch) {
  return USUAL.slice(0, seats).map((who, k) => seatAs(watch && k === 0 ? "strong" : who));
}

function seatCount(wish, games) {
  return wish.options.players ?? games[wish.game].seats;
}

/** Return a seat for *who*: me, friend, a level or an agent's name. */
function seatAs(who) {
  return { who, options: {} };
}

function drawForm(form, games, wish, { watch, box, site, draw }) {
  const game = games[wish.game];
  const field = (option) => createOption(option, `option.${wish.game}`, wish.options[option.name], (value) => {
    const before = seatCount(wish, games);
    wish.options[option.name] = value;
    const seats = seatCount(wish, games);
    if (seats === before) return;
    wish.seats = company(seats, watch);
    draw();
  });
  const change = (name) => {
    wish.game = name;
    fresh(wish, games, watch);
    draw();
    form.querySelector(":checked").focus();
  };
  const listed = listedSwitch(wish);
  const ownName = nameField();
  const submit = el("button", { type: "submit", class: "primary big" });
  const settle = () => {
    listed.hidden = !sits(wish, "friend");
    ownName.hidden = !sits(wish, "me");
    submit.textContent = submitLabel(wish);
  };
  const isFirst = (option) => FIRST_OPTIONS.includes(option.name);
  const main = game.options.filter(isFirst).map(field);
  const rules = game.options.filter((option) => !isFirst(option)).map(field);
  form.onsubmit = (event) => {
    event.preventDefault();
    box.close();
    setTable(toSend(wish), site);
  };
  fill(form,
    el("fieldset", { class: "which" }, el("legend", {}, say("new.game")),
      Object.keys(games).map((name) => el("label", { class: "pill" },
        el("input", { type: "radio", name: "game", value: name, checked: name === wish.game, onchange: () => change(name) }),
        el("span", {}, say(`game.${name}`))))),
    el("fieldset", {}, el("legend", {}, say("new.seats")), drawSeats(wish, game, settle)),
    main.length > 0 && el("div", { class: "options" }, main),
    listed,
    rules.length > 0 && el("details", {}, el("summary", {}, say("new.rules")), el("div", { class: "options" }, rules)),
    ownName,
    el("div", { class: "row end" }, submit));
  settle();
}

function listedSwitch(wish) {
  return el("label", { class: "toggle" },
    el("input", {
      type: "checkbox", role: "switch", checked: wish.listed, onchange: (event) => { wish.listed = event.target.checked; },
    }),
    el("span", {}, say("new.listed")));
}

function sits(wish, who) {
  return wish.seats.some((seat) => seat.who === who);
}

function submitLabel(wish) {
  if (sits(wish, "friend")) return say("new.invite");
  return say(sits(wish, "me") ? "new.play" : "new.see");
}

/** Return the rows of all seats; `settle()` hears that somebody else sits at one. */
function drawSeats(wish, game, settle) {
  const draw = (k) => drawSeat(wish, k, game, (who) => change(k, who));
  const rows = wish.seats.map((_, k) => draw(k));
  function change(k, who) {
    for (const place of sitAs(wish, k, who)) { // the other rows keep what is open and typed there
      const row = draw(place);
      rows[place].replaceWith(row);
      rows[place] = row;
    }
    rows[k].querySelector("select").focus();
    settle();
  }
  return rows;
}

/** Return the row of seat *k*; `change(who)` hears who is to sit there. */
function drawSeat(wish, k, game, change) {
  const seat = wish.seats[k];
  const agent = game.agents.find((one) => one.name === seat.who);
  const isLevel = seat.who in game.levels;
  const note = `level-of-${k}`;
  const byName = game.agents.filter(({ name }) => !(name in game.levels)); // such a level is that agent
  const select = el("select", { "aria-describedby": isLevel && note, onchange: (event) => change(event.target.value) },
    choice("me", say("new.me"), seat), choice("friend", say("new.friend"), seat),
    el("optgroup", { label: say("new.levels") }, Object.keys(game.levels).map((level) =>
      choice(level, say("new.level", { level: sayOr(`level.${level}`, level) }), seat))),
    el("optgroup", { label: say("new.agents") }, byName.map(({ name, line }) =>
      choice(name, `${name}: ${sayOr(`agent.${name}`, line || name)}`, seat))));
  const label = sayOr(`new.seat.${wish.game}.${wish.seats.length}.${k}`, say("who.seat", { number: k + 1 }));
  return el("div", { class: "seat-row" },
    el("label", { class: "field" }, el("span", {}, label), select),
    isLevel && el("p", { class: "faint", id: note }, sayOr(`level.${wish.game}.${seat.who}`, game.levels[seat.who])),
    agent?.options.length > 0 && el("details", {}, el("summary", {}, say("new.agent_options")),
      el("div", { class: "options" }, agent.options.map((option) => createOption(
        option, "agent_option", seat.options[option.name], (value) => setOption(seat, option, value))))));
}

/** Keep *value* with *seat*; an agent as it is by default keeps its plain name. */
function setOption(seat, option, value) {
  if (value === option.default) delete seat.options[option.name];
  else seat.options[option.name] = value;
}

function choice(value, label, seat) {
  return el("option", { value, selected: seat.who === value }, label);
}

/** Put *who* at seat *k* and return the seats that changed: nobody sits twice, so whoever was there takes the chair they leave. */
function sitAs(wish, k, who) {
  const mine = wish.seats.findIndex((seat) => seat.who === "me");
  const isSwap = who === "me" && mine >= 0;
  if (isSwap) wish.seats[mine] = wish.seats[k];
  wish.seats[k] = seatAs(who);
  return isSwap ? [mine, k] : [k];
}

function toSend(wish) {
  const seats = wish.seats.map(({ who, options }) => {
    if (who === "me" || who === "friend") return { kind: who };
    const written = Object.entries(options).map(([key, value]) => `${key}=${value ?? "none"}`).join(",");
    return { kind: "agent", agent: written ? `${who}:${written}` : who };
  });
  const watched = !sits(wish, "me") && !sits(wish, "friend");
  return { game: wish.game, options: wish.options, seats, listed: wish.listed, ...(watched && { pace: WATCHING_PACE }) };
}
