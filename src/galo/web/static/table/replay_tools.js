/** The buttons around a replay: its tools, and the links that download the game. */

/** @import { View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { say } from "../lib/texts.js";
import { shareReplay } from "./share_replay.js";

/**
 * @typedef {object} ReplayActions  what the tools do
 * @property {() => void} review
 * @property {() => void} panel
 * @property {() => void} playOn
 */

/**
 * Return the tools of the replay of the game that ends with *last*; *isReviewed*: its review is on the page.
 * @type {(last: View, isReviewed: boolean, actions: ReplayActions) => (HTMLElement | false)[]}
 */
export function drawTools(last, isReviewed, actions) {
  const mayReview = last.can_review && !isReviewed; // then a phone has no room for the way home, which the head has
  const isOver = last.outcome !== null;
  return [
    tool("share", say("replay.send"), "", () => shareReplay(last, isReviewed)),
    mayReview && tool("analyse", say("reviewed.tool"), "", actions.review),
    tool("list", say(isReviewed ? "reviewed.title" : "moves.title"), "phone-only", actions.panel),
    isOver && tool("step", say("reviewed.play_on"), "play-on", actions.playOn),
    way("rules", say("rules"), `/rules/${last.game}`, isOver),
    way("home", say("home"), "/", mayReview),
  ];
}

/** @type {(picture: Parameters<typeof icon>[0], label: string, kind: string, action: () => void) => HTMLElement} */
function tool(picture, label, kind, action) {
  const attributes = { type: "button", class: `tool ${kind}`.trim(), onclick: action };
  return el("button", attributes, icon(picture), el("span", {}, label));
}

/** @type {(picture: Parameters<typeof icon>[0], label: string, path: string, isDeskOnly: boolean) => HTMLElement} */
function way(picture, label, path, isDeskOnly) {
  const attributes = { class: isDeskOnly ? "tool desk-only" : "tool", href: addressOf(path) };
  return el("a", attributes, icon(picture), el("span", {}, label));
}

/** Return the links that download the game of *view*. @type {(view: View) => HTMLElement} */
export function drawDownloads({ table, game, outcome, board }) {
  const path = `/api/tables/${table}`;
  const isOpen = outcome !== null || !board?.scores; // else hidden tiles would be in it
  return el(
    "p",
    { class: "row downloads" },
    isOpen && download(`${path}/record`, `galo-${table}.jsonl`, say("replay.record")),
    isOpen &&
      gameModule(game).hasNotation &&
      download(`${path}/moves.txt`, `galo-${table}.txt`, say("replay.notation")),
  );
}

/** @type {(path: string, file: string, label: string) => HTMLElement} */
function download(path, file, label) {
  return el("a", { class: "button", href: addressOf(path), download: file }, label);
}
