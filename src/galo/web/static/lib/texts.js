/** The texts of the site in the person's language, which the server sends. */

/** @import { TextValues } from "../types.js" */

import { addressOf } from "./routes.js";
import { store, stored } from "./storage.js";

export const LANGUAGES = ["pt", "en"];
/** @type {Record<string, string>} */
const TAGS = { pt: "pt-BR", en: "en" };

/** @type {Record<string, string>} */
let texts = {};
let language = "en";

/** Return the language to use: the address's, the stored one, or the browser's. @type {() => string} */
export function preferredLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const browser = navigator.language?.toLowerCase().startsWith("pt") ? "pt" : "en";
  return [asked, stored("language", "")].find((one) => one && LANGUAGES.includes(one)) ?? browser;
}

/** Load all texts of *chosen* and store the choice. @type {(chosen: string) => Promise<void>} */
export async function loadTexts(chosen) {
  const answer = await fetch(addressOf(`/texts/${chosen}.json`));
  if (!answer.ok) throw new Error(`no texts for ${chosen}`);
  texts = await answer.json();
  language = chosen;
  store("language", chosen);
  document.documentElement.lang = TAGS[chosen];
}

/**
 * Load the texts at *path* too, which only some pages need.
 * @type {(path: string) => Promise<void>}
 */
export async function loadMoreTexts(path) {
  const answer = await fetch(addressOf(path));
  if (!answer.ok) throw new Error(`no texts at ${path}`);
  texts = { ...texts, ...(await answer.json()) };
}

/** Return the language of the texts. @type {() => string} */
export function currentLanguage() {
  return language;
}

/** Return whether there is a text *key*. @type {(key: string) => boolean} */
export function has(key) {
  return key in texts;
}

/** Return the text *key* with *values* filled in. @type {(key: string, values?: TextValues) => string} */
export function say(key, values = {}) {
  return filled(texts[key] ?? key, values);
}

/**
 * Return the text *key*, written `one | many`, for *n* things.
 * @type {(key: string, n: number, values?: TextValues) => string}
 */
export function count(key, n, values = {}) {
  const [one, many = one] = (texts[key] ?? key).split(" | ");
  return filled(n === 1 ? one : many, { count: n, ...values });
}

/**
 * Return the text *key* if there is one, else *otherwise*.
 * @type {(key: string, otherwise: string, values?: TextValues) => string}
 */
export function sayOr(key, otherwise, values = {}) {
  return has(key) ? say(key, values) : otherwise;
}

/** Return *words* as a list in the person's language. @type {(words: string[]) => string} */
export function list(words) {
  return new Intl.ListFormat(TAGS[language], { type: "conjunction" }).format(words);
}

/**
 * Return *value* as the person's language writes numbers.
 * @type {(value: number, options: Intl.NumberFormatOptions) => string}
 */
export function numeral(value, options) {
  return new Intl.NumberFormat(TAGS[language], options).format(value);
}

/**
 * Return the day and the time of *seconds*, since 1970, as the person's language writes them.
 * @type {(seconds: number) => string}
 */
export function dateWords(seconds) {
  const style = /** @type {const} */ ({ dateStyle: "medium", timeStyle: "short" });
  return new Intl.DateTimeFormat(TAGS[language], style).format(new Date(seconds * 1000));
}

/** @type {(text: string, values: TextValues) => string} */
function filled(text, values) {
  return text.replace(/\{(\w+)(?:![rs])?\}/g, (whole, name) =>
    name in values ? String(values[name]) : whole,
  );
}
