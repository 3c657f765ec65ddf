/* Choosing an end: where the picked tile can go, it lies as a ghost that glows and says what it would score. */

import { el, fill } from "./dom.js";
import { put } from "./cloth.js";
import { tileFace } from "./tiles.js";

const THUMB = 44; // pixels
const REACH = 70; // pixels from an end within which a dropped tile is meant for it
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Return the choice of ends, to lie over the cloth; `onChoose(move)` hears what was chosen. */
export function createEnds({ onChoose }) {
  const node = el("div", { class: "end-choices", role: "group" });
  let buttons = new Map(); // move → {button, place}
  node.addEventListener("keydown", walk);

  /** Offer *choices*, each `{move, place, halves, label, text}`, with halves of *half* pixels. */
  function show(choices, half, label) {
    const focused = hasFocus() ? document.activeElement.dataset.move : null;
    node.hidden = choices.length === 0;
    node.setAttribute("aria-label", label);
    buttons = new Map(choices.map((choice) => [choice.move, { button: draw(choice, half), place: choice.place }]));
    fill(node, [...buttons.values()].map(({ button }) => button));
    buttons.get(focused)?.button.focus();
  }

  function hasFocus() {
    return node.contains(document.activeElement);
  }

  function draw({ move, place, halves, label, text, isHint }, half) {
    const ghost = tileFace(halves);
    const size = Math.max(THUMB, 2 * half);
    put(ghost, { x: size / 2, y: size / 2, turn: place.turn }, half);
    const badge = text && el("span", { class: "end-points", "data-scores": String(text.startsWith("+")) }, text);
    const button = isHint
      ? el("span", { class: "end-choice hint", "aria-hidden": "true" }, ghost)
      : el("button", { type: "button", class: "end-choice", "aria-label": label, onclick: choose }, ghost, badge);
    button.style.width = button.style.height = `${size}px`;
    button.style.left = `${place.x - size / 2}px`;
    button.style.top = `${place.y - size / 2}px`;
    button.dataset.move = move;
    return button;
  }

  /** A thumb may cover two ends that lie close together: the nearer one is meant. */
  function choose(event) {
    event.stopPropagation();
    const isPointed = event.detail > 0;
    onChoose((isPointed && nearest(event.clientX, event.clientY)) || event.currentTarget.dataset.move);
  }

  /** Return the move whose end is nearest to a point of the page, null if none is within reach. */
  function nearest(clientX, clientY) {
    const { left, top } = node.getBoundingClientRect();
    const [best] = [...buttons]
      .map(([move, { place }]) => [move, Math.hypot(place.x - clientX + left, place.y - clientY + top)])
      .sort((one, other) => one[1] - other[1]);
    return best && best[1] < REACH ? best[0] : null;
  }

  function walk(event) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const all = [...buttons.values()];
    const at = all.findIndex(({ button }) => button === document.activeElement);
    const from = all[at]?.place ?? all[0].place;
    const ahead = all
      .filter((_, number) => number !== at)
      .map((end) => [end, end.place.x - from.x, end.place.y - from.y])
      .filter(([, x, y]) => x * arrow[0] + y * arrow[1] > Math.hypot(x, y) * 0.3)
      .sort((one, other) => Math.hypot(one[1], one[2]) - Math.hypot(other[1], other[2]));
    const around = all[(at + (arrow[0] + arrow[1] > 0 ? 1 : all.length - 1)) % all.length];
    (ahead[0]?.[0] ?? around).button.focus();
  }

  return {
    node, show, nearest, hasFocus,
    focus: () => buttons.values().next().value?.button.focus?.(),
  };
}
