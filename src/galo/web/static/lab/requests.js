/** Requests to the laboratory, and what galo's agents were measured at. */

/** @import { Job, JobRequest, LabState, Ladder } from "../types.js" */

import { request, send } from "../lib/requests.js";

/** Return the ladders of all games that were measured. @type {() => Promise<Ladder[]>} */
export async function fetchLadders() {
  return /** @type {{ ladders: Ladder[] }} */ (await request("/api/ladder")).ladders;
}

/** Return whether there is a laboratory here, and its experiments. @type {() => Promise<LabState>} */
export async function fetchLab() {
  return /** @type {LabState} */ (await request("/api/lab"));
}

/** Return the experiment *job*. @type {(job: string) => Promise<Job>} */
export async function fetchJob(job) {
  return /** @type {Job} */ (await request(jobPath(job)));
}

/** Start an experiment and return it. @type {(wanted: JobRequest) => Promise<Job>} */
export async function startJob(wanted) {
  return /** @type {Job} */ (await send("POST", "/api/lab/jobs", wanted));
}

/** Stop the experiment *job*, or let it go on. @type {(job: string, change: "stop" | "resume") => Promise<Job>} */
export async function changeJob(job, change) {
  return /** @type {Job} */ (await send("POST", `${jobPath(job)}/${change}`, {}));
}

/** Delete the experiment *job* with its files. @type {(job: string) => Promise<void>} */
export async function deleteJob(job) {
  await request(jobPath(job), { method: "DELETE" });
}

/** Return the path of the file *name* of *job*. @type {(job: string, name: string) => string} */
export function filePath(job, name) {
  return `${jobPath(job)}/files/${name}`;
}

/** @type {(job: string) => string} */
function jobPath(job) {
  return `/api/lab/jobs/${job}`;
}
