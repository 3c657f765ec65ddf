/** The numbers beside the table: the sum of the ends, the boneyard, and at the end of a round the hands. */

/** @import { BoardContext, DominoBoard, HandCount } from "../../types.js" */

import { el, fill } from "../../lib/dom.js";
import { say } from "../../lib/texts.js";
import { writeOneByOne } from "./motion.js";
import { tileBack } from "./tiles.js";

const STACK = 4; // backs in the picture of the boneyard

export class Counts {
  #number = el("b");
  sum = el(
    "div",
    { class: "ends-sum", "aria-hidden": "true" }, // the label of the table has it too
    el("span", { class: "long" }, say("dominoes.sum")),
    el("span", { class: "short" }, say("dominoes.sum.short")),
    this.#number,
    el("span", { class: "check" }, "✓"),
  );
  #left = el("b");
  #stack = el("span", { class: "stack" });
  stock = el("div", { class: "stock", role: "img" }, this.#stack, this.#left);
  hands = el("div", { class: "hands-count" });
  #context;
  /** @type {string | null} */
  #counted = null; // the round and the kind of ending whose hands were added up
  #stop = () => {};

  /** @param {BoardContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Show the numbers of *board*; *pipsNodes* are where each seat's pips are written.
   * @type {(board: DominoBoard, pipsNodes: HTMLElement[], animate: boolean) => void}
   */
  show(board, pipsNodes, animate) {
    this.sum.hidden = board.sum === null;
    this.#number.textContent = String(board.sum ?? "");
    this.sum.classList.toggle("scores", board.sum_scores);
    this.#showStock(board.stock);
    this.#showHands(board, pipsNodes, animate);
  }

  /** Return the rectangle of the page from which tiles are drawn. */
  stockRect() {
    return this.#stack.getBoundingClientRect();
  }

  /** @type {(tiles: number | null) => void} */
  #showStock(tiles) {
    this.stock.hidden = tiles === null;
    if (tiles === null) return;
    this.#left.textContent = String(tiles);
    this.stock.setAttribute("aria-label", say("dominoes.stock", { count: tiles }));
    const height = Math.min(STACK, tiles);
    if (this.#stack.childElementCount !== height) fill(this.#stack, Array.from({ length: height }, tileBack));
  }

  /**
   * Add up the hands of *board* in front of everybody, once for each ending.
   * @type {(board: DominoBoard, pipsNodes: HTMLElement[], animate: boolean) => void}
   */
  #showHands({ round, pips, count }, pipsNodes, animate) {
    const key = count ? `${round} ${count.kind}` : null;
    this.hands.hidden = !count;
    if (key !== null && key === this.#counted) return; // it goes on counting, or has counted
    this.#stop();
    this.#counted = key;
    pipsNodes.forEach((node, seat) => {
      node.textContent = pips ? String(pips[seat]) : "";
    });
    const isStill = !animate || this.#context.reducedMotion();
    if (count) this.#stop = writeOneByOne(this.hands, countLines(count), isStill);
  }
}

/**
 * Return what is written while the hands of *count* are added up, each line true by itself.
 * @type {(count: HandCount) => string[]}
 */
function countLines({ kind, side, hands, total, points }) {
  const what = say(`dominoes.count.${kind}`);
  if (side === null) return [what, `${what}: ${total} = ${total}`];
  const terms = hands.map((_, number) => `${what}: ${hands.slice(0, number + 1).join(" + ")}`);
  const sum = hands.length > 1 ? ` = ${total}` : "";
  return [what, ...terms, `${terms[terms.length - 1]}${sum} → +${points}`];
}
