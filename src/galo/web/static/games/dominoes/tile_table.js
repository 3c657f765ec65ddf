/** The tiles on the table. Each keeps its element from the move that plays it to the end of the round. */

/** @import { DominoBoard, TilePlace } from "../../types.js" */
/** @import { TileLayout } from "./tile_layout.js" */

import { el } from "../../lib/dom.js";
import { layTiles } from "./tile_layout.js";
import { tileFace, turnShadow } from "./tiles.js";

const UNKNOWN_SIZE = { width: 344, height: 330 }; // pixels, while the table is not on screen

export class TileTable {
  #tiles = el("div", { class: "cloth-tiles", role: "img" });
  /** Everything that lies on the cloth; where it is larger than the cloth, it is panned. */
  plane = el("div", { class: "cloth-plane" }, this.#tiles);
  node = el("div", { class: "cloth" }, this.plane);
  /** @type {Map<string, SVGElement>} */
  #nodes = new Map(); // by the name of the tile
  /** @type {Pick<DominoBoard, "first" | "arms" | "round">} */
  #board = { first: null, arms: {}, round: 0 };
  /** @type {TileLayout} */
  #layout = { half: 0, origin: [0.5, 0.5], width: 0, height: 0, tiles: [], ends: {} };
  #laid = ""; // the round and the size of the cloth that the layout is for

  /** The side of half a tile in pixels. */
  get half() {
    return this.#layout.half;
  }

  /**
   * Lay the tiles of *board*, mark the one called *last*, say what lies there by *label*, and return the names
   * of the tiles that are new.
   * @type {(board: DominoBoard, last: string | null, label: string) => string[]}
   */
  show(board, last, label) {
    this.#board = board;
    this.#tiles.setAttribute("aria-label", label);
    const before = new Set(this.#nodes.keys());
    this.resize();
    for (const [name, tile] of this.#nodes) tile.classList.toggle("last", name === last);
    return [...this.#nodes.keys()].filter((name) => !before.has(name));
  }

  /** Lay the tiles anew for the size of the table. */
  resize() {
    const { width, height } = this.#size();
    const { first, arms, round } = this.#board;
    const laid = `${round} ${width} ${height}`;
    const isGrown = laid === this.#laid && this.#layout.tiles.length <= 1 + Object.values(arms).flat().length;
    this.#layout = layTiles(first ?? [0, 0], arms, width, height, isGrown ? this.#layout : null);
    this.#laid = first ? laid : "";
    this.#pan(width, height);
    const tiles = first ? this.#layout.tiles : [];
    const names = new Set(tiles.map((tile) => tile.name));
    for (const [name, node] of this.#nodes) {
      if (names.has(name)) continue;
      node.remove();
      this.#nodes.delete(name);
    }
    for (const tile of tiles) {
      const node = this.#nodes.get(tile.name) ?? this.#tiles.appendChild(tileFace(tile.halves));
      this.#nodes.set(tile.name, node);
      putTile(node, tile, this.half);
    }
  }

  /**
   * Return where the next tile of *arm* goes, the middle of the table where none is named.
   * @type {(arm: string | null, isDouble: boolean) => TilePlace}
   */
  placeOf(arm, isDouble) {
    const end = arm ? this.#layout.ends[arm] : null;
    if (end) return isDouble ? end.double : end.tile;
    const { width, height } = this.#layout;
    return { x: width / 2, y: height / 2, turn: isDouble ? 0 : 270 };
  }

  /** Return the element of the tile called *name*. @type {(name: string) => SVGElement | undefined} */
  tile(name) {
    return this.#nodes.get(name);
  }

  /**
   * Make the plane as large as the layout; if the cloth, *width* × *height*, shows a part, that of the last tile.
   * @type {(width: number, height: number) => void}
   */
  #pan(width, height) {
    const { node, plane } = this;
    const isLarger = this.#layout.width > width;
    node.classList.toggle("panned", isLarger);
    if (isLarger)
      node.tabIndex = 0; // keys pan it too
    else node.removeAttribute("tabindex");
    plane.style.width = isLarger ? `${this.#layout.width}px` : "";
    plane.style.height = isLarger ? `${this.#layout.height}px` : "";
    if (!isLarger) return;
    const { x, y } = this.#layout.tiles[this.#layout.tiles.length - 1];
    node.scrollTo(x - width / 2, y - height / 2);
  }

  #size() {
    const { clientWidth, clientHeight } = this.node;
    return { width: clientWidth || UNKNOWN_SIZE.width, height: clientHeight || UNKNOWN_SIZE.height };
  }
}

/**
 * Put the picture of a tile at *place*, with halves of *half* pixels.
 * @type {(tile: SVGElement, place: TilePlace, half: number) => void}
 */
export function putTile(tile, place, half) {
  tile.style.width = `${half}px`;
  tile.style.height = `${2 * half}px`;
  tile.style.transform = transformOf(place, half);
  turnShadow(tile, place.turn);
}

/**
 * Return the CSS transform that takes a tile from the upper left corner to *place*.
 * @type {(place: TilePlace, half: number, scale?: number) => string}
 */
export function transformOf({ x, y, turn }, half, scale = 1) {
  return `translate(${x - half / 2}px, ${y - half}px) rotate(${turn}deg) scale(${scale})`;
}
