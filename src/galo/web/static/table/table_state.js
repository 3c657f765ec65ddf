/** The state of a table in this browser: the last view, all events, and what the person looks at. */

/**
 * @import {
 *   ConnectionStatus, GameRating, OpinionMessage, PlayedEvent, PresenceMessage, StateMessage, TableEvent, View
 * } from "../types.js"
 */
/** @import { AnalysisSwitch } from "./analysis.js" */

import { store, stored } from "../lib/storage.js";
import { playedEvents } from "./move_list.js";
import { withOpenHands } from "./opinion.js";

export class TableState {
  /** @type {View | null} */
  view = null;
  /** @type {PlayedEvent[]} */
  played = [];
  /** @type {ConnectionStatus} */
  status = "connecting";
  attempts = 0; // to reconnect
  watchers = 0;
  /** @type {number | null} */
  shownMove = null; // how many moves the board shows; null for the game as it is
  /** @type {{ title: string, text: string, move?: string } | null} */
  hint = null;
  isAsking = false; // how the person plays
  /** @type {GameRating | null} */
  rating = null; // what the game did to the person's, once it is over
  /** @type {OpinionMessage | null} */
  opinion = null; // of the agent that moved last, where agents alone play
  /** @type {OpinionMessage | null} */
  estimate = null; // the last opinion that has a chance
  hasOpenHands = stored("open_hands", false); // where agents alone play
  analysis;
  /** @type {TableEvent[]} */
  #events = [];
  /** @type {boolean[]} */
  #connected = []; // by seat

  /** @param {AnalysisSwitch} analysis */
  constructor(analysis) {
    this.analysis = analysis;
  }

  /** The number of the last event. */
  get number() {
    return this.#events.at(-1)?.number;
  }

  /** The view that the board draws: with all hands open, if that is chosen and allowed. */
  get boardView() {
    return this.view && this.hasOpenHands ? withOpenHands(this.view) : this.view;
  }

  /** Whether the person has made a move that is still on the board. */
  get hasPlayed() {
    const you = this.view?.you;
    return this.played.some((event) => event.kind === "moved" && event.seat === you && event.by === "person");
  }

  /** Show all hands, or hide them, where agents alone play. @type {(isOn: boolean) => void} */
  openHands(isOn) {
    this.hasOpenHands = isOn;
    store("open_hands", isOn);
  }

  /** How many moves the board shows. */
  get place() {
    return this.shownMove ?? this.played.length;
  }

  /**
   * Take over *message* and return its events that are new.
   * @type {(message: StateMessage) => TableEvent[]}
   */
  receive({ view, events }) {
    const known = this.number ?? 0;
    const fresh = events.filter((event) => event.number > known);
    this.#events.push(...fresh);
    this.played = playedEvents(this.#events);
    this.view = this.#withPresence(view);
    if (fresh.some((event) => event.kind !== "paced")) this.hint = null;
    return fresh;
  }

  /** Take over what an agent thought of its move. @type {(message: OpinionMessage) => void} */
  receiveOpinion(message) {
    this.opinion = message;
    if (message.chance !== null) this.estimate = message;
  }

  /** Take over which seats are connected. @type {(message: PresenceMessage) => void} */
  receivePresence({ connected, watchers }) {
    this.#connected = connected;
    this.watchers = watchers;
    if (this.view) this.view = this.#withPresence(this.view);
  }

  /** @type {(view: View) => View} */
  #withPresence(view) {
    const seats = view.seats.map((seat, k) => ({
      ...seat,
      connected: seat.kind === "person" ? this.#connected[k] : undefined,
    }));
    const clock = view.clock && { ...view.clock, at: view.clock.at ?? performance.now() };
    return { ...view, seats, clock };
  }
}
