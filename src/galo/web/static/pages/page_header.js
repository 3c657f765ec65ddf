/** The head of the lobby and of pages to read: the name of the site, the language, and the settings. */

/** @import { Site } from "../types.js" */

import { el } from "../lib/dom.js";
import { addressOf } from "../lib/routes.js";
import { languageSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";
import { settingsButton } from "./settings_sheet.js";

/**
 * Return the head of a page; the name leads home unless this *isHome*.
 * @type {(site: Site, isHome?: boolean) => HTMLElement}
 */
export function drawPageHeader(site, isHome = false) {
  const mark = [el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 44, height: 44 }), "galo"];
  return el(
    "header",
    { class: "top" },
    isHome
      ? el("p", { class: "logo" }, mark)
      : el("a", { class: "logo", href: addressOf("/"), "aria-label": `galo, ${say("home")}` }, mark),
    el("div", { class: "row" }, languageSwitch(site.chooseLanguage), settingsButton(site)),
  );
}
