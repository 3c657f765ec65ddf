/* Questions to the server, and its refusals as one kind of error. */

/** A refusal: `code` names it, `details` says more. */
export class Problem extends Error {
  constructor(code, details = {}) {
    super(details.say ?? code);
    this.code = code;
    this.details = details;
  }
}

let publicAddress = null; // how other devices reach the site, where the server knows better

/** Return the address of the site for links that are sent to others. */
export function siteAddress() {
  const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  return (isLocal && publicAddress) || location.origin;
}

/** Return how the server is, and keep the address it is known by. */
export async function health() {
  const answer = await get("/health");
  publicAddress = answer.address;
  return answer;
}

/** Return the server's answer to GET *path*. */
export function get(path) {
  return ask(path, {});
}

/** Return the server's answer to POST *path* with *body*. */
export function post(path, body) {
  return ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

async function ask(path, request) {
  let answer;
  try {
    answer = await fetch(path, request);
  } catch {
    throw new Problem("offline");
  }
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  throw new Problem(body.error?.code ?? (answer.status === 404 ? "no_page" : "trouble"), body.error);
}
