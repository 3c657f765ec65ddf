"""Pages in the background, and the notifications that tell of them."""

from playwright.sync_api import expect

from support.person import Person

# The page as a browser shows it in the background; called again it comes to the front.
HIDE = """isHidden => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
# Chromium without a screen shows no notifications: these note what would be shown, in order, by
# the page or by its worker.
NOTIFICATIONS = """
window.shown = [];
window.Notification = class {
  static permission = 'default';
  static async requestPermission() { return (this.permission = 'granted'); }
  constructor(title, words) { window.shown.push({ title, ...words }); }
  close() {}
};
ServiceWorkerRegistration.prototype.showNotification = async (title, words) => {
  window.shown.push({ title, ...words });
};
"""


def allow_notifications(who: Person) -> None:
    """Switch notifications on as a person does, at the page they look at."""
    who.page.goto("/")
    who.button("Ajustes").click()
    notices = who.page.get_by_label("Avisar quando for a minha vez")
    expect(notices).not_to_be_checked()
    notices.check()
    expect(notices).to_be_checked()
