/* Before the game: who sits where, and how friends find their chairs. */

import { post, siteAddress } from "./api.js";
import { complain, copy, note, openDialog, share } from "./dialog.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { keepToken, recall, remember } from "./memory.js";
import { say } from "./texts.js";
import { capital, placeName, plainName } from "./words.js";

const LONGEST_NAME = 24; // letters, as the server has it

/** Return the address that offers the seat of *invite* at *table*. */
export function inviteAddress(table, invite) {
  return `${siteAddress()}${invitePath(table, invite)}`;
}

function invitePath(table, invite) {
  return `/t/${table}#invite=${invite}`;
}

/** Return the chairs of *view*: who sits there, and a link, a QR code or a seat to take on each empty one. */
export function drawSeating(view, sit) {
  return el("section", { class: "seating" },
    el("h2", {}, say("seating.title")),
    el("p", {}, say(view.you !== null || view.host ? "seating.waiting" : "seating.visitor")),
    el("ul", { class: "chairs" }, view.seats.map((seat, k) => drawChair(view, seat, k, sit))));
}

function drawChair(view, seat, number, sit) {
  const open = seat.kind === "open";
  const nameless = capital(say(number === view.you ? "play.you" : "who.someone"));
  const face = open ? "share" : seat.kind === "agent" ? "agent" : "person";
  return el("li", { class: open ? "chair open" : "chair" },
    el("h3", {}, icon(face), open || seat.name ? plainName(seat) : nameless,
      (number !== view.you || seat.name) && el("small", {}, placeName(view, number))),
    open && seat.invite && drawInvite(view, seat.invite),
    open && !seat.invite && view.listed && view.you === null &&
      el("button", { type: "button", class: "primary", onclick: () => sit(number) }, say("sit")));
}

function drawInvite(view, invite) {
  const address = inviteAddress(view.table, invite);
  const title = say("invite.title", { game: say(`game.${view.game}`) });
  const code = `/api/qr.svg?path=${encodeURIComponent(invitePath(view.table, invite))}`;
  return el("div", { class: "invite" },
    el("img", { src: code, alt: say("invite.code"), width: 168, height: 168, class: "code" }),
    el("p", { class: "faint" }, say("invite.how")),
    el("input", {
      type: "text", readonly: true, value: address, "aria-label": say("invite.link"), onfocus: (event) => event.target.select(),
    }),
    el("div", { class: "row" },
      el("button", { type: "button", class: "primary", onclick: () => copy(address) }, icon("copy"), say("copy.link")),
      navigator.share && el("button", { type: "button", onclick: () => share(address, title) }, icon("share"), say("share"))));
}

/** Show the invitation to *seat* of *view*, if this person may give it. */
export function showInvite(view, seat) {
  const { invite } = view.seats[seat];
  if (invite) openDialog(say("invite.dialog"), drawInvite(view, invite), "small");
}

/** Return a field for the person's name that remembers what is typed. */
export function nameField() {
  return el("label", { class: "field" }, el("span", {}, say("name.label")),
    el("input", {
      type: "text", maxlength: LONGEST_NAME, autocomplete: "nickname", value: recall("name", ""),
      placeholder: say("name.placeholder"), oninput: (event) => remember("name", event.target.value.trim()),
    }));
}

/** Take *seat* at *table*, or the one that *invite* offers, and keep its token. */
export async function takeSeat(table, { seat = null, invite = null }) {
  const given = await post(`/api/tables/${table}/seats`, { seat, invite, name: recall("name", "") });
  keepToken(table, given.token);
  return given;
}

/** Show in *root* the invitation *invite* to the table of *summary*; who sits or only watches may *enter*. */
export function openInvitation(root, summary, invite, enter) {
  const sit = async () => {
    try {
      await takeSeat(summary.table, { invite });
      enter();
    } catch (problem) {
      complain(problem);
    }
  };
  if (summary.phase !== "seating") {
    note(say("problem.seat_taken"));
    enter();
  } else {
    fill(root, drawInvitation(summary, sit, enter));
  }
}

function drawInvitation(summary, sit, watch) {
  const game = say(`game.${summary.game}`);
  const seated = summary.seats.filter((seat) => seat.kind !== "open");
  const people = seated.map(plainName).join(", ");
  return el("section", { class: "card invitation" },
    el("img", { src: "/static/rooster.svg", alt: "", width: 72, height: 72 }),
    el("h1", {}, say("invited.title")),
    el("p", {}, people ? say("invited.with", { game, people }) : say("invited.alone", { game })),
    el("form", { onsubmit: (event) => { event.preventDefault(); sit(); } },
      nameField(),
      el("button", { type: "submit", class: "primary big" }, say("sit"))),
    el("button", { type: "button", class: "link", onclick: watch }, say("watch.instead")));
}
