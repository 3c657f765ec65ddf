/** Results in words: the game, who played against whom, shares and their intervals. */

/** @import { Opponent, ResultGroup } from "../types.js" */

import { gameName, plainName } from "./sentences.js";
import { has, numeral, say } from "./texts.js";

const PERSON = "human"; // how a record names one

/**
 * Return the game of a group, with the number of players where people choose it.
 * @type {(group: ResultGroup) => string}
 */
export function formName({ game, players }) {
  const name = gameName(game);
  const form = `results.form.${game}.${players}`;
  return has(form) ? `${name} (${say(form)})` : name;
}

/** Return the agents of a group; games with help are a row of their own. @type {(group: ResultGroup) => string} */
export function opponentNames({ opponents, assisted }) {
  const agents = namesOf(opponents);
  return assisted ? say("results.with_help", { agents }) : agents;
}

/** Return the names of *opponents*. @type {(opponents: Opponent[]) => string} */
export function namesOf(opponents) {
  return opponents
    .map(({ name, level }) =>
      name === PERSON ? say("who.someone") : plainName({ kind: "agent", name, level }),
    )
    .join(" + ");
}

/** @type {(share: number) => string} */
export function percent(share) {
  return numeral(share, { style: "percent", maximumFractionDigits: 0 });
}

/** Return the interval from *low* to *high*. @type {(low: number, high: number) => string} */
export function interval(low, high) {
  return `${percent(low)} – ${percent(high)}`;
}
