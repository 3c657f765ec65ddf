/* The buttons of a table: only what the table would grant now can be pressed. */

import { el } from "./dom.js";
import { icon } from "./icons.js";
import { recall, remember } from "./memory.js";
import { soundOn, switchSound } from "./sound.js";
import { LANGUAGES, language, say } from "./texts.js";

const BUTTONS = ["hint", "analyse", "undo", "redo", "leave"];
const OPEN = ["analyse", "undo", "redo"]; // only where nothing is hidden
const OPEN_GAMES = ["lines_of_action", "connect_four"];

/** Return the buttons: `node`, `update(view, isAnalysing)` and `focus(name)`; *act* does what they say. */
export function createControls(act) {
  const buttons = Object.fromEntries(BUTTONS.map((name) => [name, tool(name, say(name), () => act[name]())]));
  const node = el("div", { class: "controls", role: "group", "aria-label": say("controls.label") },
    Object.values(buttons),
    el("button", { type: "button", class: "tool desk-only", onclick: act.rules }, icon("rules"), el("span", {}, say("rules"))),
    el("button", { type: "button", class: "tool phone-only", onclick: act.panel }, icon("list"), el("span", {}, say("moves.title"))));
  return {
    node,
    update(view, isAnalysing) {
      const isOpen = OPEN_GAMES.includes(view.game);
      for (const [name, button] of Object.entries(buttons)) {
        button.hidden = view.you === null || (OPEN.includes(name) && !isOpen);
        button.disabled = !view.controls.includes(name);
      }
      buttons.analyse.disabled = view.phase === "over"; // a switch: it may wait for one's turn
      buttons.analyse.setAttribute("aria-pressed", String(isAnalysing));
      node.classList.toggle("many", isOpen && view.you !== null);
    },
    focus: (name) => buttons[name].focus(),
  };
}

function tool(picture, label, action) {
  return el("button", { type: "button", class: "tool", onclick: action }, icon(picture), el("span", {}, label));
}

/** Return the person's own switches, `node` and `update(view)`: sound, choosing twice, language; and *openRules* for phones. */
export function createSwitches(chooseLanguage, openRules) {
  const confirm = toggle(say("switch.confirm"), recall("confirm", false), (on) => remember("confirm", on));
  const node = el("section", { class: "switches", "aria-label": say("switches.label") },
    toggle(say("switch.sound"), soundOn(), switchSound),
    confirm,
    el("div", { class: "row" }, languageSwitch(chooseLanguage),
      el("button", { type: "button", class: "phone-only", onclick: openRules }, icon("rules"), say("rules"))));
  return { node, update: (view) => { confirm.hidden = view.you === null; } }; // who watches plays nothing
}

/** Return the choice between the languages. */
export function languageSwitch(choose) {
  return el("div", { class: "choices languages", role: "group", "aria-label": say("language") },
    LANGUAGES.map((one) => el("button", {
      type: "button", lang: one, "aria-label": `${one}, ${say(`language.${one}`)}`,
      "aria-pressed": String(one === language), onclick: () => choose(one),
    }, one)));
}

function toggle(label, on, change) {
  return el("label", { class: "toggle" },
    el("input", { type: "checkbox", role: "switch", checked: on, onchange: (event) => change(event.target.checked) }),
    el("span", {}, label));
}
