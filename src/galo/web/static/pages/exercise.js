/**
 * A position on the real board with words beside it, to try a move in: what lessons and puzzles share.
 *
 *     show a view ─→ the person plays ─→ answer ─→ follow the frames that the server sent
 */

/** @import { Child, Frame, GameBoard, View } from "../types.js" */

import { announce } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { say } from "../lib/texts.js";
import { loadBoard } from "../table/board_loader.js";

const PAUSE = 900; // milliseconds between two moments that follow a move

export class Exercise {
  #felt = el("div", { class: "felt" });
  #teacher = el("section", { class: "teacher" });
  /** @type {GameBoard | null} */
  #board = null;
  #sizes = new ResizeObserver(() => this.#board?.resize());
  #shown = 0; // counts what the board shows, so that what is late can see that it is

  /**
   * *name* is a class of the page, *beside* stands above the words.
   * @param {HTMLElement} root @param {{ title: string, name: string, head?: Child, beside?: Child }} parts
   */
  constructor(root, { title, name, head, beside }) {
    document.title = `${title} · galo`;
    const home = el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 36, height: 36 });
    fill(
      root,
      el(
        "div",
        { class: `table lesson ${name}` },
        el(
          "header",
          { class: "head" },
          el("a", { href: addressOf("/"), class: "home", "aria-label": say("home") }, home),
          el("h1", { class: "game" }, title),
          head,
        ),
        el("div", { class: "beside" }, beside, this.#teacher),
        el("section", { class: "stage", "aria-label": say("stage.label") }, this.#felt),
      ),
    );
  }

  /**
   * Load the board of *view*, on which a person's move calls *play*.
   * @type {(view: View, play: (move: string) => void) => Promise<void>}
   */
  async load(view, play) {
    this.#board = await loadBoard(view, this.#felt, { play, announce, invite: () => {} });
    this.#sizes.observe(this.#felt);
  }

  close() {
    this.#shown += 1;
    this.#sizes.disconnect();
    this.#board?.destroy();
  }

  /** Show *view* at once; nothing stays half chosen. @type {(view: View) => void} */
  show(view) {
    this.#shown += 1;
    this.#board?.update(view, [], { animate: false });
  }

  /**
   * Show *frames* one after the other, and return whether nothing else was shown meanwhile.
   * @type {(frames: Frame[]) => Promise<boolean>}
   */
  async follow(frames) {
    this.#shown += 1;
    const shown = this.#shown;
    for (const [place, { event, view }] of frames.entries()) {
      if (place > 0 && !matchMedia("(prefers-reduced-motion: reduce)").matches) await pause();
      if (shown !== this.#shown) return false;
      const done = { ...view, moves: [], isPast: true }; // one move an exercise: nobody goes on
      this.#board?.update(done, event ? [event] : [], { animate: true });
    }
    return true;
  }

  /**
   * Say *title* and *text*, below the small words *place*, and let the keyboard go on from there.
   * @type {(place: string, title: string, ...text: Child[]) => void}
   */
  speak(place, title, ...text) {
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

  /**
   * Say what the move was; *next* is the way on, if there is one.
   * @type {(kind: "right" | "wrong", words: Child, next?: HTMLElement) => void}
   */
  answer(kind, words, next) {
    const answer = /** @type {HTMLElement} */ (this.#teacher.querySelector(".answer"));
    answer.dataset.kind = kind;
    fill(answer, words);
    this.#teacher.querySelector(".row")?.remove();
    if (!next) return;
    this.#teacher.append(next);
    next.querySelector("button")?.focus({ preventScroll: true });
  }
}

/** @type {() => Promise<void>} */
function pause() {
  return new Promise((resolve) => setTimeout(resolve, PAUSE));
}
