/* The site in the person's language: the texts are the server's, pt or en. */

import { recall, remember } from "./memory.js";

export const LANGUAGES = ["pt", "en"];
const TAGS = { pt: "pt-BR", en: "en" };

let texts = {};
export let language = "en";

/** Return the language to speak: the address's, the remembered one, or the browser's. */
export function preferredLanguage() {
  const asked = new URLSearchParams(location.search).get("lang");
  const browser = navigator.language?.toLowerCase().startsWith("pt") ? "pt" : "en";
  return [asked, recall("language"), browser].find((one) => LANGUAGES.includes(one));
}

/** Load all texts of *chosen* and remember the choice. */
export async function loadTexts(chosen) {
  const answer = await fetch(`/texts/${chosen}.json`);
  if (!answer.ok) throw new Error(`no texts for ${chosen}`);
  texts = await answer.json();
  language = chosen;
  remember("language", chosen);
  document.documentElement.lang = TAGS[chosen];
}

/** Return whether there is a sentence *key*. */
export function has(key) {
  return key in texts;
}

/** Return the sentence *key* with *values* filled in. */
export function say(key, values = {}) {
  return written(texts[key] ?? key, values);
}

/** Return the sentence *key*, written `one | many`, for *n* things. */
export function count(key, n, values = {}) {
  const [one, many = one] = (texts[key] ?? key).split(" | ");
  return written(n === 1 ? one : many, { count: n, ...values });
}

/** Return the sentence *key* if there is one, else *otherwise*: for names that plugins bring. */
export function sayOr(key, otherwise, values = {}) {
  return has(key) ? say(key, values) : otherwise;
}

function written(text, values) {
  return text.replace(/\{(\w+)(?:![rs])?\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}
