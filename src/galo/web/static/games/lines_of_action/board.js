/**
 * The board of Lines of Action: round stones, targets as dots, captures as rings.
 *
 *     view ─→ update() ─→ picture and grid        a click or a key ─→ SquareChoice ─→ context.play
 */

/**
 * @import {
 *   Analysis, BoardContext, Child, GameBoard, LinesOfActionBoard, TableEvent, View
 * } from "../../types.js"
 */

import { el, fill, svg } from "../../lib/dom.js";
import { gameName } from "../../lib/sentences.js";
import { count, say } from "../../lib/texts.js";
import { BoardPlayers, colourName } from "../board_players.js";
import { SquareChoice } from "../square_choice.js";
import { SquareGrid, squareName } from "../square_grid.js";
import { dragPiece } from "./drag.js";
import {
  drawArrow,
  drawDot,
  drawLastMove,
  drawLineNumber,
  drawRay,
  drawRing,
  drawShades,
  drawSquares,
  drawStone,
  middleOf,
  SIZE,
  stoneMark,
} from "./stones.js";

const TRAVEL = 180; // milliseconds
const MOVE = /^(..)[-x](..)$/; // d1-b3, d1xb3

/** @implements {GameBoard<LinesOfActionBoard>} */
export class LinesOfAction {
  #root;
  #context;
  #rays = svg("g", { class: "rays" });
  #stones = svg("g");
  #marks = svg("g", { class: "marks" });
  #last = svg("g");
  #grid;
  #players;
  #choice;
  /** @type {Map<string, string>} */
  #colours = new Map(); // `b`, `w` or `.` of each square
  /** @type {string[]} */
  #connected = []; // the squares of the group that won
  #isDropped = false; // a piece was just dragged to its target: it need not travel there
  #picture;
  /** @type {Analysis | null} */
  #found = null; // the analysis of this position

