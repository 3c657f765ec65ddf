/**
 * The analysis of one's position: while it is on, it is asked for whenever that is allowed.
 *
 *     off ⇄ on:  waiting for one's turn ─→ thinking ─→ found ─→ waiting …
 *                                              ↑            │
 *                                              └─ not exact ┘
 *
 * A result belongs to the event it was asked at; after any other event it is dropped.
 */

/** @import { AnalysisMessage, View } from "../types.js" */

import { showError } from "../lib/dialog.js";
import { errorCode } from "../lib/requests.js";
import { store, stored } from "../lib/storage.js";

const OUTDATED = ["stale", "replaced", "closed"]; // the position, the seat or the page is gone: nobody misses the answer

export class AnalysisSwitch {
  #table;
  #ask;
  #changed;
  #isOn;
  /** @type {number | undefined} */
  #number; // of the last event
  #isAsked = false;
  /** @type {AnalysisMessage | null} */
  #found = null;

  /**
   * @param {string} table  a new table begins without analysis
   * @param {() => Promise<AnalysisMessage>} ask
   * @param {(found: AnalysisMessage | null) => void} changed  called with a result, or with null after a switch
   */
  constructor(table, ask, changed) {
    this.#table = table;
    this.#ask = ask;
    this.#changed = changed;
    this.#isOn = stored("analysis", "") === table;
  }

  get isOn() {
    return this.#isOn;
  }

  /** The result for the position on the board; null if there is none, or the analysis is off. */
  get found() {
    return this.#isOn ? this.#found : null;
  }

  /**
   * Ask for an analysis of *view*, the game after event *number*, if that is allowed.
   * @type {(view: View, number: number | undefined) => Promise<void>}
   */
  async follow(view, number) {
    if (number !== this.#number) this.#forget(number);
    if (!this.#isOn || this.#isAsked || !view.controls.includes("analyse")) return;
    this.#isAsked = true;
    try {
      const answer = await this.#ask();
      if (answer.number === this.#number) this.#receive(answer, view);
    } catch (error) {
      if (number === this.#number) this.#isAsked = false; // the seat may come back to the same position
      if (OUTDATED.includes(errorCode(error))) return;
      showError(error);
      if (this.#isOn) this.toggle();
    }
  }

  toggle() {
    this.#isOn = !this.#isOn;
    store("analysis", this.#isOn ? this.#table : null);
    if (!this.#found) this.#isAsked = false; // switched on again, it is asked for again
    this.#changed(null);
  }

  /** Keep *answer*; one that is not exact is asked for again. @type {(answer: AnalysisMessage, view: View) => void} */
  #receive(answer, view) {
    this.#found = answer;
    if (this.#isOn) this.#changed(answer);
    if (answer.exact !== false) return;
    this.#isAsked = false;
    this.follow(view, answer.number);
  }

  /** @type {(number: number | undefined) => void} */
  #forget(number) {
    this.#number = number;
    this.#isAsked = false;
    this.#found = null;
  }
}
