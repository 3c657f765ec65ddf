/** One option of a game or an agent as a form field: a choice, a number or a text. */

/** @import { AgentInfo, Option, OptionValue } from "../types.js" */

import { el } from "../lib/dom.js";
import { say, sayOr } from "../lib/texts.js";

/**
 * Return a field for *option* with the *value* it has, its texts below *prefix*; *change* is called with a
 * new value.
 * @type {(option: Option, prefix: string, value: OptionValue | undefined, change: (value: OptionValue) =>
 *   void) => HTMLElement}
 */
export function createOptionField(option, prefix, value, change) {
  const now = value === undefined ? option.default : value;
  const field = option.choices.length
    ? createSelect(option, prefix, now, change)
    : createInput(option, prefix, now, change);
  return el(
    "label",
    { class: "field" },
    el("span", {}, sayOr(`${prefix}.${option.name}`, option.name)),
    field,
  );
}

/**
 * Return a field called *label* for the choice of one of *labels*, the one at *now* chosen; *change* is called
 * with the place of another.
 * @type {(label: string, labels: string[], now: number, change: (place: number) => void) => HTMLElement}
 */
export function createChoiceField(label, labels, now, change) {
  return el(
    "label",
    { class: "field" },
    el("span", {}, label),
    el(
      "select",
      { onchange: (event) => change(event.currentTarget.selectedIndex) },
      labels.map((one, place) => el("option", { selected: place === now }, one)),
    ),
  );
}

/**
 * Return the options of the one of *agents* called *player*, kept in *values*.
 * @type {(agents: AgentInfo[], player: string, values: Record<string, OptionValue>) => HTMLElement | null}
 */
export function drawAgentOptions(agents, player, values) {
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

/**
 * @type {(option: Option, prefix: string, now: OptionValue, change: (value: OptionValue) => void) =>
 *   HTMLElement}
 */
function createSelect({ name, choices }, prefix, now, change) {
  const label = (/** @type {OptionValue} */ value) =>
    sayOr(`${prefix}.${name}.${value ?? "none"}`, value === null ? say("option.none") : String(value));
  return el(
    "select",
    { onchange: (event) => change(choices[event.currentTarget.selectedIndex]) },
    choices.map((value) => el("option", { selected: value === now }, label(value))),
  );
}

/**
 * @type {(option: Option, prefix: string, now: OptionValue, change: (value: OptionValue) => void) =>
 *   HTMLElement}
 */
function createInput({ name, default: usual, minimum, maximum, optional }, prefix, now, change) {
  const isNumber = minimum !== null;
  const read = (/** @type {string} */ text) => {
    if (text === "") return optional ? null : usual;
    return isNumber ? Number(text) : text;
  };
  return el("input", {
    type: isNumber ? "number" : "text",
    value: now ?? "",
    placeholder: optional ? sayOr(`${prefix}.${name}.none`, say("option.none")) : null,
    min: minimum,
    max: isNumber ? maximum : null,
    step: [usual ?? 0, minimum].every(Number.isInteger) ? 1 : "any",
    onchange: ({ currentTarget: input }) => input.validity.valid && change(read(input.value)),
  });
}
