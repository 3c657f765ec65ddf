/** The bar below the board: where the game stands, in one sentence, and the buttons to go on from there. */

/** @import { Actions, Child, StatusWords, View } from "../types.js" */
/** @import { TableState } from "./table_state.js" */

import { canShare } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { EXPERIENCES } from "../lib/experience.js";
import { icon } from "../lib/icons.js";
import { capital, gameName, resultWords, spokenName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { analysisWords } from "./advice.js";
import { offerStatus } from "./offers.js";
import { roundTotals } from "./round_totals.js";
import { shareReplay } from "./share_replay.js";
import { isWatchingAgents, watchingAgents } from "./watching_agents.js";

/**
 * @typedef {StatusWords & { kind: string, stamp?: unknown, buttons?: Child[] }} Status  *stamp*: what a
 *   change of redraws it
 */

const SCROLLED = ["hint", "host"]; // kinds whose text may be longer than its place
const PATIENT_ATTEMPTS = 5; // to reconnect; after these the server is called gone, and attempts go on

export class StatusBar {
  node = el("section", { class: "call", "aria-label": say("status.label") });
  #actions;
  #drawn = "";

  /** @param {Actions} actions */
  constructor(actions) {
    this.#actions = actions;
  }

  /** @type {(state: TableState) => void} */
  update(state) {
    const status = currentStatus(state, this.#actions);
    this.node.hidden = !status;
    const written = status ? JSON.stringify([status.kind, status.title, status.text, status.stamp]) : "";
    if (written !== this.#drawn) fill(this.node, status && drawStatus(status)); // else the focus stays where it is
    if (status) this.node.className = `call call-${status.kind}`;
    this.#drawn = written;
  }
}

/** @type {(status: Status) => Child} */
function drawStatus({ kind, title, text, body, buttons = [] }) {
  return [
    (title || text) &&
      el(
        "div",
        { class: "said" },
        title && el("h2", {}, title),
        text && el("p", { tabindex: SCROLLED.includes(kind) && "0" }, text),
      ),
    body,
    buttons.some(Boolean) && el("div", { class: "row" }, buttons),
  ];
}

/**
 * Return the most urgent status; null where the board is enough.
 * @type {(state: TableState, actions: Actions) => Status | null}
 */
function currentStatus(state, actions) {
  if (state.status === "replaced") return replaced(actions);
  if (state.status === "reconnecting") return reconnecting(state.attempts, actions);
  if (!state.view) return null;
  if (state.shownMove !== null) return lookingBack(state.shownMove, state.played.length, actions);
  const { offer } = state.view;
  return (
    (offer && offerStatus(state.view, offer, actions)) ??
    gameStatus(state, state.view, actions) ??
    playingStatus(state, state.view, actions)
  );
}

/** @type {(state: TableState, view: View, actions: Actions) => Status | null} */
function gameStatus(state, view, actions) {
  if (view.phase === "over") return over(view, actions);
  if (isWatchingAgents(view)) return watchingAgents(state, view, actions);
  if (view.phase === "between") return between(view, actions);
  return null;
}

/** @type {(state: TableState, view: View, actions: Actions) => Status | null} */
function playingStatus({ hint, analysis, isAsking }, view, actions) {
  if (hint) return hinted(hint, actions);
  if (isAsking) return asking(view, actions);
  const isPlaying = view.phase === "playing";
  if (view.you === null) return isPlaying ? watching(view, actions) : null;
  if (isPlaying && analysis.isOn)
    return { kind: "analysis", stamp: analysis.found, ...analysisWords(view, analysis.found) };
  if (view.seats[view.you].away) return away(view, view.you, actions);
  return isPlaying ? turn(view) : null;
}

/**
 * A hint: on a phone its reason is folded away, so that it takes no room from the board.
 * @type {(hint: { title: string, text: string }, actions: Actions) => Status}
 */
function hinted({ title, text }, actions) {
  const why = el(
    "button",
    {
      type: "button",
      class: "why phone-only",
      "aria-expanded": "false",
      onclick: (event) => unfold(event.currentTarget),
    },
    say("hint.why"),
  );
  const shut = el(
    "button",
    {
      type: "button",
      class: "quiet round",
      "aria-label": say("close"),
      onclick: actions.dismissHint,
    },
    icon("close"),
  );
  return { kind: "hint", title, text, buttons: [text && why, shut] };
}

/** @type {(button: Element) => void} */
function unfold(button) {
  button.setAttribute("aria-expanded", String(button.getAttribute("aria-expanded") === "false"));
}

/**
 * The question how the person plays; the game goes on without an answer.
 * @type {(view: View, actions: Actions) => Status}
 */
function asking(view, actions) {
  const label = say("experience.label", { game: gameName(view.game) });
  return {
    kind: "ask",
    title: say("experience.question"),
    text: say("experience.why"),
    buttons: [
      el(
        "div",
        { class: "choices", role: "group", "aria-label": label },
        EXPERIENCES.map((one) => button(say(`experience.${one}`), () => actions.experience(one))),
      ),
      button(say("experience.unsaid"), () => actions.experience("unsaid"), "link"),
    ],
  };
}

/** An agent plays for the person. @type {(view: View, you: number, actions: Actions) => Status} */
function away(view, you, actions) {
  const canReturn = view.controls.includes("return");
  return {
    kind: "quiet",
    text: say(view.seats[you].out_of_time ? "status.out_of_time" : "status.away"),
    stamp: canReturn,
    buttons: [canReturn && button(say("return"), actions.comeBack, "primary", "play")],
  };
}

/** @type {(view: View) => Status} */
function turn(view) {
  if (view.mover !== null && view.mover !== view.you) {
    return { kind: "turn", text: capital(say("play.thinking", { who: spokenName(view, view.mover) })) };
  }
  const title = view.forced
    ? say(`turn.forced.${view.forced}`)
    : sayOr(`status.turn.${view.game}`, say("turn.you"));
  return { kind: "turn", title };
}

/** @type {(actions: Actions) => Status} */
function replaced(actions) {
  const back = button(say("status.here"), actions.takeBack, "primary");
  return { kind: "stop", title: say("status.replaced"), text: say("status.replaced.text"), buttons: [back] };
}

/** @type {(attempts: number, actions: Actions) => Status} */
function reconnecting(attempts, actions) {
  const buttons = [button(say("status.retry"), actions.retry)];
  if (attempts <= PATIENT_ATTEMPTS) return { kind: "wait", title: say("status.reconnecting"), buttons };
  return { kind: "stop", title: say("status.gone"), text: say("status.gone.text"), buttons };
}

/** @type {(shown: number, count: number, actions: Actions) => Status} */
function lookingBack(shown, count, actions) {
  return {
    kind: "past",
    text: say("status.past", { number: shown, count }),
    buttons: [
      arrow("back", () => actions.lookBy(-1), shown <= 0),
      arrow("forward", () => actions.lookBy(1), false),
      button(say("status.present"), actions.lookAtPresent, "primary"),
    ],
  };
}

/** @type {(view: View, actions: Actions) => Status} */
function between(view, actions) {
  const next = view.controls.includes("next")
    ? button(say("next"), actions.next, "primary", "play")
    : el("p", { class: "faint" }, say("status.waiting_next"));
  return {
    kind: "next",
    title: say("status.between", { round: view.board?.round ?? "" }),
    text: roundTotals(view),
    stamp: view.controls,
    buttons: [next],
  };
}

/** @type {(view: View, actions: Actions) => Status} */
function over(view, actions) {
  const result = resultWords(view);
  const again = view.controls.includes("rematch");
  const { rematch } = view;
  return {
    kind: result?.won ? "won" : "over",
    title: result?.headline,
    text: result?.why,
    stamp: [view.controls, rematch],
    buttons: [
      rematch !== null && button(say("rematch.go"), () => actions.follow(rematch), "primary", "again"),
      again && button(say("rematch"), actions.rematch, "primary", "again"),
      button(say("summary.title"), actions.panel, "phone-only", "list"),
      view.can_review && button(say("reviewed.tool"), actions.review, "", "analyse"),
      ...replayButtons(view, actions, "desk-only"),
      !again && rematch === null && button(say("home"), actions.home),
    ],
  };
}

/**
 * Return the buttons that show the replay and pass it on.
 * @type {(view: View, actions: Pick<Actions, "replay">, kind: string) => HTMLElement[]}
 */
export function replayButtons(view, actions, kind) {
  return [
    button(say("replay.see"), actions.replay, kind, "play"),
    button(
      say("replay.share"),
      () => shareReplay(view),
      `${kind} share`.trim(),
      canShare() ? "share" : "copy",
    ),
  ];
}

/** @type {(view: View, actions: Actions) => Status} */
function watching(view, actions) {
  const open = view.seats.findIndex((seat) => seat.kind === "open");
  if (!view.listed || open < 0) return { kind: "quiet", text: say("status.watching") };
  const sit = button(say("sit"), () => actions.sit(open), "primary");
  return { kind: "quiet", text: say("status.seat_free"), buttons: [sit] };
}

/**
 * @type {(label: string, action: () => void, kind?: string, picture?: Parameters<typeof icon>[0]) =>
 *   HTMLElement}
 */
function button(label, action, kind = "", picture = undefined) {
  return el("button", { type: "button", class: kind, onclick: action }, picture && icon(picture), label);
}

/** @type {(picture: "back" | "forward", action: () => void, disabled: boolean) => HTMLElement} */
function arrow(picture, action, disabled) {
  const label = say(`step.${picture}`);
  return el(
    "button",
    { type: "button", class: "round quiet", "aria-label": label, disabled, onclick: action },
    icon(picture),
  );
}
