/** Hints and analyses in words. */

/** @import { Analysis, HintMessage, StatusWords, View } from "../types.js" */

import { gameModule } from "../lib/games.js";
import { reasonWords } from "../lib/reasons.js";
import { say } from "../lib/texts.js";

/**
 * Return the words of a hint given on *view*: the move, and the agent's reasons where it gave some.
 * @type {(view: View, hint: Pick<HintMessage, "move" | "reasons">) => { title: string, text: string }}
 */
export function hintWords(view, { move, reasons }) {
  const { hintLabel, valueNames } = gameModule(view.game);
  const title = say("hint.says", { move: hintLabel(view, move) });
  return { title, text: reasonWords(reasons, valueNames) };
}

/**
 * Return the words of an analysis; *found* is null until there is one.
 * @type {(view: View, found: Analysis | null) => StatusWords & { spoken?: string }}
 */
export function analysisWords(view, found) {
  if (!found)
    return { text: say(view.controls.includes("analyse") ? "analysis.thinking" : "analysis.waiting") };
  const { analysisStatus } = gameModule(view.game);
  return analysisStatus ? analysisStatus(found) : { text: reasonWords(found.reasons) };
}
