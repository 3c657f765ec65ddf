/** The players around the table: a plate each, with a face, a name, the tiles left, and whose turn it is. */

/** @import { BoardContext, DominoBoard, Seat, View } from "../../types.js" */

import { el, fill, svg } from "../../lib/dom.js";
import { platePlace, seatName } from "../../lib/sentences.js";
import { count, say } from "../../lib/texts.js";
import { drawClock } from "../../table/clock.js";
import { tileName } from "./labels.js";
import { halvesOf, tileBack, tileFace } from "./tiles.js";

/**
 * The places of the seats, seen from the bottom one: play goes clockwise, so the next to play is on the left.
 * @type {Record<number, string[]>}
 */
const PLACES = { 2: ["bottom", "top"], 4: ["bottom", "left", "top", "right"] };

/** @typedef {["circle" | "path", string, Record<string, string | number>]} Shape */

/** @type {Record<Seat["kind"], Shape[]>} */
const FACES = {
  person: [
    ["circle", "face", { cx: 20, cy: 15.5, r: 6.8 }],
    ["path", "face", { d: "M7 36c.6-8.5 6-12 13-12s12.4 3.5 13 12z" }],
  ],
  agent: [
    ["path", "comb", { d: "M13.5 14c-3-4.5.5-8.5 3.7-6 .3-4.6 5.6-4.8 6.3-1 3-2.6 6 .4 4.3 4.2z" }],
    ["path", "comb", { d: "M27 22.5c3 .4 3.8 5.5 1.2 6.7-2.7.2-3.4-4-1.2-6.7z" }],
    [
      "path",
      "face",
      { d: "M9 36c.4-6 2.8-9.5 3.6-15C13.3 14.5 17 11 21.4 11c4.7 0 7.6 3 7.6 7 0 5.5-3.8 8-3.3 18z" },
    ],
    ["path", "beak", { d: "M28.3 15.8 35.5 19l-7 2.8z" }],
    ["circle", "eye", { cx: 23.7, cy: 17, r: 1.7 }],
  ],
  open: [["path", "plus", { d: "M20 12v16M12 20h16" }]],
};

export class Players {
  #context;
  /** @type {Plate[]} */
  #plates = [];

  /** @param {BoardContext} context */
  constructor(context) {
    this.#context = context;
  }

  /** The elements in which the pips of each seat's hand are written. */
  get pipsNodes() {
    return this.#plates.map((plate) => plate.pips);
  }

  /**
   * Draw the players of *view* and return their plates.
   * @type {(view: View<DominoBoard>) => HTMLElement[]}
   */
  show(view) {
    view.seats.forEach(({ kind }, seat) => {
      const isButton = kind === "open";
      let plate = this.#plates[seat];
      if (!plate || plate.isButton !== isButton) {
        const fresh = new Plate(isButton, () => this.#context.invite(seat));
        plate?.node.replaceWith(fresh.node);
        this.#plates[seat] = plate = fresh;
      }
      plate.update(view, seat);
    });
    return this.#plates.map((plate) => plate.node);
  }

  /** Return the plate of *seat*. @type {(seat: number) => HTMLElement} */
  node(seat) {
    return this.#plates[seat].node;
  }

  /**
   * Return the rectangle of the page that the tiles of *seat* leave from.
   * @type {(seat: number) => DOMRect}
   */
  rectOf(seat) {
    const { hand, face } = this.#plates[seat];
    return (hand.firstElementChild ?? face).getBoundingClientRect();
  }
}

class Plate {
  face = el("span", { class: "player-face" });
  #name = el("span", { class: "player-name" });
  #place = el("span", { class: "player-place" });
  #note = el("span", { class: "player-note" });
  #clock = el("span", { class: "player-clock" });
  hand = el("span", { class: "player-hand" });
  pips = el("span", { class: "player-pips" });
  isButton;
  node;
  #drawnFace = "";
  #drawnHand = "";

