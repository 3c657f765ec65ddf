/* What the browser keeps for the person: a name, switches, and the tokens of their seats. */

const TABLES_KEPT = 60; // old tokens are worth nothing; keep the store small

/** Return what was remembered under *key*, or *otherwise*. */
export function recall(key, otherwise = null) {
  try {
    const text = localStorage.getItem(`galo.${key}`);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise; // private windows may refuse storage; the game goes on without it
  }
}

/** Remember *value* under *key* in this browser. */
export function remember(key, value) {
  try {
    localStorage.setItem(`galo.${key}`, JSON.stringify(value));
  } catch {
    // as above
  }
}

/** Return the token of this browser's seat at *table*, null if it has none. */
export function tokenOf(table) {
  return recall("tokens", {})[table] ?? null;
}

/** Remember *token* as the seat at *table*; null forgets it. */
export function keepToken(table, token) {
  const tokens = recall("tokens", {});
  delete tokens[table];
  if (token) tokens[table] = token;
  remember("tokens", Object.fromEntries(Object.entries(tokens).slice(-TABLES_KEPT)));
}
