/**
 * How the person plays each game, in their own words: asked when a table begins until they have answered
 * once, kept by the browser, sent with every seat.
 */

/** @import { Experience, ExperienceAnswer, View } from "../types.js" */
/** @typedef {{ answer: ExperienceAnswer }} Question */

import { store, stored } from "./storage.js";

/** @type {Experience[]} */
export const EXPERIENCES = ["beginner", "casual", "experienced"];
const KEY = "experience";

/** Return how the person plays *game*; null if they have not said. @type {(game: string) => Experience | null} */
export function statedExperience(game) {
  return EXPERIENCES.find((one) => one === questions()[game]?.answer) ?? null;
}

/**
 * Return whether the person is to be asked at the table of *view*: where they play with agents, unless they
 * have answered for its game.
 * @type {(view: View) => boolean}
 */
export function askExperience({ game, you, phase, seats }) {
  if (you === null || phase === "over" || phase === "seating" || !seats.some(({ kind }) => kind === "agent"))
    return false;
  return !questions()[game]?.answer; // older versions kept the question without one
}

/** Store the *answer* of the person for *game*. @type {(game: string, answer: ExperienceAnswer) => void} */
export function storeExperience(game, answer) {
  store(KEY, { ...questions(), [game]: { answer } });
}

/** @type {() => Record<string, Question>} */
function questions() {
  return stored(KEY, {});
}
