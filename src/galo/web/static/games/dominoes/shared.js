/** What the modules of both domino games have in common. */

/** @import { MovedEvent, SoundName, ValueNames } from "../../types.js" */

import { suitName, tileName } from "./labels.js";

export { banners } from "./banners.js";
export { hintLabel, moveLabel, moveSentence, optionLabel, seatLabel } from "./labels.js";

/** @type {ValueNames} */
export const valueNames = { tile: tileName, suit: suitName };

export const stylesheets = ["/static/games/dominoes/dominoes.css"];

/** Return the sound of a move. @type {(event: MovedEvent) => SoundName} */
export function sound({ move, points }) {
  if (points.some(({ kind }) => kind === "galo")) return "galo";
  if (move === "pass") return "pass";
  return points.length ? "points" : "piece";
}
