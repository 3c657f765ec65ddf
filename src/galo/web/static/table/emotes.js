/** Emotes: six short words that people show each other, as bubbles at their seats. */

/** @import { EmoteMessage, EmoteName, View } from "../types.js" */

import { announce } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { capital, spokenName } from "../lib/sentences.js";
import { changeSetting, setting } from "../lib/settings.js";
import { toggleSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";

/** @type {EmoteName[]} */
const EMOTES = ["nice", "lucky", "thanks", "thinking", "go", "laugh"];
const SHOWN = 4000; // milliseconds

/** Return whether there is another person to show anything to. @type {(view: View) => boolean} */
export function canEmote({ seats, you }) {
  return you !== null && seats.some(({ kind }, seat) => kind === "person" && seat !== you);
}

/** Return the six emotes to choose from. @type {(choose: (name: EmoteName) => void) => HTMLElement} */
export function drawEmotes(choose) {
  return el(
    "div",
    { class: "emotes", role: "group", "aria-label": say("emote.label") },
    EMOTES.map((name) => el("button", { type: "button", onclick: () => choose(name) }, say(`emote.${name}`))),
  );
}

/** Return the switch that hides the emotes of others in this browser. @type {() => HTMLElement} */
export function muteSwitch() {
  return toggleSwitch(say("emote.mute"), setting("emotes_muted"), (on) => changeSetting("emotes_muted", on));
}

/**
 * Show an emote beside the plate of its seat in *stage*, unless emotes are hidden.
 * @type {(message: EmoteMessage, view: View, stage: HTMLElement) => void}
 */
export function showEmote({ seat, name }, view, stage) {
  const isOwn = seat === view.you;
  if (!isOwn && setting("emotes_muted")) return;
  const words = say(`emote.${name}`);
  if (!isOwn) announce(`${capital(spokenName(view, seat))}: ${words}`);
  stage.querySelector(`.bubble[data-of="${seat}"]`)?.remove();
  const bubble = el("div", { class: "bubble", "data-of": seat, "aria-hidden": "true" }, words);
  stage.append(bubble);
  place(bubble, stage, stage.querySelector(`[data-seat="${seat}"]`));
  setTimeout(() => bubble.remove(), SHOWN);
}

/** Put *bubble* over the middle of *plate*, within *stage*. @type {(bubble: HTMLElement, stage: HTMLElement, plate: Element | null) => void} */
function place(bubble, stage, plate) {
  const room = stage.getBoundingClientRect();
  const at = (plate ?? stage).getBoundingClientRect();
  const { width, height } = bubble.getBoundingClientRect();
  const middle = at.left - room.left + Math.min(at.width, 240) / 2 - width / 2;
  const isLow = at.top - room.top > room.height / 2;
  const top = isLow ? at.top - room.top - height - 4 : at.bottom - room.top + 4;
  bubble.style.left = `${Math.max(4, Math.min(room.width - width - 4, middle))}px`;
  bubble.style.top = `${Math.max(4, Math.min(room.height - height - 4, top))}px`;
}
