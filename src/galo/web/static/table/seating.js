/** Before the game: the seats of a table, and how friends find theirs. */

/** @import { Seat, View } from "../types.js" */

import { siteAddress } from "../lib/api.js";
import { canShare, copy, openDialog, share } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { capital, gameName, placeName, plainName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";

/**
 * Return the seats of *view*; each open one has a link and a QR code, or a button that calls *sit*.
 * @type {(view: View, sit: (seat: number) => void) => HTMLElement}
 */
export function drawSeating(view, sit) {
  return el(
    "section",
    { class: "seating" },
    el("h2", {}, say("seating.title")),
    el("p", {}, say(view.you !== null || view.host ? "seating.waiting" : "seating.visitor")),
    el(
      "ul",
      { class: "chairs" },
      view.seats.map((seat, k) => drawSeat(view, seat, k, sit)),
    ),
  );
}

/** @type {(view: View, seat: Seat, number: number, sit: (seat: number) => void) => HTMLElement} */
function drawSeat(view, seat, number, sit) {
  const isOpen = seat.kind === "open";
  const isOwn = number === view.you;
  const nameless = capital(say(isOwn ? "play.you" : "who.someone"));
  const face = isOpen ? "share" : seat.kind === "agent" ? "agent" : "person";
  const canSit = isOpen && !seat.invite && view.listed && view.you === null;
  return el(
    "li",
    { class: isOpen ? "chair open" : "chair" },
    el(
      "h3",
      {},
      icon(face),
      isOpen || seat.name ? plainName(seat) : nameless,
      (!isOwn || seat.name) && el("small", {}, placeName(view, number)),
    ),
    isOpen && seat.invite && drawInvite(view, seat.invite),
    canSit && el("button", { type: "button", class: "primary", onclick: () => sit(number) }, say("sit")),
  );
}

/**
 * Show the invitation to *seat* of *view*, if this person may give it.
 * @type {(view: View, seat: number) => void}
 */
export function showInvite(view, seat) {
  const { invite } = view.seats[seat];
  if (invite) openDialog(say("invite.dialog"), drawInvite(view, invite), "small");
}

/** @type {(view: View, invite: string) => HTMLElement} */
function drawInvite(view, invite) {
  const path = `/t/${view.table}#invite=${invite}`;
  const address = siteAddress() + path;
  const title = say("invite.title", { game: gameName(view.game) });
  return el(
    "div",
    { class: "invite" },
    el("img", {
      src: addressOf(`/api/qr.svg?path=${encodeURIComponent(path)}`),
      alt: say("invite.code"),
      width: 168,
      height: 168,
      class: "code",
    }),
    el("p", { class: "faint" }, say("invite.how")),
    el("input", {
      type: "text",
      readonly: true,
      value: address,
      "aria-label": say("invite.link"),
      onfocus: (event) => event.currentTarget.select(),
    }),
    el(
      "div",
      { class: "row" },
      el(
        "button",
        { type: "button", class: "primary", onclick: () => copy(address) },
        icon("copy"),
        say("copy.link"),
      ),
      canShare() &&
        el("button", { type: "button", onclick: () => share(address, title) }, icon("share"), say("share")),
    ),
  );
}
