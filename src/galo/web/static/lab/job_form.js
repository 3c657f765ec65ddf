/** The form for a new experiment: a match, a tournament or an evolution. */

/** @import { Child, GameInfo, JobRequest, LabState, OptionValue } from "../types.js" */

import { showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { createChoiceField, createOptionField } from "../pages/option_field.js";
import { AgentChoice } from "./agent_choice.js";
import { numberField } from "./number_field.js";
import { startJob } from "./requests.js";

const KINDS = /** @type {const} */ (["match", "tournament", "evolution"]);
const LIMITS = /** @type {const} */ (["none", "seconds", "nodes"]);
const MOST_PLAYERS = 8;
const FEWEST = { match: 2, tournament: 3, evolution: 1 }; // players
const FORMULA = "formula"; // grows without an agent to begin with
const SELF = "self"; // in place of an opponent
const METHODS_OF_FORMULAS = ["gp", "nsga2", "map"];
/** An evolution by games that are played move by move is smaller. @type {Record<string, number>} */
const BY_GAMES = { population: 10, generations: 5, matches: 20, retest: 100 };
/** The numbers of each kind: what they are at first, and the most that the form takes. @type {Record<string, [number, number]>} */
const NUMBERS = {
  games: [100, 1_000_000],
  population: [40, 1000],
  generations: [20, 1000],
  matches: [200, 1_000_000],
  retest: [10_000, 1_000_000],
  seed: [0, 1_000_000_000],
};
const NUMBERS_OF = {
  match: ["games", "seed"],
  tournament: ["games", "seed"],
  evolution: ["population", "generations", "matches", "retest", "seed"],
};

export class JobForm {
  #state;
  #games;
  #started;
  /** @type {typeof KINDS[number]} */
  #kind = "match";
  #game;
  /** @type {Record<string, OptionValue>} */
  #options = {};
  /** @type {Record<string, number>} */
  #numbers = Object.fromEntries(Object.entries(NUMBERS).map(([name, [usual]]) => [name, usual]));
  /** @type {typeof LIMITS[number]} */
  #limit = "none";
  #seconds = 0.1;
  #nodes = 1000;
  #method;
  /** @type {AgentChoice[]} */
  #players = [];

  /**
   * @param {LabState} state
   * @param {GameInfo[]} games
   * @param {(job: string) => void} started  called with the experiment that was started
   */
  constructor(state, games, started) {
    this.#state = state;
    this.#games = games;
    this.#started = started;
    this.#game = games[0];
    this.#method = state.methods[0];
    this.node = el("form", { class: "job-form", onsubmit: (event) => this.#submit(event) });
    this.#choosePlayers();
    this.#draw();
  }

  /** Begin with the levels of the game, or with an agent that can evolve and the beginner. */
  #choosePlayers() {
    const levels = Object.values(this.#game.levels);
    if (this.#kind === "evolution") {
      const evolvable = this.#evolvable();
      const first = evolvable.find((agent) => levels.includes(agent)) ?? evolvable[0];
      this.#players = [new AgentChoice(this.#game, first), new AgentChoice(this.#game, levels[0])];
      this.#suitNumbers();
      return;
    }
    const count = this.#kind === "match" ? 2 : Math.max(FEWEST.tournament, levels.length);
    const first =
      levels.length >= count
        ? levels.slice(0, count)
        : this.#game.agents.slice(-count).map(({ name }) => name);
    this.#players = first.map((agent) => new AgentChoice(this.#game, agent));
  }

  #evolvable() {
    return Object.keys(this.#state.evolvable[this.#game.name] ?? {});
  }

  #draw() {
    const canEvolve = this.#evolvable().length > 0;
    const kinds = KINDS.filter((kind) => kind !== "evolution" || canEvolve);
    fill(
      this.node,
      el(
        "div",
        { class: "fields" },
        createChoiceField(
          say("lab.kind"),
          kinds.map((kind) => say(`lab.kind.${kind}`)),
          kinds.indexOf(this.#kind),
          (place) =>
            this.#change(() => {
              this.#kind = kinds[place];
            }),
        ),
        createChoiceField(
          say("lab.game"),
          this.#games.map(({ name }) => gameName(name)),
          this.#games.indexOf(this.#game),
          (place) => this.#change(() => this.#changeGame(this.#games[place])),
        ),
      ),
      el("p", { class: "faint" }, say(`lab.kind.${this.#kind}.about`)),
      this.#kind === "evolution" ? this.#drawEvolution() : this.#drawPlayers(),
      el(
        "div",
        { class: "fields" },
        NUMBERS_OF[this.#kind].map((name) => this.#drawNumber(name)),
        this.#drawLimit(),
      ),
      this.#kind !== "evolution" && this.#drawRules(),
      el(
        "div",
        { class: "row end" },
        el("button", { type: "submit", class: "primary big" }, say("lab.start")),
      ),
    );
  }

  /** Do *change*, choose players anew and draw. @type {(change: () => void) => void} */
  #change(change) {
    change();
    if (!this.#evolvable().length && this.#kind === "evolution") this.#kind = "match";
    this.#choosePlayers();
    this.#redraw();
  }

  /** Draw again; the field that was changed keeps the focus. */
  #redraw() {
    const selects = [...this.node.querySelectorAll("select")];
    const place = selects.findIndex((each) => each.matches(":focus"));
    this.#draw();
    this.node.querySelectorAll("select")[place]?.focus();
  }

  /** Choose numbers that suit what evolves: where matches are played move by move, smaller ones. */
  #suitNumbers() {
    const isSimulated = this.#state.evolvable[this.#game.name]?.[this.#players[0].name];
    for (const [name, small] of Object.entries(BY_GAMES))
      this.#numbers[name] = isSimulated ? NUMBERS[name][0] : small;
  }

  /** @type {(game: GameInfo) => void} */
  #changeGame(game) {
    this.#game = game;
    this.#options = {};
  }

  #drawPlayers() {
    const most = this.#kind === "match" ? 2 : MOST_PLAYERS;
    const add = () => {
      this.#players.push(new AgentChoice(this.#game, this.#game.agents[0].name));
      this.#draw();
    };
    return [
      this.#players.map((player, number) =>
        el(
          "div",
          { class: "player-row" },
          player.draw(
            say("lab.player", { number: number + 1 }),
            this.#game.agents.map(({ name }) => name),
          ),
          this.#kind === "tournament" &&
            this.#players.length > FEWEST.tournament &&
            el(
              "button",
              { type: "button", class: "link", onclick: () => this.#remove(number) },
              say("lab.remove", { number: number + 1 }),
            ),
        ),
      ),
      this.#players.length < most && el("button", { type: "button", onclick: add }, say("lab.add")),
    ];
  }

  /** @type {(number: number) => void} */
  #remove(number) {
    this.#players.splice(number, 1);
    this.#draw();
    this.node.querySelectorAll("select")[2]?.focus();
  }

  #drawEvolution() {
    const [agent, rival] = this.#players;
    const evolvable = this.#evolvable();
    const isFormula = agent.name === FORMULA;
    const methods = this.#state.methods.filter(
      (one) => (one !== "gp" && !isFormula) || (isFormula && METHODS_OF_FORMULAS.includes(one)),
    );
    if (!methods.includes(this.#method)) this.#method = methods[0];
    const redraw = () => {
      this.#suitNumbers();
      this.#redraw();
    };
    return el(
      "div",
      { class: "fields" },
      agent.draw(say("lab.agent"), evolvable, redraw),
      rival.draw(say("lab.against"), [...this.#game.agents.map(({ name }) => name), SELF]),
      createChoiceField(
        say("lab.method"),
        methods.map((one) => sayOr(`lab.method.${one}`, one)),
        methods.indexOf(this.#method),
        (place) => {
          this.#method = methods[place];
        },
      ),
    );
  }

  /** @type {(name: string) => HTMLElement} */
  #drawNumber(name) {
    const [, most] = NUMBERS[name];
    return numberField(say(`lab.${name}`), this.#numbers[name], name === "seed" ? 0 : 1, most, (value) => {
      this.#numbers[name] = value;
    });
  }

  /** @type {() => Child} */
  #drawLimit() {
    /** @type {readonly typeof LIMITS[number][]} */
    const possible = this.#kind === "evolution" ? LIMITS.filter((one) => one !== "seconds") : LIMITS;
    if (!possible.includes(this.#limit)) this.#limit = "none";
    return [
      createChoiceField(
        say("lab.limit"),
        possible.map((one) => say(`lab.limit.${one}`)),
        possible.indexOf(this.#limit),
        (place) => {
          this.#limit = possible[place];
          this.#redraw();
        },
      ),
      this.#limit === "seconds" &&
        numberField(
          say("lab.seconds"),
          this.#seconds,
          0.01,
          10,
          (value) => {
            this.#seconds = value;
          },
          "any",
        ),
      this.#limit === "nodes" &&
        numberField(say("lab.nodes"), this.#nodes, 1, 1_000_000, (value) => {
          this.#nodes = value;
        }),
    ];
  }

  #drawRules() {
    const fields = this.#game.options.map((option) =>
      createOptionField(option, `option.${this.#game.name}`, this.#options[option.name], (value) => {
        this.#options[option.name] = value;
      }),
    );
    return (
      fields.length > 0 &&
      el("details", {}, el("summary", {}, say("new.rules")), el("div", { class: "fields" }, fields))
    );
  }

  /** @type {(event: SubmitEvent) => Promise<void>} */
  async #submit(event) {
    event.preventDefault();
    const button = this.node.querySelector("button[type=submit]");
    button?.setAttribute("disabled", "");
    try {
      this.#started((await startJob(this.#request())).summary.job);
    } catch (error) {
      showError(error);
    }
    button?.removeAttribute("disabled");
  }

  /** Return what the form asks for. @type {() => JobRequest} */
  #request() {
    const names = this.#players.map((player) => player.written);
    const numbers = Object.fromEntries(NUMBERS_OF[this.#kind].map((name) => [name, this.#numbers[name]]));
    const limits = {
      ...(this.#limit === "seconds" && { seconds: this.#seconds }),
      ...(this.#limit === "nodes" && { nodes: this.#nodes }),
    };
    const shared = { kind: this.#kind, game: this.#game.name, ...numbers, ...limits };
    if (this.#kind !== "evolution") return { ...shared, options: this.#options, players: names };
    const [agent, rival] = names;
    return { ...shared, agent, against: [rival], method: this.#method };
  }
}
