/** What the modules of both domino games have in common. */

/** @import { MovedEvent, SoundName } from "../../types.js" */

export { banners } from "./banners.js";
export { hintLabel, moveLabel, moveSentence, seatLabel } from "./labels.js";

export const stylesheets = ["/static/games/dominoes/dominoes.css"];

/** Return the sound of a move. @type {(event: MovedEvent) => SoundName} */
export function sound({ move, points }) {
  if (points.some(({ kind }) => kind === "galo")) return "galo";
  if (move === "pass") return "pass";
  return points.length ? "points" : "piece";
}
