/** A table with beginners, for who has just learned a game. */

/** @import { Site } from "../types.js" */

import { setTable } from "./set_table.js";

/**
 * Set up *game* for one person and as many beginners as it has *seats* left, and go there.
 * @type {(game: string, seats: number, site: Site, button: HTMLButtonElement) => Promise<void>}
 */
export async function playWithBeginners(game, seats, site, button) {
  button.disabled = true; // one tap, one table
  const others = Array.from({ length: seats - 1 }, () => ({
    kind: /** @type {const} */ ("agent"),
    agent: "beginner",
  }));
  await setTable({ game, seats: [{ kind: "me" }, ...others] }, site);
  button.disabled = false;
}
