/** The hidden tiles at a decision: where they were, and how likely the player could take each to be there. */

/** @import { DominoBoard, ReviewedMove, View } from "../types.js" */

import { el } from "../lib/dom.js";
import { capital, spokenName } from "../lib/sentences.js";
import { say } from "../lib/texts.js";
import { percent } from "./chance_curve.js";

const LEAST = 0.08; // a chance below it is shown only of tiles that were there

/**
 * Return the hands of the others at *decision*, made on *view*; they are folded until somebody looks.
 * @type {(decision: ReviewedMove, view: View) => HTMLElement}
 */
export function drawBeliefs({ belief, seat }, view) {
  const { revealed } = /** @type {DominoBoard} */ (view.board);
  const tiles = Object.entries(belief ?? {});
  const places = tiles[0]?.[1].length ?? 0;
  const who = spokenName(view, seat);
  return el(
    "details",
    { class: "beliefs" },
    el("summary", {}, say("reviewed.hands", { who })),
    el("p", { class: "faint" }, say("reviewed.hands.how", { who })),
    Array.from({ length: places }, (_, place) => place)
      .filter((place) => place !== seat)
      .map((place) => {
        const held =
          revealed?.[place] ?? tiles.map(([tile]) => tile).filter((tile) => isInStock(tile, revealed));
        return drawPlace(
          place < view.seats.length ? capital(spokenName(view, place)) : say("reviewed.stock"),
          held,
          tiles,
          place,
        );
      }),
  );
}

/** @type {(tile: string, hands: string[][] | null | undefined) => boolean} */
function isInStock(tile, hands) {
  return !hands?.some((hand) => hand.includes(tile));
}

/**
 * @type {(name: string, held: string[], tiles: [string, number[]][], place: number) => HTMLElement}
 */
function drawPlace(name, held, tiles, place) {
  const shown = tiles
    .map(([tile, chances]) => ({ tile, chance: chances[place], isThere: held.includes(tile) }))
    .filter(({ chance, isThere }) => isThere || chance >= LEAST)
    .sort((one, other) => other.chance - one.chance);
  return el(
    "section",
    {},
    el("h3", {}, name),
    el(
      "ul",
      { class: "likely" },
      shown.map(({ tile, chance, isThere }) => {
        const item = el(
          "li",
          { class: isThere ? "there" : "" },
          el("span", { class: "tile-name" }, `${isThere ? "✓\u00a0" : ""}${tile}`),
          isThere && el("span", { class: "unseen" }, say("reviewed.was_there")),
          el("span", { class: "likely-share" }, percent(chance)),
        );
        item.style.setProperty("--share", String(chance));
        return item;
      }),
    ),
  );
}
