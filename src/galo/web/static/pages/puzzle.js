/**
 * Puzzles of one game on its real board: today's first, then others that fit the person, of any theme.
 *
 *     list ─→ puzzle as its mover sees it ─→ move ─→ the server's answer ─→ what follows, next puzzle
 */

/** @import { Leave, PuzzleAnswer, PuzzleEntry, PuzzleList, PuzzleTask } from "../types.js" */

import { fetchPuzzle, fetchPuzzles, sendPuzzleMove } from "../lib/api.js";
import { showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { loadGame } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { keepAnswer, nextPuzzle, progressOf, streakAt } from "../lib/puzzle_progress.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { count, currentLanguage, loadMoreTexts, say, sayOr } from "../lib/texts.js";
import { Exercise } from "./exercise.js";
import { drawProblem } from "./problem.js";
import { drawAnswer } from "./puzzle_answer.js";

/**
 * Show the puzzles of *game* in *root* and return how to leave them.
 * @type {(root: HTMLElement, game: string) => Promise<Leave>}
 */
export async function openPuzzle(root, game) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    const [list] = await Promise.all([
      fetchPuzzles(game),
      loadMoreTexts(`/static/puzzles/${currentLanguage()}.json`),
    ]);
    const isNew = !(list.daily in progressOf(game).answers);
    const first = isNew ? list.puzzles.find(({ id }) => id === list.daily) : nextPuzzle(list, null, null);
    const page = new PuzzlePage(root, list);
    await page.start(first ?? list.puzzles[0]);
    return () => page.close();
  } catch (error) {
    fill(root, drawProblem(errorCode(error)));
    return () => {};
  }
}

class PuzzlePage {
  #list;
  #entry;
  /** @type {PuzzleTask | null} */
  #task = null;
  #isAnswered = false;
  #opened = 0; // counts puzzles, so that one that comes late can see that it is
  #exercise;
  #themes;

  /** @param {HTMLElement} root @param {PuzzleList} list */
  constructor(root, list) {
    this.#list = list;
    this.#entry = list.puzzles[0];
    const title = say("puzzle.of", { game: gameName(list.game) });
    this.#themes = this.#drawThemes();
    this.#exercise = new Exercise(root, { title, name: "puzzle", head: this.#themes });
  }

  /** Begin with the puzzle *entry*. @type {(entry: PuzzleEntry) => Promise<void>} */
  async start(entry) {
    const { view } = await fetchPuzzle(this.#list.game, entry.id);
    await this.#exercise.load(view, (move) => this.#play(move));
    await this.#open(entry);
  }

  close() {
    this.#opened += 1;
    this.#exercise.close();
  }

  get #theme() {
    return this.#themes.value || null;
  }

  /** @type {(entry: PuzzleEntry) => Promise<void>} */
  async #open(entry) {
    this.#opened += 1;
    const opened = this.#opened;
    const task = await fetchPuzzle(this.#list.game, entry.id);
    if (opened !== this.#opened) return;
    this.#entry = entry;
    this.#task = task;
    this.#isAnswered = false;
    this.#exercise.show(task.view);
    const isDaily = entry.id === this.#list.daily;
    const streak = streakAt(this.#list.date);
    const place = [
      say("puzzle.rating", { rating: entry.rating }),
      streak > 0 && count("puzzle.streak", streak),
    ];
    this.#exercise.speak(
      place.filter(Boolean).join(" · "),
      say(isDaily ? "puzzle.daily" : "puzzle.find"),
      sayOr(`puzzle.task.${this.#list.game}`, say("puzzle.task")),
    );
  }

  /** @type {(move: string) => Promise<void>} */
  async #play(move) {
    const task = this.#task;
    if (!task || this.#isAnswered) return;
    this.#isAnswered = true;
    const opened = this.#opened;
    try {
      const answer = await sendPuzzleMove(this.#list.game, task.id, move);
      if (opened !== this.#opened) return;
      keepAnswer(this.#list, this.#entry, answer);
      await this.#show(task, answer, move);
    } catch (error) {
      this.#isAnswered = false;
      this.#exercise.show(task.view);
      showError(error);
    }
  }

  /** @type {(task: PuzzleTask, answer: PuzzleAnswer, move: string) => Promise<void>} */
  async #show(task, answer, move) {
    this.#exercise.show({ ...task.view, moves: [] });
    if (!(await this.#exercise.follow(answer.frames))) return;
    const module = await loadGame({ name: task.view.game, script: task.view.script });
    const kind = answer.right ? "right" : "wrong";
    this.#exercise.answer(kind, drawAnswer(answer, move, task.view, module), this.#drawNext());
  }

  #drawNext() {
    const next = nextPuzzle(this.#list, this.#theme, this.#entry.id) ?? this.#entry;
    return el(
      "div",
      { class: "row" },
      el(
        "button",
        { type: "button", class: "primary", onclick: () => this.#open(next).catch(showError) },
        say("puzzle.next"),
        icon("forward"),
      ),
      el(
        "button",
        { type: "button", onclick: () => this.#open(this.#entry).catch(showError) },
        say("learn.once_more"),
      ),
      el("a", { class: "button", href: addressOf("/puzzles") }, say("puzzle.all")),
    );
  }

  #drawThemes() {
    const { themes } = this.#list;
    const choose = () => {
      const entry = nextPuzzle(this.#list, this.#theme, this.#entry.id);
      if (entry) this.#open(entry).catch(showError);
    };
    return el(
      "select",
      { class: "themes", "aria-label": say("puzzle.theme"), onchange: choose },
      el("option", { value: "" }, say("puzzle.any_theme")),
      Object.entries(themes).map(([theme, number]) =>
        el("option", { value: theme }, `${sayOr(`puzzles.theme.${theme}`, theme)} (${number})`),
      ),
    );
  }
}
