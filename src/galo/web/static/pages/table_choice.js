/** What the person last chose on the front page, kept by the browser, and the tables that follow from it. */

/** @import { GameInfo, Option, OptionValue, TableRequest } from "../types.js" */

import { chosenPace } from "../lib/settings.js";
import { store, stored } from "../lib/storage.js";
import { WATCHING_PACE } from "./set_table.js";

/**
 * @typedef {{ game: string, level: string, side: string, target: Record<string, OptionValue> }} Choice  *side*:
 *   the number of a seat, or "lot"; *target*: by game
 */

export const SIDES = ["0", "1", "lot"];
/** @type {Choice} */
const USUAL = { game: "", level: "medium", side: "0", target: {} };

export class TableChoice {
  #games;
  /** @type {Choice} */
  #choice;

  /** @param {GameInfo[]} games */
  constructor(games) {
    this.#games = games;
    this.#choice = { ...USUAL, ...stored("choice", USUAL) };
  }

  /** The game that is chosen. */
  get game() {
    return this.#games.find(({ name }) => name === this.#choice.game) ?? this.#games[0];
  }

  get level() {
    const levels = levelsOf(this.game);
    return levels.includes(this.#choice.level) ? this.#choice.level : (levels[1] ?? levels[0]);
  }

  get side() {
    return SIDES.includes(this.#choice.side) ? this.#choice.side : USUAL.side;
  }

  /** The points to play to; undefined where the game has no such choice. */
  get target() {
    const option = targetOf(this.game);
    const chosen = this.#choice.target?.[this.game.name];
    return option && chosen !== undefined && option.choices.includes(chosen) ? chosen : option?.default;
  }

  /** Choose and keep it. @type {(change: Partial<Omit<Choice, "target">>) => void} */
  change(change) {
    Object.assign(this.#choice, change);
    store("choice", this.#choice);
  }

  /** @type {(target: OptionValue) => void} */
  changeTarget(target) {
    this.#choice.target = { ...this.#choice.target, [this.game.name]: target };
    store("choice", this.#choice);
  }

  /** Return a table with agents at all other seats. @type {() => TableRequest} */
  againstAgents() {
    const own = this.#ownSeat();
    return this.#request(this.#agents(own % 2).with(own, { kind: "me" }));
  }

  /** Return a table with a friend: the partner in pairs, else the opponent. @type {() => TableRequest} */
  withFriend() {
    const own = this.#ownSeat();
    const { seats } = this.game;
    const others = this.#agents(own % 2).with((own + seats / 2) % seats, { kind: "friend" });
    return this.#request(others.with(own, { kind: "me" }));
  }

  /** Return a table of the strongest agents against those of the chosen level. @type {() => TableRequest} */
  watched() {
    const strongest = levelsOf(this.game).at(-1);
    const seats = this.#agents(0).map((seat, k) => (k % 2 === 0 ? { ...seat, agent: strongest } : seat));
    return { ...this.#request(seats), pace: WATCHING_PACE };
  }

  /** @type {(seats: TableRequest["seats"]) => TableRequest} */
  #request(seats) {
    const { name } = this.game;
    /** @type {Record<string, OptionValue>} */
    const options = this.target === undefined ? {} : { target: this.target };
    return { game: name, options, seats, pace: chosenPace() };
  }

  /**
   * Return agents at every seat: of the chosen level, and on the person's *side* strong ones at least, for
   * nobody likes to lose by their partner.
   * @type {(side: number) => TableRequest["seats"]}
   */
  #agents(side) {
    const levels = levelsOf(this.game);
    const partner = levels[Math.max(levels.indexOf(this.level), levels.length - 2, 0)];
    return Array.from({ length: this.game.seats }, (_, seat) => ({
      kind: /** @type {const} */ ("agent"),
      agent: seat % 2 === side ? partner : this.level,
    }));
  }

  /** @type {() => number} */
  #ownSeat() {
    if (!hasSides(this.game)) return 0;
    return this.side === "lot" ? crypto.getRandomValues(new Uint8Array(1))[0] % 2 : Number(this.side);
  }
}

/** Return the levels of *game*, weakest first; its agents where it has none. @type {(game: GameInfo) => string[]} */
export function levelsOf({ levels, agents }) {
  const names = Object.keys(levels);
  return names.length ? names : agents.map(({ name }) => name);
}

/** Return whether *game* is played in pairs. @type {(game: GameInfo) => boolean} */
export function isForPairs({ seats, sides }) {
  return seats > sides;
}

/** Return whether it matters who sits where: in a game for two that no deal opens. @type {(game: GameInfo) => boolean} */
export function hasSides({ seats, has_chance: hasChance }) {
  return seats === 2 && !hasChance;
}

/** Return the option of *game* that says to how many points it goes, if it has one. @type {(game: GameInfo) => Option | undefined} */
export function targetOf({ options }) {
  return options.find(({ name, choices }) => name === "target" && choices.length > 1);
}
