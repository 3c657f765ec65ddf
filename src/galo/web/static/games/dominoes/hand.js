/** The viewer's own tiles: a row of buttons, two or more when there are many, in the order they came. */

import { el } from "../../lib/dom.js";
import { halvesOf, tileBack, tileFace } from "./tiles.js";

/** @typedef {"playable" | "unfit" | "waiting"} TileState  waiting: it is not the viewer's turn */

const THUMB = 44; // pixels: no tile is narrower
const NARROW = 32; // unless the hand is past two rows of seven, or the table too low for two rows
const SIDEWAYS_THUMB = 36; // on a table held sideways, as long as there is room for another row
const ABOVE = 84; // pixels of such a table that are not the hand's
const SHORT = 400; // pixels of height below which a table has no room for two rows
const DEALT = 7; // tiles for which a row keeps room when some are gone, so that the others keep their size
const SPACE = 4; // between two tiles, where there is room for it
const BETWEEN = 10; // between two rows
const WIDEST = 68;
const LOOKED_AT = 0.75; // the scale of tiles that nobody has to touch
const TALLEST = 0.095; // of the table's height that a tile may be wide

export class Hand {
  node = el("div", { class: "own-hand", role: "group" });
  /** @type {Map<string, HTMLElement>} */
  #tiles = new Map(); // by kind and name, in the order shown
  #room = { place: "", high: 0 };
  #pick;
  #grab;

  /**
   * @param {(name: string, event: MouseEvent) => void} pick  called when a tile is tapped or chosen by key
   * @param {(name: string, event: PointerEvent) => void} grab  called when a pointer goes down on a tile
   */
  constructor(pick, grab) {
    this.#pick = pick;
    this.#grab = grab;
    this.node.addEventListener("keydown", (event) => this.#walk(event));
  }

  /**
   * Show *tiles* to play with; *label* is the name of the hand.
   * @type {(tiles: { name: string, label: string, state: TileState }[], label: string) => void}
   */
  showPlayable(tiles, label) {
    const focused = focusedPlace([...this.#tiles.values()]);
    this.node.setAttribute("aria-label", label);
    this.node.removeAttribute("aria-hidden");
    this.#arrange(
      "button",
      tiles.map(({ name }) => name),
      (name) =>
        el(
          "button",
          {
            type: "button",
            class: "hand-tile",
            "data-tile": name,
            onclick: (event) => this.#pick(name, event),
            onpointerdown: (event) => this.#grab(name, event),
          },
          tileFace(halvesOf(name)),
        ),
    );
    for (const { name, label: tileLabel, state } of tiles) {
      const tile = this.tile(name);
      tile?.setAttribute("aria-label", tileLabel);
      tile?.setAttribute("aria-disabled", String(state !== "playable"));
      tile?.setAttribute("data-state", state);
    }
    const isLost = focused >= 0 && !this.node.contains(document.activeElement);
    this.#rove(isLost ? [...this.#tiles.values()][Math.min(focused, this.#tiles.size - 1)] : undefined);
  }

  /** Show the tiles *names* to look at. @type {(names: string[]) => void} */
  showFaces(names) {
    this.node.setAttribute("aria-hidden", "true"); // the label of the player at the bottom names them
    this.#arrange("face", names, (name) => still(tileFace(halvesOf(name))));
  }

  /** Show *count* tiles from behind. @type {(count: number) => void} */
  showBacks(count) {
    this.node.setAttribute("aria-hidden", "true");
    this.#arrange(
      "back",
      Array.from({ length: count }, (_, place) => String(place)),
      () => still(tileBack()),
    );
  }

  /** Return the button of the tile called *name*. @type {(name: string) => HTMLElement | undefined} */
  tile(name) {
    return this.#tiles.get(`button ${name}`);
  }

  /**
   * Give the tile *name* the class *mark*, and take it from all others.
   * @type {(mark: string, name: string | null) => void}
   */
  mark(mark, name) {
    for (const [key, tile] of this.#tiles) tile.classList.toggle(mark, key === `button ${name}`);
  }

  /**
   * Fit the tiles into the hand on a table *height* pixels high; *isLow*: too low for a row; *isOwn*: they are
   * touched while the round lasts; *face*: the width of opened ones, null if they keep the room that they had.
   * @type {(height: number, how: { isLow: boolean, isOwn: boolean, round: number, face: number | null }) => void}
   */
  resize(height, { isLow, isOwn, round, face }) {
    const width = this.node.clientWidth - 1; // a pixel that was rounded up would make a second row
    const count = Math.max(DEALT, this.#tiles.size);
    const isPinched = height < SHORT && count * THUMB > width;
    const thumb = isLow || isPinched || count > 2 * DEALT ? NARROW : THUMB;
    const isCrowded = count * thumb > width;
    const rows = isCrowded ? (isLow ? rowsOf(count, width, height) : 2) : 1;
    const row = Math.ceil(count / rows);
    const fit = Math.floor((width - SPACE * (row - 1)) / row);
    const wanted = Math.max(thumb, Math.min(fit, WIDEST, Math.round(height * TALLEST)));
    const touched = Math.min(wanted, Math.floor(width / row));
    const looked = Math.round(touched * LOOKED_AT);
    const isOpen = this.#tiles.size === 0 || this.node.querySelector(".tile:not(.tile-back)");
    const size = this.node.querySelector("button") ? touched : isOpen && face ? face : looked;
    this.#keepRoom(
      `${round} ${width} ${height}`,
      rows * 2 * (isOwn ? touched : looked) + (rows - 1) * BETWEEN,
    );
    const space = Math.min(SPACE * (size / thumb), Math.floor((width - size * row) / (row - 1)));
    this.node.style.setProperty("--tile", `${size}px`);
    this.node.style.setProperty("--space", `${space}px`);
  }

  /**
   * Keep room for rows *high* pixels high, or for those that were higher at the same *place*, the round and the size
   * of the table: whoever has laid the last tile keeps the table as it is.
   * @type {(place: string, high: number) => void}
   */
  #keepRoom(place, high) {
    this.#room = { place, high: this.#room.place === place ? Math.max(high, this.#room.high) : high };
    this.node.style.setProperty("--room", `${this.#room.high}px`);
  }

  /** @type {(kind: string, names: string[], make: (name: string) => HTMLElement) => void} */
  #arrange(kind, names, make) {
    const before = new Map(this.#tiles);
    this.#tiles.clear();
    for (const name of names) {
      const key = `${kind} ${name}`;
      this.#tiles.set(key, before.get(key) ?? make(name));
      before.delete(key);
    }
    for (const tile of before.values()) tile.remove();
    const { node } = this;
    [...this.#tiles.values()].forEach((tile, place) => {
      const other = node.children[place] ?? null;
      if (other !== tile) node.insertBefore(tile, other); // moving an element would cost it the focus
    });
  }

