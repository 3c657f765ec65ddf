/* The head of pages to read and of the lobby: the mark, and the language. */

import { languageSwitch } from "./controls.js";
import { el } from "./dom.js";
import { say } from "./texts.js";

/** Return the head of a page; the mark leads home unless this *isHome*. */
export function createTop(chooseLanguage, isHome = false) {
  const mark = [el("img", { src: "/static/rooster.svg", alt: "", width: 44, height: 44 }), "galo"];
  return el("header", { class: "top" },
    isHome ? el("p", { class: "logo" }, mark) : el("a", { class: "logo", href: "/", "aria-label": `galo, ${say("home")}` }, mark),
    languageSwitch(chooseLanguage));
}
