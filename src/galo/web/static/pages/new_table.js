/** The form that sets a table: the players of each seat, and the rules. */

/** @import { GameInfo, Option, OptionValue, Site, TableRequest } from "../types.js" */

import { createTable } from "../lib/api.js";
import { openDialog, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { gameName } from "../lib/sentences.js";
import { toggleSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";
import { nameField } from "./invitation.js";
import { createOptionField } from "./option_field.js";
import { drawSeatRow } from "./seat_row.js";

/**
 * @typedef {{ player: string, options: Record<string, OptionValue> }} SeatPlan  player: me, friend, a level
 *   or an agent
 */
/**
 * @typedef {{ game: GameInfo, options: Record<string, OptionValue>, seats: SeatPlan[], listed: boolean }}
 *   TablePlan
 */

const WATCHING_PACE = 1.2; // seconds between moves that people only watch
const FIRST_OPTIONS = ["first", "players", "target"]; // what people ask about before they sit down
const USUAL = ["me", "medium", "strong", "medium"];

/** Return the players of a table that is set in one tap. @type {(seats: number) => string[]} */
export function usualSeats(seats) {
  return Array.from({ length: seats }, (_, seat) => USUAL[seat] ?? "medium");
}

/**
 * Open the form for a table of *game*; *isWatching* begins with agents at every seat.
 * @type {(game: string, site: Site, isWatching: boolean) => Promise<void>}
 */
export async function openNewTable(game, site, isWatching) {
  try {
    const games = await listGames();
    const form = el("form", { class: "new-table" });
    const box = openDialog(say(isWatching ? "new.watch" : "new.title"), form, "wide");
    const first = games.find(({ name }) => name === game) ?? games[0];
    new TableForm(form, games, first, isWatching, (wanted) => {
      box.close();
      setTable(wanted, site);
    }).draw();
  } catch (error) {
    showError(error);
  }
}

/** Ask the server for a table and go there. @type {(wanted: TableRequest, site: Site) => Promise<void>} */
export async function setTable(wanted, site) {
  try {
    site.go(`/t/${await createTable(wanted)}`);
  } catch (error) {
    showError(error);
  }
}

class TableForm {
  #form;
  #games;
  #isWatching;
  #submit;
  /** @type {TablePlan} */
  #plan;
  /** @type {HTMLElement[]} */
  #rows = []; // of the seats

  /**
   * @param {HTMLFormElement} form
   * @param {GameInfo[]} games
   * @param {GameInfo} first
   * @param {boolean} isWatching
   * @param {(wanted: TableRequest) => void} submit
   */
  constructor(form, games, first, isWatching, submit) {
    this.#form = form;
    this.#games = games;
    this.#isWatching = isWatching;
    this.#submit = submit;
    this.#plan = this.#newPlan(first, false);
  }

  draw() {
    const plan = this.#plan;
    const listed = toggleSwitch(say("new.listed"), plan.listed, (on) => {
      plan.listed = on;
    });
    const ownName = nameField();
    const button = el("button", { type: "submit", class: "primary big" });
    const settle = () => {
      listed.hidden = !hasSeat(plan, "friend");
      ownName.hidden = !hasSeat(plan, "me");
      button.textContent = submitLabel(plan);
    };
    const isFirst = (/** @type {Option} */ option) => FIRST_OPTIONS.includes(option.name);
    const main = plan.game.options.filter(isFirst).map((option) => this.#createOption(option));
    const rules = plan.game.options
      .filter((option) => !isFirst(option))
      .map((option) => this.#createOption(option));
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      this.#submit(toRequest(plan));
    };
    this.#rows = plan.seats.map((_, seat) => this.#drawSeat(seat, settle));
    fill(
      this.#form,
      this.#drawGames(),
      el("fieldset", {}, el("legend", {}, say("new.seats")), this.#rows),
      main.length > 0 && el("div", { class: "options" }, main),
      listed,
      rules.length > 0 &&
        el("details", {}, el("summary", {}, say("new.rules")), el("div", { class: "options" }, rules)),
      ownName,
      el("div", { class: "row end" }, button),
    );
    settle();
  }

  #drawGames() {
    return el(
      "fieldset",
      { class: "which" },
      el("legend", {}, say("new.game")),
      this.#games.map((game) =>
        el(
          "label",
          { class: "pill" },
          el("input", {
            type: "radio",
            name: "game",
            value: game.name,
            checked: game === this.#plan.game,
            onchange: () => this.#changeGame(game),
          }),
          el("span", {}, gameName(game.name)),
        ),
      ),
    );
  }

  /** @type {(game: GameInfo) => void} */
  #changeGame(game) {
    this.#plan = this.#newPlan(game, this.#plan.listed);
    this.draw();
    const checked = this.#form.querySelector(":checked");
    if (checked instanceof HTMLElement) checked.focus();
  }

  /** @type {(game: GameInfo, listed: boolean) => TablePlan} */
  #newPlan(game, listed) {
    return { game, options: {}, seats: this.#usualPlans(game.seats), listed };
  }

  /** @type {(seats: number) => SeatPlan[]} */
  #usualPlans(seats) {
    return usualSeats(seats).map((player) =>
      planSeat(this.#isWatching && player === "me" ? "strong" : player),
    );
  }

  /** @type {(option: Option) => HTMLElement} */
  #createOption(option) {
    const plan = this.#plan;
    return createOptionField(option, `option.${plan.game.name}`, plan.options[option.name], (value) => {
      plan.options[option.name] = value;
      const seats = Number(plan.options.players ?? plan.game.seats);
      if (seats === plan.seats.length) return;
      plan.seats = this.#usualPlans(seats);
      this.draw();
    });
  }

  /**
   * Return the row of *seat*; *settle* is called after another player was chosen for it.
   * @type {(seat: number, settle: () => void) => HTMLElement}
   */
  #drawSeat(seat, settle) {
    return drawSeatRow(this.#plan, seat, (player) => {
      for (const changed of seatPlayer(this.#plan, seat, player)) {
        // the other rows keep what is open and typed there
        const row = this.#drawSeat(changed, settle);
        this.#rows[changed].replaceWith(row);
        this.#rows[changed] = row;
      }
      this.#rows[seat].querySelector("select")?.focus();
      settle();
    });
  }
}

