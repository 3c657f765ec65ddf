/* The head of a table: the score of both sides, the round, and whose turn it is. */

import { el, fill } from "./dom.js";
import { count, say } from "./texts.js";
import { inPairs, isDomino, sideMembers, sideName, sideOf, sideOrder, turnSentence } from "./words.js";

/** Return the head of a table: `node` and `update(view, moves, watchers)`. */
export function createScores() {
  const sides = el("div", { class: "sides" });
  const turn = el("p", { class: "turn" });
  const node = el("header", { class: "head" },
    el("a", { href: "/", class: "home", "aria-label": say("home") },
      el("img", { src: "/static/rooster.svg", alt: "", width: 36, height: 36 })),
    el("div", { class: "tally" }, sides, turn));
  return {
    node,
    update(view, moves, watchers = 0) {
      const points = isDomino(view.game) && view.board;
      node.classList.toggle("plain", !points);
      node.classList.toggle("watched", Boolean(points) && view.you === null);
      if (points) fill(sides, el("h1", { class: "unseen" }, say(`game.${view.game}`)), sideOrder(view).map((side) => drawSide(view, side)));
      else fill(sides, el("h1", { class: "game" }, say(`game.${view.game}`)));
      fill(turn, turnWords(view, moves, watchers));
      turn.classList.toggle("yours", isYours(view));
    },
  };
}

/** Return whether the viewer of *view* has a move to choose. */
export function isYours(view) {
  return view.phase === "playing" && view.mover !== null && view.mover === view.you;
}

function drawSide(view, side) {
  const { scores, target } = view.board;
  const mine = view.you !== null && sideOf(view.you) === side;
  const active = view.mover !== null && sideOf(view.mover) === side;
  const kinds = ["side", mine && "mine", active && "active", view.you !== null && inPairs(view) && "pair"].filter(Boolean);
  return el("div", { class: kinds.join(" ") },
    el("span", { class: "whose", title: sideMembers(view, side) }, sideName(view, side)),
    el("strong", { class: "score" }, String(scores[side])),
    target && drawBar(scores[side], target));
}

function drawBar(score, target) {
  const done = el("span", { class: "done" });
  done.style.setProperty("--share", String(Math.min(1, score / target)));
  return el("span", { class: "bar", "aria-hidden": "true" }, done, el("span", { class: "target" }, String(target)));
}

function turnWords(view, moves, watchers) {
  const words = [turnSentence(view)];
  if (isDomino(view.game) && view.board && (view.board.target || inPairs(view))) {
    words.unshift(say("turn.round", { round: view.board.round }));
  } else if (moves > 0) {
    words.unshift(say("turn.move", { number: moves }));
  }
  const others = view.you === null ? watchers - 1 : watchers; // who watches does not count themselves
  if (others > 0) words.push(count("turn.watchers", others));
  return words.join(" · ");
}
