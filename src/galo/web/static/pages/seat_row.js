/** A seat in the form that sets a table: the choice of its player, and the options of an agent. */

/** @import { GameInfo } from "../types.js" */
/** @import { TablePlan } from "./new_table.js" */

import { el } from "../lib/dom.js";
import { levelLabel } from "../lib/levels.js";
import { say, sayOr } from "../lib/texts.js";
import { drawAgentOptions } from "./option_field.js";

/**
 * Return the row of *seat*; *change* is called with the player chosen for it.
 * @type {(plan: TablePlan, seat: number, change: (player: string) => void) => HTMLElement}
 */
export function drawSeatRow({ game, seats }, seat, change) {
  const { player, options } = seats[seat];
  const isLevel = player in game.levels;
  const note = `level-of-${seat}`;
  const label = sayOr(`new.seat.${game.name}.${seats.length}.${seat}`, say("who.seat", { number: seat + 1 }));
  return el(
    "div",
    { class: "seat-row" },
    el(
      "label",
      { class: "field" },
      el("span", {}, label),
      el(
        "select",
        { "aria-describedby": isLevel && note, onchange: (event) => change(event.currentTarget.value) },
        drawPlayers(game, player),
      ),
    ),
    isLevel &&
      el("p", { class: "faint", id: note }, sayOr(`level.${game.name}.${player}`, game.levels[player])),
    drawAgentOptions(game.agents, player, options),
  );
}

/** Return the choice of players for a seat. @type {(game: GameInfo, chosen: string) => HTMLElement[]} */
function drawPlayers(game, chosen) {
  const { agents, levels } = game;
  /** @type {(value: string, label: string) => HTMLElement} */
  const choice = (value, label) => el("option", { value, selected: chosen === value }, label);
  const byName = agents.filter(({ name }) => !(name in levels)); // such a level is that agent
  return [
    choice("me", say("new.me")),
    choice("friend", say("new.friend")),
    el(
      "optgroup",
      { label: say("new.levels") },
      Object.keys(levels).map((level) => choice(level, levelLabel(game, level))),
    ),
    el(
      "optgroup",
      { label: say("new.agents") },
      byName.map(({ name, line }) => choice(name, `${name}: ${sayOr(`agent.${name}`, line || name)}`)),
    ),
  ];
}
