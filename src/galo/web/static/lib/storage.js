/** What the browser stores for the person: a name, answers, settings, and the tokens of their seats. */

const TABLES_SHOWN = 30; // in the lobby
const TABLES_KEPT = 500; // only its token deletes what is kept of a seat; the storage stays small

/** Return the value stored under *key*, or *otherwise*. @type {<T>(key: string, otherwise: T) => T} */
export function stored(key, otherwise) {
  try {
    const text = localStorage.getItem(`galo.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // private windows may refuse storage; the game goes on without it
  }
}

/** Store *value* under *key* in this browser. @type {(key: string, value: unknown) => void} */
export function store(key, value) {
  try {
    localStorage.setItem(`galo.${key}`, JSON.stringify(value));
  } catch {
    // as above
  }
}

/**
 * Return the token of this browser's seat at *table*, null if it has none.
 * @type {(table: string) => string | null}
 */
export function tokenOf(table) {
  return storedTokens()[table] ?? null;
}

/**
 * Store *token* as the seat at *table*; null removes it.
 * @type {(table: string, token: string | null) => void}
 */
export function storeToken(table, token) {
  const tokens = storedTokens();
  delete tokens[table];
  if (token) tokens[table] = token;
  store("tokens", Object.fromEntries(Object.entries(tokens).slice(-TABLES_KEPT)));
}

/** Return the tokens of this browser's seats by table. @type {() => Record<string, string>} */
export function storedTokens() {
  return stored("tokens", {});
}

/**
 * Return the seats of this browser that the lobby shows, the latest first.
 * @type {() => { table: string, token: string }[]}
 */
export function ownSeats() {
  const hidden = new Set(stored("put_away", /** @type {string[]} */ ([])));
  return Object.entries(storedTokens())
    .map(([table, token]) => ({ table, token }))
    .filter(({ table }) => !hidden.has(table))
    .reverse()
    .slice(0, TABLES_SHOWN);
}

/** Show *table* no more in the lobby; its seat stays the person's. @type {(table: string) => void} */
export function putAway(table) {
  store("put_away", [...stored("put_away", /** @type {string[]} */ ([])), table].slice(-TABLES_KEPT));
}

/** Forget the person's token, name and answers; the seats stay theirs. */
export function forgetPersonHere() {
  for (const key of ["person", "name", "experience"]) {
    try {
      localStorage.removeItem(`galo.${key}`);
    } catch {
      // as above
    }
  }
}
