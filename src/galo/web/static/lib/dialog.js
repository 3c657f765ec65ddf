/** Dialogs, notes at the foot of the page, and announcements for screen readers. */

/** @import { Child } from "../types.js" */

import { byId, el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { errorCode } from "./requests.js";
import { say, sayOr } from "./texts.js";

const NOTE_SHOWN = 4000; // milliseconds
const ANNOUNCEMENT_KEPT = 10_000; // milliseconds; long enough for a screen reader to have read it

/**
 * Show *content* in a dialog called *title* and return it; it is removed when closed.
 * @type {(title: string, content: Child, kind?: string) => HTMLDialogElement}
 */
export function openDialog(title, content, kind = "") {
  const box = el("dialog", { class: `box ${kind}`, "aria-label": title });
  const shut = {
    type: "button",
    class: "quiet round",
    "aria-label": say("close"),
    onclick: () => box.close(),
  };
  fill(
    box,
    el("header", {}, el("h2", {}, title), el("button", shut, icon("close"))),
    el("div", { class: "inside" }, content),
  );
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close()); // beside it
  document.body.append(box);
  box.showModal();
  return box;
}

/**
 * Ask *question* and return the answer; *yes* is the label of the button that agrees, *text* says more.
 * @type {(question: string, yes: string, text?: string) => Promise<boolean>}
 */
export function confirmed(question, yes, text = "") {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (/** @type {boolean} */ value) => () => {
      answer = value;
      box.close();
    };
    const box = openDialog(
      question,
      [
        text && el("p", { class: "asked" }, text),
        el(
          "div",
          { class: "row" },
          el("button", { type: "button", onclick: choose(true), class: "primary" }, yes),
          el("button", { type: "button", onclick: choose(false) }, say("cancel")),
        ),
      ],
      "small",
    );
    box.addEventListener("close", () => resolve(answer));
  });
}

let hiding = 0;

/**
 * Show *text* for a few seconds at the foot of the page; screen readers read it.
 * @type {(text: string) => void}
 */
export function note(text) {
  const node = byId("note");
  fill(node, text);
  node.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => {
    node.classList.remove("shown");
    fill(node);
  }, NOTE_SHOWN);
}

/**
 * Let screen readers read *text*: at their next pause, or at once if it is *urgent*.
 * @type {(text: string, urgent?: boolean) => void}
 */
export function announce(text, urgent = false) {
  const line = el("p", {}, text);
  byId(urgent ? "now" : "live").append(line);
  setTimeout(() => line.remove(), ANNOUNCEMENT_KEPT);
}

/** Return whether the browser can share links by itself. @type {() => boolean} */
export function canShare() {
  return "share" in navigator;
}

/**
 * Offer *address* with the device's own sharing, or copy it.
 * @type {(address: string, title: string) => Promise<void>}
 */
export async function share(address, title) {
  if (!canShare()) return copy(address);
  try {
    await navigator.share({ title, text: title, url: address }); // messengers show the text, mail the title
  } catch (error) {
    const isLeft = error instanceof DOMException && error.name === "AbortError"; // the person changed their mind
    if (!isLeft) await copy(address);
  }
}

/** Copy *text* and say so. @type {(text: string) => Promise<void>} */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text); // plain http in a home network has no clipboard
  }
  note(say("copied"));
}

/** @type {(text: string) => void} */
function copyByHand(text) {
  const field = el("textarea", { class: "unseen", readonly: true }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** Show what went wrong. @type {(error: unknown) => void} */
export function showError(error) {
  const code = errorCode(error);
  if (code === "closed") return; // the person left before the answer
  note(sayOr(`problem.${code}`, say("problem.trouble")));
}
