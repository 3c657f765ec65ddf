/**
 * The board of Connect Four: a blue frame in front of discs that fall.
 * Cells are numbered from the bottom row, left to right, 0 … 41; `x` is seat 0, `o` is seat 1.
 */

/**
 * @import {
 *   Analysis, BoardContext, ColumnScore, ConnectFourBoard, GameBoard, Move, TableEvent, View
 * } from "../../types.js"
 */

import { el, fill, isWithin, svg } from "../../lib/dom.js";
import { count, say } from "../../lib/texts.js";
import { BoardPlayers } from "../board_players.js";
import { columnKind, columnSign, columnWords } from "./analysis.js";
import { discMark, drawDisc, HOLE, seatOf } from "./discs.js";

const WIDTH = 7;
const HEIGHT = 6;
const CELL = 100;
const HEAD = 92; // room above each column: its number, or the disc about to fall
const EDGE = 16;
const FALL = 90; // milliseconds for the first row, then less and less for each one more
const STAR = "M0-18 5-6 18-5 8 4 11 17 0 10-11 17-8 4-18-5-5-6Z";
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
    const paper = {
      viewBox: `0 0 ${WIDTH * CELL + 2 * EDGE} ${HEAD + HEIGHT * CELL + 2 * EDGE}`,
      "aria-hidden": "true",
    };
    this.#heads = svg("svg", { ...paper, class: "heads" }); // above the buttons, whose focus would hide it
    const box = el(
      "div",
      { class: "frame-box" },
      svg("svg", paper, drawBack(), this.#discs, drawFrame(), this.#line),
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
    return Boolean(this.#found?.best?.includes(String(column + 1)));
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

/** @type {(column: number) => number} */
function columnMiddle(column) {
  return EDGE + CELL * (column + 0.5);
}

/** @type {(cell: number) => [number, number]} */
function middleOf(cell) {
  return [columnMiddle(cell % WIDTH), HEAD + EDGE + CELL * (HEIGHT - 0.5 - Math.floor(cell / WIDTH))];
}

/** Return the discs in *column*, from the bottom. @type {(cells: string, column: number) => string[]} */
function stackOf(cells, column) {
  return [...cells].filter((disc, cell) => cell % WIDTH === column && disc !== ".");
}

/** @type {(cells: string, column: number) => number} */
function topCell(cells, column) {
  return column + (stackOf(cells, column).length - 1) * WIDTH;
}

/**
 * Return the score of a column as a badge, with a star on the best.
 * @type {(x: number, score: ColumnScore, isBest: boolean) => SVGElement}
 */
function drawScore(x, score, isBest) {
  return svg(
    "g",
    { transform: `translate(${x} 64)`, class: `worth ${columnKind(score)}${isBest ? " best" : ""}` },
    svg("rect", { x: -45, y: -23, width: 90, height: 46, rx: 14 }),
    svg("text", { y: 12 }, columnSign(score)),
    isBest && svg("path", { d: STAR, transform: "translate(-38 -20)", class: "star" }),
  );
}

/** @type {(disc: string, cell: number) => SVGElement} */
function drawCell(disc, cell) {
  const [x, y] = middleOf(cell);
  return svg(
    "g",
    { "data-cell": cell, class: "disc" },
    svg("g", { transform: `translate(${x} ${y})` }, drawDisc(seatOf(disc))),
  );
}

/** @type {() => SVGElement} */
function drawBack() {
  const [width, height] = [WIDTH, HEIGHT].map((cells) => cells * CELL + 2 * EDGE - 16);
  return svg("rect", { x: 8, y: HEAD + 8, width, height, rx: 24, class: "back" });
}

/** Return the frame, with a hole for every cell. @type {() => SVGElement} */
function drawFrame() {
  const [w, h, r] = [WIDTH * CELL + 2 * EDGE, HEIGHT * CELL + 2 * EDGE, 28];
  /** @type {(x: number, y: number) => string} */
  const corner = (x, y) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  let path = `M${r} ${HEAD}H${w - r}${corner(r, r)}V${HEAD + h - r}${corner(-r, r)}H${r}${corner(-r, -r)}V${HEAD + r}${corner(r, -r)}Z`;
  const rims = svg("g", { class: "rims" });
  for (let cell = 0; cell < WIDTH * HEIGHT; cell += 1) {
    const [x, y] = middleOf(cell);
    path += `M${x - HOLE} ${y}a${HOLE} ${HOLE} 0 1 0 ${2 * HOLE} 0a${HOLE} ${HOLE} 0 1 0 ${-2 * HOLE} 0Z`;
    rims.append(svg("circle", { cx: x, cy: y, r: HOLE + 2 }));
  }
  return svg("g", { class: "frame" }, svg("path", { d: path, "fill-rule": "evenodd" }), rims);
}

/** @type {(cells: number[]) => SVGElement[]} */
function drawWinningLine(cells) {
  const places = cells.map(middleOf);
  const [[x1, y1], [x2, y2]] = [places[0], places[places.length - 1]];
  const rings = places.map(([cx, cy]) => svg("circle", { cx, cy, r: HOLE, class: "winning" }));
  return [svg("line", { x1, y1, x2, y2, class: "winning-line" }), ...rings];
}
