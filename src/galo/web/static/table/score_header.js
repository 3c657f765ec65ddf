/** The head of a table: the score of both sides, the round, and whose turn it is. */

/** @import { View } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import {
  gameName,
  isInPairs,
  isOwnTurn,
  ownSide,
  sideMembers,
  sideName,
  sideOf,
  sideOrder,
  turnSentence,
} from "../lib/sentences.js";
import { count, say } from "../lib/texts.js";

export class ScoreHeader {
  #sides = el("div", { class: "sides" });
  #turn = el("p", { class: "turn" });
  node = el(
    "header",
    { class: "head" },
    el(
      "a",
      { href: addressOf("/"), class: "home", "aria-label": say("home") },
      el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 36, height: 36 }),
    ),
    el("div", { class: "tally" }, this.#sides, this.#turn),
  );

  /**
   * Show *view*, the game after *moves* moves, with the number of *watchers*.
   * @type {(view: View, moves: number, watchers?: number) => void}
   */
  update(view, moves, watchers = 0) {
    const hasScore = Boolean(view.board?.scores);
    const name = gameName(view.game);
    this.node.classList.toggle("plain", !hasScore);
    this.node.classList.toggle("watched", hasScore && view.you === null);
    fill(
      this.#sides,
      el("h1", { class: hasScore ? "unseen" : "game" }, name),
      hasScore && sideOrder(view).map((side) => drawSide(view, side)),
    );
    fill(this.#turn, turnWords(view, moves, watchers));
    this.#turn.classList.toggle("yours", isOwnTurn(view));
  }
}

/** @type {(view: View, side: number) => HTMLElement} */
function drawSide(view, side) {
  const score = view.board?.scores?.[side] ?? 0;
  const target = view.board?.target;
  const kinds = [
    "side",
    ownSide(view) === side && "mine",
    view.mover !== null && sideOf(view, view.mover) === side && "active",
    view.you !== null && isInPairs(view) && "pair",
  ].filter(Boolean);
  return el(
    "div",
    { class: kinds.join(" ") },
    el("span", { class: "whose", title: sideMembers(view, side) }, sideName(view, side)),
    el("strong", { class: "score" }, String(score)),
    target && drawBar(score, target),
  );
}

/** @type {(score: number, target: number) => HTMLElement} */
function drawBar(score, target) {
  const done = el("span", { class: "done" });
  done.style.setProperty("--share", String(Math.min(1, score / target)));
  return el(
    "span",
    { class: "bar", "aria-hidden": "true" },
    done,
    el("span", { class: "target" }, String(target)),
  );
}

/** @type {(view: View, moves: number, watchers: number) => string} */
function turnWords(view, moves, watchers) {
  const words = [turnSentence(view)];
  const round = view.board?.round;
  if (round !== undefined && (view.board?.target || isInPairs(view)))
    words.unshift(say("turn.round", { round }));
  else if (moves > 0) words.unshift(say("turn.move", { number: moves }));
  const others = view.you === null ? watchers - 1 : watchers; // watchers do not count themselves
  if (others > 0) words.push(count("turn.watchers", others));
  return words.join(" · ");
}
