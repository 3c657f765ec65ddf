/** What the pages about agents and experiments share: their texts, their style, their problems. */

/** @import { Leave, Site } from "../types.js" */

import { el, fill } from "../lib/dom.js";
import { errorCode } from "../lib/requests.js";
import { linkStylesheets } from "../lib/stylesheets.js";
import { currentLanguage, loadMoreTexts, numeral, say } from "../lib/texts.js";
import { drawPageHeader } from "../pages/page_header.js";
import { drawProblem } from "../pages/problem.js";

/**
 * Show in *root* what *draw* puts into the article of a page, and return how to leave it.
 * @type {(root: HTMLElement, site: Site, draw: (article: HTMLElement) => Promise<Leave | void>) =>
 *   Promise<Leave | void>}
 */
export async function openFramed(root, site, draw) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading")));
  try {
    await Promise.all([
      loadMoreTexts(`/static/lab/${currentLanguage()}.json`),
      linkStylesheets(["/static/lab/lab.css"]),
    ]);
    const article = el("article", { class: "page results lab" });
    const leave = await draw(article);
    fill(root, drawPageHeader(site), article);
    return leave;
  } catch (error) {
    fill(root, drawPageHeader(site), drawProblem(errorCode(error)));
  }
}

/** Return *share* as per cent, with a digit behind the point. @type {(share: number) => string} */
export function percent(share) {
  return numeral(share, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** Return *value* with the separators of the person's language. @type {(value: number) => string} */
export function whole(value) {
  return numeral(value, { maximumFractionDigits: 0 });
}

/** Return the interval from *low* to *high*, shares, in per cent. @type {(low: number, high: number) => string} */
export function shareInterval(low, high) {
  return `${percent(low)} – ${percent(high)}`;
}

/** Return the name of *agent* without its options. @type {(agent: string) => string} */
export function plainAgent(agent) {
  return agent.split(":")[0];
}
