/** An experiment in words. */

/** @import { JobSummary } from "../types.js" */

import { say } from "../lib/texts.js";

/** Return who takes part in *job*. @type {(job: JobSummary) => string} */
export function jobName({ players, against }) {
  return against.length ? `${players[0]} × ${against.join(", ")}` : players.join(" × ");
}

/** Return what *job* is doing, and how far it is. @type {(job: JobSummary) => string} */
export function stateWords({ state, done, total }) {
  const words = say(`lab.state.${state}`);
  const isUnderWay = total > 0 && state !== "done";
  return isUnderWay ? `${words} · ${Math.floor((100 * done) / total)}%` : words;
}
