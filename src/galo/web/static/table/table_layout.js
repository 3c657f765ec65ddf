/**
 * The parts of a table on the page: score above, board and moves side by side, status bar and buttons below.
 */

/** @import { Actions, BoardContext, EmoteMessage, GameRating, GameBoard, MovedEvent, Site, TableEvent, View } from "../types.js" */
/** @import { TableState } from "./table_state.js" */

import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { isOwnTurn, resultWords, turnSentence } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { settingsButton } from "../pages/settings_sheet.js";
import { Banners } from "./banners.js";
import { loadBoard } from "./board_loader.js";
import { celebrate } from "./celebration.js";
import { Clocks } from "./clock.js";
import { Controls } from "./controls.js";
import { showEmote } from "./emotes.js";
import { drawSummary } from "./match_summary.js";
import { MoveList } from "./move_list.js";
import { ScoreHeader } from "./score_header.js";
import { drawSeating } from "./seating.js";
import { SidePanel } from "./side_panel.js";
import { replayButtons, StatusBar } from "./status_bar.js";

export class TableLayout {
  banners = new Banners();
  controls;
  #actions;
  #statusBar;
  #moves;
  #panel;
  #header = new ScoreHeader();
  #stage;
  #clocks;
  #boardPlace = el("div", { class: "felt" });
  #summary = el("div", { hidden: true });
  #summed = ""; // what the summary shows
  #seating = el("div", { class: "seating-place", hidden: true });
  /** @type {GameBoard | null} */
  #board = null;
  #sizes = new ResizeObserver(() => this.#board?.resize());

  /** @param {HTMLElement} root @param {Site} site @param {Actions} actions */
  constructor(root, site, actions) {
    this.#actions = actions;
    this.controls = new Controls(actions);
    this.#statusBar = new StatusBar(actions);
    this.#moves = new MoveList((place) => {
      this.closePanel();
      actions.look(place);
    });
    const rules = el(
      "button",
      { type: "button", class: "phone-only", onclick: actions.rules },
      icon("rules"),
      say("rules"),
    );
    this.#panel = new SidePanel(this.#moves, { above: this.#summary, below: rules });
    this.#header.node.append(settingsButton(site));
    const stage = { class: "stage", "aria-label": say("stage.label") };
    this.#stage = el("section", stage, this.#boardPlace, this.#seating, this.banners.node);
    this.#clocks = new Clocks(this.#boardPlace);
    fill(
      root,
      el(
        "div",
        { class: "table" },
        this.#header.node,
        this.#stage,
        this.#statusBar.node,
        this.#panel.node,
        this.controls.node,
      ),
    );
    this.#sizes.observe(this.#boardPlace);
  }

  get isPanelOpen() {
    return this.#panel.isOpen;
  }

  destroy() {
    this.#sizes.disconnect();
    this.#clocks.destroy();
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
    this.#board.bannerPlace?.append(this.banners.node);
  }

  /**
   * Show the board of *state*, or its seats before the game; *events* are those that led there.
   * @type {(state: TableState, events: TableEvent[], animate: boolean) => void}
   */
  showBoard({ boardView: view, shownMove }, events, animate) {
    if (!view) return;
    const isSeating = view.phase === "seating" || !view.board;
    this.#boardPlace.hidden = isSeating;
    this.#seating.hidden = !isSeating;
    if (isSeating) fill(this.#seating, drawSeating(view, this.#actions.sit));
    else if (shownMove === null) this.#board?.update(view, events, { animate }); // one still loading draws it later
    if (animate && events.length > 0 && resultWords(view)?.won) celebrate(this.#stage);
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
    this.controls.update(view, analysis.isOn);
    this.#clocks.update(view);
    this.#board.hint((isPresent && hint?.move) || null);
    this.#board.analysis?.(isPresent ? analysis.found : null);
    this.#drawSummary(view, state.rating);
    this.#moves.update(view, state.played, place); // after the summary, which takes of its room
    document.title = pageTitle(view);
  }

  /** @type {(view: View, rating: GameRating | null) => void} */
  #drawSummary(view, rating) {
    const summed = JSON.stringify([view.summary, view.outcome, rating]);
    if (summed === this.#summed) return; // else a button would lose the focus
    this.#summed = summed;
    const buttons = el("div", { class: "row phone-only" }, replayButtons(view, this.#actions, ""));
    const summary = drawSummary(view, rating, buttons);
    this.#summary.hidden = !summary;
    fill(this.#summary, summary);
  }

  /** Show an emote at its seat. @type {(message: EmoteMessage, view: View) => void} */
  showEmote(message, view) {
    showEmote(message, view, this.#stage);
  }

  openPanel() {
    this.#panel.open();
  }

  closePanel() {
    this.#panel.close();
  }
}

/** Return the title of the page; a dot marks the person's turn. @type {(view: View) => string} */
function pageTitle(view) {
  const mark = isOwnTurn(view) && !view.forced ? "● " : "";
  const result = view.phase === "over" ? resultWords(view) : null;
  return `${mark}${result?.title ?? turnSentence(view)} · galo`;
}
