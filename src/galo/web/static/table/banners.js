/** Banners over the board: they stay long enough to be read and never block play. */

/** @import { Banner, TableEvent, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { gameModule } from "../lib/games.js";
import { addressOf } from "../lib/routes.js";
import { capital, spokenName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";

/** @type {Record<string, number>} */
const SHOWN = { galo: 4200, out: 4200, block: 4200 }; // milliseconds
const USUAL = 2800;
const MOST = 3; // at once; the oldest makes room

export class Banners {
  node = el("div", { class: "banners", "aria-hidden": "true" }); // the live region has the same words
  /** @type {Map<string, { card: HTMLElement, timer: number }>} */
  #shown = new Map();

  /**
   * Show *banner*, in the colours of a side whose viewer plays for *ownSide*.
   * @type {(banner: Banner, ownSide: number | null) => void}
   */
  show(banner, ownSide) {
    const old = this.#shown.get(banner.key);
    const card = drawBanner(banner, ownSide);
    if (old) {
      clearTimeout(old.timer);
      old.card.replaceWith(card);
      card.classList.add("settled"); // it is on screen already: no second entrance
      this.#shown.delete(banner.key);
    } else {
      this.node.append(card);
    }
    const timer = setTimeout(() => this.#remove(banner.key), SHOWN[banner.kind] ?? USUAL);
    this.#shown.set(banner.key, { card, timer });
    for (const key of [...this.#shown.keys()].slice(0, -MOST)) this.#remove(key);
  }

  clear() {
    for (const key of [...this.#shown.keys()]) this.#remove(key);
  }

  /** @type {(key: string) => void} */
  #remove(key) {
    const banner = this.#shown.get(key);
    if (!banner) return;
    clearTimeout(banner.timer);
    this.#shown.delete(key);
    banner.card.remove();
  }
}

/**
 * Return the banners for *event*, seen on the *view* after it.
 * @type {(event: TableEvent, view: View) => Banner[]}
 */
export function bannersFor(event, view) {
  if (event.kind !== "left" && event.kind !== "returned") return gameModule(view.game).banners(event, view);
  const sentence = say(`event.${event.kind}`, { who: spokenName(view, event.seat) });
  return [{ key: `seat-${event.seat}`, kind: "seat", title: capital(sentence) }];
}

/** @type {(banner: Banner, ownSide: number | null) => HTMLElement} */
function drawBanner({ kind, title, detail, side }, ownSide) {
  const isNeutral = side === null || side === undefined || ownSide === null;
  const whose = isNeutral ? "" : side === ownSide ? " ours" : " theirs";
  return el(
    "div",
    { class: `banner banner-${kind}${whose}` },
    kind === "galo" && el("img", { src: addressOf("/static/rooster.svg"), alt: "", width: 72, height: 72 }),
    el("div", {}, el("strong", {}, title), detail && el("span", {}, detail)),
  );
}
