/** Setting up a table as it is wanted. */

/** @import { Site, TableRequest } from "../types.js" */

import { createTable } from "../lib/api.js";
import { showError } from "../lib/dialog.js";

export const WATCHING_PACE = 1.2; // seconds between moves that people only watch

/** Ask the server for a table and go there. @type {(wanted: TableRequest, site: Site) => Promise<void>} */
export async function setTable(wanted, site) {
  try {
    site.go(`/t/${await createTable(wanted)}`);
  } catch (error) {
    showError(error);
  }
}
