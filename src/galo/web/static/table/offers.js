/** What people propose to each other at a table: the menu, the question to the others, the answer. */

/** @import { Actions, Child, Offer, Proposal, View } from "../types.js" */

import { openDialog } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { capital, spokenName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { canEmote, drawEmotes, muteSwitch } from "./emotes.js";

/** @type {Proposal[]} */
const PROPOSALS = ["resign", "offer_draw", "ask_undo", "help"];

/** Return what *view* lets the person propose now. @type {(view: View) => Proposal[]} */
export function proposals({ controls }) {
  return PROPOSALS.filter((what) => controls.includes(what));
}

/** Return whether the menu has anything for the person. @type {(view: View) => boolean} */
export function hasMenu(view) {
  return view.you !== null && (proposals(view).length > 0 || canEmote(view));
}

/** Open the menu of what can be said and proposed. @type {(view: View, actions: Actions) => void} */
export function openMenu(view, actions) {
  const choose = (/** @type {() => void} */ action) => () => {
    box.close();
    action();
  };
  const box = openDialog(
    say("more.title"),
    [
      canEmote(view) && drawEmotes((name) => choose(() => actions.emote(name))()),
      el(
        "div",
        { class: "menu" },
        proposals(view).map((what) =>
          el(
            "button",
            { type: "button", onclick: choose(() => actions.propose(what)) },
            icon(what),
            say(`${what}.do`),
          ),
        ),
      ),
      canEmote(view) && muteSwitch(),
    ],
    "small",
  );
}

/**
 * Return the status of an open offer that concerns the viewer: a question, or what one waits for.
 * @type {(view: View, offer: Offer, actions: Actions) => { kind: string, title: string, stamp: unknown, buttons: Child[] } | null}
 */
export function offerStatus(view, offer, actions) {
  const isAsked = view.controls.includes("accept");
  if (!isAsked && offer.seat !== view.you) return null;
  return {
    kind: "offer",
    title: offerSentence(view, offer),
    stamp: [offer, isAsked],
    buttons: isAsked
      ? [answer("accept", () => actions.accept(), "primary"), answer("decline", () => actions.decline(), "")]
      : [answer("withdraw", () => actions.decline(), "")],
  };
}

/** Return what an open offer asks, or whose answer is waited for. @type {(view: View, offer: Offer) => string} */
export function offerSentence(view, { kind, seat }) {
  if (seat === view.you) return say(`offer.${kind}.yours`);
  return capital(say(`offer.${kind}`, { who: spokenName(view, seat) }));
}

/** @type {(name: "accept" | "decline" | "withdraw", action: () => void, kind: string) => HTMLElement} */
function answer(name, action, kind) {
  return el("button", { type: "button", class: kind, onclick: action }, say(`offer.${name}`));
}
