/* Pages for when there is nothing to show: what happened, and a way on. */

import { el } from "./dom.js";
import { say, sayOr } from "./texts.js";

/** Return a page that says what *code* means. */
export function drawProblem(code) {
  const retry = code === "offline" || code === "trouble" || code === "not_ready";
  return el("section", { class: "card problem" },
    el("img", { src: "/static/rooster.svg", alt: "", width: 72, height: 72 }),
    el("h1", {}, sayOr(`problem.${code}`, say("problem.trouble"))),
    el("p", {}, sayOr(`problem.${code}.way`, say("problem.way"))),
    el("div", { class: "row" },
      retry && el("button", { type: "button", class: "primary", onclick: () => location.reload() }, say("call.retry")),
      el("a", { class: retry ? "button" : "button primary", href: "/" }, say("home"))));
}
