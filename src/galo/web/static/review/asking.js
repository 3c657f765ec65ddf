/** Asking for a review: how far it is, and the way out; the promise ends with the review. */

/** @import { GameReviewAnswer, ReviewProgress } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { SiteError } from "../lib/requests.js";
import { count, say } from "../lib/texts.js";
import { askReview, fetchReview } from "./requests.js";

/**
 * Ask for the review of the game at *table* and show in *place* how far it is; null if the person gave up.
 * @type {(table: string, place: HTMLElement) => Promise<GameReviewAnswer | null>}
 */
export async function reviewOf(table, place) {
  const leaving = new AbortController();
  const words = el("p", { role: "status" }, say("reviewed.starting"));
  const bar = el("progress", { max: 1, "aria-label": say("reviewed.title") });
  const stop = el("button", { type: "button", onclick: () => leaving.abort() }, say("cancel"));
  fill(place, el("div", { class: "reviewing" }, words, bar, stop));
  const tell = (/** @type {ReviewProgress} */ progress) => {
    if (progress.state === "failed") throw new SiteError("review_failed");
    if (progress.total) bar.value = progress.done / progress.total;
    const sentence = progressWords(progress);
    if (words.textContent !== sentence) words.textContent = sentence;
  };
  try {
    await askReview(table, leaving.signal, tell);
    return await fetchReview(table);
  } catch (error) {
    if (leaving.signal.aborted) return null;
    throw error;
  } finally {
    fill(place);
  }
}

/** @type {(progress: ReviewProgress) => string} */
function progressWords({ state, ahead, done, total }) {
  if (state === "waiting") return ahead ? count("reviewed.waiting", ahead) : say("reviewed.starting");
  return say("reviewed.working", { done, total });
}
