/**
 * The ends at which the picked tile can be placed: it lies there as a ghost that glows and shows its points.
 */

/** @import { Halves, Point, TilePlace } from "../../types.js" */

import { el, fill } from "../../lib/dom.js";
import { putTile } from "./tile_table.js";
import { tileFace } from "./tiles.js";

/** @typedef {{ move: string, place: TilePlace, halves: Halves }} Ghost */
/** @typedef {Ghost & { label?: string, text?: string, isHint?: boolean }} EndChoice */

const THUMB = 44; // pixels
const REACH = 70; // pixels from an end within which a dropped tile is meant for it
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class EndChoices {
  node = el("div", { class: "end-choices", role: "group" });
  #choose;
  /** @type {Map<string, { button: HTMLElement, place: Point }>} */
  #buttons = new Map(); // by move

  /** @param {(move: string) => void} choose */
  constructor(choose) {
    this.#choose = choose;
    this.node.addEventListener("keydown", (event) => this.#walk(event));
  }

  get hasFocus() {
    return this.node.contains(document.activeElement);
  }

  /**
   * Offer *choices*, drawn with halves of *half* pixels; *label* is the name of the group.
   * @type {(choices: EndChoice[], half: number, label: string) => void}
   */
  show(choices, half, label) {
    const focused = this.hasFocus ? document.activeElement?.getAttribute("data-move") : null;
    this.node.hidden = choices.length === 0;
    this.node.setAttribute("aria-label", label);
    this.#buttons = new Map(
      choices.map((choice) => [choice.move, { button: this.#draw(choice, half), place: choice.place }]),
    );
    fill(
      this.node,
      [...this.#buttons.values()].map(({ button }) => button),
    );
    this.#buttons.get(focused ?? "")?.button.focus();
  }

  /** Give the first end the focus. */
  focus() {
    this.#buttons.values().next().value?.button.focus();
  }

  /**
   * Return the move whose end is nearest to a point of the page, null if none is within reach.
   * @type {(clientX: number, clientY: number) => string | null}
   */
  nearest(clientX, clientY) {
    const { left, top } = this.node.getBoundingClientRect();
    const [best] = [...this.#buttons]
      .map(([move, { place }]) => ({
        move,
        far: Math.hypot(place.x - clientX + left, place.y - clientY + top),
      }))
      .sort((one, other) => one.far - other.far);
    return best && best.far < REACH ? best.move : null;
  }

  /** @type {(choice: EndChoice, half: number) => HTMLElement} */
  #draw({ move, place, halves, label, text, isHint }, half) {
    const ghost = tileFace(halves);
    const size = Math.max(THUMB, 2 * half);
    putTile(ghost, { x: size / 2, y: size / 2, turn: place.turn }, half);
    const badge =
      text && el("span", { class: "end-points", "data-scores": String(text.startsWith("+")) }, text);
    const button = isHint
      ? el("span", { class: "end-choice hint", "aria-hidden": "true" }, ghost)
      : el(
          "button",
          {
            type: "button",
            class: "end-choice",
            "aria-label": label,
            onclick: (event) => this.#click(move, event),
          },
          ghost,
          badge,
        );
    button.style.width = button.style.height = `${size}px`;
    button.style.left = `${place.x - size / 2}px`;
    button.style.top = `${place.y - size / 2}px`;
    button.dataset.move = move;
    return button;
  }

  /** @type {(move: string, event: MouseEvent) => void} */
  #click(move, event) {
    event.stopPropagation();
    const isPointed = event.detail > 0; // a thumb may cover two ends that lie close together: the nearer one is meant
    this.#choose((isPointed && this.nearest(event.clientX, event.clientY)) || move);
  }

  /**
   * Give the focus to the next end in the direction of an arrow key, or to the next one around.
   * @type {(event: KeyboardEvent) => void}
   */
  #walk(event) {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const all = [...this.#buttons.values()];
    const at = all.findIndex(({ button }) => button === document.activeElement);
    const from = all[at]?.place ?? all[0].place;
    const [ahead] = all
      .filter((_, number) => number !== at)
      .map(({ button, place }) => ({ button, x: place.x - from.x, y: place.y - from.y }))
      .filter(({ x, y }) => x * arrow[0] + y * arrow[1] > Math.hypot(x, y) * 0.3)
      .sort((one, other) => Math.hypot(one.x, one.y) - Math.hypot(other.x, other.y));
    const around = all[(at + (arrow[0] + arrow[1] > 0 ? 1 : all.length - 1)) % all.length];
    (ahead ?? around).button.focus();
  }
}