/** @type {(plan: TablePlan, player: string) => boolean} */
function hasSeat(plan, player) {
  return plan.seats.some((seat) => seat.player === player);
}

/** @type {(player: string) => SeatPlan} */
function planSeat(player) {
  return { player, options: {} };
}

/** @type {(plan: TablePlan) => string} */
function submitLabel(plan) {
  if (hasSeat(plan, "friend")) return say("new.invite");
  return say(hasSeat(plan, "me") ? "new.play" : "new.see");
}

/**
 * Put *player* at *seat* and return the seats that changed: where the person sat before, the former player
 * sits now.
 * @type {(plan: TablePlan, seat: number, player: string) => number[]}
 */
function seatPlayer({ seats }, seat, player) {
  const own = seats.findIndex((other) => other.player === "me");
  const isSwap = player === "me" && own >= 0;
  if (isSwap) seats[own] = seats[seat];
  seats[seat] = planSeat(player);
  return isSwap ? [own, seat] : [seat];
}

/** @type {(plan: TablePlan) => TableRequest} */
function toRequest(plan) {
  const isWatched = !hasSeat(plan, "me") && !hasSeat(plan, "friend");
  return {
    game: plan.game.name,
    options: plan.options,
    seats: plan.seats.map(toSeat),
    listed: plan.listed,
    ...(isWatched && { pace: WATCHING_PACE }),
  };
}

/** @type {(plan: SeatPlan) => TableRequest["seats"][number]} */
function toSeat({ player, options }) {
  if (player === "me" || player === "friend") return { kind: player };
  const written = Object.entries(options)
    .map(([key, value]) => `${key}=${value ?? "none"}`)
    .join(",");
  return { kind: "agent", agent: written ? `${player}:${written}` : player };
}
