/** A small rain of coloured paper for who has won; none where motion is unwelcome. */

import { el } from "../lib/dom.js";

const PIECES = 24;
const COLOURS = ["var(--gold)", "var(--red)", "var(--ivory)"];
const FALL = 1300; // milliseconds, and up to as many more

/** Let paper fall over *stage*; it is gone when the promise is kept. @type {(stage: HTMLElement) => Promise<void>} */
export async function celebrate(stage) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const layer = el("div", { class: "celebration", "aria-hidden": "true" });
  stage.append(layer);
  const falls = Array.from({ length: PIECES }, (_, k) => {
    const piece = el("i");
    piece.style.left = `${(100 * (k + 0.5)) / PIECES}%`;
    piece.style.background = COLOURS[k % COLOURS.length];
    layer.append(piece);
    const [turn, sway] = [(k % 2 ? 1 : -1) * (180 + 40 * (k % 5)), 12 * ((k % 7) - 3)];
    return piece.animate(
      [
        { transform: "translateY(-20px)", opacity: 1 },
        { opacity: 1, offset: 0.7 },
        { transform: `translate(${sway}px, ${stage.clientHeight}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      { duration: FALL + (FALL * ((k * 5) % PIECES)) / PIECES, easing: "ease-in", fill: "forwards" },
    ).finished;
  });
  await Promise.allSettled(falls);
  layer.remove();
}
