/**
 * A plain board of squares for any game that ships no JavaScript of its own.
 *
 * The server sends the rows of letters and how each letter is drawn; the moves name their squares. Moves without
 * a square are buttons below the board.
 */

/** @import { BoardContext, GameBoard, GridBoard, Move, MovedEvent, TableEvent, View } from "../types.js" */

import { el, fill, svg } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { BoardPlayers, STYLESHEET } from "./board_players.js";
import { SquareChoice } from "./square_choice.js";
import { SquareGrid, squareName, squarePlace } from "./square_grid.js";

const SIDE = 10; // of a square in the picture
const LEFT = 7.5; // room for the coordinates
const TOP = 2.5;
const TRAVEL = 180; // milliseconds
const AS_TEXT = "\ufe0e"; // keeps a symbol such as ♟ from being drawn as an emoji

export const stylesheets = [STYLESHEET, "/static/games/grid.css"];

/** Draw the board in *root*. @type {(root: HTMLElement, context: BoardContext) => GameBoard<GridBoard>} */
export function create(root, context) {
  return new PlainGrid(root, context);
}

/** @implements {GameBoard<GridBoard>} */
class PlainGrid {
  #root;
  #context;
  #choice;
  #players;
  #room = el("div", { class: "grid-room" });
  #buttons = el("div", { class: "other-moves", role: "group" });
  #last = svg("g");
  #pieces = svg("g");
  #marks = svg("g");
  /** @type {SquareGrid | null} */
  #grid = null; // made when the size of the board is known
  #size = "";
  #game = "";
  /** @type {Map<string, string>} */
  #letters = new Map(); // of each square, `.` for an empty one
  /** @type {Record<string, string>} */
  #symbols = {};

  /** @param {HTMLElement} root @param {BoardContext} context */
  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#choice = new SquareChoice(context);
    this.#players = new BoardPlayers(
      el("div", { class: "plain-grid" }, this.#room, this.#buttons),
      () => null,
    );
    root.append(this.#players.node);
  }

