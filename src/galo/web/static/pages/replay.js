/** A game moment by moment, as anybody may see it. */

/** @import { GameBoard, Leave, PlayedEvent, Site, View } from "../types.js" */

import { el, fill, isWithin } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { eventSentence, gameName, resultWords } from "../lib/sentences.js";
import { playSound } from "../lib/sound.js";
import { tokenOf } from "../lib/storage.js";
import { say } from "../lib/texts.js";
import { showBanners } from "../table/announcements.js";
import { Banners } from "../table/banners.js";
import { loadBoard } from "../table/board_loader.js";
import { drawSummary } from "../table/match_summary.js";
import { MoveList } from "../table/move_list.js";
import { ReplayFrames } from "../table/replay_frames.js";
import { ScoreHeader } from "../table/score_header.js";
import { shareReplay } from "../table/share_replay.js";
import { SidePanel } from "../table/side_panel.js";
import { drawProblem } from "./problem.js";
import { settingsButton } from "./settings_sheet.js";

const PACE = 1400; // milliseconds a move while it plays by itself
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, PageUp: -1, PageDown: 1 };

/**
 * Show the replay of table *id* in *root* and return how to leave it.
 * @type {(root: HTMLElement, id: string, site: Site) => Promise<Leave>}
 */
export async function openReplay(root, id, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  const frames = await loadFrames(id).catch((error) => errorCode(error));
  if (typeof frames === "string") {
    fill(root, drawProblem(frames));
    return () => {};
  }
  const last = frames.frames.at(-1)?.view;
  if (!last) {
    fill(root, drawProblem("not_begun"));
    return () => {};
  }
  const boardPlace = el("div", { class: "felt" });
  const page = { play() {}, announce() {}, invite() {} };
  const board = await loadBoard(last, boardPlace, page); // before any button is there
  const player = new ReplayPlayer(frames, board, boardPlace);
  fill(root, player.draw(last));
  root.querySelector(".head")?.append(settingsButton(site));
  document.title = `${replayTitle(last)} · galo`;
  player.look(0);
  return () => player.close();
}

/**
 * Return the moments of table *id*: those of the person's own seat, if this browser has one there.
 * @type {(id: string) => Promise<ReplayFrames>}
 */
async function loadFrames(id) {
  const own = new ReplayFrames(id, tokenOf(id));
  try {
    await own.load(0);
    return own;
  } catch (error) {
    if (errorCode(error) !== "bad_token") throw error;
  }
  const anybodys = new ReplayFrames(id, null);
  await anybodys.load(0);
  return anybodys;
}

class ReplayPlayer {
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
  #button = el("button", { type: "button", class: "primary", onclick: () => this.#toggle() });
  #slider;
  #sizes = new ResizeObserver(() => this.#board.resize());

  /** @param {ReplayFrames} frames @param {GameBoard} board @param {HTMLElement} boardPlace */
  constructor(frames, board, boardPlace) {
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
    this.#panel = new SidePanel(this.#moves, { above: drawSummary(frames.viewAt(this.#played.length)) });
    this.#sizes.observe(boardPlace);
    window.addEventListener("keydown", this.#keys);
    this.#drawButton();
  }

  close() {
    this.#pause();
    this.#sizes.disconnect();
    window.removeEventListener("keydown", this.#keys);
    this.#banners.clear();
    this.#board.destroy();
  }

  /**
   * Return the page of the replay of the game that ends with the view *last*.
   * @type {(last: View) => HTMLElement}
   */
  draw(last) {
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
        this.#slider,
        el(
          "div",
          { class: "row" },
          this.#createStep("back", -1),
          this.#button,
          this.#createStep("forward", 1),
        ),
      ),
      this.#panel.node,
      el(
        "div",
        { class: "controls" },
        el(
          "button",
          { type: "button", class: "tool", onclick: () => shareReplay(last) },
          icon("share"),
          el("span", {}, say("replay.send")),
        ),
        el(
          "button",
          { type: "button", class: "tool phone-only", onclick: () => this.#panel.open() },
          icon("list"),
          el("span", {}, say("moves.title")),
        ),
        el(
          "a",
          { class: "tool", href: addressOf(`/rules/${last.game}`) },
          icon("rules"),
          el("span", {}, say("rules")),
        ),
        el("a", { class: "tool", href: addressOf("/") }, icon("home"), el("span", {}, say("home"))),
      ),
    );
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

/** @type {(view: View) => string} */
function replayTitle(view) {
  return say("replay.title", { game: gameName(view.game) });
}
