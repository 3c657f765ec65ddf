/* The viewer's own tiles: a row of buttons, two rows when there are many, in the order they came. */

import { el } from "./dom.js";
import { halvesOf, tileBack, tileFace } from "./tiles.js";

const THUMB = 44; // pixels: no tile is narrower
const LESS = 32; // unless a phone is narrow and the hand past two rows of seven, or the phone is held sideways
const DEALT = 7; // tiles for which a row keeps room when some are gone, so that the others keep their size
const SPACE = 4; // between two tiles, where there is room for it
const WIDEST = 68;
const LOOKED_AT = 0.75; // how large tiles are that nobody has to touch
const TALLEST = 0.1; // of the table's height that a tile may be wide

/** Return the hand at the bottom; `onPick(name, event)` hears of taps and keys, `onGrab` of fingers put down. */
export function createHand({ onPick, onGrab }) {
  const node = el("div", { class: "own-hand", role: "group" });
  const tiles = new Map(); // key → element, in the order shown
  node.addEventListener("keydown", walk);

  /** Show the tiles *names* to play with: `labels[name]` is what each is called, `states[name]` how it stands. */
  function deal({ names, labels, states, label }) {
    const places = [...tiles.values()];
    const focused = places.indexOf(document.activeElement);
    node.setAttribute("aria-label", label);
    node.removeAttribute("aria-hidden");
    arrange(names, (name) => el("button", {
      type: "button", class: "hand-tile", "data-tile": name,
      onclick: (event) => onPick(name, event), onpointerdown: (event) => onGrab(name, event),
    }, tileFace(halvesOf(name))), "button");
    for (const name of names) {
      const tile = tiles.get(`button ${name}`);
      tile.setAttribute("aria-label", labels[name]);
      tile.setAttribute("aria-disabled", String(states[name] !== "playable"));
      tile.dataset.state = states[name];
    }
    const isLost = focused >= 0 && !node.contains(document.activeElement);
    rove(isLost ? [...tiles.values()][Math.min(focused, tiles.size - 1)] : null);
  }

  /** Show the tiles *names* to look at. */
  function open(names) {
    node.setAttribute("aria-hidden", "true"); // the label of the player who sits here names them
    arrange(names, (name) => still(tileFace(halvesOf(name))), "face");
  }

  /** Show *count* tiles from behind. */
  function close(count) {
    node.setAttribute("aria-hidden", "true");
    arrange(Array.from({ length: count }, (_, place) => place), () => still(tileBack()), "back");
  }

  function still(picture) {
    return el("span", { class: "hand-tile", "data-state": "still" }, picture);
  }

  function arrange(names, make, kind) {
    const before = new Map(tiles);
    tiles.clear();
    for (const name of names) {
      const key = `${kind} ${name}`;
      tiles.set(key, before.get(key) ?? make(name));
      before.delete(key);
    }
    before.forEach((tile) => tile.remove());
    [...tiles.values()].forEach((tile, place) => { // moving an element would cost it the focus: only where needed
      if (node.children[place] !== tile) node.insertBefore(tile, node.children[place] ?? null);
    });
  }

  /** Let one tile be the tab stop; *heir* is given the focus too. */
  function rove(heir) {
    const all = [...tiles.values()];
    const stop = heir ?? all.find((tile) => tile === document.activeElement)
      ?? all.find((tile) => tile.dataset.state === "playable") ?? all[0];
    all.forEach((tile) => { tile.tabIndex = tile === stop ? 0 : -1; });
    heir?.focus();
  }

  function walk(event) {
    const all = [...tiles.values()];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    rove(all[(to + all.length) % all.length]);
  }

  /** Choose how large tiles are in a hand *width* wide on a table *height* high, which may be too *low* for a row. */
  function resize(width, height, low) {
    const count = Math.max(DEALT, tiles.size);
    const thumb = low || count > 2 * DEALT ? LESS : THUMB;
    const isCrowded = count * thumb > width;
    const row = isCrowded ? Math.ceil(count / 2) : count;
    const fit = Math.floor((width - SPACE * (row - 1)) / row);
    const touched = Math.min(Math.max(thumb, Math.min(fit, WIDEST, Math.round(height * TALLEST))), Math.floor(width / row));
    const size = node.querySelector("button") ? touched : Math.round(touched * LOOKED_AT);
    const space = Math.min(SPACE * (size / thumb), Math.floor((width - size * row) / (row - 1)));
    node.style.setProperty("--tile", `${size}px`);
    node.style.setProperty("--space", `${space}px`);
  }

  return {
    node, deal, open, close, resize,
    tile: (name) => tiles.get(`button ${name}`),
    /** Give the tile *name* the class *mark*, and take it from all others. */
    mark(mark, name) {
      for (const [key, tile] of tiles) tile.classList.toggle(mark, key === `button ${name}`);
    },
  };
}
