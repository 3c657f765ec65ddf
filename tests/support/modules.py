"""A few modules that import each other in every way that bundles understand."""

MAIN = """/** A page. */

import { one, two as second } from "./lib/numbers.js";
import * as words from "./lib/words.js";

export { three } from "./lib/numbers.js";
export * from "./lib/words.js";
// a line about what follows
export const sum = one + second();
export async function later() {
  return (await import("./lib/numbers.js")).one + (await import("./pages/far.js")).far;
}
export class Own {}
const address = import.meta.url;
export { address, words as allWords };
"""
MODULES = {
    "main.js": MAIN,
    "lib/numbers.js": "export const one = 1;\nexport function two() {\n  return 2;\n}\n"
    "export const three = 3;\n",
    "lib/words.js": 'export const word = "word";\n',
    "pages/far.js": 'import { one } from "../lib/numbers.js";\n\nexport const far = one + 40;\n',
}
TWO_BUNDLES = {"site": ("main.js",), "far": ("pages/far.js",)}