  /** @param {boolean} isButton  an open seat invites @param {() => void} invite */
  constructor(isButton, invite) {
    const words = el("span", { class: "player-words" }, this.#name, this.#place, this.#note, this.#clock);
    const parts = [this.face, words, this.hand, this.pips];
    for (const part of parts) part.setAttribute("aria-hidden", "true"); // the label says everything at once
    this.isButton = isButton;
    this.node = isButton
      ? el("button", { type: "button", class: "player", onclick: invite }, parts)
      : el("div", { class: "player", role: "img" }, parts);
  }

  /** @type {(view: View<DominoBoard>, number: number) => void} */
  update(view, number) {
    const seat = view.seats[number];
    const isMover = view.phase === "playing" && view.mover === number;
    const isThinking = isMover && isWaitedFor(view, number);
    const names = view.board?.revealed?.[number] ?? null;
    const { node } = this;
    node.dataset.place = placeOf(view, number);
    node.dataset.side = String(seat.side);
    node.dataset.seat = String(number);
    fill(this.#clock, drawClock(view, number));
    node.classList.toggle("turn", isMover);
    node.classList.toggle("thinking", isThinking);
    node.classList.toggle("open", seat.kind === "open");
    node.classList.toggle("away", seat.away || seat.connected === false);
    this.#drawFace(seat.kind === "agent" || seat.away ? "agent" : seat.kind);
    this.#name.textContent = this.isButton ? say("dominoes.invite.short") : seatName(view, number);
    this.#place.textContent = platePlace(view, number);
    const notes = notesOf(view, number);
    this.#note.textContent = notes[0] ?? "";
    this.#note.classList.toggle("passed", Boolean(view.board?.passed.includes(number)));
    this.#drawHand(names, number === bottomSeat(view) ? 0 : (seat.tiles ?? 0)); // the hand at the bottom is drawn large
    node.setAttribute("aria-label", this.isButton ? say("dominoes.invite") : plateLabel(view, number));
  }

  /** @type {(kind: Seat["kind"]) => void} */
  #drawFace(kind) {
    if (kind !== this.#drawnFace) fill(this.face, drawFace(kind));
    this.#drawnFace = kind;
  }

  /**
   * Draw the tiles *names*, or *backs* tiles from behind.
   * @type {(names: string[] | null, backs: number) => void}
   */
  #drawHand(names, backs) {
    const drawn = names ? `faces ${names.join()}` : `backs ${backs}`;
    if (drawn !== this.#drawnHand) {
      fill(
        this.hand,
        names ? names.map((name) => tileFace(halvesOf(name))) : Array.from({ length: backs }, tileBack),
        !names && backs > 0 && el("b", {}, String(backs)),
      );
    }
    this.#drawnHand = drawn;
    this.node.classList.toggle("shown", Boolean(names));
    this.hand.classList.toggle("faces", Boolean(names));
  }
}

/**
 * Return the seat at the bottom of the page: the viewer's, for watchers the first.
 * @type {(view: View) => number}
 */
export function bottomSeat(view) {
  return view.you ?? 0;
}

/** Return all that the plate of *seat* shows in words. @type {(view: View<DominoBoard>, seat: number) => string} */
function plateLabel(view, seat) {
  const isTheirTurn = view.phase === "playing" && view.mover === seat && seat !== view.you;
  const turn = isTheirTurn ? say("dominoes.their_turn") : "";
  const words = [seatName(view, seat), platePlace(view, seat), handLabel(view, seat), turn];
  return [...words, ...notesOf(view, seat)].filter(Boolean).join(", ");
}

/** Return whether *seat*, another player to move, is thinking. @type {(view: View, seat: number) => boolean} */
function isWaitedFor(view, seat) {
  return seat !== view.you && !view.forced && !view.isPast;
}

/** @type {(view: View, seat: number) => string} */
function placeOf(view, seat) {
  const seats = view.seats.length;
  return PLACES[seats][(seat - bottomSeat(view) + seats) % seats];
}

/**
 * Return the notes on the plate of a seat, the most urgent first.
 * @type {(view: View<DominoBoard>, number: number) => string[]}
 */
function notesOf(view, number) {
  const { away, out_of_time: outOfTime, connected } = view.seats[number];
  const notes = [];
  if (away) notes.push(say(outOfTime ? "player.out_of_time" : "dominoes.away"));
  if (connected === false) notes.push(say("dominoes.lost"));
  if (view.phase === "playing" && view.mover === number) {
    if (view.forced) notes.push(say(`dominoes.forced.${view.forced}`));
    else if (number === view.you && !view.isPast) notes.push(say("dominoes.turn"));
  }
  if (view.board?.passed.includes(number)) notes.push(say("dominoes.passed"));
  return notes;
}

/**
 * Return the hand of a seat in words: its tiles once they are revealed, else how many there are.
 * @type {(view: View<DominoBoard>, number: number) => string}
 */
function handLabel(view, number) {
  const names = view.board?.revealed?.[number];
  const pips = view.board?.pips?.[number] ?? 0;
  if (names) return say("dominoes.shown", { tiles: names.map(tileName).join(", "), pips });
  const { tiles } = view.seats[number];
  return tiles === null ? "" : count("dominoes.tiles", tiles);
}

/** @type {(kind: Seat["kind"]) => SVGElement} */
function drawFace(kind) {
  return svg(
    "svg",
    { viewBox: "0 0 40 40", focusable: "false" },
    FACES[kind].map(([shape, name, numbers]) => svg(shape, { class: `picture-${name}`, ...numbers })),
    kind !== "open" &&
      svg(
        "g",
        { class: "picture-dots" },
        [12, 20, 28].map((cx) => svg("circle", { cx, cy: 35, r: 2.6 })),
      ),
  );
}
