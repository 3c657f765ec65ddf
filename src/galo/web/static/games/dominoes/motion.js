/** Movements on a table: every one starts and ends with elements that are on screen anyway. */

/** @import { Point } from "../../types.js" */

import { el } from "../../lib/dom.js";
import { transformOf } from "./tile_table.js";

const TRAVEL_MS = 180;
const FLOAT_MS = 1400;
const KNOCK_MS = 420;
const LINE_MS = 450;
const RISE = 46; // pixels
const EASE_OUT = "cubic-bezier(.2,.7,.3,1)";

/**
 * Slide *tile*, which already lies at its place, there from the rectangle *from* of the page.
 * @type {(tile: SVGElement, from: DOMRect) => void}
 */
export function slide(tile, from) {
  const table = tile.parentElement?.getBoundingClientRect();
  if (!table) return;
  const half = Number.parseFloat(tile.style.width);
  const start = {
    x: from.left + from.width / 2 - table.left,
    y: from.top + from.height / 2 - table.top,
    turn: 0,
  };
  const scale = Math.max(0.4, Math.min(from.width, from.height) / half);
  tile.classList.add("moving");
  tile
    .animate([{ transform: transformOf(start, half, scale) }, { transform: tile.style.transform }], {
      duration: TRAVEL_MS,
      easing: EASE_OUT,
      fill: "backwards",
    })
    .finished.catch(() => {}) // a tile that is taken away before it arrives
    .then(() => tile.classList.remove("moving"));
}

/**
 * Let *text* rise from a point of *layer* and vanish; it stands still where motion *isReduced*.
 * @type {(layer: HTMLElement, text: string, from: Point, isReduced: boolean) => void}
 */
export function floatUp(layer, text, { x, y }, isReduced) {
  const points = el("div", { class: "float", "aria-hidden": "true" }, text);
  points.style.left = `${x}px`;
  points.style.top = `${y}px`;
  layer.append(points);
  if (isReduced) {
    points.style.transform = "translate(-50%, -50%)";
    setTimeout(() => points.remove(), FLOAT_MS);
    return;
  }
  /** @type {(up: number, opacity: number) => Keyframe} */
  const at = (up, opacity) => ({ transform: `translate(-50%, calc(-50% - ${up}px))`, opacity });
  points
    .animate([at(0, 0), at(RISE * 0.4, 1), at(RISE * 0.8, 1), at(RISE, 0)], {
      duration: FLOAT_MS,
      easing: "ease-out",
    })
    .finished.finally(() => points.remove());
}

/** Shake *node* twice, as knuckles that knock for a pass. @type {(node: Element) => void} */
export function knock(node) {
  /** @type {(down: number, scale: number) => Keyframe} */
  const at = (down, scale) => ({ transform: `translateY(${down}px) scale(${scale})` });
  const keyframes = [at(0, 1), at(4, 0.96), at(0, 1), at(4, 0.96), at(0, 1)];
  node.animate(keyframes, { duration: KNOCK_MS, easing: "ease-in-out" });
}

/** Move *node* in from the rectangle *from* of the page. @type {(node: Element, from: DOMRect) => void} */
export function arrive(node, from) {
  const to = node.getBoundingClientRect();
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(.5)`;
  node.animate([{ transform: start }, { transform: "none" }], { duration: TRAVEL_MS, easing: EASE_OUT });
}

/**
 * Write *lines* in *node*, each in place of the one before; return a function that ends it at once.
 * @type {(node: Element, lines: string[], isStill: boolean) => () => void}
 */
export function writeOneByOne(node, lines, isStill) {
  const last = lines.length - 1;
  /** @type {number | undefined} */
  let timer;
  /** @type {(number: number) => void} */
  const write = (number) => {
    node.textContent = lines[number];
    if (number < last) timer = setTimeout(() => write(number + 1), LINE_MS);
  };
  write(isStill ? last : 0);
  return () => {
    clearTimeout(timer);
    node.textContent = lines[last];
  };
}
