/* The analysis of one's position: while it is on, asked for again whenever asking is allowed.

   off ⇄ on:  waiting for one's turn ─→ thinking ─→ found ─→ waiting …

   What is found belongs to the event it was asked at; after any other it is gone. */

import { complain } from "./dialog.js";
import { recall, remember } from "./memory.js";

const PASSING = ["stale", "replaced", null]; // the position, the seat or the page is gone: nobody misses the answer

/** Return the analysis at *table*: *ask* brings an answer, *changed* hears of it once it is shown. */
export function createAnalysis(table, ask, changed) {
  let on = recall("analysis") === table; // a new game begins without it
  let number = null; // of the last event
  let asked = false;
  let found = null;

  async function follow(view, now) {
    if (now !== number) [number, asked, found] = [now, false, null];
    if (!on || asked || !view?.controls.includes("analyse")) return;
    asked = true;
    try {
      const answer = await ask();
      if (answer.number !== number) return;
      found = answer;
      if (on) changed(found);
    } catch (problem) {
      if (now === number) asked = false; // the seat may come back to the same position
      if (PASSING.includes(problem.code)) return;
      complain(problem);
      if (on) toggle();
    }
  }

  function toggle() {
    on = !on;
    remember("analysis", on ? table : null);
    if (!found) asked = false; // switched on again it is asked for again
    changed(null);
  }

  return {
    /** Look at *view*, the game after event *now*, and ask if that is allowed. */
    follow,
    toggle,
    get on() { return on; },
    get found() { return on ? found : null; },
  };
}
