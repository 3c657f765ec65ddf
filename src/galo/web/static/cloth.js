/* The tiles on the table. Each tile keeps its element from the move that plays it to the end of the round. */

import { el } from "./dom.js";
import { lay } from "./snake.js";
import { tileFace, turnTile } from "./tiles.js";

/** Return the cloth: `node`, `show`, `resize`, `placeOf`, `tileNode` and the `half` of a tile in pixels. */
export function createCloth() {
  const lying = el("div", { class: "cloth-tiles", role: "img" });
  const node = el("div", { class: "cloth" }, lying);
  const nodes = new Map(); // name → element
  let shown = { first: null, arms: {} };
  let laid = null;

  /** Lay the tiles of *board*, mark the one called *last*, and return the names of those that are new. */
  function show(board, last) {
    shown = board;
    const before = new Set(nodes.keys());
    place();
    for (const [name, tile] of nodes) tile.classList.toggle("last", name === last);
    return [...nodes.keys()].filter((name) => !before.has(name));
  }

  function place() {
    const { width, height } = size();
    laid = lay(shown.first ?? [0, 0], shown.arms, width, height);
    const tiles = shown.first ? laid.tiles : [];
    const names = new Set(tiles.map((tile) => tile.name));
    for (const [name, tile] of nodes) {
      if (names.has(name)) continue;
      tile.remove();
      nodes.delete(name);
    }
    for (const tile of tiles) {
      if (!nodes.has(tile.name)) nodes.set(tile.name, lying.appendChild(tileFace(tile.halves)));
      put(nodes.get(tile.name), tile, laid.half);
    }
  }

  /** Return where the next tile of *arm* goes, the middle of the table where none is named. */
  function placeOf(arm, isDouble) {
    const { width, height } = size();
    if (!arm || !laid.ends[arm]) return { x: width / 2, y: height / 2, turn: isDouble ? 0 : 270 };
    return laid.ends[arm][isDouble ? "double" : "tile"];
  }

  /** Return the room for tiles; a cloth that is not on screen yet has a size to compute with all the same. */
  function size() {
    return { width: node.clientWidth || 344, height: node.clientHeight || 330 };
  }

  return {
    node, show, placeOf,
    resize: place,
    tileNode: (name) => nodes.get(name),
    get half() { return laid.half; },
  };
}

/** Put the picture of a tile at *place*, its middle and turn, with halves of *half* pixels. */
export function put(tile, place, half) {
  tile.style.width = `${half}px`;
  tile.style.height = `${2 * half}px`;
  tile.style.transform = transformOf(place, half);
  turnTile(tile, place.turn);
}

/** Return the CSS transform that takes a tile from the upper left corner to *place*. */
export function transformOf({ x, y, turn }, half, scale = 1) {
  return `translate(${x - half / 2}px, ${y - half}px) rotate(${turn}deg) scale(${scale})`;
}
