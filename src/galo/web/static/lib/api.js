/** Requests to the server, and its errors as one class. */

/**
 * @import {
 *   Deletion, Experience, Frame, GameInfo, Health, LanState, LessonList, OwnTable, PuzzleAnswer, PuzzleDay,
 *   PuzzleList, PuzzleTask, Results, TableRequest, TableSummary, Ticket
 * } from "../types.js"
 */

import { statedExperience } from "./experience.js";
import { addressOf, ownAddress } from "./routes.js";
import { stored, storeToken } from "./storage.js";

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

/** How other devices reach the site, where the server knows better. @type {string | null} */
let publicAddress = /** @type {Health | undefined} */ (answers["/health"])?.address ?? null;

/** Ask the server for everything from now on: the answers that came with the page are old. */
export function forgetFirstAnswers() {
  answers = {};
}

/** Return the address of the site for links that are sent to others. @type {() => string} */
export function siteAddress() {
  return publicAddress ?? ownAddress();
}

/** Return the state of the server, and keep the address it is known by. @type {() => Promise<Health>} */
export async function fetchHealth() {
  const health = /** @type {Health} */ (await request("/health"));
  publicAddress = health.address;
  return health;
}

/** Return whether other devices of the network may come. @type {() => Promise<LanState>} */
export async function fetchLanState() {
  return keepAddress(await request("/api/lan"));
}

/** Let other devices come, or no longer: only from the computer of the server. @type {(open: boolean) => Promise<LanState>} */
export async function switchLan(open) {
  return keepAddress(await send("PUT", "/api/lan", { open }));
}

/** @type {(answer: unknown) => LanState} */
function keepAddress(answer) {
  const state = /** @type {LanState} */ (answer);
  publicAddress = state.address;
  return state;
}

/** Return the games that can be played. @type {() => Promise<GameInfo[]>} */
export async function fetchGames() {
  return /** @type {{ games: GameInfo[] }} */ (await request("/api/games")).games;
}

/** Return the tables that anybody may join or watch. @type {() => Promise<TableSummary[]>} */
export async function fetchTables() {
  return /** @type {{ tables: TableSummary[] }} */ (await request("/api/tables")).tables;
}

/**
 * Return the tables at which *seats* sit, without those that do not exist.
 * @type {(seats: { table: string, token: string }[]) => Promise<OwnTable[]>}
 */
export async function fetchOwnTables(seats) {
  return /** @type {{ tables: OwnTable[] }} */ (await send("POST", "/api/mine", { seats })).tables;
}

/** Return the summary of *table*. @type {(table: string) => Promise<TableSummary>} */
export async function fetchTable(table) {
  return /** @type {TableSummary} */ (await request(tablePath(table)));
}

/**
 * Return the game at *table*, moment by moment, as the seat of *token* saw it, or a watcher.
 * @type {(table: string, token: string | null) => Promise<Frame[]>}
 */
export async function fetchReplay(table, token) {
  const headers = token ? bearer(token) : undefined;
  const { frames } = /** @type {{ frames: Frame[] }} */ (
    await request(`${tablePath(table)}/replay`, { headers })
  );
  return frames;
}

/** Return the lessons of *game*. @type {(game: string) => Promise<LessonList>} */
export async function fetchLessons(game) {
  return /** @type {LessonList} */ (await request(`/api/lessons/${encodeURIComponent(game)}`));
}

/** Return the puzzle of the day of every game. @type {() => Promise<PuzzleDay>} */
export async function fetchPuzzleDay() {
  return /** @type {PuzzleDay} */ (await request("/api/puzzles"));
}

/** Return the puzzles of *game*, without their positions. @type {(game: string) => Promise<PuzzleList>} */
export async function fetchPuzzles(game) {
  return /** @type {PuzzleList} */ (await request(`/api/puzzles/${encodeURIComponent(game)}`));
}

/** Return the puzzle *id* of *game*. @type {(game: string, id: string) => Promise<PuzzleTask>} */
export async function fetchPuzzle(game, id) {
  return /** @type {PuzzleTask} */ (await request(puzzlePath(game, id)));
}

/** Return the answer to *move* in the puzzle *id* of *game*. @type {(game: string, id: string, move: string) => Promise<PuzzleAnswer>} */
export async function sendPuzzleMove(game, id, move) {
  return /** @type {PuzzleAnswer} */ (await send("POST", puzzlePath(game, id), { move }));
}

/** @type {(game: string, id: string) => string} */
function puzzlePath(game, id) {
  return `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
}

/** Return the results of people against agents. @type {() => Promise<Results>} */
export async function fetchResults() {
  return /** @type {Results} */ (await request("/api/results"));
}

/**
 * Tell the server how the person whose seat has *token* plays.
 * @type {(token: string, experience: Experience) => Promise<void>}
 */
export async function sendExperience(token, experience) {
  await send("PUT", "/api/person", { experience }, bearer(token));
}

/**
 * Delete what the server keeps of the person whose seat has *token*, and return what it was.
 * @type {(token: string) => Promise<Deletion>}
 */
export async function forgetPerson(token) {
  return /** @type {Deletion} */ (await request("/api/person", { method: "DELETE", headers: bearer(token) }));
}

/**
 * Set up a table, store the token of the person's seat, and return the table.
 * @type {(wanted: TableRequest) => Promise<string>}
 */
export async function createTable(wanted) {
  return keepTicket(await send("POST", "/api/tables", { ...person(wanted.game), ...wanted }));
}

/**
 * Take a seat at *table*, where *game* is played: *seat*, the one that *invite* offers, or any free one; store
 * its token.
 * @type {(table: string, game: string, wanted: { seat?: number, invite?: string }) => Promise<string>}
 */
export async function takeSeat(table, game, { seat, invite }) {
  const wanted = { seat: seat ?? null, invite: invite ?? null, ...person(game) };
  return keepTicket(await send("POST", `${tablePath(table)}/seats`, wanted));
}

/**
 * Return what the person says with a seat at a table of *game*.
 * @type {(game: string) => { name: string, experience: Experience | null }}
 */
function person(game) {
  return { name: stored("name", ""), experience: statedExperience(game) };
}

/** @type {(answer: unknown) => string} */
function keepTicket(answer) {
  const { table, token } = /** @type {Ticket} */ (answer);
  storeToken(table, token);
  return table;
}

/** @type {(table: string) => string} */
function tablePath(table) {
  return `/api/tables/${encodeURIComponent(table)}`;
}

/** Return the header that proves the seat of *token*. @type {(token: string) => Record<string, string>} */
function bearer(token) {
  return { Authorization: `Bearer ${token}` };
}

/**
 * Return what the server answers to *body* at *path*.
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
  if (known) return known;
  const answer = await fetch(addressOf(path), init).catch(() => {
    throw new SiteError("offline");
  });
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  throw new SiteError(body.error?.code ?? (answer.status === 404 ? "no_page" : "trouble"), body.error?.say);
}
