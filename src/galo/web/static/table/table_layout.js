/**
 * The parts of a table on the page: score above, board and moves side by side, status bar and buttons below.
 */

/** @import { Actions, BoardContext, GameBoard, MovedEvent, Site, TableEvent, View } from "../types.js" */
/** @import { TableState } from "./table_state.js" */

import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { isOwnTurn, resultWords, turnSentence } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { Banners } from "./banners.js";
import { loadBoard } from "./board_loader.js";
import { Controls } from "./controls.js";
import { MoveList } from "./move_list.js";
import { ScoreHeader } from "./score_header.js";
import { drawSeating } from "./seating.js";
import { Settings } from "./settings.js";
import { StatusBar } from "./status_bar.js";

export class TableLayout {
  banners = new Banners();
  controls;
  #actions;
  #statusBar;
  #moves;
  #settings;
  #panel;
  #header = new ScoreHeader();
  #boardPlace = el("div", { class: "felt" });
  #seating = el("div", { class: "seating-place", hidden: true });
  /** @type {GameBoard | null} */
  #board = null;
  #sizes = new ResizeObserver(() => this.#board?.resize());

  /** @param {HTMLElement} root @param {Site} site @param {Actions} actions */
  constructor(root, site, actions) {
    this.#actions = actions;
    this.controls = new Controls(actions);
    this.#statusBar = new StatusBar(actions);
    this.#settings = new Settings(site, actions.rules);
    this.#moves = new MoveList((place) => {
      this.closePanel();
      actions.look(place);
    });
    this.#panel = this.#createPanel();
    const stage = { class: "stage", "aria-label": say("stage.label") };
    fill(
      root,
      el(
        "div",
        { class: "table" },
        this.#header.node,
        el("section", stage, this.#boardPlace, this.#seating, this.banners.node),
        this.#statusBar.node,
        this.#panel,
        this.controls.node,
      ),
    );
    this.#sizes.observe(this.#boardPlace);
  }

  get isPanelOpen() {
    return this.#panel.classList.contains("open");
  }

  destroy() {
    this.#sizes.disconnect();
    this.banners.clear();
    this.#board?.destroy();
  }

  /**
   * Draw the board of the game of *view*.
   * @type {(view: View, page: Pick<BoardContext, "play" | "announce" | "invite">) => Promise<void>}
   */
  async loadBoard(view, page) {
    this.#board?.destroy();
    this.#board = await loadBoard(view, this.#boardPlace, page);
  }

  /**
   * Show the board of *state*, or its seats before the game; *events* are those that led there.
   * @type {(state: TableState, events: TableEvent[], animate: boolean) => void}
   */
  showBoard({ view, shownMove }, events, animate) {
    if (!view) return;
    const isSeating = view.phase === "seating" || !view.board;
    this.#boardPlace.hidden = isSeating;
    this.#seating.hidden = !isSeating;
    if (isSeating) fill(this.#seating, drawSeating(view, this.#actions.sit));
    else if (shownMove === null) this.#board?.update(view, events, { animate }); // one still loading draws it later
  }

  /**
   * Show another moment of the game, to which *event* led.
   * @type {(view: View, event: MovedEvent | null) => void}
   */
  showMoment(view, event) {
    this.banners.clear();
    this.#board?.update(view, event ? [event] : [], { animate: event !== null });
  }

  /**
   * Draw everything around the board; *shown* is the view of the moment that the board shows.
   * @type {(state: TableState, shown: View | null) => void}
   */
  redraw(state, shown) {
    const { view, analysis, place, hint } = state;
    this.#statusBar.update(state);
    if (!view || !shown || !this.#board) return; // nothing is offered before it can be played
    const isPresent = state.shownMove === null;
    this.#header.update(shown, place, state.watchers);
    this.#moves.update(view, state.played, place);
    this.controls.update(view, analysis.isOn);
    this.#settings.update(view);
    this.#board.hint((isPresent && hint?.move) || null);
    this.#board.analysis?.(isPresent ? analysis.found : null);
    document.title = pageTitle(view);
  }

  openPanel() {
    this.#panel.classList.add("open");
    this.#moves.reveal(); // a list that was not on screen could not be scrolled
    this.#panel.querySelector("button")?.focus();
  }

  closePanel() {
    this.#panel.classList.remove("open");
  }

  #createPanel() {
    const shut = el(
      "button",
      {
        type: "button",
        class: "quiet round phone-only shut",
        "aria-label": say("close"),
        onclick: () => this.closePanel(),
      },
      icon("close"),
    );
    return el(
      "aside",
      { class: "panel", "aria-label": say("panel.label") },
      shut,
      this.#moves.node,
      this.#settings.node,
    );
  }
}

/** Return the title of the page; a dot marks the person's turn. @type {(view: View) => string} */
function pageTitle(view) {
  const mark = isOwnTurn(view) && !view.forced ? "● " : "";
  const result = view.phase === "over" ? resultWords(view) : null;
  return `${mark}${result?.title ?? turnSentence(view)} · galo`;
}
