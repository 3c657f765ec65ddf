/** What the page asks of the server: games, tables, seats, results. */

/**
 * @import {
 *   Experience, Frame, GameInfo, Health, LanState, LessonList, OwnTable, PuzzleAnswer, PuzzleDay,
 *   PuzzleList, PuzzleTask, Results, TableRequest, TableSummary, Ticket
 * } from "../types.js"
 */

import { statedExperience } from "./experience.js";
import { asPerson } from "./person.js";
import { bearer, firstAnswer, request, send } from "./requests.js";
import { ownAddress } from "./routes.js";
import { chosenPace } from "./settings.js";
import { stored, storeToken } from "./storage.js";

/** How other devices reach the site, where the server knows better. @type {string | null} */
let publicAddress = /** @type {Health | undefined} */ (firstAnswer("/health"))?.address ?? null;

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

/**
 * Set up a table that goes on from moment *place* of *game* at *table*, store the token of the person's seat, and
 * return the new table.
 * @type {(table: string, game: string, place: number) => Promise<string>}
 */
export async function continueGame(table, game, place) {
  const wanted = { place, pace: chosenPace(), ...person(game) };
  return keepTicket(await asPerson((proof) => send("POST", `${tablePath(table)}/continue`, wanted, proof)));
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

/**
 * Return the answer to *move* in the puzzle *id* of *game*; the first attempt of the person is rated.
 * @type {(game: string, id: string, move: string) => Promise<PuzzleAnswer>}
 */
export async function sendPuzzleMove(game, id, move) {
  const answer = await asPerson((proof) => send("POST", puzzlePath(game, id), { move }, proof));
  return /** @type {PuzzleAnswer} */ (answer);
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
 * Set up a table, store the token of the person's seat, and return the table.
 * @type {(wanted: TableRequest) => Promise<string>}
 */
export async function createTable(wanted) {
  const body = { ...person(wanted.game), ...wanted };
  return keepTicket(await asPerson((proof) => send("POST", "/api/tables", body, proof)));
}

/**
 * Take a seat at *table*, where *game* is played: *seat*, the one that *invite* offers, or any free one; store
 * its token.
 * @type {(table: string, game: string, wanted: { seat?: number, invite?: string }) => Promise<string>}
 */
export async function takeSeat(table, game, { seat, invite }) {
  const wanted = { seat: seat ?? null, invite: invite ?? null, ...person(game) };
  return keepTicket(await asPerson((proof) => send("POST", `${tablePath(table)}/seats`, wanted, proof)));
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

/** Return the path of the requests about *table*. @type {(table: string) => string} */
export function tablePath(table) {
  return `/api/tables/${encodeURIComponent(table)}`;
}
