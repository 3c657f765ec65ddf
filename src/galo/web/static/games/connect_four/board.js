/**
 * The board of Connect Four: a blue frame in front of discs that fall.
 */

/**
 * @import {
 *   Analysis, BoardContext, ConnectFourBoard, GameBoard, Move, TableEvent, View
 * } from "../../types.js"
 */

import { el, fill, isWithin, svg } from "../../lib/dom.js";
import { count, say } from "../../lib/texts.js";
import { BoardPlayers } from "../board_players.js";
import { columnWords } from "./analysis.js";
import { discMark, drawDisc, seatOf } from "./discs.js";
import {
  CELL,
  columnMiddle,
  drawBack,
  drawCell,
  drawFrame,
  drawScore,
  drawWinningLine,
  HEAD,
  HEIGHT,
  PAPER,
  stackOf,
  topCell,
  WIDTH,
} from "./frame.js";

const FALL = 90; // milliseconds for the first row, then less and less for each one more
const COLUMNS = Array.from({ length: WIDTH }, (_, column) => column);

/** @implements {GameBoard<ConnectFourBoard>} */
export class ConnectFour {
  #root;
  #context;
  #discs = svg("g");
  #line = svg("g");
  #heads;
  #columns = COLUMNS.map((column) => this.#createColumn(column));
  #players;
  /** @type {View<ConnectFourBoard> | null} */
  #view = null;
  #cells = "";
  /** @type {number | null} */
  #pointed = null; // the column under the pointer or the focus
  /** @type {number | null} */
  #pending = null; // the column chosen once, where moves are confirmed
  /** @type {number | null} */
  #hinted = null;
  /** @type {Analysis | null} */
  #found = null; // the analysis of this position

  /** @param {HTMLElement} root @param {BoardContext} context */
  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#heads = svg("svg", { ...PAPER, class: "heads" }); // above the buttons, whose focus would hide it
    const box = el(
      "div",
      { class: "frame-box" },
      svg("svg", PAPER, drawBack(), this.#discs, drawFrame(), this.#line),
      el("div", { class: "columns", role: "group", "aria-label": say("c4.columns") }, this.#columns),
      this.#heads,
    );
    this.#players = new BoardPlayers(box, discMark);
    root.append(this.#players.node);
    window.addEventListener("keydown", this.#digits);
  }

  /** @type {(view: View<ConnectFourBoard>, events: TableEvent[], how: { animate: boolean }) => void} */
  update(view, events, { animate }) {
    const { cells, last, line } = /** @type {ConnectFourBoard} */ (view.board);
    const before = this.#cells || cells;
    this.#view = view;
    this.#cells = cells;
    this.#pending = this.#hinted = this.#found = null;
    fill(
      this.#discs,
      [...cells].map((disc, cell) => disc !== "." && drawCell(disc, cell)),
    );
    fill(this.#line, line.length > 0 && drawWinningLine(line));
    const fallen = [...cells].findIndex((disc, cell) => disc !== "." && before[cell] === ".");
    if (animate && fallen >= 0 && events.some(({ kind }) => kind === "moved")) this.#fall(fallen);
    if (last) this.#discAt(topCell(cells, Number(last) - 1))?.classList.add("last");
    this.#players.update(view);
    for (const column of COLUMNS)
      this.#columns[column].setAttribute("aria-disabled", String(!this.#moveIn(column)));
    this.#drawColumns();
  }

  /** @type {(move: string | null) => void} */
  hint(move) {
    const column = move === null ? null : Number(move) - 1;
    if (column === this.#hinted) return;
    this.#hinted = column;
    this.#drawHeads();
  }

  /** @type {(found: Analysis | null) => void} */
  analysis(found) {
    if (found === this.#found) return;
    this.#found = found;
    this.#drawColumns();
  }

  resize() {}

  destroy() {
    window.removeEventListener("keydown", this.#digits);
    this.#root.replaceChildren();
  }

  /** @type {(column: number) => HTMLButtonElement} */
  #createColumn(column) {
    return el("button", {
      type: "button",
      class: "column",
      tabindex: column === Math.floor(WIDTH / 2) ? "0" : "-1",
      onclick: (event) => this.#choose(column, event),
      onpointerenter: (event) => event.pointerType === "mouse" && this.#point(column),
      onpointerleave: () => this.#point(null),
      onfocus: () => this.#point(column),
      onblur: () => this.#point(null),
      onkeydown: (event) => this.#arrows(column, event),
    });
  }

  // Choosing

  /** @type {(column: number) => Move | undefined} */
  #moveIn(column) {
    return this.#view?.moves.find(({ move }) => move === String(column + 1));
  }

  /** @type {(column: number, event: UIEvent) => void} */
  #choose(column, event) {
    const move = this.#moveIn(column);
    if (!move) return;
    const isAsked = this.#context.asksFirst(event) && this.#pending !== column;
    this.#pending = isAsked ? column : null;
    if (isAsked) this.#drawHeads();
    else this.#context.play(move.move);
  }

  /** @type {(column: number | null) => void} */
  #point(column) {
    this.#pointed = column;
    if (this.#view) this.#drawHeads();
  }

  /** @type {(column: number, event: KeyboardEvent) => void} */
  #arrows(column, event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const next = Math.max(0, Math.min(WIDTH - 1, column + step));
    this.#columns[column].tabIndex = -1;
    this.#columns[next].tabIndex = 0;
    this.#columns[next].focus();
    event.preventDefault();
  }

  #digits = (/** @type {KeyboardEvent} */ event) => {
    if (isWithin(event, "input, select, textarea, dialog") || event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (/^[1-7]$/.test(event.key)) this.#choose(Number(event.key) - 1, event);
  };

  // Drawing

  /** @type {(cell: number) => Element | null} */
  #discAt(cell) {
    return this.#discs.querySelector(`[data-cell="${cell}"]`);
  }

  /** @type {(cell: number) => void} */
  #fall(cell) {
    if (this.#context.reducedMotion()) return;
    const drop = HEIGHT - Math.floor(cell / WIDTH);
    this.#discAt(cell)?.animate([{ transform: `translateY(${-drop * CELL}px)` }, { transform: "none" }], {
      duration: FALL + 110 * Math.sqrt(drop),
      easing: "cubic-bezier(.5, 0, .9, .6)",
    });
  }

