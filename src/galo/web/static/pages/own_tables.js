/** The tables of this browser in the lobby: games that go on, whose turn it is there, and finished ones. */

/** @import { OwnTable, Site } from "../types.js" */

import { fetchOwnTables } from "../lib/api.js";
import { announce } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { noticeTurn } from "../lib/notices.js";
import { addressOf, REVIEW } from "../lib/routes.js";
import { capital, gameName, plainName } from "../lib/sentences.js";
import { ownSeats, putAway } from "../lib/storage.js";
import { count, say } from "../lib/texts.js";

const LIVE_SHOWN = 2; // so that the way to a new game stays on the first screen of a phone
const FINISHED_SHOWN = 4;

export class OwnTables {
  live = el("section", { class: "own-live", "aria-labelledby": "continue-title", hidden: true });
  finished = el("section", { class: "own-finished", "aria-labelledby": "finished-title", hidden: true });
  #site;
  /** @type {Map<string, OwnTable | null>} */
  #known = new Map(); // null: the server has no such table, or it is somebody else's
  #isAllLive = false;
  #isAllFinished = false;
  #drawn = "";

  /** @param {Site} site */
  constructor(site) {
    this.#site = site;
  }

  /** Whether others are to move somewhere. */
  get isWaiting() {
    return this.#tables().some((table) => mayChange(table) && !table.is_turn);
  }

  /**
   * Ask the server about the tables where something may have happened, or about *all* that go on, and show
   * them.
   * @type {(all: boolean) => Promise<void>}
   */
  async update(all) {
    const seats = ownSeats().filter(({ table }) => {
      const known = this.#known.get(table);
      return known === undefined || (known && (all ? known.phase !== "over" : mayChange(known)));
    });
    if (seats.length) {
      const found = new Map((await fetchOwnTables(seats)).map((one) => [one.table, one]));
      for (const { table } of seats) this.#take(table, found.get(table) ?? null);
    }
    this.#draw();
  }

  /** @type {(table: string, now: OwnTable | null) => void} */
  #take(table, now) {
    const before = this.#known.get(table);
    this.#known.set(table, now);
    if (!before || !now?.is_turn || before.is_turn) return;
    announce(say("notice.turn", { game: gameName(now.game) }), true);
    document.title = `● ${say("turn.you")} · galo`;
    noticeTurn(table, now.game, () => this.#site.go(`/t/${table}`));
  }

  /** @type {() => OwnTable[]} */
  #tables() {
    return ownSeats().flatMap(({ table }) => this.#known.get(table) ?? []);
  }

  #draw() {
    const tables = this.#tables();
    const written = JSON.stringify([tables, this.#isAllLive, this.#isAllFinished]);
    if (written === this.#drawn) return; // nothing new: leave the focus where it is
    this.#drawn = written;
    const live = tables
      .filter(({ phase }) => phase !== "over")
      .sort((one, other) => Number(other.is_turn) - Number(one.is_turn));
    const finished = tables.filter(({ phase }) => phase === "over");
    this.#fill(this.live, "continue", live, this.#isAllLive ? live.length : LIVE_SHOWN, () => {
      this.#isAllLive = true;
    });
    this.#fill(
      this.finished,
      "finished",
      finished,
      this.#isAllFinished ? finished.length : FINISHED_SHOWN,
      () => {
        this.#isAllFinished = true;
      },
    );
  }

  /**
   * Show *most* of *tables* in *section*; *showAll* is called before all of them are drawn.
   * @type {(section: HTMLElement, name: "continue" | "finished", tables: OwnTable[], most: number,
   *   showAll: () => void) => void}
   */
  #fill(section, name, tables, most, showAll) {
    section.hidden = tables.length === 0;
    const rest = tables.length - most;
    const more = () => {
      showAll();
      this.#draw();
      section.querySelectorAll("a")[most]?.focus();
    };
    fill(
      section,
      el(
        "header",
        {},
        el("h2", { id: `${name}-title` }, say(`own_tables.${name}`)),
        rest > 0 &&
          el("button", { type: "button", class: "link", onclick: more }, count("own_tables.more", rest)),
      ),
      el(
        "ul",
        { class: "own-tables" },
        tables.slice(0, most).map((one) => this.#drawTable(one)),
      ),
    );
  }

  /** @type {(table: OwnTable) => HTMLElement} */
  #drawTable(table) {
    const isOver = table.phase === "over";
    const kind = isOver ? resultOf(table) : table.is_turn ? "turn" : "wait";
    const remove = () => {
      putAway(table.table);
      this.#draw();
      (this.live.querySelector("a") ?? document.getElementById("main"))?.focus();
    };
    return el(
      "li",
      { class: `own-table own-${kind}` },
      el(
        "a",
        { href: addressOf(`/${isOver ? "r" : "t"}/${table.table}`) },
        el(
          "span",
          { class: "first" },
          el("strong", { class: "game" }, gameName(table.game)),
          el("span", { class: "points" }, pointWords(table)),
        ),
        el(
          "span",
          { class: "second" },
          el("span", { class: "others" }, othersWords(table)),
          el("span", { class: "state" }, isOver ? say(`own_tables.${kind}`) : stateWords(table)),
        ),
        icon(isOver ? "play" : "forward"),
      ),
      table.can_review &&
        el(
          "a",
          {
            class: "button review-link",
            href: addressOf(`/r/${table.table}${REVIEW}`),
            "aria-label": say("own_tables.review", { game: gameName(table.game) }),
          },
          icon("analyse"),
        ),
      el(
        "button",
        {
          type: "button",
          class: "quiet round",
          "aria-label": say("own_tables.put_away", { game: gameName(table.game) }),
          onclick: remove,
        },
        icon("close"),
      ),
    );
  }
}

/**
 * Return whether something may happen at *table* without the person: agents wait, other people do not.
 * @type {(table: OwnTable) => boolean}
 */
function mayChange({ phase, seats, you }) {
  return phase !== "over" && seats.some(({ kind }, seat) => kind !== "agent" && seat !== you);
}

/** @type {(table: OwnTable) => "won" | "lost" | "drawn" | "watched"} */
function resultOf({ you, seats, outcome }) {
  if (you === null || !outcome) return "watched";
  if (outcome.winner === null) return "drawn";
  return outcome.winner === seats[you].side ? "won" : "lost";
}

/** @type {(table: OwnTable) => string} */
function stateWords({ you, seats, mover, phase, is_turn: isTurn }) {
  if (isTurn) return say("turn.you");
  if (you !== null && seats[you].away) return say("own_tables.away");
  const open = seats.filter(({ kind }) => kind === "open").length;
  if (open > 0) return count("lobby.missing", open);
  if (phase !== "playing" || mover === null || mover === you) return capital(say(`turn.${phase}`));
  return say("turn.other", { who: plainName(seats[mover]) });
}

/** @type {(table: OwnTable) => string} */
function othersWords({ you, seats }) {
  const others = seats.filter(({ kind }, seat) => seat !== you && kind !== "open").map(plainName);
  if (!others.length) return "";
  return you === null ? others.join(", ") : say("own_tables.with", { others: others.join(", ") });
}

/** Return the points of the person's side and of the other one. @type {(table: OwnTable) => string} */
function pointWords({ you, seats, scores, outcome }) {
  const points = scores && (outcome?.scores ?? scores);
  if (points?.length !== 2) return "";
  const own = you === null ? 0 : seats[you].side;
  return `${points[own]} × ${points[1 - own]}`;
}
