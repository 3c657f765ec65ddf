/** The list of moves, with buttons to step back to earlier moments of the game. */

/** @import { Mark, MovedEvent, PlayedEvent, Points, TableEvent, View } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { eventSentence, sideName, sideOf, spokenName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";

/** How books mark a move; a good one has no sign. @type {Record<Mark, string>} */
export const MARK_SIGNS = { good: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

/**
 * Return the moves and deals on the board after *events*; what was taken back is left out.
 * @type {(events: TableEvent[]) => PlayedEvent[]}
 */
export function playedEvents(events) {
  /** @type {Map<number, PlayedEvent>} */
  const played = new Map();
  /** @type {Map<number, PlayedEvent>} */
  const undone = new Map();
  for (const event of events) {
    if (event.kind === "moved" || event.kind === "dealt") played.set(event.number, event);
    else if (event.kind === "undone") transfer(event.moves, played, undone);
    else if (event.kind === "redone") transfer(event.moves, undone, played);
  }
  const found = [...played.values()];
  return found[0]?.kind === "dealt" ? found.slice(1) : found; // a game begins with its first deal
}

/** @type {(numbers: number[], from: Map<number, PlayedEvent>, to: Map<number, PlayedEvent>) => void} */
function transfer(numbers, from, to) {
  for (const number of numbers) {
    const event = from.get(number);
    if (event) to.set(number, event);
    from.delete(number);
  }
}

export class MoveList {
  #choose;
  #list = el("ol", { class: "moves", tabindex: "0", "aria-label": say("moves.title") });
  #empty = el("p", { class: "faint" }, say("moves.none"));
  #place = 0;
  #count = 0;
  #drawn = "";
  /** What a review says of the moves, by their places. @type {Map<number, Mark>} */
  marks = new Map();
  #steps;
  node;

  /** @param {(place: number) => void} choose  called with the number of moves that the board is to show */
  constructor(choose) {
    this.#choose = choose;
    this.#steps = {
      first: this.#step("first", () => 0),
      back: this.#step("back", () => this.#place - 1),
      forward: this.#step("forward", () => this.#place + 1),
      last: this.#step("last", () => this.#count),
    };
    this.node = el(
      "section",
      { class: "history", "aria-label": say("moves.title") },
      el("h2", {}, say("moves.title")),
      this.#empty,
      this.#list,
      el("div", { class: "row steps" }, Object.values(this.#steps)),
    );
  }

  /**
   * Show *played*, of which the board shows the first *place*.
   * @type {(view: View, played: PlayedEvent[], place: number) => void}
   */
  update(view, played, place) {
    this.#place = place;
    this.#count = played.length;
    this.#empty.hidden = played.length > 0;
    const written = JSON.stringify([played, view.you, view.seats.map((seat) => seat.name), [...this.marks]]);
    if (written !== this.#drawn) fill(this.#list, drawRows(view, played, this.marks, this.#choose));
    this.#drawn = written;
    this.#markCurrent();
    this.#steps.first.disabled = this.#steps.back.disabled = place <= 0;
    this.#steps.forward.disabled = this.#steps.last.disabled = place >= played.length;
    this.reveal();
  }

  /** Scroll to the moment that the board shows. */
  reveal() {
    const current = this.#list.querySelector(".current");
    if (current instanceof HTMLElement)
      this.#list.scrollTop = current.offsetTop - this.#list.clientHeight / 2;
  }

  #markCurrent() {
    for (const row of this.#list.querySelectorAll("[data-place]")) {
      const isCurrent = row.getAttribute("data-place") === String(this.#place);
      row.classList.toggle("current", isCurrent);
      if (isCurrent) row.setAttribute("aria-current", "step");
      else row.removeAttribute("aria-current");
    }
  }

  /** @type {(name: "first" | "back" | "forward" | "last", target: () => number) => HTMLButtonElement} */
  #step(name, target) {
    const label = say(`step.${name}`);
    return el(
      "button",
      {
        type: "button",
        class: "quiet round",
        "aria-label": label,
        title: label,
        onclick: () => this.#choose(target()),
      },
      icon(name),
    );
  }
}

/**
 * @type {(view: View, played: PlayedEvent[], marks: Map<number, Mark>, choose: (place: number) => void) =>
 *   (HTMLElement | false)[]}
 */
function drawRows(view, played, marks, choose) {
  const points = pointsByEvent(played);
  let number = 0;
  const begin = view.board?.round !== undefined && played.length > 0 && drawRound(1);
  return [
    begin,
    ...played.map((event, k) => {
      if (event.kind === "dealt") return drawRound(event.round);
      number += 1;
      const shown = { ...event, points: points.get(event.number) ?? [] };
      const mark = marks.get(k + 1);
      const words = [eventSentence(shown, view), mark && say(`review.${mark}`)].filter(Boolean).join(", ");
      return el(
        "li",
        {},
        el(
          "button",
          {
            type: "button",
            "data-place": k + 1,
            "aria-label": `${number}. ${words}`,
            onclick: () => choose(k + 1),
          },
          el("span", { class: "number" }, String(number)),
          el("span", { class: `who side${sideOf(view, event.seat)}` }, spokenName(view, event.seat)),
          el(
            "span",
            { class: "move" },
            gameModule(view.game).moveLabel(event.move),
            mark && el("b", { class: `mark mark-${mark}` }, `\u00a0${MARK_SIGNS[mark]}`),
          ),
          el("span", { class: "gain" }, gains(shown, view)),
        ),
      );
    }),
  ];
}

/** @type {(round: number) => HTMLElement} */
function drawRound(round) {
  return el("li", { class: "round-mark" }, say("turn.round", { round }));
}

/**
 * Return the points of each event; those of a pass, which a later move settles, belong to the pass.
 * @type {(played: PlayedEvent[]) => Map<number, Points[]>}
 */
function pointsByEvent(played) {
  /** @type {Map<number, Points[]>} */
  const found = new Map();
  for (const event of played) {
    for (const point of event.points ?? []) {
      const number = point.kind === "pass" ? (point.pass_event ?? event.number) : event.number;
      found.set(number, [...(found.get(number) ?? []), point]);
    }
  }
  return found;
}

/**
 * Return the points of *event* by side, such as "+15"; those of the other side name it.
 * @type {(event: MovedEvent, view: View) => string}
 */
function gains(event, view) {
  /** @type {Map<number, number>} */
  const totals = new Map();
  for (const { side, points } of event.points) {
    if (side !== null && points) totals.set(side, (totals.get(side) ?? 0) + points);
  }
  const own = sideOf(view, event.seat);
  return [...totals]
    .map(([side, points]) => (side === own ? `+${points}` : `+${points} ${sideName(view, side)}`))
    .join(" ");
}
