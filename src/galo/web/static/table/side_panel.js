/** Moves and what belongs to them: beside the board on a desk, a sheet on a phone. */

/** @import { Child } from "../types.js" */
/** @import { MoveList } from "./move_list.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { say } from "../lib/texts.js";

export class SidePanel {
  #moves;
  node;

  /**
   * @param {MoveList} moves
   * @param {{ above?: Child, below?: Child }} others  what stands above and below the moves
   */
  constructor(moves, { above, below }) {
    this.#moves = moves;
    const shut = el(
      "button",
      {
        type: "button",
        class: "quiet round phone-only shut",
        "aria-label": say("close"),
        onclick: () => this.close(),
      },
      icon("close"),
    );
    this.node = el(
      "aside",
      { class: "panel", "aria-label": say("panel.label") },
      shut,
      above,
      moves.node,
      below,
    );
  }

  get isOpen() {
    return this.node.classList.contains("open");
  }

  open() {
    this.node.classList.add("open");
    this.#moves.reveal(); // a list that was not on screen could not be scrolled
    this.node.querySelector("button")?.focus();
  }

  close() {
    this.node.classList.remove("open");
  }
}
