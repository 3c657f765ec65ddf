/** A seat in the form that sets a table: the choice of its player, and the options of an agent. */

/** @import { GameInfo, OptionValue } from "../types.js" */
/** @import { TablePlan } from "./new_table.js" */

import { el } from "../lib/dom.js";
import { levelLabel } from "../lib/levels.js";
import { say, sayOr } from "../lib/texts.js";
import { createOptionField } from "./option_field.js";

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
    drawAgentOptions(game, player, options),
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

/**
 * Return the options of the agent called *player*, kept in *values*.
 * @type {(game: GameInfo, player: string, values: Record<string, OptionValue>) => HTMLElement | null}
 */
function drawAgentOptions({ agents }, player, values) {
  const agent = agents.find(({ name }) => name === player);
  if (!agent?.options.length) return null;
  const fields = agent.options.map((option) =>
    createOptionField(option, "agent_option", values[option.name], (value) => {
      if (value === option.default)
        delete values[option.name]; // an agent as it is by default keeps its plain name
      else values[option.name] = value;
    }),
  );
  return el(
    "details",
    {},
    el("summary", {}, say("new.agent_options")),
    el("div", { class: "options" }, fields),
  );
}
