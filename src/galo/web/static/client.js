/* A place at a table: one socket that comes back by itself.

   connecting ─→ open ─→ reconnecting ─→ open …
                   └─→ replaced (another tab has the seat)   refused (the hello was not accepted)

   Whatever was asked and not yet answered is asked again after a reconnect, under the same id:
   the server answers an id once, so a move is never played twice. */

import { Problem } from "./api.js";

const FIRST_WAIT = 400; // milliseconds before the first attempt to come back
const LONGEST_WAIT = 8000;
const QUIET_LIMIT = 15000; // an attempt that opens nothing in this time is given up

/** Connect to *table*; `hears.state`, `.presence`, `.thinking`, `.status` and `.refused` are told what comes. */
export function connect(table, token, hears) {
  const unanswered = new Map(); // id → {message, resolve, reject}
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(table)}/socket`;
  const prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join("");
  let socket = null;
  let number = null;
  let attempts = 0;
  let sent = 0;
  let waiting = null;
  let closed = false;
  let welcomed = false; // a state has come since the last hello

  function open() {
    clearTimeout(waiting);
    welcomed = false;
    hears.status(number === null && attempts === 0 ? "connecting" : "reconnecting", attempts);
    const mine = new WebSocket(address);
    socket = mine;
    const patience = setTimeout(() => mine.close(), QUIET_LIMIT);
    mine.onopen = () => mine.send(JSON.stringify({ type: "hello", token, last: number }));
    mine.onmessage = (event) => {
      clearTimeout(patience);
      if (mine === socket) hear(JSON.parse(event.data));
    };
    mine.onclose = () => {
      clearTimeout(patience);
      if (mine === socket) comeBack();
    };
  }

  function comeBack() {
    socket = null;
    if (closed) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** attempts) * (0.75 + Math.random() / 2);
    attempts += 1;
    hears.status("reconnecting", attempts);
    waiting = setTimeout(open, wait);
  }

  function hear(message) {
    if (message.type === "state") return hearState(message);
    if (message.type === "presence") return hears.presence(message);
    if (message.type === "thinking") return hears.thinking(message.seat);
    if (message.type === "replaced") return stop("replaced");
    const asked = unanswered.get(message.id);
    if (message.type === "refused" && !asked) {
      if (welcomed) return hears.refused(new Problem(message.code, message));
      stop("refused", new Problem(message.code, message));
      return undefined;
    }
    if (!asked) return undefined; // a second answer to something settled
    unanswered.delete(message.id);
    if (message.type === "refused") return asked.reject(new Problem(message.code, message));
    return asked.resolve(message);
  }

  function hearState(message) {
    const known = number;
    number = message.number;
    attempts = 0;
    if (!welcomed) {
      welcomed = true;
      hears.status("open", 0);
      hears.state(message, known === null);
      for (const { message: again } of unanswered.values()) socket.send(JSON.stringify(again));
    } else {
      hears.state(message, false);
    }
  }

  function stop(status, problem = null) {
    closed = true;
    clearTimeout(waiting);
    socket?.close();
    for (const { reject } of unanswered.values()) reject(problem ?? new Problem(status));
    unanswered.clear();
    if (status) hears.status(status, 0, problem);
  }

  function retry() {
    if (closed || socket) return;
    attempts = 0;
    open();
  }

  function visible() {
    if (!document.hidden) retry(); // phones cut sockets of pages in the background
  }

  window.addEventListener("online", retry);
  document.addEventListener("visibilitychange", visible);
  open();

  return {
    /** Ask the table for something; the promise brings the answer or throws the refusal. */
    send(type, fields = {}) {
      sent += 1;
      const message = { type, id: `${prefix}-${sent}`, expect: number, ...fields };
      return new Promise((resolve, reject) => {
        unanswered.set(message.id, { message, resolve, reject });
        if (welcomed && socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      });
    },
    retry,
    close() {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", visible);
      stop(null);
    },
  };
}
