/** How the page asks the server, and its errors as one class. */

import { addressOf } from "./routes.js";

/**
 * An error that the server answered, or that kept it from answering; the page has a sentence for each code.
 */
export class SiteError extends Error {
  /** @param {string} code @param {string} [say] */
  constructor(code, say) {
    super(say ?? code);
    this.code = code;
  }
}

/** Return the code of *error*, whatever was thrown. @type {(error: unknown) => string} */
export function errorCode(error) {
  return error instanceof SiteError ? error.code : "trouble";
}

/** What the page would ask first came with it: answers by path, each used once. @type {Record<string, unknown>} */
let answers = JSON.parse(document.getElementById("answers")?.textContent || "{}");

/** Return the answer to *path* that came with the page, if it was not used yet. @type {(path: string) => unknown} */
export function firstAnswer(path) {
  return answers[path];
}

/** Ask the server for everything from now on: the answers that came with the page are old. */
export function forgetFirstAnswers() {
  answers = {};
}

/** Return the header that proves *token*, of a seat or of a person. @type {(token: string) => Record<string, string>} */
export function bearer(token) {
  return { Authorization: `Bearer ${token}` };
}

/**
 * Return what the server answers to *body*, as JSON.
 * @type {(method: string, path: string, body: object, headers?: Record<string, string>) => Promise<unknown>}
 */
export function send(method, path, body, headers = {}) {
  const json = { "Content-Type": "application/json", ...headers };
  return request(path, { method, headers: json, body: JSON.stringify(body) });
}

/** Return what the server answers at *path*. @type {(path: string, init?: RequestInit) => Promise<unknown>} */
export async function request(path, init = {}) {
  const known = init.method ? undefined : answers[path];
  delete answers[path];
  return known ?? (await open(path, init)).json();
}

/** Return the answer to a request; one that is refused is an error. @type {(path: string, init: RequestInit) => Promise<Response>} */
export async function open(path, init) {
  const answer = await fetch(addressOf(path), init).catch(() => {
    throw new SiteError("offline");
  });
  if (answer.ok) return answer;
  const body = await answer.json().catch(() => ({}));
  throw new SiteError(body.error?.code ?? (answer.status === 404 ? "no_page" : "trouble"), body.error?.say);
}
