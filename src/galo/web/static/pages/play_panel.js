/** The first thing on the front page: a game, and one tap to play it against agents, with a friend, or to watch. */

/** @import { Child, GameInfo, Site, TableRequest } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { icon } from "../lib/icons.js";
import { levelName } from "../lib/levels.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { nameField } from "./invitation.js";
import { setTable } from "./set_table.js";
import { hasSides, isForPairs, levelsOf, SIDES, TableChoice, targetOf } from "./table_choice.js";

export class PlayPanel {
  node = el("section", { class: "hero", "aria-labelledby": "play-title" });
  #games;
  #site;
  #choice;
  #ways = el("div", { class: "ways" });

  /** @param {GameInfo[]} games @param {Site} site */
  constructor(games, site) {
    this.#games = games;
    this.#site = site;
    this.#choice = new TableChoice(games);
    fill(this.node, el("h1", { id: "play-title" }, say("lobby.title")), this.#drawGames(), this.#ways);
    this.#drawWays();
  }

  #drawGames() {
    return el(
      "div",
      { class: "games", role: "radiogroup", "aria-label": say("lobby.games") },
      this.#games.map((game) =>
        el(
          "label",
          { class: "game-card" },
          el("input", {
            type: "radio",
            name: "front-game",
            value: game.name,
            checked: game === this.#choice.game,
            onchange: () => {
              this.#choice.change({ game: game.name });
              this.#drawWays();
            },
          }),
          el("span", { class: "mat", "aria-hidden": "true" }, gameModule(game.name).picture()),
          el("span", { class: "name" }, gameName(game.name)),
        ),
      ),
    );
  }

  #drawWays() {
    const choice = this.#choice;
    const { game } = choice;
    fill(
      this.#ways,
      el("p", { class: "line" }, sayOr(`game.${game.name}.line`, "")),
      this.#drawAgents(game),
      this.#drawSides(game),
      this.#drawTarget(game),
      this.#way("person", say("lobby.friend"), friendWords(game), () => choice.withFriend()),
      this.#way("eye", say("lobby.watch"), say("lobby.watch.text"), () => choice.watched()),
      this.#drawLinks(game),
      nameField(),
    );
  }

  /** @type {(game: GameInfo) => Child} */
  #drawAgents(game) {
    const levels = levelsOf(game);
    const about = el("p", { class: "about" });
    const describe = () => fill(about, levelWords(game, this.#choice.level));
    describe();
    const play = el(
      "button",
      {
        type: "button",
        class: "primary big now",
        "aria-label": say("lobby.play", { game: gameName(game.name) }),
        onclick: (event) => this.#set(event.currentTarget, this.#choice.againstAgents()),
      },
      icon("play"),
      say("lobby.now"),
    );
    /** @type {(level: string) => void} */
    const choose = (level) => {
      this.#choice.change({ level });
      describe();
    };
    const chooser =
      levels.length > 1 &&
      drawChoice(
        "level",
        say("lobby.level"),
        levels.map((level) => [level, sayOr(`level.${level}`, level)]),
        this.#choice.level,
        choose,
      );
    return el("div", { class: "against" }, play, chooser, about);
  }

  /** @type {(game: GameInfo) => Child} */
  #drawSides(game) {
    if (!hasSides(game)) return null;
    const sides = SIDES.map((side) => /** @type {[string, string]} */ ([side, sideName(game, side)]));
    return drawChoice("side", say("lobby.side"), sides, this.#choice.side, (side) =>
      this.#choice.change({ side }),
    );
  }

  /** @type {(game: GameInfo) => Child} */
  #drawTarget(game) {
    const option = targetOf(game);
    if (!option) return null;
    const { choices } = option;
    const labels = choices.map((value, k) => {
      const label = sayOr(`option.${game.name}.target.${value ?? "none"}`, String(value));
      return /** @type {[string, string]} */ ([String(k), label]);
    });
    const now = String(choices.indexOf(this.#choice.target ?? option.default));
    return drawChoice("target", sayOr(`option.${game.name}.target`, option.name), labels, now, (k) =>
      this.#choice.changeTarget(choices[Number(k)]),
    );
  }

  /** @type {(picture: "person" | "eye", title: string, text: string, wanted: () => TableRequest) => HTMLElement} */
  #way(picture, title, text, wanted) {
    return el(
      "button",
      { type: "button", class: "way", onclick: (event) => this.#set(event.currentTarget, wanted()) },
      icon(picture),
      el("span", {}, el("strong", {}, title), el("small", {}, text)),
    );
  }

  /** @type {(game: GameInfo) => HTMLElement} */
  #drawLinks(game) {
    const name = gameName(game.name);
    return el(
      "div",
      { class: "row links" },
      el(
        "button",
        {
          type: "button",
          "aria-label": say("lobby.custom_of", { game: name }),
          onclick: async () => (await import("./new_table.js")).openNewTable(game.name, this.#site),
        },
        say("lobby.custom"),
      ),
      el(
        "a",
        {
          class: "button",
          href: addressOf(`/rules/${game.name}`),
          "aria-label": say("rules.of", { game: name }),
        },
        say("rules"),
      ),
      game.lessons > 0 &&
        el(
          "a",
          {
            class: "button",
            href: addressOf(`/learn/${game.name}`),
            "aria-label": say("learn.of", { game: name }),
          },
          say("learn"),
        ),
    );
  }

  /** @type {(button: HTMLButtonElement, wanted: TableRequest) => Promise<void>} */
  async #set(button, wanted) {
    button.disabled = true; // one tap, one table
    await setTable(wanted, this.#site);
    button.disabled = false;
  }
}

/** @type {(game: GameInfo) => string} */
function friendWords(game) {
  return say(isForPairs(game) ? "lobby.friend.pairs" : "lobby.friend.two");
}

/** Return who plays at *level*, how strong that is, and how it thinks. @type {(game: GameInfo, level: string) => string} */
function levelWords(game, level) {
  const elo = game.ratings[level];
  const how = sayOr(`level.${game.name}.${level}`, game.levels[level] ?? "");
  return [levelName(level), elo !== undefined && say("level.elo", { elo }), how].filter(Boolean).join(" · ");
}

/** @type {(game: GameInfo, side: string) => string} */
function sideName(game, side) {
  const plain = say(`lobby.side.${side}`);
  return side === "lot" ? plain : sayOr(`new.seat.${game.name}.2.${side}`, plain);
}

/**
 * Return a choice of one of *values*, each with its label; *name* is its own in the form, *title* for people.
 * @type {(name: string, title: string, values: [string, string][], now: string,
 *   choose: (value: string) => void) => HTMLElement}
 */
function drawChoice(name, title, values, now, choose) {
  return el(
    "div",
    { class: `segments ${name}`, role: "radiogroup", "aria-label": title },
    values.map(([value, label]) =>
      el(
        "label",
        {},
        el("input", {
          type: "radio",
          name: `front-${name}`,
          value,
          checked: value === now,
          onchange: () => choose(value),
        }),
        el("span", {}, label),
      ),
    ),
  );
}
