/* One option of a game or an agent as a form field: a choice, a number or a text. */

import { el } from "./dom.js";
import { say, sayOr } from "./texts.js";

/** Return a field for *option*, its words below *prefix*; *change* hears the value that was chosen. */
export function createOption(option, prefix, value, change) {
  const now = value === undefined ? option.default : value;
  const field = option.choices?.length ? choices(option, prefix, now, change) : typed(option, now, change);
  return el("label", { class: "field" }, el("span", {}, sayOr(`${prefix}.${option.name}`, option.name)), field);
}

function choices(option, prefix, now, change) {
  const label = (value) => sayOr(`${prefix}.${option.name}.${value ?? "none"}`, value === null ? say("option.none") : String(value));
  return el("select", { onchange: (event) => change(option.choices[event.target.selectedIndex]) },
    option.choices.map((value) => el("option", { selected: value === now }, label(value))));
}

function typed(option, now, change) {
  const isNumber = option.minimum !== null && option.minimum !== undefined;
  const read = (text) => {
    if (text === "") return option.optional ? null : option.default;
    return isNumber ? Number(text) : text;
  };
  return el("input", {
    type: isNumber ? "number" : "text", value: now ?? "", placeholder: option.optional ? say("option.none") : null,
    min: isNumber ? option.minimum : null, max: isNumber ? option.maximum : null,
    step: Number.isInteger(option.default ?? 0) && isNumber ? 1 : "any",
    onchange: (event) => event.target.validity.valid && change(read(event.target.value)),
  });
}
