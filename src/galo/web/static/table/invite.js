/** The invitation to a seat: its link and QR code, ways to send it, and who can open it. */

/** @import { LanState, View } from "../types.js" */

import { fetchLanState, siteAddress, switchLan } from "../lib/api.js";
import { canShare, copy, share, showError } from "../lib/dialog.js";
import { el, fill } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { addressOf } from "../lib/routes.js";
import { gameName } from "../lib/sentences.js";
import { toggleSwitch } from "../lib/switches.js";
import { say } from "../lib/texts.js";

const THIS_COMPUTER = ["localhost", "127.0.0.1", "[::1]"]; // names that no other device can use
const IN_NETWORK = /^([\d.]+|\[.*\]|.*\.local)$/; // names that only devices of the same network can use

/** @type {LanState | null} */
let lan = null; // as the server last said

/** Return the invitation with the secret *invite* to a seat of *view*. @type {(view: View, invite: string) => HTMLElement} */
export function drawInvite(view, invite) {
  const node = el("div", { class: "invite" });
  draw(node, view, `/t/${view.table}#invite=${invite}`);
  return node;
}

/** @type {(node: HTMLElement, view: View, path: string) => void} */
function draw(node, view, path) {
  const address = siteAddress() + path;
  const { hostname } = new URL(address);
  const isOnlyHere = THIS_COMPUTER.includes(hostname);
  const reach = el("div", { class: "reach" });
  fill(
    node,
    isOnlyHere
      ? el("p", {}, icon("home"), say("invite.only_here"))
      : drawCode(path, IN_NETWORK.test(hostname)),
    reach,
    el("input", {
      type: "text",
      readonly: true,
      value: address,
      "aria-label": say("invite.link"),
      onfocus: (event) => event.currentTarget.select(),
    }),
    drawWays(view, address, isOnlyHere),
  );
  drawReach(reach, isOnlyHere, () => draw(node, view, path));
}

/** @type {(path: string, isInNetwork: boolean) => Node} */
function drawCode(path, isInNetwork) {
  const code = el("img", {
    src: addressOf(`/api/qr.svg?path=${encodeURIComponent(path)}`),
    alt: say("invite.code"),
    width: 168,
    height: 168,
    class: "code",
  });
  const how = el("p", { class: "faint" }, say(isInNetwork ? "invite.how.network" : "invite.how"));
  return el("div", { class: "scan" }, code, how);
}

/** Return the ways to send *address*. @type {(view: View, address: string, isOnlyHere: boolean) => HTMLElement} */
function drawWays(view, address, isOnlyHere) {
  const title = say("invite.title", { game: gameName(view.game) });
  const text = encodeURIComponent(`${title} ${address}`);
  return el(
    "div",
    { class: "row" },
    !isOnlyHere &&
      canShare() &&
      el(
        "button",
        { type: "button", class: "primary", onclick: () => share(address, title) },
        icon("share"),
        say("share"),
      ),
    !isOnlyHere &&
      el(
        "a",
        {
          class: "button",
          href: `https://wa.me/?text=${text}`,
          target: "_blank",
          rel: "noopener noreferrer",
        },
        icon("message"),
        "WhatsApp",
      ),
    el("button", { type: "button", onclick: () => copy(address) }, icon("copy"), say("copy.link")),
  );
}

/**
 * Show in *node* how other devices can come, with the switch for the person at the server's computer; *redraw*
 * is called after it was switched.
 * @type {(node: HTMLElement, isOnlyHere: boolean, redraw: () => void) => Promise<void>}
 */
async function drawReach(node, isOnlyHere, redraw) {
  lan ??= await fetchLanState().catch(() => null);
  if (!lan?.can_switch) {
    if (lan && isOnlyHere) fill(node, el("p", { class: "faint" }, say("invite.restart")));
    return;
  }
  const house = toggleSwitch(say("invite.open_house"), lan.open, async (isOpen) => {
    try {
      lan = await switchLan(isOpen);
    } catch (error) {
      showError(error);
    }
    const place = node.parentElement;
    redraw(); // an error sets the switch back
    place?.querySelector("input")?.focus();
  });
  fill(node, house, el("p", { class: "faint" }, say(lan.open ? "invite.house_is_open" : "invite.house")));
}
