/* What moves on a table: every movement starts and ends with what is on screen anyway. */

import { el } from "./dom.js";
import { transformOf } from "./cloth.js";

const TRAVEL_MS = 180;
const FLOAT_MS = 1400;
const COUNT_MS = 900;

/** Slide *tile*, which already lies at its place, from the rectangle *from* of the page. */
export function slide(tile, from, delay = 0) {
  const half = Number.parseFloat(tile.style.width);
  const cloth = tile.parentElement.getBoundingClientRect();
  const start = {
    x: from.left + from.width / 2 - cloth.left,
    y: from.top + from.height / 2 - cloth.top,
    turn: 0,
  };
  const scale = Math.max(0.4, Math.min(from.width, from.height) / half);
  tile.classList.add("moving");
  const travel = tile.animate(
    [{ transform: transformOf(start, half, scale) }, { transform: tile.style.transform }],
    { duration: TRAVEL_MS, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
  );
  travel.finished.then(() => tile.classList.remove("moving"), () => tile.classList.remove("moving"));
}

/** Let *text* rise from the point *x*, *y* of *layer* and vanish; it stands still where motion is *reduced*. */
export function floatUp(layer, text, { x, y }, reduced) {
  const points = el("div", { class: "float", "aria-hidden": "true" }, text);
  points.style.left = `${x}px`;
  points.style.top = `${y}px`;
  layer.append(points);
  const rise = reduced ? 0 : 46;
  const at = (up, opacity) => ({ transform: `translate(-50%, calc(-50% - ${up}px))`, opacity });
  points
    .animate([at(0, 0), at(rise * 0.4, 1), at(rise * 0.8, 1), at(rise, 0)], { duration: FLOAT_MS, easing: "ease-out" })
    .finished.finally(() => points.remove());
}

/** Knock twice at *node*, as who passes does with the knuckles. */
export function knock(node) {
  const at = (down, scale) => ({ transform: `translateY(${down}px) scale(${scale})` });
  node.animate([at(0, 1), at(4, 0.96), at(0, 1), at(4, 0.96), at(0, 1)], { duration: 420, easing: "ease-in-out" });
}

/** Move *node* in from the rectangle *from* of the page. */
export function arrive(node, from) {
  const to = node.getBoundingClientRect();
  const [x, y] = [from.left - to.left, from.top - to.top];
  node.animate([{ transform: `translate(${x}px, ${y}px) scale(.5)` }, { transform: "none" }],
    { duration: TRAVEL_MS, easing: "cubic-bezier(.2,.7,.3,1)" });
}

/** Count in *node* from 0 to *total*, as `words(number)` writes it; return a function that stops. */
export function countUp(node, total, words, reduced) {
  node.textContent = words(reduced ? total : 0);
  if (reduced || total === 0) return () => {};
  const began = performance.now();
  let frame = requestAnimationFrame(function tick(now) {
    const part = Math.min(1, Math.max(0, now - began) / COUNT_MS);
    node.textContent = words(Math.round(total * part));
    if (part < 1) frame = requestAnimationFrame(tick);
  });
  return () => {
    cancelAnimationFrame(frame);
    node.textContent = words(total);
  };
}
