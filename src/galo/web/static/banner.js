/* Banners over the table: they name a moment, stay long enough to read and never block play. */

import { el } from "./dom.js";

const SHOWN = { galo: 4200, out: 4200, block: 4200 }; // milliseconds; a galo crows a little longer
const USUAL = 2800;
const MOST = 3; // at once; the oldest makes room

/** Return a place for banners: `node` to put over the table, `show(banner, mySide)`, `clear()`. */
export function createBanners() {
  const node = el("div", { class: "banners", "aria-hidden": "true" }); // the live region tells it in words
  const shown = new Map(); // key → {card, timer}

  function drop(key) {
    const { card, timer } = shown.get(key);
    clearTimeout(timer);
    shown.delete(key);
    card.remove();
  }

  function show(banner, mySide) {
    const old = shown.get(banner.key);
    const card = draw(banner, mySide);
    if (old) {
      clearTimeout(old.timer);
      old.card.replaceWith(card);
      card.classList.add("settled"); // it is on screen already: no second entrance
      shown.delete(banner.key);
    } else {
      node.append(card);
    }
    const timer = setTimeout(() => drop(banner.key), SHOWN[banner.kind] ?? USUAL);
    shown.set(banner.key, { card, timer });
    while (shown.size > MOST) drop(shown.keys().next().value);
  }

  return { node, show, clear: () => [...shown.keys()].forEach(drop) };
}

function draw({ kind, title, detail, side }, mySide) {
  const whose = side === null || side === undefined || mySide === null ? "" : side === mySide ? " ours" : " theirs";
  return el("div", { class: `banner banner-${kind}${whose}` },
    kind === "galo" && el("img", { src: "/static/rooster.svg", alt: "", width: 72, height: 72 }),
    el("div", {}, el("strong", {}, title), detail && el("span", {}, detail)));
}
