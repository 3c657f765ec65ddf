/**
 * A table: messages of the server come in, commands of the person go out.
 *
 *     Connection ─→ TableState ─→ TableLayout        buttons, keys, board ─→ Actions ─→ Connection
 */

/**
 * @import {
 *   Actions, AnalysisMessage, AnswerTo, Command, ConnectionStatus, ExperienceAnswer, HelpMessage,
 *   OpinionMessage, PresenceMessage, Proposal, Site, StateMessage, TableEvent, ThinkingMessage, View
 * } from "../types.js"
 */

import { sendExperience, takeSeat } from "../lib/api.js";
import { Connection } from "../lib/connection.js";
import { announce, confirmed, note, showError } from "../lib/dialog.js";
import { byId, fill, isWithin } from "../lib/dom.js";
import { askExperience, storeExperience } from "../lib/experience.js";
import { fetchGameRating } from "../lib/own_statistics.js";
import { gameRatingWords } from "../lib/ratings.js";
import { SiteError } from "../lib/requests.js";
import { REVIEW } from "../lib/routes.js";
import { capital, gameName, isOwnTurn, spokenName } from "../lib/sentences.js";
import { storeToken, tokenOf } from "../lib/storage.js";
import { say } from "../lib/texts.js";
import { drawProblem } from "../pages/problem.js";
import { openRules } from "../pages/rules.js";
import { analysisWords, hintWords } from "./advice.js";
import { AnalysisSwitch } from "./analysis.js";
import { announceEvent, announceTurn } from "./announcements.js";
import { ReplayFrames } from "./replay_frames.js";
import { showInvite } from "./seating.js";
import { TableLayout } from "./table_layout.js";
import { TableState } from "./table_state.js";

const CALM_EVENTS = 4; // more at once, after an absence, are shown without travelling

export class TablePage {
  #root;
  #id;
  #site;
  #frames;
  #state;
  #layout;
  #connection;
  #isPlaying = false; // a move is on its way
  /** @type {Set<string>} */
  #analysing = new Set(); // the seats that everybody knows to use the analysis

