/* The door to the boards: each game's module draws its table and lets people choose. */

import { recall } from "./memory.js";
import { count, say } from "./texts.js";

/** Return the board of *game*, drawn in *root*; *doors* are `play`, `announce` and `invite`. */
export async function loadBoard(game, root, doors) {
  const { create } = await import(`/static/${game}.js`);
  root.replaceChildren();
  return create(root, {
    say,
    count,
    reducedMotion: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
    /** Whether what *event* chose is to be chosen twice; keys are deliberate enough. */
    asksFirst: (event) => event.detail > 0 && recall("confirm", false),
    ...doors,
  });
}
