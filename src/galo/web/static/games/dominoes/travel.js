/** The movements of the moves at a table: tiles travel, a pass knocks, points rise. */

/** @import { BoardContext, MovedEvent, Point, Points, View } from "../../types.js" */
/** @import { Counts } from "./counts.js" */
/** @import { Hand } from "./hand.js" */
/** @import { Players } from "./players.js" */
/** @import { TileTable } from "./tile_table.js" */

import { el } from "../../lib/dom.js";
import { tileOf } from "./labels.js";
import { arrive, floatUp, knock, slide } from "./motion.js";
import { bottomSeat } from "./players.js";

/**
 * @typedef {{ moves: { event: MovedEvent, from: DOMRect | null }[], held: number }} Departure  *held*:
 *   tiles in the hand before
 */

const EDGE = 56; // pixels that rising points keep from the edge of the table
const LINE = 26; // pixels between the points of one move

export class Travel {
  floats = el("div", { class: "floats", "aria-hidden": "true" });
  #parts;
  #context;

  /**
   * @param {{ table: TileTable, hand: Hand, players: Players, counts: Counts }} parts
   * @param {BoardContext} context
   */
  constructor(parts, context) {
    this.#parts = parts;
    this.#context = context;
  }

  /**
   * Return from where on the page the tile of each move comes, before *view* is drawn anew.
   * @type {(moved: MovedEvent[], view: View | null, dropped: { tile: string, rect: DOMRect } | null) =>
   *   Departure}
   */
  depart(moved, view, dropped) {
    const { hand } = this.#parts;
    const moves = moved.map((event) => {
      const tile = tileOf(event.move) ?? "";
      const shown = dropped?.tile === tile ? dropped.rect : hand.tile(tile)?.getBoundingClientRect();
      return { event, from: shown ?? (view && this.#originOf(event.seat, view)) };
    });
    return { moves, held: hand.node.childElementCount };
  }

  /**
   * Let the moves of *departure* arrive on *view*; *fresh* are the names of the tiles new on the table.
   * @type {(departure: Departure, view: View, fresh: string[]) => void}
   */
  arrive({ moves, held }, view, fresh) {
    const isReduced = this.#context.reducedMotion();
    if (moves.length > 0) this.clear(); // those of the moves before make room
    for (const { event, from } of moves) {
      if (!isReduced) this.#move(event, from, view, fresh, held);
      const scored = event.points.filter((point) => point.points > 0);
      for (const [line, point] of scored.entries()) this.#float(point, event, line, isReduced);
    }
  }

  /** Take the rising points away: the board shows another moment. */
  clear() {
    this.floats.replaceChildren();
  }

  /** @type {(event: MovedEvent, from: DOMRect | null, view: View, fresh: string[], held: number) => void} */
  #move({ seat, move }, from, view, fresh, held) {
    const { table, hand, players, counts } = this.#parts;
    const tile = tileOf(move);
    const lying = tile === null ? undefined : table.tile(tile);
    if (lying && from && fresh.includes(tile ?? "")) slide(lying, from);
    if (move === "pass") knock(players.node(seat));
    if (move === "draw") {
      const isSeen = seat === bottomSeat(view) && hand.node.childElementCount > held;
      const drawn = isSeen ? hand.node.lastElementChild : players.node(seat).querySelector(".tile");
      if (drawn) arrive(drawn, counts.stockRect());
    }
  }

  /** @type {(point: Points, event: MovedEvent, line: number, isReduced: boolean) => void} */
  #float(point, event, line, isReduced) {
    const { table, players } = this.#parts;
    const lying = point.kind === "table" ? table.tile(tileOf(event.move) ?? "") : undefined;
    const { x, y } = this.#within((lying ?? players.node(point.seat ?? event.seat)).getBoundingClientRect());
    floatUp(this.floats, `+${point.points}`, { x, y: y + LINE * line }, isReduced);
  }

  /** @type {(seat: number, view: View) => DOMRect} */
  #originOf(seat, view) {
    const { hand, players } = this.#parts;
    return seat === bottomSeat(view) ? hand.node.getBoundingClientRect() : players.rectOf(seat);
  }

  /**
   * Return the point of the table nearest to the middle of *rect* of the page, which may lie beside it.
   * @type {(rect: DOMRect) => Point}
   */
  #within(rect) {
    const { left, top, width, height } = this.#parts.table.plane.getBoundingClientRect();
    /** @type {(place: number, length: number) => number} */
    const clamp = (place, length) => Math.min(Math.max(place, EDGE), length - EDGE);
    return {
      x: clamp(rect.left + rect.width / 2 - left, width),
      y: clamp(rect.top + rect.height / 2 - top, height),
    };
  }
}
