/** A page for when there is nothing to show: what happened, and a way on. */

import { el, fill } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { keptLessons } from "../lib/versions.js";

const TEMPORARY = ["offline", "trouble", "not_ready"]; // trying again may help

/** Return a page about the error *code*. @type {(code: string) => HTMLElement} */
export function drawProblem(code) {
  const isTemporary = TEMPORARY.includes(code);
  const retry = { type: "button", class: "primary", onclick: () => location.reload() };
  return el(
    "section",
    { class: "card problem" },
    el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 72, height: 72 }),
    el("h1", {}, sayOr(`problem.${code}`, say("problem.trouble"))),
    el("p", {}, sayOr(`problem.${code}.way`, say("problem.way"))),
    el(
      "div",
      { class: "row" },
      isTemporary && el("button", retry, say("status.retry")),
      el("a", { class: isTemporary ? "button" : "button primary", href: addressOf("/") }, say("home")),
    ),
    code === "offline" && drawKeptLessons(),
  );
}

/** Return the way to the lessons that need no connection, once it is known which are kept. */
function drawKeptLessons() {
  const node = el("div", { class: "kept-lessons" });
  keptLessons().then(
    (games) =>
      games.length &&
      fill(
        node,
        el("p", {}, say("offline.lessons")),
        el(
          "div",
          { class: "row" },
          games.map((game) =>
            el("a", { class: "button", href: addressOf(`/learn/${game}`) }, gameName(game)),
          ),
        ),
      ),
    () => {}, // some browsers keep nothing here
  );
  return node;
}
