/** Agents as they are written: `name:key=value,key=value`. */

/** @import { OptionValue } from "../types.js" */

/** Return the agent called *name* with *options*. @type {(name: string, options: Record<string, OptionValue>) => string} */
export function writtenAgent(name, options) {
  const written = Object.entries(options)
    .map(([key, value]) => `${key}=${value ?? "none"}`)
    .join(",");
  return written ? `${name}:${written}` : name;
}

/**
 * Return the name and the options of *agent*; numbers are read as numbers.
 * @type {(agent: string) => { name: string, options: Record<string, OptionValue> }}
 */
export function readAgent(agent) {
  const [name, written = ""] = agent.split(":");
  const options = written
    .split(",")
    .filter(Boolean)
    .map((item) => item.split("="))
    .map(([key, value]) => [key, value !== "" && !Number.isNaN(Number(value)) ? Number(value) : value]);
  return { name, options: Object.fromEntries(options) };
}
