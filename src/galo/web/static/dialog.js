/* Dialogs and passing notes. */

import { el, fill } from "./dom.js";
import { icon } from "./icons.js";
import { say, sayOr } from "./texts.js";

const NOTE_SHOWN = 4000; // milliseconds

/** Show *content* in a dialog called *title* and return it; it goes away when closed. */
export function openDialog(title, content, kind = "") {
  const shut = el("button", {
    type: "button", class: "quiet round", "aria-label": say("close"), onclick: () => box.close(),
  }, icon("close"));
  const box = el("dialog", { class: `box ${kind}`, "aria-label": title },
    el("header", {}, el("h2", {}, title), shut), el("div", { class: "inside" }, content));
  box.addEventListener("close", () => box.remove());
  box.addEventListener("click", (event) => event.target === box && box.close()); // beside it
  document.body.append(box);
  box.showModal();
  return box;
}

/** Ask *question* and return a promise of the answer, yes or no. */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const choose = (value) => () => { answer = value; box.close(); };
    const box = openDialog(question, el("div", { class: "row" },
      el("button", { type: "button", onclick: choose(true), class: "primary" }, yes),
      el("button", { type: "button", onclick: choose(false) }, say("cancel"))), "small");
    box.addEventListener("close", () => resolve(answer));
  });
}

let hiding = null;

/** Show a passing *text* at the foot of the page; screen readers hear it. */
export function note(text) {
  const node = document.getElementById("note");
  fill(node, text);
  node.classList.add("shown");
  clearTimeout(hiding);
  hiding = setTimeout(() => { node.classList.remove("shown"); fill(node); }, NOTE_SHOWN);
}

/** Tell screen readers *text*: at their next pause, or at once if it is *urgent*. */
export function announce(text, urgent = false) {
  const node = document.getElementById(urgent ? "now" : "live");
  const line = el("p", {}, text);
  node.append(line);
  setTimeout(() => line.remove(), 10_000);
}

/** Offer *address* with the phone's own sharing, or copy it. */
export async function share(address, title) {
  if (navigator.share && matchMedia("(pointer: coarse)").matches) {
    try {
      await navigator.share({ title, url: address });
    } catch {
      // the person changed their mind
    }
    return;
  }
  await copy(address);
}

/** Copy *text*, and say so. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyByHand(text); // plain http in a home network has no clipboard
  }
  note(say("copied"));
}

function copyByHand(text) {
  const field = el("textarea", { class: "unseen", readonly: true }, text);
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/** Say what went wrong with *problem*, a refusal or a lost connection. */
export function complain(problem) {
  note(sayOr(`problem.${problem?.code}`, say("problem.trouble")));
}
