/** The person's settings in one sheet, which every page opens: sound, colours, pace, moves, notices, language. */

/** @import { Child, Site } from "../types.js" */

import { note, openDialog } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { canNotify, isNotifying, switchNotices } from "../lib/notices.js";
import { changeSetting, choicesOf, setting } from "../lib/settings.js";
import { playSound } from "../lib/sound.js";
import { choiceSwitch, languageSwitch, toggleSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";

/** Return the button that opens the settings. @type {(site: Site) => HTMLElement} */
export function settingsButton(site) {
  return el(
    "button",
    {
      type: "button",
      class: "quiet round settings-button",
      "aria-label": say("settings.title"),
      "aria-haspopup": "dialog",
      onclick: () => openSettings(site),
    },
    icon("settings"),
  );
}

/** Show the settings. @type {(site: Site) => void} */
function openSettings(site) {
  openDialog(say("settings.title"), el("div", { class: "settings" }, drawSettings(site)), "sheet");
}

/** @type {(site: Site) => Child[]} */
function drawSettings(site) {
  return [
    drawSound(),
    row("settings.theme", (label) =>
      choiceSwitch(
        label,
        choicesOf("theme"),
        setting("theme"),
        (one) => say(`settings.theme.${one}`),
        (one) => changeSetting("theme", one),
      ),
    ),
    row(
      "settings.pace",
      (label) =>
        choiceSwitch(
          label,
          choicesOf("pace"),
          setting("pace"),
          (one) => say(`pace.${one}`),
          (one) => changeSetting("pace", one),
        ),
      say("settings.pace.text"),
    ),
    toggleSwitch(say("switch.confirm"), setting("confirm"), (on) => changeSetting("confirm", on)),
    toggleSwitch(say("emote.mute"), setting("emotes_muted"), (on) => changeSetting("emotes_muted", on)),
    canNotify() && drawNotices(),
    row("language", () =>
      languageSwitch(async (chosen) => {
        await site.chooseLanguage(chosen); // which draws the page anew
        openSettings(site);
      }),
    ),
  ];
}

function drawSound() {
  const volume = el("input", {
    type: "range",
    min: 0.1,
    max: 1,
    step: 0.1,
    value: setting("volume"),
    "aria-label": say("settings.volume"),
    onchange: (event) => {
      changeSetting("volume", Number(event.currentTarget.value));
      playSound("points");
    },
  });
  volume.disabled = !setting("sound");
  const sound = toggleSwitch(say("switch.sound"), setting("sound"), (on) => {
    changeSetting("sound", on);
    volume.disabled = !on;
    playSound("points");
  });
  return el("div", { class: "setting" }, sound, volume);
}

function drawNotices() {
  const notices = toggleSwitch(say("settings.notify"), isNotifying(), async (on) => {
    const isOn = await switchNotices(on);
    const box = notices.querySelector("input");
    if (box) box.checked = isOn;
    if (on && !isOn) note(say("settings.notify.refused"));
  });
  return notices;
}

/** @type {(key: string, field: (label: string) => HTMLElement, text?: string) => HTMLElement} */
function row(key, field, text = "") {
  const label = say(key);
  return el(
    "div",
    { class: "setting" },
    el("p", {}, label, text && el("small", { class: "faint" }, text)),
    field(label),
  );
}
