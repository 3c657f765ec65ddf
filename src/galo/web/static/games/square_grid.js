/**
 * A grid of squares that takes clicks, taps and keys and carries labels; the picture of the board lies below it.
 * Squares have the names of chess: files a, b … from the left, ranks 1, 2 … from the bottom.
 */

import { el } from "../lib/dom.js";

/** @typedef {{ label: string, isPicked: boolean, isLive: boolean, isTarget: boolean }} SquareState */
/**
 * @typedef {object} SquareListener
 * @property {(square: string, event: MouseEvent | KeyboardEvent) => void} choose
 * @property {() => void} escape
 * @property {(square: string, event: PointerEvent) => void} [grab]  the pointer went down on a square
 * @property {(square: string | null) => void} [point]  the square under the pointer or the focus
 */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const FIRST_FILE = "a".charCodeAt(0);

/**
 * Return the name of the square in *column* and *row*, both from 0 at the lower left.
 * @type {(column: number, row: number) => string}
 */
export function squareName(column, row) {
  return `${String.fromCharCode(FIRST_FILE + column)}${row + 1}`;
}

/**
 * Return the column and the row of *square*, both from 0 at the lower left.
 * @type {(square: string) => [number, number]}
 */
export function squarePlace(square) {
  return [square.charCodeAt(0) - FIRST_FILE, Number(square.slice(1)) - 1];
}

export class SquareGrid {
  #listener;
  #columns;
  /** @type {Map<string, HTMLElement>} */
  #squares = new Map();
  #focused = squareName(0, 0);
  node;

  /** @param {number} columns @param {number} rows @param {string} label @param {SquareListener} listener */
  constructor(columns, rows, label, listener) {
    this.#columns = columns;
    this.#listener = listener;
    const lines = Array.from({ length: rows }, (_, line) =>
      el(
        "div",
        { role: "row" },
        Array.from({ length: columns }, (_, column) => this.#create(squareName(column, rows - 1 - line))),
      ),
    );
    this.node = el("div", { class: "cells", role: "grid", "aria-label": label }, lines);
    this.focus(this.#focused, false);
  }

  /** Draw every square as *stateOf* says. @type {(stateOf: (square: string) => SquareState) => void} */
  update(stateOf) {
    for (const [square, node] of this.#squares) {
      const { label, isPicked, isLive, isTarget } = stateOf(square);
      node.setAttribute("aria-label", label);
      node.setAttribute("aria-selected", String(isPicked));
      node.classList.toggle("live", isLive);
      node.classList.toggle("target", isTarget);
    }
  }

  /**
   * Make *square* the tab stop, and give it the focus unless *isMoving* is false.
   * @type {(square: string, isMoving?: boolean) => void}
   */
  focus(square, isMoving = true) {
    const node = this.#squares.get(square);
    if (!node) return;
    this.#squares.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = square;
    node.tabIndex = 0;
    if (isMoving) node.focus();
  }

  /** Return the square at a point of the page. @type {(x: number, y: number) => string | undefined} */
  squareAt(x, y) {
    const under = document.elementsFromPoint(x, y);
    return [...this.#squares].find(([, node]) => under.includes(node))?.[0];
  }

  /** @type {(square: string) => HTMLElement} */
  #create(square) {
    const { choose, grab, point } = this.#listener;
    const node = el("div", {
      role: "gridcell",
      tabindex: "-1",
      class: "cell",
      "data-square": square,
      onclick: (event) => choose(square, event),
      onkeydown: (event) => this.#key(square, event),
      onpointerdown: (event) => grab?.(square, event),
      onpointerenter: () => point?.(square),
      onpointerleave: () => point?.(null),
      onfocus: () => point?.(square),
    });
    this.#squares.set(square, node);
    return node;
  }

  /** @type {(square: string, event: KeyboardEvent) => void} */
  #key(square, event) {
    const [column, row] = squarePlace(square);
    const arrow = ARROWS[event.key];
    if (arrow) this.focus(squareName(column + arrow[0], row + arrow[1]));
    else if (event.key === "Home") this.focus(squareName(0, row));
    else if (event.key === "End") this.focus(squareName(this.#columns - 1, row));
    else if (event.key === "Enter" || event.key === " ") this.#listener.choose(square, event);
    else if (event.key === "Escape") this.#listener.escape();
    else return;
    event.preventDefault();
  }
}
