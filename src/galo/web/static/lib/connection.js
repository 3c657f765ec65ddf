/**
 * The connection to a table: one socket that comes back by itself.
 *
 *     connecting ─→ open ─→ reconnecting ─→ open …
 *                     └─→ replaced (another tab has the seat)   refused (the hello was not accepted)
 *
 * A command that was not answered is sent again after a reconnect, under the same id:
 * the server answers an id once, so a move is never played twice.
 */

/**
 * @import { Answer, AnswerTo, Command, ConnectionStatus, Listener, ServerMessage, StateMessage } from "../types.js"
 * @typedef {{ message: { id: string }, resolve: (answer: Answer) => void, reject: (error: SiteError) => void }} Pending
 */

import { SiteError } from "./requests.js";
import { socketAddress } from "./routes.js";

const FIRST_WAIT = 400; // milliseconds before the first attempt to come back
const LONGEST_WAIT = 8000;
const QUIET_LIMIT = 15000; // an attempt that opens nothing in this time is given up

export class Connection {
  #address;
  #token;
  #listener;
  #prefix = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join("");
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {number | null} */
  #number = null; // of the last event
  #attempts = 0;
  #sent = 0;
  #waiting = 0;
  #isClosed = false;
  #isWelcome = false; // a state has come since the last hello

  /**
   * Connect to *table* with the *token* of a seat, null to watch.
   * @param {string} table
   * @param {string | null} token
   * @param {Listener} listener
   */
  constructor(table, token, listener) {
    this.#address = socketAddress(`/api/tables/${encodeURIComponent(table)}/socket`);
    this.#token = token;
    this.#listener = listener;
    window.addEventListener("online", this.retry);
    document.addEventListener("visibilitychange", this.#visible);
    this.#open();
  }

  /**
   * Send a command; the promise brings the answer or throws the error.
   * @type {<C extends Command>(type: C, fields?: object) => Promise<AnswerTo<C>>}
   */
  send(type, fields = {}) {
    this.#sent += 1;
    const message = { type, id: `${this.#prefix}-${this.#sent}`, expect: this.#number, ...fields };
    return new Promise((resolve, reject) => {
      this.#pending.set(message.id, {
        message,
        resolve: /** @type {Pending["resolve"]} */ (resolve),
        reject,
      });
      if (this.#isWelcome && this.#socket?.readyState === WebSocket.OPEN)
        this.#socket.send(JSON.stringify(message));
    });
  }

  /** Try to connect now, if there is no connection. */
  retry = () => {
    if (this.#isClosed || this.#socket) return;
    this.#attempts = 0;
    this.#open();
  };

  close() {
    this.#stop(new SiteError("closed"));
  }

  #visible = () => {
    if (!document.hidden) this.retry(); // phones cut sockets of pages in the background
  };

  #open() {
    clearTimeout(this.#waiting);
    this.#isWelcome = false;
    const isFirst = this.#number === null && this.#attempts === 0;
    this.#listener.status(isFirst ? "connecting" : "reconnecting", this.#attempts);
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    const patience = setTimeout(() => socket.close(), QUIET_LIMIT);
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", token: this.#token, last: this.#number }));
    socket.onmessage = (event) => {
      clearTimeout(patience);
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = () => {
      clearTimeout(patience);
      if (socket === this.#socket) this.#comeBack();
    };
  }

  #comeBack() {
    this.#socket = null;
    if (this.#isClosed) return;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#attempts) * (0.75 + Math.random() / 2);
    this.#attempts += 1;
    this.#listener.status("reconnecting", this.#attempts);
    this.#waiting = setTimeout(() => this.#open(), wait);
  }

  /** @type {(message: ServerMessage) => void} */
  #receive(message) {
    if (message.type === "state") this.#receiveState(message);
    else if (message.type === "presence") this.#listener.presence(message);
    else if (message.type === "replaced") this.#end("replaced", new SiteError("replaced"));
    else if (message.type === "refused")
      this.#receiveError(message.id, new SiteError(message.code, message.say));
    else if (message.type === "thinking") this.#listener.thinking(message);
    else if (message.type === "emote") this.#listener.emote(message);
    else if (message.type === "help") this.#listener.help(message);
    else if (message.type === "opinion") this.#listener.opinion(message);
    else {
      this.#pending.get(message.id)?.resolve(message);
      this.#pending.delete(message.id);
    }
  }

  /** @type {(message: StateMessage) => void} */
  #receiveState(message) {
    const isFirst = this.#number === null;
    this.#number = message.number;
    this.#attempts = 0;
    if (this.#isWelcome) {
      this.#listener.state(message, false);
      return;
    }
    this.#isWelcome = true;
    this.#listener.status("open", 0);
    this.#listener.state(message, isFirst);
    for (const { message: again } of this.#pending.values()) this.#socket?.send(JSON.stringify(again));
  }

  /** @type {(id: string | undefined, error: SiteError) => void} */
  #receiveError(id, error) {
    const pending = this.#pending.get(id ?? "");
    if (pending) {
      this.#pending.delete(pending.message.id);
      pending.reject(error);
    } else if (this.#isWelcome) {
      this.#listener.error(error);
    } else {
      this.#end("refused", error);
    }
  }

  /** @type {(status: ConnectionStatus, error: SiteError) => void} */
  #end(status, error) {
    this.#stop(error);
    this.#listener.status(status, 0, error);
  }

  /** Close for ever; commands without an answer fail with *error*. @type {(error: SiteError) => void} */
  #stop(error) {
    this.#isClosed = true;
    clearTimeout(this.#waiting);
    window.removeEventListener("online", this.retry);
    document.removeEventListener("visibilitychange", this.#visible);
    this.#socket?.close();
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
  }
}
