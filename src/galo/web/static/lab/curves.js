/** The evolutions that come with galo: a curve for each strategy of the studies. */

import { el, fill } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { say } from "../lib/texts.js";
import { drawCurve } from "./curve.js";
import { percent, whole } from "./frame.js";

/**
 * @typedef {{ population: number, matches: number, command: string, evolutions: { agent: string,
 *   retest: number, interval: [number, number], curve: [number, number][] }[] }} ShippedCurves
 */

/** Return the section of the curves; it is filled when they are loaded. @type {() => HTMLElement} */
export function drawCurves() {
  const section = el("section", { "aria-labelledby": "curves-title" });
  fetch(addressOf("/static/lab/curves.json"))
    .then((answer) => answer.json())
    .then((/** @type {ShippedCurves} */ found) => fill(section, drawAll(found)))
    .catch(() => section.remove()); // the page can be read without them
  return section;
}

/** @type {(found: ShippedCurves) => HTMLElement[]} */
function drawAll({ population, matches, command, evolutions }) {
  const sizes = { population: whole(population), matches: whole(matches) };
  return [
    el("h2", { id: "curves-title" }, say("studies.curves")),
    el("p", {}, say("studies.curves.lead", sizes)),
    el(
      "div",
      { class: "curves" },
      evolutions.map(({ agent, retest, interval: [low, high], curve }) => {
        const share = { share: percent(retest), low: percent(low), high: percent(high) };
        return el(
          "section",
          {},
          el("h3", {}, say("studies.curve", { agent, ...share })),
          drawCurve(curve, agent, true),
        );
      }),
    ),
    el("p", { class: "faint" }, say("studies.curve.command", { command })),
  ];
}
