/** The choice of an agent and of its options in the form for an experiment. */

/** @import { GameInfo } from "../types.js" */

import { readAgent, writtenAgent } from "../lib/agents.js";
import { el, fill } from "../lib/dom.js";
import { say, sayOr } from "../lib/texts.js";
import { drawAgentOptions } from "../pages/option_field.js";

export class AgentChoice {
  #game;
  #options;

  /** @param {GameInfo} game @param {string} agent  with its options */
  constructor(game, agent) {
    this.#game = game;
    const { name, options } = readAgent(agent);
    this.name = name;
    this.#options = options;
  }

  /** The agent as it is written. */
  get written() {
    return writtenAgent(this.name, this.#options);
  }

  /**
   * Return the field called *label* for one of *names*; *changed* is called when another is chosen.
   * @type {(label: string, names: string[], changed?: () => void) => HTMLElement}
   */
  draw(label, names, changed = () => {}) {
    const options = el("div");
    const drawOptions = () => fill(options, drawAgentOptions(this.#game.agents, this.name, this.#options));
    /** @type {(name: string) => void} */
    const choose = (name) => {
      this.name = name;
      this.#options = {};
      drawOptions();
      changed();
    };
    drawOptions();
    return el(
      "div",
      { class: "agent-choice" },
      el(
        "label",
        { class: "field" },
        el("span", {}, label),
        el(
          "select",
          { onchange: (event) => choose(event.currentTarget.value) },
          names.map((name) => el("option", { value: name, selected: name === this.name }, this.#words(name))),
        ),
      ),
      options,
    );
  }

  /** @type {(name: string) => string} */
  #words(name) {
    const line = this.#game.agents.find((agent) => agent.name === name)?.line;
    const words = sayOr(`lab.against.${name}`, sayOr(`agent.${name}`, line ?? ""));
    if (name === "formula") return say("lab.formula");
    return words ? `${name}: ${words}` : name;
  }
}
