/** A replay: the board at one moment after the other, with what is around it, and its review if there is one. */

/** @import { GameBoard, MovedEvent, PlayedEvent, Site, View } from "../types.js" */
/** @import { ReplayReview } from "../review/replay_review.js" */
/** @import { ReplayFrames } from "./replay_frames.js" */

import { announce, showError } from "../lib/dialog.js";
import { el, fill, isWithin } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { addressOf, REVIEW } from "../lib/routes.js";
import { eventSentence, gameName, resultWords } from "../lib/sentences.js";
import { playSound } from "../lib/sound.js";
import { linkStylesheets } from "../lib/stylesheets.js";
import { say } from "../lib/texts.js";
import { showBanners } from "./announcements.js";
import { Banners } from "./banners.js";
import { drawSummary } from "./match_summary.js";
import { MoveList } from "./move_list.js";
import { drawDownloads, drawTools } from "./replay_tools.js";
import { ScoreHeader } from "./score_header.js";
import { SidePanel } from "./side_panel.js";

const PACE = 1400; // milliseconds a move while it plays by itself
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, PageUp: -1, PageDown: 1 };

export class ReplayPlayer {
  #frames;
  #board;
  #boardPlace;
  /** @type {PlayedEvent[]} */
  #played;
  #place = 0;
  /** @type {number | null} */
  #timer = null;
  #banners = new Banners();
  #header = new ScoreHeader();
  #moves = new MoveList((place) => {
    this.#panel.close();
    this.#jump(place);
  });
  #panel;
  #moment = el("p", { class: "moment" });
  #asking = el("div", { class: "asking" }); // how far a review is
  #site;
  #last;
  /** @type {ReplayReview | null} */
  #review = null;
  #isClosed = false;
  #isAsking = false;
  #tools = el("div", { class: "controls" });
  #steps = el("div", { class: "row" });
  #extras = el("div", {}); // what a review adds to the panel
  #button = el("button", { type: "button", class: "primary", onclick: () => this.#toggle() });
  #slider;
  #sizes = new ResizeObserver(() => this.#board.resize());

  /** @param {ReplayFrames} frames @param {GameBoard} board @param {HTMLElement} boardPlace @param {Site} site */
  constructor(frames, board, boardPlace, site) {
    this.#site = site;
    this.#frames = frames;
    this.#board = board;
    this.#boardPlace = boardPlace;
    board.bannerPlace?.append(this.#banners.node);
    this.#played = frames.frames
      .slice(1)
      .map(({ event, view }, k) => event ?? { kind: "dealt", number: -k, round: view.board?.round ?? 1 }); // deals have no number here
    this.#slider = el("input", {
      type: "range",
      min: 0,
      max: this.#played.length,
      value: 0,
      "aria-label": say("replay.moment"),
      oninput: (event) => this.#jump(Number(event.currentTarget.value)),
    });
    this.#last = frames.viewAt(this.#played.length);
    this.#panel = new SidePanel(this.#moves, {
      above: [this.#extras, drawSummary(this.#last)],
      below: drawDownloads(this.#last),
    });
    this.#sizes.observe(boardPlace);
    window.addEventListener("keydown", this.#keys);
    this.#drawButton();
  }

  close() {
    this.#pause();
    this.#isClosed = true;
    this.#review?.destroy();
    this.#sizes.disconnect();
    window.removeEventListener("keydown", this.#keys);
    this.#banners.clear();
    this.#board.destroy();
  }

  /** Return the page of the replay. @type {() => HTMLElement} */
  draw() {
    return el(
      "div",
      { class: "table" },
      this.#header.node,
      el(
        "section",
        { class: "stage", "aria-label": say("stage.label") },
        this.#boardPlace,
        this.#board.bannerPlace ? null : this.#banners.node,
      ),
      el(
        "section",
        { class: "call call-replay", "aria-label": say("replay.label") },
        this.#moment,
        this.#asking,
        this.#slider,
        fill(this.#steps, this.#createStep("back", -1), this.#button, this.#createStep("forward", 1)),
      ),
      this.#panel.node,
      this.#drawTools(),
    );
  }

  /** Draw the buttons at the foot of the page. @type {() => HTMLElement} */
  #drawTools() {
    const actions = {
      review: () => this.review(),
      panel: () => this.#panel.open(),
      playOn: () => this.#playOn(),
    };
    return fill(this.#tools, drawTools(this.#last, this.#review !== null, actions));
  }

  /** Ask for the review of the game, and show it. */
  async review() {
    if (this.#isAsking) return;
    this.#isAsking = true;
    try {
      await linkStylesheets(["/static/review/review.css"]);
      const { openReview } = await import("../review/replay_review.js");
      const found = await openReview(this.#asking, this.#last, {
        played: this.#played,
        viewAt: (place) => this.#frames.viewAt(place),
        jump: (place) => this.#jump(place),
        showBranch: (view, before, event, words) => this.#showBranch(view, before, event, words),
      });
      if (!found || this.#isClosed) found?.destroy();
      else this.#showReview(found);
    } catch (error) {
      if (!this.#isClosed) showError(error);
    } finally {
      this.#isAsking = false;
    }
  }

  /** @type {(review: ReplayReview) => void} */
  #showReview(review) {
    this.#review = review;
    this.#slider.replaceWith(review.curve);
    this.#slider = review.slider;
    this.#asking.replaceWith(review.strip);
    this.#steps.append(review.next);
    fill(this.#extras, review.panel);
    this.#moves.marks = review.marks;
    this.#panel.node.classList.add("reviewed");
    this.#drawTools();
    history.replaceState(null, "", addressOf(`/r/${this.#last.table}${REVIEW}`));
    this.look(this.#place);
    announce(review.curve.getAttribute("aria-label") ?? "");
  }

  /** @type {(view: View, before: View, event: MovedEvent, words: string) => void} */
  #showBranch(view, before, event, words) {
    this.#pause();
    this.#banners.clear();
    this.#board.update(before, [], { animate: false });
    this.#board.update(view, [event], { animate: true });
    this.#moment.textContent = words;
  }

  async #playOn() {
    const { playOn } = await import("../review/play_on.js");
    await playOn(this.#site, (place) => this.#frames.viewAt(place), this.#played, this.#place);
  }

  /** Show the game after *wanted* moves. @type {(wanted: number) => void} */
  look(wanted) {
    const target = Math.max(0, Math.min(this.#played.length, wanted));
    const isForward = target === this.#place + 1;
    const view = this.#frames.viewAt(target);
    const event = isForward ? this.#frames.eventAt(target) : null;
    this.#place = target;
    this.#board.update(view, event ? [event] : [], { animate: isForward });
    if (event) {
      showBanners(event, view, this.#banners);
      playSound(gameModule(view.game).sound(event));
    } else {
      this.#banners.clear();
    }
    this.#header.update(view, target);
    this.#moves.update(view, this.#played, target);
    this.#slider.value = String(target);
    this.#drawMoment(view, target);
    this.#review?.look(target, this.#moment.textContent ?? "");
    if (target === this.#played.length) this.#pause();
  }

  /** Say what led to *view*, the game after *place* moves. @type {(view: View, place: number) => void} */
  #drawMoment(view, place) {
    const result = place === this.#played.length ? resultWords(view) : null;
    const event = this.#played[place - 1];
    const words = result
      ? [result.headline, result.why].filter(Boolean).join(" · ")
      : event
        ? eventSentence(event, view)
        : replayTitle(view);
    this.#moment.classList.toggle("result", result !== null);
    this.#moment.textContent = words;
    this.#slider.setAttribute("aria-valuetext", `${place}: ${words}`);
  }

  /** @type {(place: number) => void} */
  #jump(place) {
    this.#pause();
    this.look(place);
  }

  #toggle() {
    if (this.#timer) this.#pause();
    else this.#start();
  }

  #start() {
    if (this.#place === this.#played.length) this.look(0);
    this.#timer = setInterval(() => this.look(this.#place + 1), PACE);
    this.#drawButton();
  }

  #pause() {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    this.#drawButton();
  }

  #drawButton() {
    const name = this.#timer ? "pause" : "play";
    fill(this.#button, icon(name), say(`replay.${name}`));
  }

  /** @type {(picture: "back" | "forward", by: number) => HTMLElement} */
  #createStep(picture, by) {
    return el(
      "button",
      {
        type: "button",
        class: "round",
        "aria-label": say(`step.${picture}`),
        onclick: () => this.#jump(this.#place + by),
      },
      icon(picture),
    );
  }

  #keys = (/** @type {KeyboardEvent} */ event) => {
    const by = KEYS[event.key];
    const isOnBoard = isWithin(event, "[role=grid]");
    if (by && event.target !== this.#slider && !isOnBoard) this.#jump(this.#place + by);
    else if (event.key === " " && !isWithin(event, "input, button, a, dialog, [role=grid]")) this.#toggle();
    else if (event.key === "Escape" && this.#panel.isOpen) this.#panel.close();
    else return;
    event.preventDefault();
  };
}

/** Return the title of the replay of *view*. @type {(view: View) => string} */
export function replayTitle(view) {
  return say("replay.title", { game: gameName(view.game) });
}
