/* A table: everything around the board, and the board's own module inside.

   state ─→ { view, events, played, status, stepping, hint, analysis }  ─→ redraw()
   `stepping` is null at the game as it is, or how many moves of it are shown. */

import { analysisCall, hintWords } from "./advice.js";
import { createAnalysis } from "./analysis.js";
import { get } from "./api.js";
import { createBanners } from "./banner.js";
import { createCall } from "./call.js";
import { connect } from "./client.js";
import { createControls, createSwitches } from "./controls.js";
import { announce, complain, confirmed, note } from "./dialog.js";
import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { loadBoard } from "./board.js";
import { keepToken, tokenOf } from "./memory.js";
import { createMoves, playedEvents } from "./moves.js";
import { bannersFor } from "./news.js";
import { drawProblem } from "./problem.js";
import { openRules } from "./rules.js";
import { createScores, isYours } from "./scores.js";
import { drawSeating, openInvitation, showInvite, takeSeat } from "./seating.js";
import { sound, soundOf } from "./sound.js";
import { createStepper } from "./stepper.js";
import { say } from "./texts.js";
import { eventSentence, resultWords, sideOf, turnSentence } from "./words.js";

const CALM_EVENTS = 4; // more at once, after an absence, are shown without travelling

/** Show table *id* in *root*; the site's `go(path)` and `chooseLanguage` are used. Returns how to leave it. */
export async function openTable(root, id, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading.table")));
  let summary;
  try {
    summary = await get(`/api/tables/${encodeURIComponent(id)}`);
  } catch (problem) {
    fill(root, drawProblem(problem.code));
    return () => {};
  }
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (!invite || tokenOf(id)) return sitDown(root, id, site);
  return new Promise((resolve) => openInvitation(root, summary, invite, () => {
    history.replaceState(null, "", `/t/${id}`);
    resolve(sitDown(root, id, site));
  }));
}

