/* Questions to the server, and its refusals as one kind of error. */

/** A refusal: `code` names it, `details` says more. */
export class Problem extends Error {
  constructor(code, details = {}) {
    super(details.say ?? code);
    this.code = code;
    this.details = details;
  }
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
