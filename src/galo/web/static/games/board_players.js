/** The players of a board game, above and below the board: name, colour, and whose turn it is. */

/** @import { Child, Seat, View } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { capital, seatName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { drawClock } from "../table/clock.js";

export const STYLESHEET = "/static/games/board_players.css";

export class BoardPlayers {
  #mark;
  #facts;
  #above = el("div", { class: "duelists" });
  #below = el("div", { class: "duelists" });
  node;

  /**
   * @param {Element} board  what lies between the players
   * @param {(seat: number) => Element | null} mark  draws the colour of a seat
   * @param {(view: View, seat: number) => Child} facts  what stands beside the name: by default the colour
   */
  constructor(board, mark, facts = colourName) {
    this.#mark = mark;
    this.#facts = facts;
    this.node = el("div", { class: "duel" }, this.#above, el("div", { class: "middle" }, board), this.#below);
  }

  /** Show the players of *view*, the viewer's own seat below. @type {(view: View) => void} */
  update(view) {
    const below = view.you ?? 0;
    const others = view.seats.slice(1).map((_, k) => (below + 1 + k) % view.seats.length);
    fill(
      this.#above,
      others.map((seat) => this.#draw(view, seat)),
    );
    fill(this.#below, this.#draw(view, below));
  }

  /** @type {(view: View, seat: number) => HTMLElement} */
  #draw(view, seat) {
    const { kind, away } = view.seats[seat];
    return el(
      "div",
      { class: isMoving(view, seat) ? "duelist moving" : "duelist", "data-seat": seat },
      this.#mark(seat),
      el("span", { class: "name" }, capital(seatName(view, seat))),
      el("span", { class: "colour" }, this.#facts(view, seat)),
      icon(kind === "agent" || away ? "agent" : "person"),
      drawClock(view, seat),
      drawStates(view, seat),
    );
  }
}

/** Return the name of the colour of *seat*. @type {(view: View, seat: number) => string} */
export function colourName({ game }, seat) {
  return sayOr(`colour.${game}.${seat}`, sayOr(`seat.${game}.${seat}`, ""));
}

/** @type {(view: View, seat: number) => boolean} */
function isMoving(view, seat) {
  return view.phase === "playing" && view.mover === seat;
}

/** @type {(view: View, seat: number) => HTMLElement[]} */
function drawStates(view, seat) {
  if (view.outcome) return view.outcome.winner === seat ? [drawState("won", say("player.won"))] : [];
  const states = [];
  const gone = goneWords(view.seats[seat]);
  if (gone) states.push(drawState("gone", gone));
  if (isMoving(view, seat) && !view.isPast) {
    const isOwn = seat === view.you;
    states.push(isOwn ? drawState("yours", say("player.you")) : drawState("", drawThinking()));
  }
  return states;
}

/** @type {(kind: string, said: Child) => HTMLElement} */
function drawState(kind, said) {
  return el("span", { class: `state ${kind}` }, said);
}

/** Return why the person at a seat does not play, if so. @type {(seat: Seat) => string} */
function goneWords({ kind, away, out_of_time: outOfTime, connected }) {
  if (away) return say(outOfTime ? "player.out_of_time" : "player.away");
  return kind === "person" && connected === false ? say("player.lost") : "";
}

/** @type {() => HTMLElement[]} */
function drawThinking() {
  return [
    el("span", { class: "unseen" }, say("player.thinking")),
    el("span", { class: "dots", "aria-hidden": "true" }, el("i"), el("i"), el("i")),
  ];
}
