/** Notices of a turn, for a person that looks elsewhere: a sound and, if they want it, a notification. */

import { addressOf } from "./routes.js";
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
 * @type {(table: string, game: string, open: () => void) => void}
 */
export function noticeTurn(table, game, open) {
  if (!document.hidden) return;
  playSound("call");
  if (!isNotifying()) return;
  const title = say("notice.turn", { game: gameName(game) });
  const words = { body: say("notice.text"), tag: `galo-${table}`, icon: addressOf("/static/rooster.svg") };
  try {
    const shown = new Notification(title, words);
    shown.onclick = () => {
      window.focus();
      shown.close();
      open();
    };
    document.addEventListener("visibilitychange", () => shown.close(), { once: true });
  } catch {
    // phones show notifications only by a service worker
    navigator.serviceWorker?.getRegistration().then((worker) => worker?.showNotification(title, words));
  }
}