  #drawColumns() {
    for (const column of COLUMNS) this.#columns[column].setAttribute("aria-label", this.#label(column));
    this.#drawHeads();
  }

  /** @type {(column: number) => string} */
  #label(column) {
    const stack = stackOf(this.#cells, column);
    const name = say("move.column", { column: column + 1 });
    const score = this.#found?.columns?.[column];
    const words = [score ? `${name}: ${columnWords(score)}` : name];
    if (this.#isBest(column)) words.push(say("analysis.best"));
    words.push(count("c4.discs", stack.length));
    const whose = stack
      .toReversed()
      .map((disc) => say(`colour.connect_four.${seatOf(disc)}`))
      .join(", ");
    if (whose) words.push(say("c4.from_top", { whose }));
    if (stack.length === HEIGHT) words.push(say("c4.full"));
    return words.join(", ");
  }

  /** @type {(column: number) => boolean} */
  #isBest(column) {
    return Boolean(this.#found?.best_moves?.includes(String(column + 1)));
  }

  /**
   * Draw above each column the disc that would fall, or the column's number; with an analysis, also its
   * score.
   */
  #drawHeads() {
    fill(
      this.#heads,
      COLUMNS.map((column) => {
        const score = this.#found?.columns?.[column];
        return [
          this.#drawHead(column),
          score && drawScore(columnMiddle(column), score, this.#isBest(column)),
        ];
      }),
    );
  }

  /** @type {(column: number) => SVGElement} */
  #drawHead(column) {
    const isFree = this.#moveIn(column) !== undefined;
    const isSmall = this.#found !== null;
    const x = columnMiddle(column);
    if (isFree && [this.#pointed, this.#pending, this.#hinted].includes(column)) {
      const place = isSmall ? `translate(${x} 21) scale(.44)` : `translate(${x} ${HEAD - 42})`;
      const kind = column === this.#hinted ? "waiting hinted" : "waiting";
      return svg("g", { transform: place, class: kind }, drawDisc(this.#view?.you ?? 0));
    }
    const kinds = [isSmall && "small", "number", isFree && "free"].filter(Boolean).join(" ");
    return svg("text", { x, y: isSmall ? 30 : HEAD - 22, class: kinds }, String(column + 1));
  }
}
