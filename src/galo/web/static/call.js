/* The strip below the table: where the game stands, in one sentence, and the way on from there. */

import { analysisCall } from "./advice.js";
import { siteAddress } from "./api.js";
import { copy, share } from "./dialog.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./texts.js";
import { capital, isDomino, resultWords, spokenName, sideName, sideOrder } from "./words.js";

const PATIENT_ATTEMPTS = 5; // after so many the server is called gone; attempts go on
const SPEEDS = [["pace.slow", 3], ["pace.usual", 1.2], ["pace.fast", 0.2]]; // seconds a move

/** Return the strip: `node` and `update(state)`; *act* makes what the buttons promise. */
export function createCall(act) {
  const node = el("section", { class: "call", "aria-label": say("call.label") });
  let drawn = null;
  return {
    node,
    update(state) {
      const call = pick(state, act);
      node.hidden = !call;
      const written = call && JSON.stringify([call.kind, call.title, call.text, call.stamp]);
      if (written !== drawn) fill(node, call && drawCall(call)); // untouched, so focus stays where it is
      if (call) node.className = `call call-${call.kind}`;
      drawn = written;
    },
  };
}

function drawCall({ kind, title, text, body, buttons = [] }) {
  return [
    (title || text) && el("div", { class: "said" }, title && el("h2", {}, title),
      text && el("p", { tabindex: kind === "hint" && "0" }, text)), // a hint's may have to be scrolled
    body,
    buttons.some(Boolean) && el("div", { class: "row" }, buttons),
  ];
}

function button(label, action, kind = "", picture = null) {
  return el("button", { type: "button", class: kind, onclick: action }, picture && icon(picture), label);
}

/** Return what to say now, most urgent first; null when the table speaks for itself. */
function pick(state, act) {
  const { status, view, stepping, hint, analysis } = state;
  if (status === "replaced") return replaced(act);
  if (status === "reconnecting") return away(state, act);
  if (!view) return null;
  if (stepping !== null) return lookingBack(state, act);
  if (view.phase === "over") return over(view, act);
  if (view.controls.includes("pace")) return host(view, act);
  if (view.phase === "between") return between(view, act);
  if (hint) return hinted(hint, act);
  if (analysis.on && view.you !== null && view.phase === "playing") return analysisCall(view, analysis.found);
  if (view.you !== null && view.seats[view.you].away) return { kind: "quiet", text: say("call.away") };
  if (view.you === null && view.phase === "playing") return watching(view, act);
  return view.phase === "playing" ? turn(view) : null;
}

/** What a hint says: on a phone its reason is folded away, so that it takes no room from the table. */
function hinted({ title, text }, act) {
  const why = el("button", { type: "button", class: "why phone-only", "aria-expanded": "false", onclick: unfold }, say("hint.why"));
  const shut = el("button", { type: "button", class: "quiet round", "aria-label": say("close"), onclick: act.dismissHint }, icon("close"));
  return { kind: "hint", title, text, buttons: [text && why, shut] };
}

function unfold({ currentTarget: why }) {
  why.setAttribute("aria-expanded", String(why.getAttribute("aria-expanded") === "false"));
}

function turn(view) {
  if (view.mover !== view.you) return { kind: "turn", text: capital(say("play.thinking", { who: spokenName(view, view.mover) })) };
  return { kind: "turn", title: say(view.forced ? `turn.forced.${view.forced}` : `call.turn.${view.game}`) };
}

function arrow(picture, action, disabled) {
  const label = say(`step.${picture}`);
  return el("button", { type: "button", class: "round quiet", "aria-label": label, disabled, onclick: action }, icon(picture));
}

function replaced(act) {
  const back = button(say("call.here"), act.takeBack, "primary");
  return { kind: "stop", title: say("call.replaced"), text: say("call.replaced.text"), buttons: [back] };
}

function away({ attempts }, act) {
  const buttons = [button(say("call.retry"), act.retry)];
  if (attempts <= PATIENT_ATTEMPTS) return { kind: "wait", title: say("call.reconnecting"), buttons };
  return { kind: "stop", title: say("call.gone"), text: say("call.gone.text"), buttons };
}

function lookingBack({ stepping, played }, act) {
  return {
    kind: "quiet", text: say("call.past", { number: stepping, count: played.length }),
    buttons: [
      arrow("back", () => act.step(-1), stepping <= 0),
      arrow("forward", () => act.step(1), false),
      button(say("call.present"), act.present, "primary"),
    ],
  };
}

function between(view, act) {
  const next = view.controls.includes("next")
    ? button(say("next"), act.next, "primary", "play")
    : el("p", { class: "faint" }, say("call.waiting_next"));
  return {
    kind: "next", title: say("call.between", { round: view.board?.round ?? "" }), text: roundTotals(view),
    stamp: view.controls, buttons: [next],
  };
}

function roundTotals(view) {
  if (!isDomino(view.game) || !view.board) return "";
  const gained = [0, 0];
  for (const { side, points } of view.board.points) if (side !== null) gained[side] += points;
  return sideOrder(view).map((side) => `${sideName(view, side)} +${gained[side]}`).join(" · ");
}

function over(view, act) {
  const { headline, why, mine } = resultWords(view);
  const again = view.controls.includes("rematch");
  return {
    kind: mine ? "won" : "over", title: headline, text: why, stamp: [view.controls, view.rematch],
    buttons: [
      view.rematch && button(say("rematch.go"), () => act.follow(view.rematch), "primary", "again"),
      again && button(say("rematch"), act.rematch, "primary", "again"),
      button(say("replay.see"), act.replay, "", "play"),
      button(say("replay.share"), () => shareReplay(view), "", navigator.share ? "share" : "copy"),
      !again && !view.rematch && button(say("home"), act.home),
    ],
  };
}

function shareReplay(view) {
  const address = `${siteAddress()}/r/${view.table}`;
  return navigator.share ? share(address, say("replay.title", { game: say(`game.${view.game}`) })) : copy(address);
}

/** Who set up a table of agents decides how fast they move. */
function host(view, act) {
  const stopped = view.pace === 0;
  const next = view.controls.includes("next");
  return {
    kind: "host", text: next ? roundTotals(view) : "", stamp: [view.pace, next],
    buttons: [
      next && button(say("next"), act.next, "primary", "play"),
      el("div", { class: "choices", role: "group", "aria-label": say("pace.label") },
        speed(stopped, () => act.pace(0), icon("pause"), say("pace.stop")),
        SPEEDS.map(([label, seconds]) => speed(!stopped && isNear(view.pace, seconds), () => act.pace(seconds), say(label)))),
      stopped && !next && button(say("pace.step"), act.makeStep, "primary", "step"),
    ],
  };
}

function speed(isPressed, action, ...label) {
  return el("button", { type: "button", "aria-pressed": String(isPressed), onclick: action }, label);
}

function isNear(pace, seconds) {
  const distances = SPEEDS.map(([, one]) => Math.abs(one - pace));
  return Math.abs(seconds - pace) === Math.min(...distances);
}

function watching(view, act) {
  const open = view.seats.findIndex((seat) => seat.kind === "open");
  if (view.listed && open >= 0) {
    return { kind: "quiet", text: say("call.seat_free"), buttons: [button(say("sit"), () => act.sit(open), "primary")] };
  }
  return { kind: "quiet", text: say("call.watching") };
}
