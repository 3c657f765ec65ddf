/**
 * Lessons: small positions on the real board, one move each, with a word before and after.
 *
 *     lessons of the server ─→ board ─→ move ─→ right: what follows, next lesson · else: another try
 */

/** @import { Child, Frame, GameBoard, Leave, Lesson, LessonList, Site } from "../types.js" */

import { errorCode, fetchLessons } from "../lib/api.js";
import { announce } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { store, stored } from "../lib/storage.js";
import { currentLanguage, loadMoreTexts, say } from "../lib/texts.js";
import { loadBoard } from "../table/board_loader.js";
import { playWithBeginners } from "./beginners.js";
import { drawProblem } from "./problem.js";

const PAUSE = 900; // milliseconds between two moments that follow a right move

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
  #felt = el("div", { class: "felt" });
  #steps = el("ol", { class: "lesson-steps", "aria-label": say("learn.steps") });
  #teacher = el("section", { class: "teacher" });
  /** @type {GameBoard | null} */
  #board = null;
  #sizes = new ResizeObserver(() => this.#board?.resize());
  #shown = 0; // counts what the board shows, so that what is late can see that it is

  /** @param {HTMLElement} root @param {LessonList} list @param {Site} site */
  constructor(root, list, site) {
    this.#list = list;
    this.#site = site;
    document.title = `${say("learn.of", { game: gameName(list.game) })} · galo`;
    const home = el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 36, height: 36 });
    fill(
      root,
      el(
        "div",
        { class: "table lesson" },
        el(
          "header",
          { class: "head" },
          el("a", { href: addressOf("/"), class: "home", "aria-label": say("home") }, home),
          el("h1", { class: "game" }, say("learn.of", { game: gameName(list.game) })),
        ),
        el("div", { class: "beside" }, this.#steps, this.#teacher),
        el("section", { class: "stage", "aria-label": say("stage.label") }, this.#felt),
      ),
    );
  }

  get #lesson() {
    return this.#list.lessons[this.#place];
  }

  /** Begin with the first lesson that is not done. */
  async start() {
    this.#board = await loadBoard(this.#lesson.view, this.#felt, {
      play: (move) => this.#play(move),
      announce,
      invite: () => {},
    });
    this.#sizes.observe(this.#felt);
    const done = doneLessons(this.#list.game);
    const first = this.#list.lessons.findIndex(({ id }) => !done.includes(id));
    this.#open(Math.max(0, first));
  }

  close() {
    this.#shown += 1;
    this.#sizes.disconnect();
    this.#board?.destroy();
  }

  /** @type {(place: number) => void} */
  #open(place) {
    this.#place = place;
    this.#shown += 1;
    this.#board?.update(this.#lesson.view, [], { animate: false });
    this.#drawSteps();
    this.#speak(this.#words("title"), this.#words("task"));
  }

  /** @type {(move: string) => void} */
  #play(move) {
    const frames = this.#lesson.right[move];
    if (frames) this.#follow(this.#lesson, frames);
    else {
      this.#board?.update(this.#lesson.view, [], { animate: false }); // nothing stays half chosen
      this.#answer("wrong", this.#words("again"));
    }
  }

  /** Show what follows the right move of *lesson*. @type {(lesson: Lesson, frames: Frame[]) => Promise<void>} */
  async #follow(lesson, frames) {
    this.#shown += 1;
    const shown = this.#shown;
    for (const [place, { event, view }] of frames.entries()) {
      if (place > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) await pause();
      if (shown !== this.#shown) return;
      const done = { ...view, moves: [] }; // one move a lesson
      this.#board?.update(done, event ? [event] : [], { animate: true });
    }
    storeDone(this.#list.game, lesson.id);
    this.#drawSteps();
    this.#answer("right", this.#words("done"));
  }

  /** @type {(part: string) => string} */
  #words(part) {
    return say(`lesson.${this.#list.game}.${this.#lesson.id}.${part}`);
  }

  // Drawing

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

  /** Say *title* and *text*, and let the keyboard go on from there. @type {(title: string, ...text: Child[]) => void} */
  #speak(title, ...text) {
    const place = say("learn.place", { number: this.#place + 1, count: this.#list.lessons.length });
    const head = el("h2", { tabindex: -1 }, title);
    fill(
      this.#teacher,
      el("p", { class: "faint" }, place),
      head,
      el("p", { class: "task" }, text),
      el("div", { class: "answer", role: "status" }),
    );
    head.focus({ preventScroll: true });
  }

  /** @type {(kind: "right" | "wrong", text: string) => void} */
  #answer(kind, text) {
    const answer = /** @type {HTMLElement} */ (this.#teacher.querySelector(".answer"));
    answer.dataset.kind = kind;
    fill(answer, el("p", {}, el("strong", {}, say(`learn.${kind}`)), " ", text));
    this.#teacher.querySelector(".row")?.remove();
    if (kind === "wrong") return;
    const isLast = this.#place === this.#list.lessons.length - 1;
    const next = isLast ? this.#drawEnd() : this.#drawNext();
    this.#teacher.append(next);
    next.querySelector("button")?.focus({ preventScroll: true });
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

/** @type {() => Promise<void>} */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
