/** What the browser stores for the person: a name, settings, and the tokens of their seats. */

const TABLES_KEPT = 60; // old tokens are worth nothing; the storage stays small

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

/** @type {() => Record<string, string>} */
function storedTokens() {
  return stored("tokens", {});
}
