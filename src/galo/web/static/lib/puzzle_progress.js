/** What this browser has of puzzles: the answers, a level for each game, and the days in a row. */

/** @import { PuzzleAnswer, PuzzleEntry, PuzzleList } from "../types.js" */

import { store, stored } from "./storage.js";

const STEP = 40; // of the level, up for a right answer and down for a wrong one
const BEGIN = 0.25; // the share of puzzles that are easier than the first one
const DAYS_KEPT = 400;
const DAY = 86_400_000; // milliseconds

/** @typedef {{ answers: Record<string, boolean>, level: number | null }} Progress */

/** Return what is kept of *game*. @type {(game: string) => Progress} */
export function progressOf(game) {
  return (
    stored("puzzles", /** @type {Record<string, Progress>} */ ({}))[game] ?? { answers: {}, level: null }
  );
}

/**
 * Keep the first answer to puzzle *entry* of *list*; the day counts if it was that of the day. The level is the
 * person's rating where it was rated.
 * @type {(list: PuzzleList, entry: PuzzleEntry, answer: Pick<PuzzleAnswer, "right" | "rated">) => void}
 */
export function keepAnswer(list, entry, { right, rated }) {
  const { answers, level } = progressOf(list.game);
  if (!(entry.id in answers)) {
    const next = rated?.after?.elo ?? (level ?? firstLevel(list)) + (right ? STEP : -STEP);
    const progress = { answers: { ...answers, [entry.id]: right }, level: next };
    store("puzzles", { ...stored("puzzles", {}), [list.game]: progress });
  }
  if (entry.id === list.daily) {
    store("puzzle_days", [...new Set([...keptDays(), list.date])].slice(-DAYS_KEPT));
  }
}

/**
 * Return the puzzle with *theme*, null for any, that fits the level and is not answered yet; one that is, if all are.
 * @type {(list: PuzzleList, theme: string | null, current: string | null) => PuzzleEntry | undefined}
 */
export function nextPuzzle(list, theme, current) {
  const { answers, level } = progressOf(list.game);
  const wanted = level ?? firstLevel(list);
  const fitting = list.puzzles.filter(
    ({ id, themes }) => id !== current && (theme === null || themes.includes(theme)),
  );
  const fresh = fitting.filter(({ id }) => !(id in answers));
  const distance = (/** @type {PuzzleEntry} */ { rating }) => Math.abs(rating - wanted);
  return (fresh.length ? fresh : fitting).sort((one, other) => distance(one) - distance(other))[0];
}

/** Return on how many days in a row, up to *today*, a puzzle of the day was answered. @type {(today: string) => number} */
export function streakAt(today) {
  const days = new Set(keptDays());
  let day = Date.parse(today);
  if (!days.has(dateOf(day))) day -= DAY; // today's may still come
  let length = 0;
  for (; days.has(dateOf(day)); day -= DAY) length += 1;
  return length;
}

/** @type {() => string[]} */
function keptDays() {
  return stored("puzzle_days", /** @type {string[]} */ ([]));
}

/** @type {(day: number) => string} */
function dateOf(day) {
  return new Date(day).toISOString().slice(0, 10);
}

/** @type {(list: PuzzleList) => number} */
function firstLevel({ puzzles }) {
  return puzzles[Math.floor(puzzles.length * BEGIN)]?.rating ?? 0;
}
