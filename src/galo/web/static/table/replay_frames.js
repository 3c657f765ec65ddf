/** The moments of a game, one frame for the start and one after each move or deal. */

/** @import { Frame, MovedEvent, View } from "../types.js" */

import { fetchReplay } from "../lib/api.js";

export class ReplayFrames {
  #table;
  #token;
  /** @type {Frame[]} */
  frames = [];
  /** @type {number | null} */
  #loaded = null; // the last event that they know of

  /**
   * @param {string} table
   * @param {string | null} token  of the seat whose view is wanted, null for a watcher's
   */
  constructor(table, token) {
    this.#table = table;
    this.#token = token;
  }

  /**
   * Fetch the frames, unless those up to event *number* are here already.
   * @type {(number: number) => Promise<void>}
   */
  async load(number) {
    if (this.#loaded === number) return;
    this.frames = await fetchReplay(this.#table, this.#token);
    this.#loaded = number;
  }

  /** Return the view after *place* moves, without anything to choose. @type {(place: number) => View} */
  viewAt(place) {
    return pastView(this.frames[Math.min(place, this.frames.length - 1)].view);
  }

  /**
   * Return the move before the moment *place*, null for the start and for a deal.
   * @type {(place: number) => MovedEvent | null}
   */
  eventAt(place) {
    return this.frames[place]?.event ?? null;
  }
}

/** Return *view*, the game at some moment, without anything to choose. @type {(view: View) => View} */
export function pastView(view) {
  const phase = view.outcome ? "over" : view.mover === null ? "between" : "playing";
  return { ...view, phase, moves: [], controls: [], forced: null, isPast: true };
}
