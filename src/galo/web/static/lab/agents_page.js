/** The agents: who plays each game, how strong they were measured to be, and who beats whom. */

/** @import { Child, GameInfo, Ladder, Leave, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { listGames } from "../lib/games.js";
import { SiteError } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { say, sayOr } from "../lib/texts.js";
import { drawAgentPage } from "./agent_page.js";
import { drawCrossTable } from "./cross_table.js";
import { openFramed, plainAgent } from "./frame.js";
import { drawLadder } from "./ladder.js";
import { fetchLadders } from "./requests.js";

/**
 * Show in *root* all agents, those of one game, or one agent: *part* is empty, GAME, or GAME/NAME.
 * @type {(root: HTMLElement, part: string, site: Site) => Promise<Leave | void>}
 */
export function openAgents(root, part, site) {
  const [gameWanted, agentWanted, ...more] = part.split("/");
  return openFramed(root, site, async (article) => {
    const [games, ladders] = await Promise.all([listGames(), fetchLadders()]);
    const chosen = gameWanted ? games.filter(({ name }) => name === gameWanted) : games;
    const ladderOf = (/** @type {GameInfo} */ { name }) => ladders.find(({ game }) => game === name) ?? null;
    const agent = chosen[0]?.agents.find(({ name }) => name === agentWanted);
    if (!chosen.length || (agentWanted && !agent) || more.length) throw new SiteError("no_page");
    if (agent) {
      drawAgentPage(article, chosen[0], agent, ladderOf(chosen[0]), site);
      return;
    }
    const title = gameWanted ? say("agents.all_of", { game: gameName(gameWanted) }) : say("agents.title");
    document.title = `${title} · galo`;
    fill(
      article,
      el("h1", {}, title),
      el("p", {}, say("agents.lead")),
      chosen.map((game) => drawGame(game, ladderOf(game), !gameWanted)),
      el(
        "nav",
        { class: "row", "aria-label": say("agents.more") },
        el("a", { class: "button", href: addressOf("/lab") }, say("agents.studies")),
        gameWanted && el("a", { class: "button", href: addressOf("/agents") }, say("agents.title")),
        el("a", { class: "button", href: addressOf("/") }, say("home")),
      ),
    );
  });
}

/** @type {(game: GameInfo, ladder: Ladder | null, hasTitle: boolean) => HTMLElement} */
function drawGame(game, ladder, hasTitle) {
  const id = `agents-${game.name}`;
  return el(
    "section",
    { class: "of-game", "aria-labelledby": hasTitle && id },
    hasTitle && el("h2", { id }, gameName(game.name)),
    el(
      "ul",
      { class: "agents" },
      [...game.agents].reverse().map((agent) => drawAgent(game, agent, ladder)),
    ),
    ladder && drawLadder(ladder),
    ladder && drawCrossTable(ladder),
  );
}

/** @type {(game: GameInfo, agent: GameInfo["agents"][number], ladder: Ladder | null) => Child} */
function drawAgent(game, { name, line }, ladder) {
  const rung = ladder?.players.find((one) => plainAgent(one.agent) === name); // the strongest of its name
  return el(
    "li",
    {},
    el(
      "a",
      { href: addressOf(`/agents/${game.name}/${name}`) },
      el("strong", {}, name),
      el("span", { class: "faint" }, sayOr(`agent.${name}`, line)),
      rung && el("span", { class: "elo" }, say("agents.elo", { elo: rung.elo })),
    ),
  );
}
