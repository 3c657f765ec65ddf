/** The form for a custom game: the players of each seat, and the rules. */

/** @import { ClockSetting, GameInfo, Option, OptionValue, Site, TableRequest } from "../types.js" */

import { writtenAgent } from "../lib/agents.js";
import { openDialog, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { gameName } from "../lib/sentences.js";
import { chosenPace } from "../lib/settings.js";
import { toggleSwitch } from "../lib/switches.js";
import { clockLabel } from "../lib/terms.js";
import { say } from "../lib/texts.js";
import { nameField } from "./invitation.js";
import { createChoiceField, createOptionField } from "./option_field.js";
import { drawSeatRow } from "./seat_row.js";
import { setTable, WATCHING_PACE } from "./set_table.js";

/**
 * @typedef {{ player: string, options: Record<string, OptionValue> }} SeatPlan  player: me, friend, a level
 *   or an agent
 */
/**
 * @typedef {{ game: GameInfo, options: Record<string, OptionValue>, seats: SeatPlan[], listed: boolean,
 *   isDrawn: boolean, clock: ClockSetting | null, help: boolean | null }} TablePlan  isDrawn: the seats are drawn by lot
 */

const FIRST_OPTIONS = ["first", "players", "target"]; // what people ask about before they sit down
/** @type {(ClockSetting | null)[]} */
const CLOCKS = [
  null,
  { per: "move", seconds: 30 },
  { per: "move", seconds: 60 },
  { per: "game", seconds: 300 },
  { per: "game", seconds: 600 },
  { per: "game", seconds: 1200 },
];
const HELP = [null, true, false]; // null: as the server has it, none between people
const USUAL = ["me", "medium", "strong", "medium"];

/** Return the players that the form begins with. @type {(seats: number) => string[]} */
function usualSeats(seats) {
  return Array.from({ length: seats }, (_, seat) => USUAL[seat] ?? "medium");
}

/** Open the form for a table of *game*. @type {(game: string, site: Site) => Promise<void>} */
export async function openNewTable(game, site) {
  try {
    const games = await listGames();
    const form = el("form", { class: "new-table" });
    const box = openDialog(say("new.title"), form, "wide");
    const first = games.find(({ name }) => name === game) ?? games[0];
    new TableForm(form, games, first, (wanted) => {
      box.close();
      setTable(wanted, site);
    }).draw();
  } catch (error) {
    showError(error);
  }
}

class TableForm {
  #form;
  #games;
  #submit;
  /** @type {TablePlan} */
  #plan;
  /** @type {HTMLElement[]} */
  #rows = []; // of the seats

  /**
   * @param {HTMLFormElement} form
   * @param {GameInfo[]} games
   * @param {GameInfo} first
   * @param {(wanted: TableRequest) => void} submit
   */
  constructor(form, games, first, submit) {
    this.#form = form;
    this.#games = games;
    this.#submit = submit;
    this.#plan = this.#newPlan(first, false);
  }

  draw() {
    const plan = this.#plan;
    const listed = toggleSwitch(say("new.listed"), plan.listed, (on) => {
      plan.listed = on;
    });
    const drawn = toggleSwitch(say("new.lot"), plan.isDrawn, (on) => {
      plan.isDrawn = on;
    });
    drawn.hidden = plan.seats.length !== 2 || plan.game.has_chance; // else a deal decides who opens
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
      drawn,
      main.length > 0 && el("div", { class: "options" }, main),
      el("div", { class: "options" }, this.#drawClock(), this.#drawHelp()),
      listed,
      rules.length > 0 &&
        el("details", {}, el("summary", {}, say("new.rules")), el("div", { class: "options" }, rules)),
      ownName,
      el("div", { class: "row end" }, button),
    );
    settle();
  }

  /** The time that people have. */
  #drawClock() {
    const plan = this.#plan;
    return createChoiceField(say("new.clock"), CLOCKS.map(clockLabel), CLOCKS.indexOf(plan.clock), (k) => {
      plan.clock = CLOCKS[k];
    });
  }

  /** Whether hints, analyses and undo are allowed. */
  #drawHelp() {
    const plan = this.#plan;
    const labels = HELP.map((help) => say(`new.help.${help ?? "usual"}`));
    return createChoiceField(say("new.help"), labels, HELP.indexOf(plan.help), (k) => {
      plan.help = HELP[k];
    });
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
    return {
      game,
      options: {},
      seats: this.#usualPlans(game.seats),
      listed,
      isDrawn: false,
      clock: null,
      help: null,
    };
  }

  /** @type {(seats: number) => SeatPlan[]} */
  #usualPlans(seats) {
    return usualSeats(seats).map(planSeat);
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
  const seats = plan.seats.map(toSeat);
  if (plan.isDrawn && crypto.getRandomValues(new Uint8Array(1))[0] % 2) seats.reverse();
  return {
    game: plan.game.name,
    options: plan.options,
    seats,
    listed: plan.listed,
    clock: plan.clock,
    help: plan.help,
    pace: isWatched ? WATCHING_PACE : chosenPace(),
  };
}

/** @type {(plan: SeatPlan) => TableRequest["seats"][number]} */
function toSeat({ player, options }) {
  if (player === "me" || player === "friend") return { kind: player };
  return { kind: "agent", agent: writtenAgent(player, options) };
}
