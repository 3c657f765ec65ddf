/** The bar below a board at which agents play alone: pause, step and speed, their hands, and what they think. */

/** @import { Actions, Child, View } from "../types.js" */
/** @import { Status } from "./status_bar.js" */
/** @import { TableState } from "./table_state.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { say } from "../lib/texts.js";
import { drawChances, opinionWords } from "./opinion.js";
import { roundTotals } from "./round_totals.js";

/** @type {[label: string, seconds: number][]} */
const SPEEDS = [
  ["pace.slow", 3],
  ["pace.usual", 1.2],
  ["pace.fast", 0.2],
]; // between two moves
const USUAL_PACE = 1.2;
const NOTHING = "\u00a0"; // the bar keeps its height, and so the board its size

/** @type {(view: View) => boolean} */
export function isWatchingAgents({ seats }) {
  return seats.every(({ kind }) => kind === "agent");
}

/**
 * Agents play alone: what they think of their moves, their hands, and, for the person that set up the table, how
 * fast they move.
 * @type {(state: TableState, view: View, actions: Actions) => Status}
 */
export function watchingAgents({ opinion, estimate, hasOpenHands }, view, actions) {
  const next = view.controls.includes("next");
  return {
    kind: "host",
    text: (next ? roundTotals(view) : opinion && opinionWords(view, opinion)) || NOTHING,
    stamp: [view.pace, view.controls, opinion?.number, hasOpenHands, Boolean(view.open_board)],
    body: drawChances(view, estimate),
    buttons: [
      view.controls.includes("pace") && paces(view, actions),
      next &&
        el("button", { type: "button", class: "primary", onclick: actions.next }, icon("play"), say("next")),
      view.open_board && handsButton(hasOpenHands, actions),
    ],
  };
}

/** Return the buttons that stop, step and hasten agents. @type {(view: View, actions: Actions) => Child[]} */
function paces(view, actions) {
  const isStopped = view.pace === 0;
  const toggle = isStopped
    ? tool("play", say("pace.go"), () => actions.pace(USUAL_PACE), "primary")
    : tool("pause", say("pace.stop"), () => actions.pace(0));
  const step = tool("step", say("pace.step"), actions.step);
  step.disabled = !isStopped;
  return [
    toggle,
    step,
    el(
      "div",
      { class: "choices", role: "group", "aria-label": say("pace.label") },
      SPEEDS.map(([label, seconds]) =>
        el(
          "button",
          {
            type: "button",
            "aria-pressed": String(!isStopped && isNearest(view.pace, seconds)),
            onclick: () => actions.pace(seconds),
          },
          say(label),
        ),
      ),
    ),
  ];
}

/** @type {(isOn: boolean, actions: Actions) => HTMLElement} */
function handsButton(isOn, actions) {
  const node = tool("eye", say("hands.open"), () => actions.openHands(!isOn));
  node.setAttribute("aria-pressed", String(isOn));
  return node;
}

/**
 * Return a button that on a phone shows its picture alone.
 * @type {(picture: Parameters<typeof icon>[0], label: string, action: () => void, kind?: string) => HTMLButtonElement}
 */
function tool(picture, label, action, kind = "") {
  const attributes = {
    type: "button",
    class: `player-tool ${kind}`.trim(),
    "aria-label": label,
    onclick: action,
  };
  return el("button", attributes, icon(picture), el("span", { class: "desk-only" }, label));
}

/** @type {(pace: number, seconds: number) => boolean} */
function isNearest(pace, seconds) {
  const distances = SPEEDS.map(([, one]) => Math.abs(one - pace));
  return Math.abs(seconds - pace) === Math.min(...distances);
}
