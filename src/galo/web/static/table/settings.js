/** The person's own settings beside a table: sound, choosing twice, language; on a phone also the rules. */

/** @import { Site, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { isSoundOn, switchSound } from "../lib/sound.js";
import { store, stored } from "../lib/storage.js";
import { languageSwitch, toggleSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";

export class Settings {
  #confirm = toggleSwitch(say("switch.confirm"), stored("confirm", false), (on) => store("confirm", on));
  node;

  /** @param {Site} site @param {() => void} openRules */
  constructor(site, openRules) {
    this.node = el(
      "section",
      { class: "switches", "aria-label": say("switches.label") },
      toggleSwitch(say("switch.sound"), isSoundOn(), switchSound),
      this.#confirm,
      el(
        "div",
        { class: "row" },
        languageSwitch(site.chooseLanguage),
        el(
          "button",
          { type: "button", class: "phone-only", onclick: openRules },
          icon("rules"),
          say("rules"),
        ),
      ),
    );
  }

  /** @type {(view: View) => void} */
  update(view) {
    this.#confirm.hidden = view.you === null; // a watcher plays nothing
  }
}
