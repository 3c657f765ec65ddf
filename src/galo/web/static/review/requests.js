/** What a review asks the server. */

/** @import { Frame, GameReviewAnswer, ReviewProgress } from "../types.js" */

import { tablePath } from "../lib/api.js";
import { open, request } from "../lib/requests.js";

/** Return the review of the game at *table*, which is kept. @type {(table: string) => Promise<GameReviewAnswer>} */
export async function fetchReview(table) {
  return /** @type {GameReviewAnswer} */ (await request(`${tablePath(table)}/review`));
}

/**
 * Ask for the review of the game at *table* and *tell* how far it is until it is kept; leaving with *signal*
 * gives it up.
 * @type {(table: string, signal: AbortSignal, tell: (progress: ReviewProgress) => void) => Promise<void>}
 */
export async function askReview(table, signal, tell) {
  const answer = await open(`${tablePath(table)}/review`, { method: "POST", signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done) return;
    const events = (rest + value).split("\n\n"); // of server-sent events, each one line of data
    rest = events.pop() ?? "";
    for (const event of events) tell(JSON.parse(event.replace(/^data: /, "")));
  }
}

/**
 * Return the moment *place* of the game at *table* as it would be had *move* been made there.
 * @type {(table: string, place: number, move: string) => Promise<Frame>}
 */
export async function fetchBranch(table, place, move) {
  const asked = new URLSearchParams({ place: String(place), move });
  return /** @type {Frame} */ (await request(`${tablePath(table)}/branch?${asked}`));
}
