/**
 * Lessons: small positions on the real board, one move each, with a word before and after.
 *
 *     lessons of the server ─→ board ─→ move ─→ right: what follows, next lesson · else: another try
 */

/** @import { Frame, Leave, Lesson, LessonList, Site } from "../types.js" */

import { fetchLessons } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { store, stored } from "../lib/storage.js";
import { currentLanguage, loadMoreTexts, say } from "../lib/texts.js";
import { playWithBeginners } from "./beginners.js";
import { Exercise } from "./exercise.js";
import { drawProblem } from "./problem.js";

/**
 * Show the lessons of *game* in *root* and return how to leave them.
 * @type {(root: HTMLElement, game: string, site: Site) => Promise<Leave>}
 */
export async function openLessons(root, game, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    const [list] = await Promise.all([
      fetchLessons(game),
      loadMoreTexts(`/static/lessons/${currentLanguage()}.json`),
    ]);
    if (list.lessons.length === 0) {
      fill(root, drawProblem("no_page"));
      return () => {};
    }
    const page = new LessonPage(root, list, site);
    await page.start();
    return () => page.close();
  } catch (error) {
    fill(root, drawProblem(errorCode(error)));
    return () => {};
  }
}

class LessonPage {
  #list;
  #site;
  #place = 0;
  #steps = el("ol", { class: "lesson-steps", "aria-label": say("learn.steps") });
  #exercise;

  /** @param {HTMLElement} root @param {LessonList} list @param {Site} site */
  constructor(root, list, site) {
    this.#list = list;
    this.#site = site;
    const title = say("learn.of", { game: gameName(list.game) });
    this.#exercise = new Exercise(root, { title, name: "learning", beside: this.#steps });
  }

  get #lesson() {
    return this.#list.lessons[this.#place];
  }

  /** Begin with the first lesson that is not done. */
  async start() {
    await this.#exercise.load(this.#lesson.view, (move) => this.#play(move));
    const done = doneLessons(this.#list.game);
    const first = this.#list.lessons.findIndex(({ id }) => !done.includes(id));
    this.#open(Math.max(0, first));
  }

  close() {
    this.#exercise.close();
  }

  /** @type {(place: number) => void} */
  #open(place) {
    this.#place = place;
    this.#exercise.show(this.#lesson.view);
    this.#drawSteps();
    const words = say("learn.place", { number: place + 1, count: this.#list.lessons.length });
    this.#exercise.speak(words, this.#words("title"), this.#words("task"));
  }

  /** @type {(move: string) => void} */
  #play(move) {
    const frames = this.#lesson.right[move];
    if (frames) this.#follow(this.#lesson, frames);
    else {
      this.#exercise.show(this.#lesson.view);
      this.#exercise.answer("wrong", this.#answer("wrong", "again"));
    }
  }

  /** Show what follows the right move of *lesson*. @type {(lesson: Lesson, frames: Frame[]) => Promise<void>} */
  async #follow(lesson, frames) {
    if (!(await this.#exercise.follow(frames))) return;
    storeDone(this.#list.game, lesson.id);
    this.#drawSteps();
    const isLast = this.#place === this.#list.lessons.length - 1;
    this.#exercise.answer(
      "right",
      this.#answer("right", "done"),
      isLast ? this.#drawEnd() : this.#drawNext(),
    );
  }

  /** @type {(part: string) => string} */
  #words(part) {
    return say(`lesson.${this.#list.game}.${this.#lesson.id}.${part}`);
  }

  // Drawing

  /** @type {(kind: "right" | "wrong", part: string) => HTMLElement} */
  #answer(kind, part) {
    return el("p", {}, el("strong", {}, say(`learn.${kind}`)), " ", this.#words(part));
  }

  #drawSteps() {
    const done = doneLessons(this.#list.game);
    fill(
      this.#steps,
      this.#list.lessons.map(({ id }, place) => {
        const isDone = done.includes(id);
        const values = { number: place + 1, title: say(`lesson.${this.#list.game}.${id}.title`) };
        return el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              class: isDone ? "done" : null,
              "aria-current": place === this.#place ? "step" : null,
              "aria-label": say(isDone ? "learn.step_done" : "learn.step", values),
              onclick: () => this.#open(place),
            },
            isDone ? icon("check") : String(place + 1),
          ),
        );
      }),
    );
  }

  #drawNext() {
    return el(
      "div",
      { class: "row" },
      el(
        "button",
        { type: "button", class: "primary", onclick: () => this.#open(this.#place + 1) },
        say("learn.next"),
        icon("forward"),
      ),
      this.#drawOnceMore(),
    );
  }

  #drawEnd() {
    const { game, start } = this.#list;
    return el(
      "div",
      { class: "row" },
      el("p", { class: "end" }, el("strong", {}, say("learn.end.title")), " ", say("learn.end")),
      el(
        "button",
        {
          type: "button",
          class: "primary",
          onclick: (event) => playWithBeginners(game, start.seats.length, this.#site, event.currentTarget),
        },
        icon("play"),
        say("learn.play"),
      ),
      el("a", { class: "button", href: addressOf(`/puzzles/${game}`) }, say("puzzle.title")),
      el("a", { class: "button", href: addressOf(`/rules/${game}`) }, say("learn.rules")),
      this.#drawOnceMore(),
    );
  }

  #drawOnceMore() {
    return el("button", { type: "button", onclick: () => this.#open(this.#place) }, say("learn.once_more"));
  }
}

/** Return the lessons of *game* that this browser has done. @type {(game: string) => string[]} */
function doneLessons(game) {
  return stored("lessons", /** @type {Record<string, string[]>} */ ({}))[game] ?? [];
}

/** @type {(game: string, id: string) => void} */
function storeDone(game, id) {
  const all = stored("lessons", {});
  store("lessons", { ...all, [game]: [...new Set([...doneLessons(game), id])] });
}