  /** @param {HTMLElement} root @param {BoardContext} context */
  constructor(root, context) {
    this.#root = root;
    this.#context = context;
    this.#choice = new SquareChoice(context);
    this.#grid = new SquareGrid(SIZE, SIZE, gameName("lines_of_action"), {
      choose: (square, event) => this.#choose(square, event),
      escape: () => this.#unpick(),
      grab: (square, event) => this.#grab(square, event),
      point: (square) => this.#point(square),
    });
    this.#picture = svg(
      "svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      drawShades(),
      drawSquares(),
      this.#last,
      this.#rays,
      this.#stones,
      this.#marks,
    );
    const board = el("div", { class: "square" }, this.#picture, this.#grid.node);
    this.#players = new BoardPlayers(board, stoneMark, drawCounts);
    root.append(this.#players.node);
  }

  /** @type {(view: View<LinesOfActionBoard>, events: TableEvent[], how: { animate: boolean }) => void} */
  update(view, events, { animate }) {
    const { cells, last, connected } = /** @type {LinesOfActionBoard} */ (view.board);
    this.#connected = connected;
    this.#colours = new Map(
      [...cells].map((colour, k) => [squareName(k % SIZE, Math.floor(k / SIZE)), colour]),
    );
    this.#choice.follow(view.moves);
    this.#found = null;
    const [, from, to] = MOVE.exec(last ?? "") ?? [];
    fill(this.#last, from && drawLastMove(from, to));
    this.#draw();
    const moved = events.findLast((event) => event.kind === "moved");
    if (moved && animate && !this.#isDropped && !this.#context.reducedMotion()) this.#travel(moved.move);
    if (moved) this.#isDropped = false;
    this.#players.update(view);
  }

  /** @type {(move: string | null) => void} */
  hint(move) {
    if (!this.#choice.hint(move)) return;
    if (this.#choice.hinted?.to) this.#grid.focus(this.#choice.hinted.to, false);
    this.#draw();
  }

  /** @type {(found: Analysis | null) => void} */
  analysis(found) {
    if (found === this.#found) return;
    this.#found = found;
    this.#drawTargets();
  }

  resize() {}

  destroy() {
    this.#root.replaceChildren();
  }

  #draw() {
    const { picked } = this.#choice;
    const targets = this.#choice.shownTargets();
    const stones = [...this.#colours].filter(([, colour]) => colour !== ".");
    fill(
      this.#stones,
      stones.map(([square, colour]) => drawStone(colour, square, this.#stateOf(square))),
    );
    this.#stones.classList.toggle("won", this.#connected.length > 0);
    this.#drawTargets();
    this.#grid.update((square) => ({
      label: this.#label(square),
      isPicked: square === picked,
      isLive: this.#choice.isLive(square),
      isTarget: targets.some((move) => move.to === square),
    }));
  }

  /** @type {(square: string) => "picked" | "connected" | ""} */
  #stateOf(square) {
    if (square === this.#choice.picked) return "picked";
    return this.#connected.includes(square) ? "connected" : "";
  }

  #drawTargets() {
    const { pending, hinted } = this.#choice;
    const targets = this.#choice.shownTargets();
    const [, from, to] = MOVE.exec(this.#found?.lines?.[0].line[0] ?? "") ?? [];
    fill(
      this.#rays,
      targets.map((move) => drawRay(move.from ?? "", move.to ?? "")),
    );
    fill(
      this.#marks,
      targets.map(({ to = "", capture }) => (capture ? drawRing(to, "capture") : drawDot(to))),
      targets.map(({ from = "", to = "", line = 0 }) => drawLineNumber(from, to, line)),
      pending && drawRing(pending, "pending"),
      hinted && [hinted.from, hinted.to].map((square) => drawRing(square ?? "", "hinted")),
      from && drawArrow(from, to),
    );
  }

  /** @type {(square: string) => string} */
  #label(square) {
    const colour = this.#colours.get(square);
    const piece = colour === "b" ? say("loa.black") : colour === "w" ? say("loa.white") : "";
    const words = [this.#choice.label(square, piece)];
    const { line } = this.#choice.moveTo(square) ?? {};
    if (line) words.push(count("loa.line", line));
    if (this.#connected.includes(square)) words.push(say("loa.connected"));
    return words.join(", ");
  }

  /** @type {(square: string, event: UIEvent) => void} */
  #choose(square, event) {
    this.#grid.focus(square, false);
    if (this.#choice.choose(square, event)) this.#context.announce(this.#label(square));
    this.#draw();
  }

  /** @type {(square: string, event: PointerEvent) => void} */
  #grab(square, event) {
    if (!this.#choice.movesFrom(square).length) return;
    dragPiece(event, /** @type {SVGSVGElement} */ (this.#picture), {
      lift: () => {
        this.#choice.pick(square);
        this.#draw();
        return this.#stones.querySelector(`[data-square="${square}"]`);
      },
      cancel: () => this.#unpick(),
      drop: (x, y) => {
        this.#isDropped = this.#choice.drop(this.#grid.squareAt(x, y));
        this.#draw();
      },
    });
  }

  #unpick() {
    this.#choice.pick(null);
    this.#draw();
  }

  /**
   * Emphasise the line to the target under the pointer or the focus.
   * @type {(square: string | null) => void}
   */
  #point(square) {
    for (const ray of this.#rays.children)
      ray.classList.toggle("pointed", ray.getAttribute("data-to") === square);
  }

  /** @type {(move: string) => void} */
  #travel(move) {
    const [, from, to] = MOVE.exec(move) ?? [];
    const stone = from && this.#stones.querySelector(`[data-square="${to}"]`);
    if (!stone) return;
    const [[x, y], [u, v]] = [middleOf(from), middleOf(to)];
    const path = [{ transform: `translate(${x - u}px, ${y - v}px)` }, { transform: "none" }];
    stone.animate(path, { duration: TRAVEL, easing: "ease-out" });
    if (!move.includes("x")) return;
    const taken = drawStone(this.#colours.get(to) === "b" ? "w" : "b", to);
    stone.before(taken);
    taken
      .animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAVEL * 2 })
      .finished.then(() => taken.remove());
  }
}

/**
 * Return how many pieces and groups *seat* has. Where a plate is narrow the word for pieces is only heard, as the
 * colour, which the mark shows.
 * @type {(view: View, seat: number) => Child}
 */
function drawCounts(view, seat) {
  const { pieces, groups } = /** @type {LinesOfActionBoard} */ (view.board);
  const [number, word] = count("loa.pieces", pieces[seat]).split(" ");
  return el(
    "span",
    { class: "counts" },
    el("span", { class: "unseen" }, `${colourName(view, seat)}, `),
    number,
    el("span", { class: "word" }, ` ${word}`),
    ` · ${count("loa.groups", groups[seat])}`,
  );
}
