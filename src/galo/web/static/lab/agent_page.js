/** One agent: who it is, how it thinks, how strong it was measured to be, its options, and a table with it. */

/** @import { AgentInfo, Child, GameInfo, Ladder, Option, OptionValue, Site, TableRequest } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { has, numeral, say, sayOr } from "../lib/texts.js";
import { drawDataTable } from "../pages/data_table.js";
import { setTable } from "../pages/set_table.js";
import { scoreOf } from "./cross_table.js";
import { percent, plainAgent, shareInterval, whole } from "./frame.js";
import { levelWords, placeWords } from "./ladder.js";
import { documentationLink } from "./studies.js";

const UNBOUNDED = 1_000_000_000; // as the server says that a number has no upper bound

/**
 * Draw the page of *agent* of *game* in *article*.
 * @type {(article: HTMLElement, game: GameInfo, agent: AgentInfo, ladder: Ladder | null, site: Site) => void}
 */
export function drawAgentPage(article, game, agent, ladder, site) {
  const title = say("agents.one", { agent: agent.name, game: gameName(game.name) });
  document.title = `${title} · galo`;
  const about = (/** @type {string} */ part) =>
    [`about.${game.name}.${agent.name}${part}`, `about.${agent.name}${part}`].find(has);
  const [who, how, from] = ["", ".how", ".from"].map(about);
  fill(
    article,
    el("h1", {}, agent.name),
    el("p", { class: "faint" }, gameName(game.name)),
    el("p", { class: "lead" }, who ? say(who) : sayOr(`agent.${agent.name}`, agent.line)),
    drawPlay(game, agent.name, site),
    how && drawSection("agents.how", el("p", {}, say(how))),
    drawSection("agents.from", el("p", {}, from ? say(from) : say("agents.own"))),
    drawSection("agents.place", drawPlace(game, agent.name, ladder)),
    drawSection("agents.options", drawOptions(agent.options)),
    el(
      "nav",
      { class: "row", "aria-label": say("agents.more") },
      el(
        "a",
        { class: "button", href: addressOf(`/agents/${game.name}`) },
        say("agents.all_of", { game: gameName(game.name) }),
      ),
      el("a", { class: "button", href: addressOf("/") }, say("home")),
    ),
  );
}

/**
 * Return the request for a table of one person and *agent* at all other seats of *game*.
 * @type {(game: GameInfo, agent: string) => TableRequest}
 */
export function tableAgainst(game, agent) {
  const others = Array.from({ length: game.seats - 1 }, () => ({
    kind: /** @type {const} */ ("agent"),
    agent,
  }));
  return { game: game.name, seats: [{ kind: "me" }, ...others] };
}

/** @type {(game: GameInfo, agent: string, site: Site) => HTMLElement} */
function drawPlay(game, agent, site) {
  const play = async (/** @type {{ currentTarget: HTMLButtonElement }} */ { currentTarget: button }) => {
    button.disabled = true; // one tap, one table
    await setTable(tableAgainst(game, agent), site);
    button.disabled = false;
  };
  return el(
    "div",
    { class: "row" },
    el(
      "button",
      { type: "button", class: "primary big", onclick: play },
      icon("play"),
      say("agents.play", { agent }),
    ),
    game.seats > 2 && el("p", { class: "faint" }, say("agents.with_partner")),
  );
}

/** @type {(title: string, ...content: Child[]) => HTMLElement} */
function drawSection(title, ...content) {
  return el("section", {}, el("h2", {}, say(title)), content);
}

/** @type {(game: GameInfo, agent: string, ladder: Ladder | null) => Child} */
function drawPlace(game, agent, ladder) {
  const rungs = ladder?.players.filter((rung) => plainAgent(rung.agent) === agent) ?? [];
  if (!ladder || !rungs.length) {
    const [rival] = game.agents.filter(({ name }) => name !== agent);
    const command = `galo match ${game.name} ${agent} ${rival?.name ?? agent}`;
    return el("p", {}, say("agents.not_measured", { command }));
  }
  return rungs.map((rung) => [
    el(
      "p",
      { class: "place" },
      el("strong", {}, rung.agent, rung.level && ` · ${levelWords(rung.level)}`),
      placeWords(rung).map((words) => el("span", {}, words)),
    ),
    drawMeetings(rung.agent, ladder),
  ]);
}

/** @type {(agent: string, ladder: Ladder) => Child} */
function drawMeetings(agent, { players, meetings }) {
  const rows = players.flatMap(({ agent: other }) => {
    const found = scoreOf(meetings, agent, other);
    if (!found) return [];
    const { score, low, high, games, source } = found;
    const share = [el("strong", {}, percent(score)), el("small", {}, shareInterval(low, high))];
    return [[other, share, whole(games), documentationLink(source)]];
  });
  const columns = ["against", "share", "games", "source"].map((name) => say(`agents.${name}`));
  const table = drawDataTable(`${say("agents.meetings")}: ${agent}`, columns, rows);
  return rows.length > 0 && el("div", { class: "numbers" }, table);
}

/** @type {(options: Option[]) => HTMLElement} */
function drawOptions(options) {
  if (!options.length) return el("p", {}, say("agents.no_options"));
  const columns = ["option", "usual", "range"].map((name) => say(`agents.${name}`));
  const rows = options.map((option) => [
    [el("span", {}, sayOr(`agent_option.${option.name}`, option.name)), el("code", {}, option.name)],
    valueWords(option, option.default),
    rangeWords(option),
  ]);
  return drawDataTable(say("agents.options"), columns, rows);
}

/** @type {(option: Option, value: OptionValue) => string} */
function valueWords({ name }, value) {
  const plain = typeof value === "number" ? figure(value) : String(value);
  return sayOr(`agent_option.${name}.${value ?? "none"}`, value === null ? say("option.none") : plain);
}

/** @type {(option: Option) => string} */
function rangeWords(option) {
  const { choices, minimum, maximum, optional } = option;
  const none = optional ? ` ${say("agents.or_none")}` : "";
  if (choices.length) return choices.map((choice) => valueWords(option, choice)).join(", ");
  if (minimum === null) return say("agents.any_text") + none;
  const isBounded = maximum !== null && maximum < UNBOUNDED;
  const low = figure(minimum);
  return (
    (isBounded ? say("agents.from_to", { low, high: figure(maximum) }) : say("agents.from_only", { low })) +
    none
  );
}

/** Return *value* as people write it. @type {(value: number) => string} */
function figure(value) {
  return numeral(value, { maximumFractionDigits: 4 });
}
