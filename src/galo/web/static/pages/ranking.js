/** The ranking: people that want to be in it, and the agents that stand fixed between them, game by game. */

/** @import { RankedAgent, RankedPerson, Ranking, RankingPool, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { levelName } from "../lib/levels.js";
import { fetchRanking } from "../lib/own_statistics.js";
import { poolName, ratingWords } from "../lib/ratings.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { count, say, sayOr } from "../lib/texts.js";
import { drawPageHeader } from "./page_header.js";
import { drawProblem } from "./problem.js";

/** Show the ranking in *root*. @type {(root: HTMLElement, site: Site) => Promise<void>} */
export async function openRanking(root, site) {
  document.title = `${say("ranking.title")} · galo`;
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    fill(root, drawPageHeader(site), drawPage(await fetchRanking()));
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** @type {(ranking: Ranking) => HTMLElement} */
function drawPage({ games, pools }) {
  return el(
    "article",
    { class: "page results ranking" },
    el("h1", {}, say("ranking.title")),
    el("p", {}, say("ranking.explained", { games })),
    pools.map(drawPool),
    el(
      "div",
      { class: "row" },
      el("a", { class: "button primary", href: addressOf("/me") }, say("me.title")),
      el("a", { class: "button", href: addressOf("/") }, say("home")),
    ),
  );
}

/** @type {(pool: RankingPool) => HTMLElement} */
function drawPool(pool) {
  const name = poolName(pool);
  const rows = [...pool.people, ...pool.agents].toSorted((one, other) => other.elo - one.elo);
  const columns = ["ranking.place", "ranking.who", "ranking.rating"];
  let place = 0;
  return el(
    "section",
    { "aria-label": name },
    el("h2", {}, name),
    pool.people.length === 0 && el("p", { class: "faint" }, say("ranking.none")),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          columns.map((key) => el("th", { scope: "col" }, say(key))),
        ),
      ),
      el(
        "tbody",
        {},
        rows.map((row) => {
          if ("agent" in row) return drawAgent(row);
          place += 1;
          return drawPerson(row, place);
        }),
      ),
    ),
  );
}

/** @type {(person: RankedPerson, place: number) => HTMLElement} */
function drawPerson({ name, elo, margin, count: games, you }, place) {
  return el(
    "tr",
    { class: you ? "you" : "" },
    el("td", {}, String(place)),
    el(
      "th",
      { scope: "row" },
      you ? `${name} (${say("play.you")})` : name,
      el("small", {}, count("rating.count.games", games)),
    ),
    el("td", {}, ratingWords({ elo, margin })),
  );
}

/** @type {(agent: RankedAgent) => HTMLElement} */
function drawAgent({ level, elo }) {
  const words = say("ranking.agent", { name: levelName(level), level: sayOr(`level.${level}`, level) });
  return el(
    "tr",
    { class: "agent" },
    el("td", {}),
    el("th", { scope: "row" }, words),
    el("td", {}, String(elo)),
  );
}
