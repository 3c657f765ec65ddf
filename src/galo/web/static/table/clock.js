/** The clocks of people: beside each name, counted down from what the server sent. */

/** @import { View } from "../types.js" */

import { announce } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { count } from "../lib/texts.js";

const TICK = 200; // milliseconds
const SHORT = 10; // seconds, from which a clock is in a hurry

/**
 * Return the clock of *seat*, null where it has none.
 * @type {(view: View, seat: number) => HTMLElement | null}
 */
export function drawClock({ clock, phase }, seat) {
  const left = clock?.left[seat] ?? null;
  if (!clock || left === null || phase === "over" || phase === "seating") return null;
  const isRunning = clock.running === seat;
  const node = el("span", { class: isRunning ? "clock running" : "clock", "aria-hidden": "true" });
  if (isRunning) node.dataset.until = String((clock.at ?? performance.now()) + left * 1000);
  else node.dataset.left = String(left);
  showTime(node);
  return node;
}

/** Write the time that is left into *node* and return its seconds. @type {(node: HTMLElement) => number} */
function showTime(node) {
  const { until, left } = node.dataset;
  const exact = until ? (Number(until) - performance.now()) / 1000 : Number(left);
  const seconds = Math.max(0, Math.ceil(exact));
  node.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  node.classList.toggle("short", seconds <= SHORT);
  return seconds;
}

export class Clocks {
  #root;
  #timer;
  #isWarned = false; // that the person's own time is short

  /** @param {HTMLElement} root  in which clocks are drawn */
  constructor(root) {
    this.#root = root;
    this.#timer = setInterval(() => this.#tick(), TICK);
  }

  /** Say once a turn that the person's own time is short. @type {(view: View) => void} */
  update({ clock, you }) {
    const left = clock && you !== null && clock.running === you ? clock.left[you] : null;
    if (left === null || left === undefined)
      this.#isWarned = true; // nothing to warn of
    else if (left > SHORT) this.#isWarned = false;
  }

  destroy() {
    clearInterval(this.#timer);
  }

  #tick() {
    for (const node of this.#root.querySelectorAll(".clock.running")) {
      const seconds = showTime(/** @type {HTMLElement} */ (node));
      if (seconds > SHORT || this.#isWarned) continue;
      this.#isWarned = true;
      announce(count("clock.short", seconds), true);
    }
  }
}
