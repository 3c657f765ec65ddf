/* The rules of each game, as a page and as a dialog at the table. */

import { openDialog } from "./dialog.js";
import { el, fill } from "./dom.js";
import { PICTURES } from "./pictures.js";
import { drawProblem } from "./problem.js";
import { say } from "./texts.js";
import { createTop } from "./top.js";

/* The sections of each game in order; those with a picture name it. */
const SECTIONS = {
  dominoes4: [
    ["goal"], ["turn"], ["ends", "cross"], ["table", "fifteen"], ["arms", "arms"],
    ["pass"], ["galo"], ["out"], ["block"], ["match"], ["options"],
  ],
  dominoes2: [["goal"], ["open", "line"], ["turn"], ["end"], ["pairs"], ["match"]],
  lines_of_action: [["goal", "connected"], ["start"], ["move", "move"], ["jump"], ["both"], ["draw"]],
  connect_four: [["goal", "four"], ["turn"], ["draw"], ["tips"]],
};

export const GAMES = Object.keys(SECTIONS);

/** Show the rules of *game* in *root*. */
export function openRulesPage(root, game, site) {
  if (!SECTIONS[game]) {
    fill(root, createTop(site.chooseLanguage), drawProblem("no_page"));
    return;
  }
  document.title = `${say("rules.of", { game: say(`game.${game}`) })} · galo`;
  fill(root, createTop(site.chooseLanguage), el("article", { class: "page rules" },
    el("h1", {}, say(`game.${game}`)), drawRules(game),
    el("nav", { class: "row", "aria-label": say("rules.others") },
      GAMES.filter((other) => other !== game).map((other) =>
        el("a", { class: "button", href: `/rules/${other}` }, say(`game.${other}`))),
      el("a", { class: "button primary", href: "/" }, say("home")))));
}

/** Show the rules of *game* over the table. */
export function openRules(game) {
  openDialog(say(`game.${game}`), el("div", { class: "rules" }, drawRules(game)), "wide");
}

function drawRules(game) {
  return [
    el("p", { class: "lead" }, say(`how.${game}`)),
    SECTIONS[game].map(([name, picture]) => el("section", {},
      el("h2", {}, say(`how.${game}.${name}.title`)),
      picture && el("figure", {}, PICTURES[picture](say(`how.${game}.${name}.picture`))),
      say(`how.${game}.${name}`).split("\n").map((paragraph) => el("p", {}, paragraph)))),
  ];
}
