/** The levels of agents in words. */

/** @import { GameInfo } from "../types.js" */

import { say, sayOr } from "./texts.js";

/** Return the name that an agent of *level* plays under. @type {(level: string) => string} */
export function levelName(level) {
  return sayOr(`bird.${level}`, level);
}

/**
 * Return *level* where it is chosen: its name, how strong that is, and the measured Elo.
 * @type {(game: GameInfo, level: string) => string}
 */
export function levelLabel(game, level) {
  const label = `${levelName(level)} (${sayOr(`level.${level}`, level)})`;
  const elo = game.ratings[level];
  return elo === undefined ? label : `${label} · ${say("level.elo", { elo })}`;
}