  /** @type {(view: View<GridBoard>, events: TableEvent[], how: { animate: boolean }) => void} */
  update(view, events, { animate }) {
    const { rows, symbols = {}, last } = /** @type {GridBoard} */ (view.board);
    this.#game = view.game;
    this.#symbols = symbols;
    this.#letters = new Map(
      rows.flatMap((letters, line) =>
        [...letters].map((letter, column) => [squareName(column, rows.length - 1 - line), letter]),
      ),
    );
    this.#choice.follow(view.moves);
    this.#build(rows[0].length, rows.length);
    fill(
      this.#last,
      squaresOf(last ?? "").map((square) => this.#box(square)),
    );
    this.#drawButtons(view.moves.filter((move) => move.to === undefined));
    this.#draw();
    const moved = events.findLast((event) => event.kind === "moved");
    if (moved && animate && !this.#context.reducedMotion()) this.#travel(moved);
    this.#players.update(view);
  }

  /** @type {(move: string | null) => void} */
  hint(move) {
    for (const button of this.#buttons.children)
      button.classList.toggle("hinted", button.getAttribute("data-move") === move);
    if (!this.#choice.hint(move)) return;
    if (this.#choice.hinted?.to) this.#grid?.focus(this.#choice.hinted.to, false);
    this.#draw();
  }

  resize() {}

  destroy() {
    this.#root.replaceChildren();
  }

  /** Make the empty board, once for each size. @type {(columns: number, rows: number) => void} */
  #build(columns, rows) {
    const size = `${columns} ${rows}`;
    if (size === this.#size) return;
    this.#size = size;
    this.#grid = new SquareGrid(columns, rows, gameName(this.#game), {
      choose: (square, event) => this.#choose(square, event),
      escape: () => this.#unpick(),
    });
    const picture = svg(
      "svg",
      {
        viewBox: `0 0 ${(columns + 1) * SIDE} ${(rows + 1) * SIDE}`,
        "aria-hidden": "true",
      },
      drawSquares(columns, rows),
      this.#last,
      this.#pieces,
      this.#marks,
    );
    const box = el("div", { class: "grid-box" }, picture, this.#grid.node);
    box.style.setProperty("--columns", String(columns));
    box.style.setProperty("--rows", String(rows));
    fill(this.#room, box);
  }

  #draw() {
    const { picked, pending, hinted } = this.#choice;
    const targets = this.#choice.shownTargets();
    const pieces = [...this.#letters].filter(([, letter]) => letter !== ".");
    fill(
      this.#pieces,
      pieces.map(([square, letter]) => this.#drawPiece(square, letter)),
    );
    fill(
      this.#marks,
      targets.map(({ to = "", capture }) => (capture ? this.#ring(to, "capture") : this.#dot(to))),
      picked && this.#ring(picked, "picked"),
      pending && this.#ring(pending, "pending"),
      hinted && [hinted.from, hinted.to].map((square) => square && this.#ring(square, "hinted")),
    );
    this.#grid?.update((square) => ({
      label: this.#label(square),
      isPicked: square === picked,
      isLive: this.#choice.isLive(square),
      isTarget: targets.some((move) => move.to === square),
    }));
  }

  /** @type {(moves: Move[]) => void} */
  #drawButtons(moves) {
    this.#buttons.setAttribute("aria-label", say("square.others"));
    fill(
      this.#buttons,
      moves.map(({ move }) =>
        el(
          "button",
          {
            type: "button",
            "data-move": move,
            onclick: () => this.#context.play(move),
          },
          gameModule(this.#game).moveLabel(move),
        ),
      ),
    );
  }

  /** @type {(square: string) => string} */
  #label(square) {
    const letter = this.#letters.get(square) ?? ".";
    return this.#choice.label(
      square,
      letter === "." ? "" : sayOr(`piece.${this.#game}.${letter}`, this.#symbol(letter)),
    );
  }

  /** @type {(letter: string) => string} */
  #symbol(letter) {
    return this.#symbols[letter] ?? letter;
  }

  /** @type {(square: string, event: UIEvent) => void} */
  #choose(square, event) {
    this.#grid?.focus(square, false);
    if (this.#choice.choose(square, event)) this.#context.announce(this.#label(square));
    this.#draw();
  }

  #unpick() {
    this.#choice.pick(null);
    this.#draw();
  }

  /** Let the piece of a move from one square to another travel. @type {(event: MovedEvent) => void} */
  #travel({ move }) {
    const [from, to] = squaresOf(move);
    const piece = to && this.#pieces.querySelector(`[data-square="${to}"]`);
    if (!piece) return;
    const [[x, y], [u, v]] = [this.#middleOf(from), this.#middleOf(to)];
    const path = [{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: "none" }];
    piece.animate(path, { duration: TRAVEL, easing: "ease-out" });
  }

  // Shapes

  /** @type {(square: string) => [number, number]} */
  #middleOf(square) {
    return middleOf(square, Number(this.#size.split(" ")[1]));
  }

  /** @type {(square: string, letter: string) => SVGElement} */
  #drawPiece(square, letter) {
    const [x, y] = this.#middleOf(square);
    return svg(
      "text",
      { x, y: y + SIDE / 4, class: "piece", "data-square": square },
      this.#symbol(letter) + AS_TEXT,
    );
  }

  /** @type {(square: string, kind: string) => SVGElement} */
  #ring(square, kind) {
    const [cx, cy] = this.#middleOf(square);
    return svg("circle", { cx, cy, r: SIDE * 0.43, class: `ring ${kind}` });
  }

  /** @type {(square: string) => SVGElement} */
  #dot(square) {
    const [cx, cy] = this.#middleOf(square);
    return svg("circle", { cx, cy, r: SIDE * 0.15, class: "dot" });
  }

  /** @type {(square: string) => SVGElement} */
  #box(square) {
    const [x, y] = this.#middleOf(square);
    const side = SIDE - 0.8; // a little inside the square
    return svg("rect", { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 1, class: "last" });
  }
}

/** Return the squares that *move* names, in order. @type {(move: string) => string[]} */
function squaresOf(move) {
  return /^[a-z]\d+([-x][a-z]\d+)?$/.test(move) ? move.split(/[-x]/) : [];
}

/** @type {(square: string, rows: number) => [number, number]} */
function middleOf(square, rows) {
  const [column, row] = squarePlace(square);
  return [LEFT + SIDE * (column + 0.5), TOP + SIDE * (rows - 0.5 - row)];
}

/** Return the empty board with its coordinates. @type {(columns: number, rows: number) => SVGElement} */
function drawSquares(columns, rows) {
  const group = svg("g");
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const [x, y] = middleOf(squareName(column, row), rows);
      const shade = (column + row) % 2 ? "square-light" : "square-dark";
      group.append(
        svg("rect", { x: x - SIDE / 2, y: y - SIDE / 2, width: SIDE, height: SIDE, class: shade }),
      );
    }
    group.append(
      svg(
        "text",
        { x: LEFT / 2, y: middleOf(squareName(0, row), rows)[1] + 1, class: "coordinate" },
        String(row + 1),
      ),
    );
  }
  for (let column = 0; column < columns; column += 1) {
    const [x] = middleOf(squareName(column, 0), rows);
    group.append(svg("text", { x, y: TOP + rows * SIDE + 5, class: "coordinate" }, squareName(column, 0)[0]));
  }
  return group;
}
