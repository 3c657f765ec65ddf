/** Before the game: the seats of a table, and how friends find theirs. */

/** @import { Seat, View } from "../types.js" */

import { openDialog } from "../lib/dialog.js";
import { el } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { capital, placeName, plainName } from "../lib/sentences.js";
import { termsOf } from "../lib/terms.js";
import { say } from "../lib/texts.js";
import { drawInvite } from "./invite.js";

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
    el("p", { class: "terms" }, termsOf(view)),
    el(
      "ul",
      { class: "chairs" },
      seatOrder(view).map((k) => drawSeat(view, view.seats[k], k, sit)),
    ),
  );
}

/** Return the seats, those that wait for somebody first. @type {(view: View) => number[]} */
function seatOrder({ seats }) {
  const isTaken = (/** @type {number} */ seat) => Number(seats[seat].kind !== "open");
  return [...seats.keys()].sort((one, other) => isTaken(one) - isTaken(other));
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
