/* The moments of a game, one frame for the start and one after each move, as the server tells them. */

import { get } from "./api.js";

/** Return the moments of *table*: `load(count)`, then `viewAt(place, live)` and `eventAt(place)`. */
export function createStepper(table) {
  let frames = [];
  let known = -1;
  return {
    /** Fetch the moments, unless those of *count* moves are here already. */
    async load(count) {
      if (known === count) return;
      ({ frames } = await get(`/api/tables/${encodeURIComponent(table)}/replay`));
      known = count;
    },
    /** Return the view after *place* moves as the viewer of *live* would look at it. */
    viewAt(place, live) {
      const frame = frames[Math.min(place, frames.length - 1)];
      return frame ? asSeenBy(live, frame.view, frames.slice(place + 1).map((later) => later.event)) : live;
    },
    eventAt: (place) => frames[place]?.event ?? null,
    get count() { return Math.max(0, frames.length - 1); },
    get frames() { return frames; },
  };
}

/** Turn the board of *view* towards the viewer of *live*, with the hand they held before the *later* events. */
function asSeenBy(live, view, later) {
  const phase = view.outcome ? "over" : view.mover === null ? "between" : "playing";
  const seen = { ...view, phase, you: live.you, moves: [], controls: [], forced: null };
  if (live.you !== null && seen.board && "hand" in seen.board) {
    seen.board = { ...seen.board, hand: seen.board.revealed?.[live.you] ?? handBefore(live, seen.board, later) };
  }
  return seen;
}

/** Return one's own hand at an earlier moment: what was laid since lies in it again; null if it cannot be known. */
function handBefore(live, board, later) {
  const mine = later.filter((event) => event?.seat === live.you && event.move !== "pass");
  const isKnown = live.board.hand && board.round === live.board.round && mine.every((event) => event.move !== "draw");
  return isKnown ? [...live.board.hand, ...mine.map((event) => event.move.split("@")[0])] : null;
}
