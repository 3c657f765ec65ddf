/**
 * The review in a replay: the curve in place of the slider, the decision of the moment, and what decided the game.
 *
 *     ask ─→ progress ─→ GameReview ─→ look(place): curve, card, strip ─→ another move on the board ─→ back
 */

/** @import { GameReviewAnswer, MovedEvent, PlayedEvent, ReviewedMove, View } from "../types.js" */

import { note, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { eventSentence } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { MARK_SIGNS } from "../table/move_list.js";
import { pastView } from "../table/replay_frames.js";
import { reviewOf } from "./asking.js";
import { drawBalance } from "./balance.js";
import { ChanceCurve } from "./chance_curve.js";
import { drawDecision, lossWords, optionLabel, shortLoss, worth } from "./decision_card.js";
import { GameReview } from "./game_review.js";
import { fetchBranch } from "./requests.js";

/**
 * @typedef {object} Replay  what the review asks of the replay around it
 * @property {PlayedEvent[]} played
 * @property {(place: number) => View} viewAt
 * @property {(place: number) => void} jump
 * @property {(view: View, before: View, event: MovedEvent, words: string) => void} showBranch  another move
 *   than the one that was made
 */

/**
 * Ask for the review of the game that ends with *last*, *place* showing how far it is; null if the person gave up.
 * @type {(place: HTMLElement, last: View, replay: Replay) => Promise<ReplayReview | null>}
 */
export async function openReview(place, last, replay) {
  const answer = await reviewOf(last.table, place);
  return answer && new ReplayReview(answer, last, replay);
}

export class ReplayReview {
  #replay;
  #table;
  #review;
  #curve;
  #card = el("div", { class: "decision-place" });
  #strip = el("div", { class: "decision-strip phone-only" });
  #place = 0;
  #shown = ""; // the move of the moment that the board shows
  panel;
  next;

  /** @param {GameReviewAnswer} answer @param {View} last  the view of the end @param {Replay} replay */
  constructor(answer, last, replay) {
    this.#replay = replay;
    this.#table = last.table;
    this.#review = new GameReview(answer, replay.played);
    this.#curve = new ChanceCurve(this.#review, last, replay.jump);
    this.panel = el("div", { class: "review" }, this.#card, drawBalance(answer, last));
    this.next = el(
      "button",
      { type: "button", class: "next-mistake", onclick: () => this.#goOn() },
      el("span", { class: "long" }, say("reviewed.next")),
      el("span", { class: "short", "aria-hidden": "true" }, "??\u00a0›"),
    );
  }

  get curve() {
    return this.#curve.node;
  }

  get slider() {
    return this.#curve.slider;
  }

  get strip() {
    return this.#strip;
  }

  /** The signs of the list of moves. */
  get marks() {
    return this.#review.marks();
  }

  destroy() {
    this.#curve.destroy();
  }

  /** Show what is known of the moment *place*, which *words* describe. @type {(place: number, words: string) => void} */
  look(place, words) {
    this.#place = place;
    const decision = this.#review.decisionAt(place);
    this.#shown = decision?.move ?? "";
    const mark = decision && MARK_SIGNS[decision.mark] ? ` ${say(`review.${decision.mark}`)}` : "";
    this.#curve.update(place, words + mark);
    this.#draw();
  }

  #goOn() {
    const next = this.#review.nextMistake(this.#place);
    if (next === null) note(say("reviewed.no_mistake"));
    else this.#replay.jump(next);
  }

  #draw() {
    const decision = this.#review.decisionAt(this.#place);
    const isOpen = this.#card.querySelector("details")?.open ?? false;
    const focused = document.activeElement?.closest(".options li");
    const row = focused ? [...(focused.parentElement?.children ?? [])].indexOf(focused) : -1;
    const show = (/** @type {string} */ move) => this.#show(move);
    const view = this.#replay.viewAt(Math.max(0, this.#place - 1));
    fill(this.#card, decision ? drawDecision(decision, view, this.#shown, show) : this.#drawNothing());
    fill(this.#strip, decision && this.#drawStrip(decision, view));
    const details = this.#card.querySelector("details");
    if (details) details.open = isOpen; // from one moment to the next the hands stay in sight
    if (row >= 0) this.#card.querySelectorAll("button")[row]?.focus();
  }

  /** Return the words of a moment without a decision. @type {() => HTMLElement | false} */
  #drawNothing() {
    const event = this.#replay.played[this.#place - 1];
    if (!event) return el("p", { class: "faint" }, say("reviewed.hint"));
    return event.kind === "moved" && el("p", { class: "faint" }, say("reviewed.no_choice"));
  }

  /**
   * Return the decision in two short lines; a tap shows the better move, and another one the move that was made.
   * @type {(decision: ReviewedMove, view: View) => HTMLElement}
   */
  #drawStrip(decision, view) {
    const { mark, move, best } = decision;
    const title = `${MARK_SIGNS[mark]} ${say(`review.${mark}`)}`.trim();
    if (move === best || mark === "good")
      return el(
        "p",
        {},
        el("b", { class: `mark mark-${mark}` }, title),
        ` ${move === best ? say("reviewed.best") : lossWords(decision)}`,
      );
    const isBetter = this.#shown === best;
    return el(
      "button",
      { type: "button", "aria-pressed": String(isBetter), onclick: () => this.#show(isBetter ? move : best) },
      el("span", {}, el("b", { class: `mark mark-${mark}` }, title), ` ${shortLoss(decision, view)}`),
      el(
        "span",
        {},
        say(isBetter ? "reviewed.back" : "reviewed.instead", {
          move: optionLabel(view, best),
          percent: worth(best, decision),
        }),
      ),
    );
  }

  /** Show the moment as it would be after *move*. @type {(move: string) => Promise<void>} */
  async #show(move) {
    const place = this.#place;
    const decision = this.#review.decisionAt(place);
    if (!decision || move === this.#shown) return;
    if (move === decision.move) {
      this.#replay.jump(place);
      return;
    }
    try {
      const { event, view } = await fetchBranch(this.#table, place - 1, move);
      if (place !== this.#place || !event) return; // the person went on meanwhile
      const before = this.#replay.viewAt(place - 1);
      const shown = pastView({ ...view, you: before.you });
      this.#shown = move;
      this.#replay.showBranch(
        shown,
        before,
        event,
        say("reviewed.what_if", { what: eventSentence(event, shown) }),
      );
      this.#draw();
    } catch (error) {
      showError(error);
    }
  }
}
