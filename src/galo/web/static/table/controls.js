/** The buttons of a table; those that the table would refuse now are disabled. */

/** @import { Actions, BarTool, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { say } from "../lib/texts.js";
import { canEmote, drawEmotes } from "./emotes.js";
import { hasMenu, openMenu } from "./offers.js";

/** @type {BarTool[]} */
const TOOLS = ["hint", "analyse", "undo", "redo", "leave"];
/** @type {BarTool[]} */
const HELP = ["hint", "analyse", "undo", "redo"]; // where the table allows it
const FEW = 2; // tools that have room for wide buttons

export class Controls {
  /** @type {Map<BarTool, HTMLButtonElement>} */
  #buttons;
  #more;
  #emote;
  #emotes;
  /** @type {View | null} */
  #view = null;
  node;

  /** @param {Actions} actions */
  constructor(actions) {
    this.#buttons = new Map(TOOLS.map((tool) => [tool, button(tool, say(tool), "", () => actions[tool]())]));
    for (const node of this.#buttons.values()) node.hidden = true; // until the game is known
    this.#emotes = el(
      "div",
      { class: "popover", popover: "auto" },
      drawEmotes((name) => {
        this.#emotes.hidePopover();
        actions.emote(name);
      }),
    );
    this.#emote = button("emote", say("emote"), "", () => this.#toggleEmotes());
    this.#more = button("more", say("more"), "", () => this.#view && openMenu(this.#view, actions));
    this.#emote.hidden = true;
    this.#more.hidden = true;
    this.node = el(
      "div",
      { class: "controls", role: "group", "aria-label": say("controls.label") },
      [...this.#buttons.values()],
      this.#emote,
      this.#more,
      button("rules", say("rules"), "desk-only", actions.rules),
      button("list", say("moves.title"), "phone-only", actions.panel),
      this.#emotes,
    );
  }

  /** @type {(view: View, isAnalysing: boolean) => void} */
  update(view, isAnalysing) {
    this.#view = view;
    const isOffered = (/** @type {BarTool} */ tool) => view.help || !HELP.includes(tool);
    for (const [tool, node] of this.#buttons) {
      node.hidden = view.you === null || !view.tools.includes(tool) || !isOffered(tool);
      node.disabled = !view.controls.includes(tool);
      if (tool === "redo") node.hidden ||= node.disabled; // seldom of use, and room is scarce
    }
    const analyse = this.#buttons.get("analyse");
    if (analyse) analyse.disabled = view.phase === "over"; // a switch: it may wait for one's turn
    analyse?.setAttribute("aria-pressed", String(isAnalysing));
    this.#emote.hidden = !canEmote(view) || view.help; // where there is help, the menu has them: room is scarce
    this.#more.hidden = !hasMenu(view);
    const shown = [...this.#buttons.values()].filter((node) => !node.hidden);
    this.node.classList.toggle("many", shown.length > FEW);
  }

  /** Give the button of *tool* the focus. @type {(tool: BarTool) => void} */
  focus(tool) {
    this.#buttons.get(tool)?.focus();
  }

  /** Open the emotes above their button, or close them. */
  #toggleEmotes() {
    this.#emotes.togglePopover();
    const { left, right, top } = this.#emote.getBoundingClientRect();
    const { width, height } = this.#emotes.getBoundingClientRect();
    const middle = (left + right - width) / 2;
    this.#emotes.style.left = `${Math.max(8, Math.min(innerWidth - width - 8, middle))}px`;
    this.#emotes.style.top = `${Math.max(8, top - height - 8)}px`;
    this.#emotes.querySelector("button")?.focus();
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
