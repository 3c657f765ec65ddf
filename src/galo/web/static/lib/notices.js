/** Notices of a turn, for a person that looks elsewhere: a sound and, if they want it, a notification. */

import { addressOf, pathOf } from "./routes.js";
import { gameName } from "./sentences.js";
import { changeSetting, setting } from "./settings.js";
import { playSound } from "./sound.js";
import { say } from "./texts.js";

/** Return whether this browser can show notifications of this page. @type {() => boolean} */
export function canNotify() {
  return "Notification" in window && window.isSecureContext;
}

/** Return whether notifications are wanted and allowed. @type {() => boolean} */
export function isNotifying() {
  return canNotify() && setting("notify") && Notification.permission === "granted";
}

/**
 * Switch notifications on or off and return whether they are on; the browser asks the person the first time.
 * @type {(on: boolean) => Promise<boolean>}
 */
export async function switchNotices(on) {
  const isAllowed = on && canNotify() && (await Notification.requestPermission()) === "granted";
  changeSetting("notify", isAllowed);
  return isAllowed;
}

/**
 * Tell the person that it is their turn at *table*, where *game* is played; *open* goes there. Nothing
 * happens while they look at the page: it shows the turn itself.
 * @type {(table: string, game: string, open: () => void) => Promise<void>}
 */
export async function noticeTurn(table, game, open) {
  if (!document.hidden) return;
  playSound("call");
  if (!isNotifying()) return;
  const title = say("notice.turn", { game: gameName(game) });
  const tag = `galo-${table}`;
  const words = { body: say("notice.text"), tag, icon: addressOf("/static/rooster.svg") };
  // Phones show notifications only by the worker, which also opens the table when its page is closed.
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker?.active) await worker.showNotification(title, { ...words, data: addressOf(`/t/${table}`) });
  const shown = worker?.active ? await worker.getNotifications({ tag }) : [notifyByPage(title, words, open)];
  const close = () => {
    for (const one of shown) one.close();
  };
  if (document.hidden) document.addEventListener("visibilitychange", close, { once: true });
  else close();
}

/** @type {(title: string, words: NotificationOptions, open: () => void) => Notification} */
function notifyByPage(title, words, open) {
  const shown = new Notification(title, words);
  shown.onclick = () => {
    window.focus();
    shown.close();
    open();
  };
  return shown;
}

/**
 * Let *go* open the table whose notification was clicked, unless it is shown; the worker says which.
 * @type {(go: (path: string) => void) => void}
 */
export function followNotices(go) {
  navigator.serviceWorker?.addEventListener("message", ({ data }) => {
    const path = pathOf(new URL(data.open, location.href));
    if (path !== null && path !== pathOf(location)) go(path);
  });
}