function sitDown(root, id, site) {
  const state = {
    view: null, events: [], played: [], status: "connecting", attempts: 0, stepping: null, hint: null,
    connected: [], watchers: 0, // who is here, by seat, and how many look on
    analysis: createAnalysis(id, () => client.send("analyse"), hearAnalysis),
  };
  const stepper = createStepper(id);
  const felt = el("div", { class: "felt" });
  const seatingPlace = el("div", { class: "seating-place", hidden: true });
  const banners = createBanners();
  const scores = createScores();
  const moves = createMoves((place) => { closePanel(); look(place); });
  const switches = createSwitches(site.chooseLanguage, () => act.rules());
  const panel = el("aside", { class: "panel", "aria-label": say("panel.label") },
    el("button", {
      type: "button", class: "quiet round phone-only shut", "aria-label": say("close"), onclick: closePanel,
    }, icon("close")),
    moves.node, switches.node);
  const act = {
    next: () => ask("next"), rematch: () => ask("rematch"), undo: () => ask("undo"), redo: () => ask("redo"),
    pace: (seconds) => ask("pace", { seconds }), makeStep: () => ask("step"),
    hint: askHint, analyse: state.analysis.toggle, leave: getUp, sit, step: (by) => look(place() + by), present: () => look(state.played.length),
    retry: () => client.retry(), takeBack: () => { client.close(); client = connect(id, tokenOf(id), hears); },
    dismissHint, rules: () => openRules(state.view.game), panel: openPanel,
    replay: () => site.go(`/r/${id}`), home: () => site.go("/"), follow,
  };
  const controls = createControls(act);
  const call = createCall(act);
  let board = null;
  let playing = false; // a move is on its way

  fill(root, el("div", { class: "table" }, scores.node,
    el("section", { class: "stage", "aria-label": say("stage.label") }, felt, seatingPlace, banners.node),
    call.node, panel, controls.node));

  const hears = {
    status(status, attempts, problem) {
      Object.assign(state, { status, attempts });
      if (status === "refused") return refused(problem);
      if (status === "reconnecting" && attempts === 1) announce(say("call.reconnecting"));
      redraw();
    },
    state: hearState,
    presence: hearPresence,
    thinking() {}, // the mover of the view says as much
    refused: complain,
  };
  let client = connect(id, tokenOf(id), hears);
  const watcher = new ResizeObserver(() => board?.resize());
  watcher.observe(felt);
  window.addEventListener("keydown", keys);

  async function hearState({ view, events }, isFirst) {
    const before = state.view;
    const fresh = events.filter((event) => event.number > (state.events.at(-1)?.number ?? 0));
    state.events.push(...fresh);
    state.view = withPresence(view, state.connected);
    state.played = playedEvents(state.events);
    if (fresh.some((event) => event.kind !== "paced")) state.hint = null;
    if (!before || before.game !== view.game) await prepare(view);
    showBoard(isFirst ? [] : fresh, !isFirst && fresh.length <= CALM_EVENTS);
    if (!isFirst) fresh.forEach(tell);
    if (isYours(view) && !view.forced && (isFirst || fresh.length)) yourTurn();
    state.analysis.follow(state.view, state.events.at(-1)?.number);
    redraw();
    const rematch = fresh.find((event) => event.kind === "rematch");
    if (rematch && !isFirst) follow(rematch.table);
  }

  function hearPresence({ connected, watchers }) {
    Object.assign(state, { connected, watchers });
    if (!state.view) return;
    state.view = withPresence(state.view, connected);
    showBoard([], false);
    redraw();
  }

  async function prepare(view) {
    board?.destroy();
    felt.dataset.game = view.game;
    board = await loadBoard(view.game, felt, {
      play, announce, invite: (seat) => showInvite(state.view, seat),
    });
  }

  function showBoard(events, animate) {
    const { view } = state;
    const seating = view.phase === "seating" || !view.board;
    felt.hidden = seating;
    seatingPlace.hidden = !seating;
    if (seating) fill(seatingPlace, drawSeating(view, sit));
    else if (state.stepping === null) board?.update(view, events, { animate }); // one still loading draws it later
  }

  function redraw() {
    const { view } = state;
    call.update(state);
    if (!view || !board) return; // nothing is promised before it can be played
    const shown = state.stepping === null ? view : stepper.viewAt(state.stepping, view);
    scores.update(shown, state.stepping ?? state.played.length, state.watchers);
    moves.update(view, state.played, place());
    controls.update(view, state.analysis.on);
    switches.update(view);
    board.hint((state.stepping === null && state.hint?.move) || null);
    board.analysis?.(state.stepping === null ? state.analysis.found : null);
    document.title = title(view);
  }

  function tell(event) {
    const { view } = state;
    const sentence = eventSentence(event, view);
    const plainOwn = event.kind === "moved" && event.seat === view.you && !event.points?.length; // they know
    if (sentence && !plainOwn) announce(sentence);
    const mySide = view.you === null ? null : sideOf(view.you);
    if (state.stepping === null) bannersFor(event, view).forEach((banner) => banners.show(banner, mySide));
    const name = soundOf(event);
    if (name) sound(name);
    if (event.kind === "moved" && view.phase === "over") announce(resultWords(view).title, true);
  }

  function yourTurn() {
    announce(say("turn.you"), true);
    sound("turn");
  }

  async function play(move) {
    if (playing) return;
    playing = true;
    await ask("play", { move });
    playing = false;
  }

  async function ask(type, fields) {
    try {
      return await client.send(type, fields);
    } catch (problem) {
      complain(problem);
      return null;
    }
  }

  async function askHint() {
    state.hint = { title: say("hint.thinking"), text: "" };
    redraw();
    const { view } = state;
    const answer = await ask("hint");
    const isTimely = answer && answer.number === state.events.at(-1)?.number;
    state.hint = isTimely ? { move: answer.move, ...hintWords(view, answer) } : null;
    if (isTimely) announce(`${state.hint.title} ${state.hint.text}`);
    redraw();
  }

  function dismissHint() {
    state.hint = null;
    redraw();
    controls.focus("hint"); // the button that had the focus is gone
  }

  /** Show what was *found*, or that the analysis was switched. */
  function hearAnalysis(found) {
    redraw();
    if (!found) return state.analysis.follow(state.view, state.events.at(-1)?.number);
    const { title, text, spoken } = analysisCall(state.view, found);
    return announce([title, text, spoken].filter(Boolean).join(" "));
  }

  async function getUp() {
    if (!(await confirmed(say("leave.sure"), say("leave")))) return;
    await ask("leave");
    site.go("/");
  }

  async function sit(seat) {
    try {
      await takeSeat(id, { seat });
      client.close();
      site.go(`/t/${id}`);
    } catch (problem) {
      complain(problem);
    }
  }

  function follow(table) {
    if (tokenOf(id)) keepToken(table, tokenOf(id)); // the same token opens the same seat there
    site.go(`/t/${table}`);
  }

  function place() {
    return state.stepping ?? state.played.length;
  }

  /** Show the game after *wanted* of its moves; all of them is the game as it is. */
  async function look(wanted) {
    const last = state.played.length;
    const target = Math.max(0, Math.min(last, wanted));
    const forward = target === place() + 1;
    if (target < last && !(await stepper.load(last).then(() => true, complain))) return;
    state.stepping = target === last ? null : target;
    banners.clear();
    const shown = state.stepping === null ? state.view : stepper.viewAt(target, state.view);
    const event = state.stepping !== null && forward && stepper.eventAt(target);
    board.update(shown, event ? [event] : [], { animate: Boolean(event) });
    redraw();
  }

  function keys(event) {
    if (event.target.closest?.("input, select, textarea, dialog, [role=grid]")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "," || event.key === "PageUp") look(place() - 1);
    else if (event.key === "." || event.key === "PageDown") look(place() + 1);
    else if (event.key === "Escape") state.hint && !panel.classList.contains("open") ? dismissHint() : closePanel();
    else return;
    event.preventDefault();
  }

  function openPanel() {
    panel.classList.add("open");
    moves.reveal(); // a list that was not on screen could not be scrolled
    panel.querySelector("button").focus();
  }

  function closePanel() {
    panel.classList.remove("open");
  }

  function refused(problem) {
    if (problem.code !== "bad_token") return fill(root, drawProblem(problem.code));
    keepToken(id, null); // the seat is no longer this browser's: watch instead
    note(say("problem.bad_token"));
    client = connect(id, null, hears);
    return undefined;
  }

  return function leave() {
    client.close();
    watcher.disconnect();
    window.removeEventListener("keydown", keys);
    banners.clear();
    board?.destroy();
  };
}

/** Return *view* with each seat's `connected` told. */
function withPresence(view, connected) {
  const told = (seat, k) => ({ ...seat, connected: seat.kind === "person" ? connected[k] : undefined });
  return { ...view, seats: view.seats.map(told) };
}

function title(view) {
  const mark = isYours(view) && !view.forced ? "● " : "";
  const words = view.phase === "over" && view.outcome ? resultWords(view).title : turnSentence(view);
  return `${mark}${words} · galo`;
}
