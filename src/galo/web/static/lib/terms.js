/** The terms of a table in words: its clock, and whether help is allowed. */

/** @import { ClockSetting, SeatSummary } from "../types.js" */

import { count, say } from "./texts.js";

/** Return *clock* in words. @type {(clock: ClockSetting | null) => string} */
export function clockLabel(clock) {
  if (!clock) return say("new.clock.none");
  const minutes = clock.seconds / 60;
  return Number.isInteger(minutes)
    ? count(`new.clock.${clock.per}`, minutes)
    : say(`new.clock.${clock.per}.seconds`, { count: clock.seconds });
}

/**
 * Return the terms on which people play at a table, empty where they are the usual ones.
 * @type {(table: { clock: ClockSetting | null, help: boolean, seats: SeatSummary[] }) => string}
 */
export function termsOf({ clock, help, seats }) {
  const people = seats.filter(({ kind }) => kind !== "agent").length;
  const isUsual = people < 2 && help;
  return [clock && clockLabel(clock), !isUsual && say(`terms.help.${help}`)].filter(Boolean).join(" · ");
}
