/** Ratings in words: a number with its uncertainty, and what it is about. */

/** @import { GameRating, OptionValue } from "../types.js" */

import { gameName } from "./sentences.js";
import { numeral, say, sayOr } from "./texts.js";

/** Return a rating, such as "1240 ± 80". @type {(rating: { elo: number, margin: number }) => string} */
export function ratingWords({ elo, margin }) {
  return `${elo}\u00a0±\u00a0${margin}`;
}

/** Return a change of a rating with its sign. @type {(change: number) => string} */
export function changeWords(change) {
  return numeral(change, { signDisplay: "exceptZero" });
}

/** Return what a game did to the person's rating, or why nothing. @type {(rating: GameRating) => string} */
export function gameRatingWords({ why, before, after, provisional }) {
  if (!before || !after) return say(`rating.why.${why}`);
  const key = provisional ? "rating.moved.provisional" : "rating.moved";
  return say(key, { before: ratingWords(before), after: ratingWords(after) });
}

/**
 * Return the name of a game with the options that make it another one.
 * @type {(pool: { game: string, options: Record<string, OptionValue> }) => string}
 */
export function poolName({ game, options }) {
  const words = Object.entries(options).map(([name, value]) => {
    const key = `option.${game}.${name}`;
    const label = sayOr(key, name);
    return `${label}: ${sayOr(`${key}.${value ?? "none"}`, value === null ? say("option.none") : String(value))}`;
  });
  return [gameName(game), ...words].join(" · ");
}
