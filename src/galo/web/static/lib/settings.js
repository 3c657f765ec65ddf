/** The person's own settings, kept by the browser: every part of the site asks here. */

/** @import { SettingName, Settings } from "../types.js" */

import { store, stored } from "./storage.js";

/** @type {Settings} */
const DEFAULTS = {
  sound: true,
  volume: 0.7,
  theme: "system",
  pace: "usual",
  confirm: false,
  notify: false,
  emotes_muted: false,
};
/** @type {{ [K in SettingName]?: readonly Settings[K][] }} */
const CHOICES = { theme: ["system", "light", "dark"], pace: ["slow", "usual", "fast"] };
/** Seconds before an agent moves, at tables that are set up from now on. */
const PACES = { slow: 2, usual: 1, fast: 0.3 };

/** Return the setting *name*. @type {<K extends SettingName>(name: K) => Settings[K]} */
export function setting(name) {
  const usual = DEFAULTS[name];
  const value = stored(name, usual);
  const isOne = typeof value === typeof usual && (CHOICES[name]?.includes(value) ?? true);
  return isOne ? value : usual; // what an earlier version or another program stored is not trusted
}

/** Change the setting *name* to *value*. @type {<K extends SettingName>(name: K, value: Settings[K]) => void} */
export function changeSetting(name, value) {
  store(name, value);
  if (name === "theme") showTheme();
}

/** Return the values that the setting *name* may have. @type {<K extends "theme" | "pace">(name: K) => readonly Settings[K][]} */
export function choicesOf(name) {
  return CHOICES[name] ?? [];
}

/** Return the seconds before agents move at a new table. @type {() => number} */
export function chosenPace() {
  return PACES[setting("pace")];
}

/** Let the page be light or dark as the person has chosen, or as the system is. */
export function showTheme() {
  document.documentElement.dataset.theme = setting("theme");
}
