/**
 * How the person plays each game, in their own words: asked at one table, kept by the browser, sent with
 * every seat.
 */

/** @import { Experience, ExperienceAnswer, View } from "../types.js" */
/** @typedef {{ table: string, answer: ExperienceAnswer | null }} Question  *table*: where it was asked */

import { store, stored } from "./storage.js";

/** @type {Experience[]} */
export const EXPERIENCES = ["beginner", "casual", "experienced"];
const KEY = "experience";

/** Return how the person plays *game*; null if they have not said. @type {(game: string) => Experience | null} */
export function statedExperience(game) {
  return EXPERIENCES.find((one) => one === questions()[game]?.answer) ?? null;
}

/**
 * Return whether the person is to be asked at the table of *view*: the first of its game at which they play
 * with agents, and no other after it.
 * @type {(view: View) => boolean}
 */
export function askExperience({ game, table, you, phase, seats }) {
  if (you === null || phase === "over" || phase === "seating" || !seats.some(({ kind }) => kind === "agent"))
    return false;
  const asked = questions()[game];
  if (!asked) store(KEY, { ...questions(), [game]: { table, answer: null } });
  return !asked || (asked.table === table && asked.answer === null);
}

/**
 * Store the *answer* of the person at the table of *view*.
 * @type {(view: View, answer: ExperienceAnswer) => void}
 */
export function storeExperience({ game, table }, answer) {
  store(KEY, { ...questions(), [game]: { table, answer } });
}

/** @type {() => Record<string, Question>} */
function questions() {
  return stored(KEY, {});
}
