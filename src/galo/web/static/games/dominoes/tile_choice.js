/**
 * Choosing a move: a tap on a tile plays it, or lets the ends glow at which it fits.
 *
 *     pick a tile ─→ one move ─→ play           several ends, or moves are confirmed ─→ choose an end ─→ play
 *     drag a tile ─→ drop it near an end ─→ play
 *
 * A hint raises its tile and lays a ghost of it on the table, unless a tile is picked.
 */

/** @import { BoardContext, DominoBoard, Move, View } from "../../types.js" */
/** @import { Ghost } from "./end_choices.js" */
/** @import { Hand } from "./hand.js" */
/** @import { TileTable } from "./tile_table.js" */

import { say } from "../../lib/texts.js";
import { dragTile } from "./drag.js";
import { EndChoices } from "./end_choices.js";
import { endLabel, pointsLabel, tileName, tileOf } from "./labels.js";
import { halvesOf } from "./tiles.js";

export class TileChoice {
  ends = new EndChoices((move) => this.play(move));
  #context;
  #hand;
  #table;
  #showsPoints;
  /** @type {View<DominoBoard> | null} */
  #view = null;
  /** @type {string | null} */
  #picked = null; // the name of the tile whose ends glow
  /** @type {string | null} */
  #hinted = null; // the recommended move
  /** @type {{ tile: string, rect: DOMRect } | null} */
  #dropped = null; // where a dragged tile was let go, to travel on from there

  /**
   * @param {BoardContext} context
   * @param {Hand} hand
   * @param {TileTable} table
   * @param {boolean} showsPoints
   */
  constructor(context, hand, table, showsPoints) {
    this.#context = context;
    this.#hand = hand;
    this.#table = table;
    this.#showsPoints = showsPoints;
  }

  /** Return the moves of *view* that play *tile*. @type {(tile: string) => Move[]} */
  movesOf(tile) {
    return this.#view?.moves.filter((move) => move.tile === tile) ?? [];
  }

  /** Go on with *view*, before the hand is drawn. @type {(view: View<DominoBoard>) => void} */
  follow(view) {
    this.#view = view;
    if (!view.moves.some(({ move }) => move === this.#hinted)) this.#hinted = null;
  }

  /** Draw what is picked or hinted again, after the hand and the table are drawn. */
  refresh() {
    this.#markHinted();
    if (this.#picked && this.movesOf(this.#picked).length > 0) this.#offer(this.#picked);
    else this.unpick();
  }

  /** Draw the ends again for the new size of the table. */
  resize() {
    if (this.#picked) this.#offer(this.#picked);
    else this.#layGhost();
  }

  /** Mark the recommended *move*; null takes the mark away. @type {(move: string | null) => void} */
  hint(move) {
    const recommended = move && tileOf(move) ? move : null;
    if (recommended === this.#hinted) return;
    this.#hinted = recommended;
    this.#markHinted();
    if (recommended || !this.#picked) this.unpick();
  }

  /** Choose *tile*, which was tapped or chosen by key. @type {(tile: string, event: MouseEvent) => void} */
  pick(tile, event) {
    const moves = this.movesOf(tile);
    const isAgain = this.#picked === tile;
    if (moves.length === 1 && (isAgain || !this.#context.asksFirst(event))) this.play(moves[0].move);
    else if (moves.length === 0 || isAgain) this.unpick();
    else {
      this.#offer(tile);
      if (event.detail === 0) this.ends.focus(); // chosen by keyboard, which goes on there
    }
  }

  unpick() {
    if (this.ends.hasFocus)
      (this.#hand.tile(this.#picked ?? "") ?? this.#hand.node.querySelector("button"))?.focus();
    this.#picked = null;
    this.#hand.mark("picked", null);
    this.#layGhost();
  }

  /** @type {(move: string) => void} */
  play(move) {
    this.#hinted = null;
    this.unpick();
    this.#context.play(move);
  }

  /** @type {(event: KeyboardEvent) => void} */
  escape(event) {
    if (event.key !== "Escape" || !this.#picked) return;
    event.stopPropagation();
    this.unpick();
  }

  /** Let *tile* be dragged by the pointer of *event*. @type {(tile: string, event: PointerEvent) => void} */
  grab(tile, event) {
    const node = this.#hand.tile(tile);
    if (!node || this.movesOf(tile).length === 0) return;
    dragTile(event, node, {
      lift: () => this.#offer(tile),
      cancel: () => this.unpick(),
      drop: (x, y, rect) => this.#drop(tile, x, y, rect),
    });
  }

  /**
   * Return where *tile* was let go, if it was dragged, and forget it.
   * @type {() => { tile: string, rect: DOMRect } | null}
   */
  takeDropped() {
    const dropped = this.#dropped;
    this.#dropped = null;
    return dropped;
  }

  /** @type {(tile: string, x: number, y: number, rect: DOMRect) => void} */
  #drop(tile, x, y, rect) {
    const moves = this.movesOf(tile);
    const isOver = document.elementsFromPoint(x, y).includes(this.#table.node);
    const move = this.ends.nearest(x, y) ?? (isOver && moves.length === 1 ? moves[0].move : null);
    if (!move) {
      this.unpick();
      return;
    }
    this.#dropped = { tile, rect };
    this.play(move);
  }

  /** Let the ends glow at which *tile* can be played. @type {(tile: string) => void} */
  #offer(tile) {
    this.#picked = tile;
    this.#hand.mark("picked", tile);
    const choices = this.movesOf(tile).flatMap((choice) => {
      const text = this.#showsPoints ? pointsLabel(choice.points) : "";
      return this.#ghosts(choice).map((ghost) => ({ ...ghost, label: endLabel(choice), text }));
    });
    this.ends.show(choices, this.#table.half, say("dominoes.ends", { tile: tileName(tile) }));
  }

  /** Let the end of the recommended move glow, if there is one. */
  #layGhost() {
    const choices = this.#view?.moves.filter(({ move }) => move === this.#hinted) ?? [];
    const ghosts = choices.flatMap((choice) =>
      this.#ghosts(choice).map((ghost) => ({ ...ghost, isHint: true })),
    );
    this.ends.show(ghosts, this.#table.half, "");
  }

  #markHinted() {
    this.#hand.mark("hinted", this.#hinted && tileOf(this.#hinted));
  }

  /**
   * Return how the tile of *choice* would lie; nothing for a move without a tile.
   * @type {(choice: Move) => Ghost[]}
   */
  #ghosts({ move, tile, end = null }) {
    if (!tile) return [];
    const [high, low] = halvesOf(tile);
    const isTurned = end !== null && this.#view?.board?.ends[end] === low;
    return [
      { move, place: this.#table.placeOf(end, high === low), halves: isTurned ? [low, high] : [high, low] },
    ];
  }
}
