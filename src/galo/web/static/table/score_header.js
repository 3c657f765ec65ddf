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
    const when = whenWords(view, moves);
    fill(
      this.#turn,
      when && el("span", {}, `${when} · `),
      el("span", { class: "whose-turn" }, turnWords(view, watchers)),
    );
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

/** Return the round, or the number of the move. @type {(view: View, moves: number) => string} */
function whenWords(view, moves) {
  const round = view.board?.round;
  if (round !== undefined && (view.board?.target || isInPairs(view))) return say("turn.round", { round });
  return moves > 0 ? say("turn.move", { number: moves }) : "";
}

/** @type {(view: View, watchers: number) => string} */
function turnWords(view, watchers) {
  const others = view.you === null ? watchers - 1 : watchers; // watchers do not count themselves
  return [turnSentence(view), others > 0 && count("turn.watchers", others)].filter(Boolean).join(" · ");
}