  /** @param {HTMLElement} root @param {string} id @param {Site} site */
  constructor(root, id, site) {
    this.#root = root;
    this.#id = id;
    this.#site = site;
    this.#frames = new ReplayFrames(id, tokenOf(id));
    const analysis = new AnalysisSwitch(
      id,
      () => this.#connection.send("analyse"),
      (found) => this.#showAnalysis(found),
    );
    this.#state = new TableState(analysis);
    this.#layout = new TableLayout(root, site, this.#actions());
    this.#connection = this.#connect(tokenOf(id));
    window.addEventListener("keydown", this.#keys);
  }

  close() {
    this.#connection.close();
    window.removeEventListener("keydown", this.#keys);
    this.#layout.destroy();
  }

  /** @type {() => Actions} */
  #actions() {
    return {
      next: () => this.#ask("next"),
      rematch: () => this.#ask("rematch"),
      undo: () => this.#ask("undo"),
      redo: () => this.#ask("redo"),
      step: () => this.#ask("step"),
      pace: (seconds) => this.#ask("pace", { seconds }),
      hint: () => this.#askHint(),
      dismissHint: () => this.#dismissHint(),
      analyse: () => this.#state.analysis.toggle(),
      leave: () => this.#leaveSeat(),
      comeBack: () => this.#ask("return"),
      propose: (what) => this.#propose(what),
      accept: () => this.#ask("accept"),
      decline: () => this.#ask("decline"),
      emote: (name) => this.#ask("emote", { name }),
      openHands: (isOn) => this.#openHands(isOn),
      experience: (answer) => this.#sayExperience(answer),
      sit: (seat) => this.#sit(seat),
      look: (place) => this.#look(place),
      lookBy: (moves) => this.#look(this.#state.place + moves),
      lookAtPresent: () => this.#look(this.#state.played.length),
      retry: () => this.#connection.retry(),
      takeBack: () => {
        this.#connection.close();
        this.#connection = this.#connect(tokenOf(this.#id));
      },
      rules: () => this.#state.view && openRules(this.#state.view.game),
      panel: () => this.#layout.openPanel(),
      replay: () => this.#site.go(`/r/${this.#id}`),
      review: () => this.#site.go(`/r/${this.#id}${REVIEW}`),
      home: () => this.#site.go("/"),
      follow: (table) => this.#follow(table),
    };
  }

  // Messages

  /** @type {(token: string | null) => Connection} */
  #connect(token) {
    return new Connection(this.#id, token, {
      state: (message, isFirst) => this.#receive(message, isFirst),
      presence: (message) => this.#receivePresence(message),
      thinking: (message) => this.#receiveThinking(message),
      emote: (message) => this.#state.view && this.#layout.showEmote(message, this.#state.view),
      help: (message) => this.#receiveHelp(message),
      opinion: (message) => this.#receiveOpinion(message),
      status: (status, attempts, error) => this.#receiveStatus(status, attempts, error),
      error: showError,
    });
  }

  /** @type {(message: StateMessage, isFirst: boolean) => Promise<void>} */
  async #receive(message, isFirst) {
    const game = this.#state.view?.game;
    const wasSeating = this.#state.view?.phase === "seating";
    const fresh = this.#state.receive(message);
    if (game !== message.view.game) await this.#loadBoard(message);
    this.#layout.showBoard(this.#state, isFirst ? [] : fresh, !isFirst && fresh.length <= CALM_EVENTS);
    if (isFirst || wasSeating) this.#askExperience();
    if (!isFirst) this.#announce(fresh);
    if (isOwnTurn(message.view) && !message.view.forced && (isFirst || fresh.length))
      announceTurn(message.view);
    if (this.#state.view) this.#state.analysis.follow(this.#state.view, this.#state.number);
    this.#redraw();
    this.#loadRating(message.view, !isFirst);
    const rematch = fresh.find((event) => event.kind === "rematch");
    if (rematch && !isFirst) this.#follow(rematch.table);
  }

  /**
   * Show what the game of *view*, once it is over, did to the person's rating; say it where it *isNew*.
   * @type {(view: View, isNew: boolean) => Promise<void>}
   */
  async #loadRating({ phase, you }, isNew) {
    if (phase !== "over" || you === null || this.#state.rating) return;
    this.#state.rating = await fetchGameRating(this.#id).catch(() => null); // the seat may be nobody's
    if (!this.#state.rating) return;
    if (isNew) announce(gameRatingWords(this.#state.rating));
    this.#redraw();
  }

  /** @type {(message: StateMessage) => Promise<void>} */
  async #loadBoard({ view }) {
    try {
      await this.#layout.loadBoard(view, {
        play: (move) => this.#play(move),
        announce,
        invite: (seat) => this.#state.view && showInvite(this.#state.view, seat),
      });
    } catch {
      fill(this.#root, drawProblem("trouble")); // the script of the game is broken, or did not arrive
    }
  }

  /** @type {(events: TableEvent[]) => void} */
  #announce(events) {
    const { view, shownMove } = this.#state;
    if (!view) return;
    for (const event of events) announceEvent(event, view, shownMove === null ? this.#layout.banners : null);
  }

  /** @type {(message: PresenceMessage) => void} */
  #receivePresence(message) {
    this.#state.receivePresence(message);
    if (!this.#state.view) return;
    this.#layout.showBoard(this.#state, [], false);
    this.#redraw();
  }

  /** @type {(message: ThinkingMessage) => void} */
  #receiveThinking({ seat, stand_in: standIn }) {
    const { view } = this.#state;
    if (view && standIn) note(capital(say("table.stand_in", { who: spokenName(view, seat) })));
  }

  /** Show who asked for help; an analysis that stays on is news once. @type {(message: HelpMessage) => void} */
  #receiveHelp({ seat, kind }) {
    const { view } = this.#state;
    if (!view || seat === view.you) return;
    const key = `${seat} ${kind}`;
    if (kind === "hint" || !this.#analysing.has(key))
      note(capital(say(`help.${kind}`, { who: spokenName(view, seat) })));
    this.#analysing.add(key);
  }

  /** @type {(message: OpinionMessage) => void} */
  #receiveOpinion(message) {
    this.#state.receiveOpinion(message);
    this.#redraw();
  }

  /** @type {(status: ConnectionStatus, attempts: number, error?: SiteError) => void} */
  #receiveStatus(status, attempts, error) {
    this.#state.status = status;
    this.#state.attempts = attempts;
    if (status === "refused" && error) {
      this.#refused(error.code);
      return;
    }
    if (status === "reconnecting" && attempts === 1) announce(say("status.reconnecting"));
    this.#redraw();
  }

  /** @type {(code: string) => void} */
  #refused(code) {
    if (code !== "bad_token") {
      fill(this.#root, drawProblem(code));
      return;
    }
    storeToken(this.#id, null); // the seat is no longer this browser's: watch instead
    note(say("problem.bad_token"));
    this.#frames = new ReplayFrames(this.#id, null);
    this.#connection = this.#connect(null);
  }

  // What the person looks at

  #redraw() {
    const { view, shownMove } = this.#state;
    this.#layout.redraw(this.#state, shownMove === null ? view : this.#frames.viewAt(shownMove));
  }

  /**
   * Show the game after *wanted* of its moves; all of them is the game as it is.
   * @type {(wanted: number) => Promise<void>}
   */
  async #look(wanted) {
    const state = this.#state;
    const last = state.played.length;
    const target = Math.max(0, Math.min(last, wanted));
    const isForward = target === state.place + 1;
    const isPresent = target === last;
    if (!isPresent && !(await this.#loadFrames(state.number ?? 0))) return;
    state.shownMove = isPresent ? null : target;
    const view = isPresent ? state.boardView : this.#frames.viewAt(target);
    if (view) this.#layout.showMoment(view, !isPresent && isForward ? this.#frames.eventAt(target) : null);
    this.#redraw();
  }

  /** @type {(number: number) => Promise<boolean>} */
  async #loadFrames(number) {
    try {
      await this.#frames.load(number);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }

  #keys = (/** @type {KeyboardEvent} */ event) => {
    if (isWithin(event, "input, select, textarea, dialog, [popover], [role=grid]")) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "," || event.key === "PageUp") this.#look(this.#state.place - 1);
    else if (event.key === "." || event.key === "PageDown") this.#look(this.#state.place + 1);
    else if (event.key !== "Escape") return;
    else if (this.#state.hint && !this.#layout.isPanelOpen) this.#dismissHint();
    else this.#layout.closePanel();
    event.preventDefault();
  };

  // Commands

  /**
   * Send a command; an error is shown and gives null.
   * @type {<C extends Command>(type: C, fields?: object) => Promise<AnswerTo<C> | null>}
   */
  async #ask(type, fields) {
    try {
      return await this.#connection.send(type, fields);
    } catch (error) {
      showError(error);
      return null;
    }
  }

  /** @type {(move: string) => Promise<void>} */
  async #play(move) {
    if (this.#isPlaying) return;
    this.#isPlaying = true;
    this.#stopAsking();
    await this.#ask("play", { move });
    this.#isPlaying = false;
  }

  async #askHint() {
    const state = this.#state;
    state.hint = { title: say("hint.thinking"), text: "" };
    this.#redraw();
    const { view } = state;
    const answer = await this.#ask("hint");
    const isTimely = answer && view && answer.number === state.number;
    state.hint = isTimely ? { move: answer.move, ...hintWords(view, answer) } : null;
    if (state.hint) announce(`${state.hint.title} ${state.hint.text}`);
    this.#redraw();
  }

  #dismissHint() {
    this.#state.hint = null;
    this.#redraw();
    this.#layout.controls.focus("hint"); // the button that had the focus is gone
  }

  /**
   * Show the analysis *found*; null: it was switched on or off.
   * @type {(found: AnalysisMessage | null) => void}
   */
  #showAnalysis(found) {
    const { view, number, analysis } = this.#state;
    this.#redraw();
    if (!view) return;
    if (!found) {
      analysis.follow(view, number);
      return;
    }
    if (found.exact === false) return; // what is not certain yet is not said aloud
    const { title, text, spoken } = analysisWords(view, found);
    announce([title, text, spoken].filter(Boolean).join(" "));
  }

  #askExperience() {
    const { view } = this.#state;
    this.#state.isAsking = view !== null && !this.#state.hasPlayed && askExperience(view);
    if (view && this.#state.isAsking) announce(say("experience.spoken", { game: gameName(view.game) }));
  }

  /** Take the question away with the first own move, before its room is the table's again. */
  #stopAsking() {
    if (!this.#state.isAsking) return;
    this.#state.isAsking = false;
    this.#redraw();
  }

  /** @type {(answer: ExperienceAnswer) => Promise<void>} */
  async #sayExperience(answer) {
    const { view } = this.#state;
    const token = tokenOf(this.#id);
    if (!view || !token) return;
    try {
      if (answer !== "unsaid") await sendExperience(token, answer);
    } catch (error) {
      showError(error);
      return;
    }
    storeExperience(view.game, answer);
    this.#state.isAsking = false;
    note(say(answer === "unsaid" ? "experience.left_out" : "experience.thanks"));
    this.#redraw();
    byId("main").focus({ preventScroll: true }); // the button that had the focus is gone
  }

  /** @type {(what: Proposal) => Promise<void>} */
  async #propose(what) {
    if (what === "resign" && !(await confirmed(say("resign.sure"), say("resign.do")))) return;
    await this.#ask(what);
  }

  /** @type {(isOn: boolean) => void} */
  #openHands(isOn) {
    this.#state.openHands(isOn);
    this.#layout.showBoard(this.#state, [], false);
    this.#redraw();
  }

  async #leaveSeat() {
    if (!(await confirmed(say("leave.sure"), say("leave")))) return;
    await this.#ask("leave");
    this.#site.go("/");
  }

  /** @type {(seat: number) => Promise<void>} */
  async #sit(seat) {
    const { view } = this.#state;
    if (!view) return;
    try {
      await takeSeat(this.#id, view.game, { seat });
      this.#connection.close();
      this.#site.go(`/t/${this.#id}`);
    } catch (error) {
      showError(error);
    }
  }

  /** @type {(table: string) => void} */
  #follow(table) {
    const token = tokenOf(this.#id);
    if (token) storeToken(table, token); // the same token opens the same seat there
    this.#site.go(`/t/${table}`);
  }
}
