/** The studies made again: what was found, and where the whole report is. */

/** @import { Child } from "../types.js" */

import { el } from "../lib/dom.js";
import { say } from "../lib/texts.js";

const DOCUMENTATION = "https://galo-games.github.io/galo/";
/** From each study to its page of the documentation. */
const STUDIES = {
  antonio2011: "laboratory-antonio2011.md",
  cig2011: "laboratory-cig2011.md",
  sbgames2008: "laboratory-sbgames2008.md",
  hoffmann2020: "laboratory-hoffmann2020.md",
  reconstruction: "laboratory-reconstruction.md",
  ladder: "laboratory.md#the-levels-on-a-ladder",
};

/** Return a link to *page*, FILE.md#PART, of the documentation. @type {(page: string, label?: string) => HTMLElement} */
export function documentationLink(page, label) {
  const address = DOCUMENTATION + page.replace(/\.md(?=#|$)/, ".html");
  return el("a", { href: address, rel: "noopener" }, label ?? page.replace(/\.md(#.*)?$/, ""));
}

/** Return the list of studies. @type {() => Child} */
export function drawStudies() {
  return el(
    "section",
    { class: "studies", "aria-labelledby": "studies-title" },
    el("h2", { id: "studies-title" }, say("studies.title")),
    el("p", {}, say("studies.lead")),
    el(
      "ul",
      { class: "cards" },
      Object.entries(STUDIES).map(([name, page]) =>
        el(
          "li",
          { class: "card" },
          el("h3", {}, say(`study.${name}`)),
          el("p", {}, say(`study.${name}.found`)),
          el("p", {}, documentationLink(page, say("studies.report_of", { study: name }))),
          el("p", { class: "faint" }, say("studies.command", { command: `galo lab run ${name} --quick` })),
        ),
      ),
    ),
  );
}
