/** The buttons of a table; those that the table would refuse now are disabled. */

/** @import { Actions, Tool, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { say } from "../lib/texts.js";

/** @type {Tool[]} */
const TOOLS = ["hint", "analyse", "undo", "redo", "leave"];
const FEW = 2; // tools that have room for wide buttons

export class Controls {
  /** @type {Map<Tool, HTMLButtonElement>} */
  #buttons;
  node;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#buttons = new Map(TOOLS.map((tool) => [tool, button(tool, say(tool), "", () => actions[tool]())]));
    for (const node of this.#buttons.values()) node.hidden = true; // until the game is known
    this.node = el(
      "div",
      { class: "controls", role: "group", "aria-label": say("controls.label") },
      [...this.#buttons.values()],
      button("rules", say("rules"), "desk-only", actions.rules),
      button("list", say("moves.title"), "phone-only", actions.panel),
    );
  }

  /** @type {(view: View, isAnalysing: boolean) => void} */
  update(view, isAnalysing) {
    for (const [tool, node] of this.#buttons) {
      node.hidden = view.you === null || !view.tools.includes(tool);
      node.disabled = !view.controls.includes(tool);
    }
    const analyse = this.#buttons.get("analyse");
    if (analyse) analyse.disabled = view.phase === "over"; // a switch: it may wait for one's turn
    analyse?.setAttribute("aria-pressed", String(isAnalysing));
    this.node.classList.toggle("many", view.you !== null && view.tools.length > FEW);
  }

  /** Give the button of *tool* the focus. @type {(tool: Tool) => void} */
  focus(tool) {
    this.#buttons.get(tool)?.focus();
  }
}

/**
 * @type {(picture: Parameters<typeof icon>[0], label: string, kind: string, action: () => void) =>
 *   HTMLButtonElement}
 */
function button(picture, label, kind, action) {
  const attributes = { type: "button", class: `tool ${kind}`.trim(), onclick: action };
  return el("button", attributes, icon(picture), el("span", {}, label));
}
