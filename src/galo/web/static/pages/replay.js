/** A game moment by moment, as anybody may see it. */

/** @import { GameBoard, Leave, PlayedEvent, View } from "../types.js" */

import { errorCode, siteAddress } from "../lib/api.js";
import { canShare, copy, share } from "../lib/dialog.js";
import { el, fill, isWithin } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { gameName, resultWords } from "../lib/sentences.js";
import { playSound } from "../lib/sound.js";
import { say } from "../lib/texts.js";
import { showBanners } from "../table/announcements.js";
import { Banners } from "../table/banners.js";
import { loadBoard } from "../table/board_loader.js";
import { MoveList } from "../table/move_list.js";
import { ReplayFrames } from "../table/replay_frames.js";
import { ScoreHeader } from "../table/score_header.js";
import { drawProblem } from "./problem.js";

const PACE = 1400; // milliseconds a move while it plays by itself
/** @type {Record<string, number>} */
const KEYS = { ArrowLeft: -1, ArrowRight: 1, ",": -1, ".": 1, PageUp: -1, PageDown: 1 };

/**
 * Show the replay of table *id* in *root* and return how to leave it.
 * @type {(root: HTMLElement, id: string) => Promise<Leave>}
 */
export async function openReplay(root, id) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  const frames = new ReplayFrames(id, null);
  try {
    await frames.load(0);
  } catch (error) {
    fill(root, drawProblem(errorCode(error)));
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
  fill(root, player.draw(id, last));
  document.title = `${replayTitle(last)} · galo`;
  player.look(0);
  return () => player.close();
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
  #moves = new MoveList((place) => this.#jump(place));
  #button = el("button", { type: "button", class: "primary", onclick: () => this.#toggle() });
  #slider;
  #sizes = new ResizeObserver(() => this.#board.resize());

  /** @param {ReplayFrames} frames @param {GameBoard} board @param {HTMLElement} boardPlace */
  constructor(frames, board, boardPlace) {
    this.#frames = frames;
    this.#board = board;
    this.#boardPlace = boardPlace;
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
   * Return the page of the replay of table *id*, whose game ends with the view *last*.
   * @type {(id: string, last: View) => HTMLElement}
   */
  draw(id, last) {
    const address = `${siteAddress()}/r/${id}`;
    const send = () => (canShare() ? share(address, replayTitle(last)) : copy(address));
    const result = resultWords(last);
    return el(
      "div",
      { class: "table" },
      this.#header.node,
      el(
        "section",
        { class: "stage", "aria-label": say("stage.label") },
        this.#boardPlace,
        this.#banners.node,
      ),
      el(
        "section",
        { class: "call call-host", "aria-label": say("replay.label") },
        this.#slider,
        el(
          "div",
          { class: "row" },
          this.#createStep("back", -1),
          this.#button,
          this.#createStep("forward", 1),
        ),
      ),
      el(
        "aside",
        { class: "panel inline", "aria-label": say("panel.label") },
        result &&
          el("p", { class: "outcome" }, el("strong", {}, result.headline), el("span", {}, result.why)),
        this.#moves.node,
      ),
      el(
        "div",
        { class: "controls" },
        el(
          "button",
          { type: "button", class: "tool", onclick: send },
          icon("share"),
          el("span", {}, say("share")),
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
    if (target === this.#played.length) this.#pause();
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
    else return;
    event.preventDefault();
  };
}

/** @type {(view: View) => string} */
function replayTitle(view) {
  return say("replay.title", { game: gameName(view.game) });
}
