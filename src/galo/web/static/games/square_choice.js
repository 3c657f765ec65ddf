/**
 * Choosing a move on a board of squares: a piece and then a target, or a target alone.
 *
 *     nothing ─→ picked ─→ play            where moves are confirmed: picked ─→ pending ─→ play
 */

/** @import { BoardContext, Move } from "../types.js" */

import { say } from "../lib/texts.js";

export class SquareChoice {
  #context;
  /** @type {Move[]} */
  #moves = [];
  /** @type {string | null} */
  picked = null; // the square of a piece
  /** @type {string | null} */
  pending = null; // the target that was chosen once
  /** @type {Move | null} */
  hinted = null; // the recommended move
  #isHinting = false; // the piece is picked by the hint, and only its move is shown

  /** @param {BoardContext} context */
  constructor(context) {
    this.#context = context;
  }

  /**
   * Go on with *moves*: what was chosen stays while they are the same, as when somebody else comes or goes.
   * @type {(moves: Move[]) => void}
   */
  follow(moves) {
    const isSame = JSON.stringify(moves) === JSON.stringify(this.#moves);
    this.#moves = moves;
    if (isSame) return;
    this.hinted = null;
    this.pick(null);
  }

  /** Return the moves of the piece on *square*. @type {(square: string) => Move[]} */
  movesFrom(square) {
    return this.#moves.filter((move) => move.from === square);
  }

  /** Return the moves that could be chosen next by their target. @type {() => Move[]} */
  targets() {
    return this.#moves.filter((move) => move.to !== undefined && (move.from ?? null) === this.picked);
  }

  /** Return the moves to show: that of a hint alone, or all that could be chosen next. @type {() => Move[]} */
  shownTargets() {
    return this.#isHinting && this.hinted ? [this.hinted] : this.targets();
  }

  /**
   * Return the move to *square* of the picked piece, or without a piece.
   * @type {(square: string) => Move | undefined}
   */
  moveTo(square) {
    return this.targets().find((move) => move.to === square);
  }

  /** Return whether *square* can be chosen. @type {(square: string) => boolean} */
  isLive(square) {
    return this.movesFrom(square).length > 0 || this.moveTo(square) !== undefined;
  }

  /**
   * Choose *square* and play the move if that completes one; return whether a piece was picked.
   * @type {(square: string, event: UIEvent) => boolean}
   */
  choose(square, event) {
    const target = this.moveTo(square);
    if (!target) {
      this.pick(square !== this.picked && this.movesFrom(square).length ? square : null);
      return this.picked !== null;
    }
    if (this.#context.asksFirst(event) && this.pending !== square) {
      this.pending = square;
    } else {
      this.pick(null);
      this.#context.play(target.move);
    }
    return false;
  }

  /**
   * Play the picked piece, which was dragged, to *square*; return whether it can go there.
   * @type {(square: string | undefined) => boolean}
   */
  drop(square) {
    const target = square && this.moveTo(square);
    this.pick(null);
    if (target) this.#context.play(target.move);
    return Boolean(target);
  }

  /** @type {(square: string | null) => void} */
  pick(square) {
    this.picked = square;
    this.pending = null;
    this.#isHinting = false;
  }

  /**
   * Pick the piece of the recommended *move*; null takes the hint back. Return whether that changed anything.
   * @type {(move: string | null) => boolean}
   */
  hint(move) {
    if (move === (this.hinted?.move ?? null)) return false;
    if (this.hinted && this.picked === (this.hinted.from ?? null)) this.pick(null);
    this.hinted = this.#moves.find((one) => one.move === move && one.to !== undefined) ?? null;
    if (this.hinted) this.pick(this.hinted.from ?? null);
    this.#isHinting = this.hinted !== null;
    return true;
  }

  /** Return the label of *square*, which holds *piece*. @type {(square: string, piece: string) => string} */
  label(square, piece) {
    const words = [square, piece || say("square.empty")];
    const target = this.moveTo(square);
    const moves = this.movesFrom(square);
    if (target) words.push(say(target.capture ? "square.capture" : "square.here"));
    else if (moves.length)
      words.push(say("square.can", { targets: moves.map((move) => move.to).join(", ") }));
    if (square === this.picked) words.push(say("square.picked"));
    return words.join(", ");
  }
}
