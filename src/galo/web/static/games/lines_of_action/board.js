/**
 * The board of Lines of Action: round stones, targets as dots, captures as rings.
 *
 *     view ─→ update() ─→ picture and grid        a click or a key ─→ SquareChoice ─→ context.play
 */

/**
 * @import { Analysis, BoardContext, GameBoard, LinesOfActionBoard, TableEvent, View } from "../../types.js"
 */

import { el, fill, svg } from "../../lib/dom.js";
import { gameName } from "../../lib/sentences.js";
import { say } from "../../lib/texts.js";
import { BoardPlayers } from "../board_players.js";
import { SquareChoice } from "../square_choice.js";
import { SquareGrid, squareName } from "../square_grid.js";
import {
  drawArrow,
  drawDot,
  drawLastMove,
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
  #marks = svg("g");
  #last = svg("g");
  #grid;
  #players;
  #choice;
  /** @type {Map<string, string>} */
  #colours = new Map(); // `b`, `w` or `.` of each square
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
      point: (square) => this.#point(square),
    });
    const picture = svg(
      "svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      drawShades(),
      drawSquares(),
      this.#last,
      this.#rays,
      this.#stones,
      this.#marks,
    );
    this.#players = new BoardPlayers(el("div", { class: "square" }, picture, this.#grid.node), stoneMark);
    root.append(this.#players.node);
  }

  /** @type {(view: View<LinesOfActionBoard>, events: TableEvent[], how: { animate: boolean }) => void} */
  update(view, events, { animate }) {
    const { cells, last } = /** @type {LinesOfActionBoard} */ (view.board);
    this.#colours = new Map(
      [...cells].map((colour, k) => [squareName(k % SIZE, Math.floor(k / SIZE)), colour]),
    );
    this.#choice.follow(view.moves);
    this.#found = null;
    const [, from, to] = MOVE.exec(last ?? "") ?? [];
    fill(this.#last, from && drawLastMove(from, to));
    this.#draw();
    const moved = events.findLast((event) => event.kind === "moved");
    if (moved && animate && !this.#context.reducedMotion()) this.#travel(moved.move);
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
    const stones = [...this.#colours].filter(([, colour]) => colour !== ".");
    fill(
      this.#stones,
      stones.map(([square, colour]) => drawStone(colour, square, square === picked)),
    );
    this.#drawTargets();
    this.#grid.update((square) => ({
      label: this.#label(square),
      isPicked: square === picked,
      isLive: this.#choice.isLive(square),
      isTarget: this.#choice.moveTo(square) !== undefined,
    }));
  }

  #drawTargets() {
    const { pending, hinted } = this.#choice;
    const targets = this.#choice.targets();
    const [, from, to] = MOVE.exec(this.#found?.lines?.[0].line[0] ?? "") ?? [];
    fill(
      this.#rays,
      targets.map((move) => drawRay(move.from ?? "", move.to ?? "")),
    );
    fill(
      this.#marks,
      targets.map(({ to = "", capture }) => (capture ? drawRing(to, "capture") : drawDot(to))),
      pending && drawRing(pending, "pending"),
      hinted && [hinted.from, hinted.to].map((square) => drawRing(square ?? "", "hinted")),
      from && drawArrow(from, to),
    );
  }

  /** @type {(square: string) => string} */
  #label(square) {
    const colour = this.#colours.get(square);
    return this.#choice.label(
      square,
      colour === "b" ? say("loa.black") : colour === "w" ? say("loa.white") : "",
    );
  }

  /** @type {(square: string, event: UIEvent) => void} */
  #choose(square, event) {
    this.#grid.focus(square, false);
    if (this.#choice.choose(square, event)) this.#context.announce(this.#label(square));
    this.#draw();
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
    const taken = drawStone(this.#colours.get(to) === "b" ? "w" : "b", to, false);
    stone.before(taken);
    taken
      .animate([{ opacity: 1 }, { opacity: 0 }], { duration: TRAVEL * 2 })
      .finished.then(() => taken.remove());
  }
}
