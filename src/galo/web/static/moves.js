/* The list of moves, and stepping back to earlier moments of a game. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";
import { eventSentence, isDomino, moveLabel, sideName, sideOf, spokenName } from "./words.js";

/** Return the moves on the board after *events*, takebacks taken back: `moved` and `dealt` events. */
export function playedEvents(events) {
  const played = [];
  let undone = []; // runs of moves, the last taken back last
  for (const event of events) {
    if (event.kind === "moved" || event.kind === "dealt") {
      played.push(event);
      undone = [];
    } else if (event.kind === "undone") {
      undone.push(played.splice(lastDecision(played, event.seat)));
    } else if (event.kind === "redone") {
      played.push(...(undone.pop() ?? []));
    }
  }
  return played[0]?.kind === "dealt" ? played.slice(1) : played; // a game begins with its first deal
}

/** Return the place of the last move that *seat* chose: what an undo takes back begins there. */
function lastDecision(played, seat) {
  return Math.max(0, played.findLastIndex((event) => event.seat === seat && event.by !== "forced"));
}

/** Return the list: `node`, `update(view, played, place)` and `reveal()`; `choose(place)` hears which moment is wanted. */
export function createMoves(choose) {
  const list = el("ol", { class: "moves", tabindex: "0", "aria-label": say("moves.title") });
  const empty = el("p", { class: "faint" }, say("moves.none"));
  const steps = {};
  const button = (name, label, target) => {
    steps[name] = el("button", {
      type: "button", class: "quiet round", "aria-label": label, title: label, onclick: () => choose(target()),
    }, icon(name));
    return steps[name];
  };
  let now = { place: 0, count: 0 };
  const node = el("section", { class: "history", "aria-label": say("moves.title") },
    el("h2", {}, say("moves.title")), empty, list,
    el("div", { class: "row steps" },
      button("first", say("step.first"), () => 0),
      button("back", say("step.back"), () => now.place - 1),
      button("forward", say("step.forward"), () => now.place + 1),
      button("last", say("step.last"), () => now.count)));
  let drawn = "";

  /** Scroll to the moment that the board shows. */
  function reveal() {
    const current = list.querySelector(".current");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  return {
    node,
    reveal,
    /** Show *played*; *place* counts how many of them the board shows. */
    update(view, played, place) {
      now = { place, count: played.length };
      empty.hidden = played.length > 0;
      const written = JSON.stringify([played, view.you, view.seats.map((seat) => seat.name)]);
      if (written !== drawn) fill(list, rows(view, played, choose));
      drawn = written;
      for (const row of list.querySelectorAll("[data-place]")) {
        const current = Number(row.dataset.place) === place;
        row.classList.toggle("current", current);
        if (current) row.setAttribute("aria-current", "step");
        else row.removeAttribute("aria-current");
      }
      steps.first.disabled = steps.back.disabled = place <= 0;
      steps.forward.disabled = steps.last.disabled = place >= played.length;
      reveal();
    },
  };
}

/** Return *played* with the points of a pass at the pass itself; they come with the tile that settles them. */
function settled(played) {
  const told = played.map((event) => ({ ...event, points: [...event.points ?? []] }));
  let paid = null; // the first pass since the last tile, the only one worth points
  for (const event of told) {
    if (event.move === "pass") paid ??= event;
    if (paid && paid !== event) {
      paid.points.push(...event.points.filter(({ kind }) => kind === "pass"));
      event.points = event.points.filter(({ kind }) => kind !== "pass");
    }
    if (event.move !== "pass") paid = null;
  }
  return told;
}

function rows(view, played, choose) {
  let number = 0;
  const begin = isDomino(view.game) && played.length > 0 && el("li", { class: "round-mark" }, say("turn.round", { round: 1 }));
  return [begin, ...settled(played).map((event, k) => {
    if (event.kind === "dealt") {
      return el("li", { class: "round-mark" }, say("turn.round", { round: event.round }));
    }
    number += 1;
    return el("li", {}, el("button", {
      type: "button", "data-place": k + 1, "aria-label": `${number}. ${eventSentence(event, view)}`,
      onclick: () => choose(k + 1),
    }, el("span", { class: "number" }, String(number)),
    el("span", { class: `who side${sideOf(event.seat)}` }, spokenName(view, event.seat)),
    el("span", { class: "move" }, moveLabel(view.game, event.move)),
    el("span", { class: "gain" }, gains(event, view))));
  })];
}

/** The points of an event by side, such as "+15"; those of the other side say whose they are. */
function gains(event, view) {
  const totals = new Map();
  for (const { side, points } of event.points ?? []) {
    if (side !== null && points) totals.set(side, (totals.get(side) ?? 0) + points);
  }
  return [...totals].map(([side, points]) =>
    side === sideOf(event.seat) ? `+${points}` : `+${points} ${sideName(view, side)}`).join(" ");
}
