/** The page of a table: the invitation to it, if the address has one, and then the table. */

/** @import { Leave, Site } from "../types.js" */

import { fetchTable } from "../lib/api.js";
import { el, fill } from "../lib/dom.js";
import { errorCode } from "../lib/requests.js";
import { addressOf } from "../lib/routes.js";
import { tokenOf } from "../lib/storage.js";
import { say } from "../lib/texts.js";
import { TablePage } from "../table/table_page.js";
import { openInvitation } from "./invitation.js";
import { drawProblem } from "./problem.js";

/**
 * Show table *id* in *root* and return how to leave it.
 * @type {(root: HTMLElement, id: string, site: Site) => Promise<Leave>}
 */
export async function openTable(root, id, site) {
  fill(root, el("p", { class: "loading", role: "status" }, say("loading.table")));
  let summary;
  try {
    summary = await fetchTable(id);
  } catch (error) {
    fill(root, drawProblem(errorCode(error)));
    return () => {};
  }
  const open = () => {
    const page = new TablePage(root, id, site);
    return () => page.close();
  };
  const invite = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (!invite || tokenOf(id)) return open();
  return new Promise((resolve) =>
    openInvitation(root, summary, invite, () => {
      history.replaceState(null, "", addressOf(`/t/${id}`));
      resolve(open());
    }),
  );
}
