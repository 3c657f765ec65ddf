/** The chance to win over the game: a curve that is a slider too, so that a tap shows its moment. */

/** @import { Mark, View } from "../types.js" */
/** @import { GameReview } from "./game_review.js" */

import { el, fill, svg } from "../lib/dom.js";
import { capital, sideName, sideOrder } from "../lib/sentences.js";
import { numeral, say } from "../lib/texts.js";
import { MARK_SIGNS } from "../table/move_list.js";

const INSET = 9; // pixels: half of the slider's thumb, where its first and last moments are
const ROUND_ROOM = 26; // pixels that the name of a round needs
const MARGIN = 8; // pixels above and below the curve
/** Shapes of marks, so that no colour has to tell them apart. @type {Partial<Record<Mark, string>>} */
const SHAPES = { mistake: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0", blunder: "M0-6 6 0 0 6-6 0Z" };

export class ChanceCurve {
  #review;
  #sides;
  #names;
  #place = 0;
  #paper = svg("svg", { "aria-hidden": "true" });
  #percents = [el("b"), el("b")];
  #slider;
  #sizes = new ResizeObserver(() => this.#draw());
  node;

  /**
   * @param {GameReview} review
   * @param {View} view  of the end of the game
   * @param {(place: number) => void} jump
   */
  constructor(review, view, jump) {
    this.#review = review;
    this.#sides = sideOrder(view);
    this.#names = this.#sides.map((side) => capital(sideName(view, side)));
    this.#slider = el("input", {
      type: "range",
      min: 0,
      max: review.chances.length - 1,
      value: 0,
      "aria-label": say("reviewed.curve.label"),
      oninput: (event) => jump(Number(event.currentTarget.value)),
    });
    this.node = el(
      "figure",
      { class: "curve", "aria-label": this.#summary() },
      el("p", { class: "curve-side" }, el("span", {}, this.#names[0]), this.#percents[0]),
      el("div", { class: "curve-paper" }, this.#paper, this.#slider),
      el("p", { class: "curve-side" }, el("span", {}, this.#names[1]), this.#percents[1]),
    );
    this.#sizes.observe(this.#paper);
  }

  get slider() {
    return this.#slider;
  }

  destroy() {
    this.#sizes.disconnect();
  }

  /** Show that the board shows the moment *place*; *words* say what happened. @type {(place: number, words: string) => void} */
  update(place, words) {
    this.#place = place;
    this.#slider.value = String(place);
    const shares = this.#sides.map((side) => percent(this.#review.chanceOf(side, place)));
    this.#percents.forEach((node, k) => {
      node.textContent = shares[k];
    });
    const chance = say("reviewed.chance", { who: this.#names[0], percent: shares[0] });
    this.#slider.setAttribute("aria-valuetext", `${place}: ${words}. ${chance}`);
    this.#draw();
  }

  /** Return the whole curve in a sentence. @type {() => string} */
  #summary() {
    const [side] = this.#sides;
    const all = this.#review.chances.map((_, place) => this.#review.chanceOf(side, place));
    return say("reviewed.curve", {
      who: this.#names[0],
      first: percent(all[0]),
      last: percent(all.at(-1) ?? 0),
      low: percent(Math.min(...all)),
      high: percent(Math.max(...all)),
    });
  }

  #draw() {
    const { clientWidth: width, clientHeight: height } = this.#paper;
    if (!width) return; // not on the page yet
    const [side] = this.#sides;
    const last = Math.max(1, this.#review.chances.length - 1);
    const x = (/** @type {number} */ place) => INSET + ((width - 2 * INSET) * place) / last;
    const y = (/** @type {number} */ place) =>
      height - MARGIN - (height - 2 * MARGIN) * this.#review.chanceOf(side, place);
    const line = this.#review.chances
      .map((_, place) => `${x(place).toFixed(1)} ${y(place).toFixed(1)}`)
      .join("L");
    this.#paper.setAttribute("viewBox", `0 0 ${width} ${height}`);
    fill(
      this.#paper,
      svg("path", { class: "curve-share", d: `M${x(0)} ${height}L${line}L${x(last)} ${height}Z` }),
      svg("line", { class: "curve-half", x1: 0, x2: width, y1: height / 2, y2: height / 2 }),
      this.#drawRounds(x, height, width),
      svg("path", { class: "curve-line", d: `M${line}` }),
      svg("line", { class: "curve-here", x1: x(this.#place), x2: x(this.#place), y1: 0, y2: height }),
      [...this.#review.marks()].map(
        ([place, mark]) =>
          SHAPES[mark] &&
          svg(
            "path",
            { class: `curve-${mark}`, d: SHAPES[mark], transform: `translate(${x(place)} ${y(place)})` },
            svg("title", {}, MARK_SIGNS[mark]),
          ),
      ),
    );
  }

  /** @type {(x: (place: number) => number, height: number, width: number) => (SVGElement | false)[][]} */
  #drawRounds(x, height, width) {
    const { rounds } = this.#review;
    const starts = rounds.length ? [{ place: 0, round: 1 }, ...rounds] : [];
    return starts.map(({ place, round }, k) => {
      const room = (k + 1 < starts.length ? x(starts[k + 1].place) : width) - x(place);
      return [
        place > 0 && svg("line", { class: "curve-round", x1: x(place), x2: x(place), y1: 0, y2: height }),
        room >= ROUND_ROOM &&
          svg(
            "text",
            { class: "curve-name", x: x(place) + 3, y: height - 4 },
            say("reviewed.round", { round }),
          ),
      ];
    });
  }
}

/** Return *share* as whole percent. @type {(share: number) => string} */
export function percent(share) {
  return numeral(share, { style: "percent" });
}