  /** Let one tile be the tab stop; *heir* is given the focus too. @type {(heir?: HTMLElement) => void} */
  #rove(heir) {
    const all = [...this.#tiles.values()];
    const stop =
      heir ??
      all.find((tile) => tile === document.activeElement) ??
      all.find((tile) => tile.dataset.state === "playable") ??
      all[0];
    for (const tile of all) tile.tabIndex = tile === stop ? 0 : -1;
    heir?.focus();
  }

  /** @type {(event: KeyboardEvent) => void} */
  #walk(event) {
    const all = [...this.#tiles.values()];
    const at = focusedPlace(all);
    if (at < 0) return;
    /** @type {Record<string, () => HTMLElement | undefined>} */
    const ways = {
      ArrowLeft: () => all.at(at - 1),
      ArrowRight: () => all[(at + 1) % all.length],
      ArrowUp: () => nearestInRow(all, at, -1),
      ArrowDown: () => nearestInRow(all, at, 1),
      Home: () => all[0],
      End: () => all.at(-1),
    };
    const to = ways[event.key]?.();
    if (!to) return;
    event.preventDefault();
    this.#rove(to);
  }
}

/**
 * Return how many rows *count* tiles have in a column *width* pixels wide of a table held sideways.
 * @type {(count: number, width: number, height: number) => number}
 */
function rowsOf(count, width, height) {
  const row = Math.floor((width + SPACE) / (SIDEWAYS_THUMB + SPACE));
  const most = Math.floor((height - ABOVE) / (2 * SIDEWAYS_THUMB + BETWEEN));
  return Math.max(2, Math.min(most, Math.ceil(count / row)));
}

/** @type {(picture: SVGElement) => HTMLElement} */
function still(picture) {
  return el("span", { class: "hand-tile", "data-state": "still" }, picture);
}

/**
 * Return the place of the tile that has the focus, -1 if none has.
 * @type {(tiles: HTMLElement[]) => number}
 */
function focusedPlace(tiles) {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement ? tiles.indexOf(activeElement) : -1;
}

/**
 * Return the nearest tile to tile *at* of the rows below it, or above it if *way* is -1: a hand that is too
 * wide for its place lies in two.
 * @type {(tiles: HTMLElement[], at: number, way: 1 | -1) => HTMLElement | undefined}
 */
function nearestInRow(tiles, at, way) {
  const from = /** @type {HTMLElement} */ (tiles[at]).getBoundingClientRect();
  const isFar = (/** @type {DOMRect} */ to) => way * (to.y - from.y) > from.height / 2;
  return tiles
    .map((tile) => ({ tile, to: tile.getBoundingClientRect() }))
    .filter(({ to }) => isFar(to))
    .map(({ tile, to }) => ({ tile, far: Math.hypot(to.x - from.x, to.y - from.y) }))
    .sort((one, other) => one.far - other.far)[0]?.tile;
}
