"""The settings: one sheet on every page, kept by the browser, obeyed everywhere."""

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from support.page_checks import serious_findings
from support.person import LAID_OUT, PHONE, SCHEMES, YOUR_TURN, Person, sets_up_a_table
from support.visitors import Site

Arrive = Callable[..., Person]
LIGHT, DARK = "rgb(247, 242, 230)", "rgb(14, 22, 19)"
# Every tone that the page makes: its loudness as it begins.
TONES = """
window.tones = [];
window.addEventListener('pointerdown', () => { window.tapped = true; }, { capture: true });
Object.defineProperty(navigator, 'userActivation', {
  get: () => ({ hasBeenActive: window.tapped === true }),  // questions of a test count as taps
});
window.AudioContext = class {
  state = 'running';
  currentTime = 0;
  createOscillator() {
    const frequency = { setValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { frequency, connect: (next) => next, start() {}, stop() {} };
  }
  createGain() {
    const gain = { setValueAtTime: (v) => window.tones.push(v), exponentialRampToValueAtTime() {} };
    return { gain, connect() {} };
  }
};
"""


def paper(who: Person) -> str:
    """Return the colour of the page, once it has changed."""
    who.page.evaluate(LAID_OUT)
    colour: str = who.page.evaluate("getComputedStyle(document.body).backgroundColor")
    return colour


@pytest.mark.parametrize("path", ["/", "/rules/connect_four", "/results", "table", "replay"])
def test_settings_open_from_every_page(site: Site, person: Arrive, path: str) -> None:
    ana = person(size=PHONE)
    ticket = site.set_up("connect_four", "me", "random", pace=0.0)
    if path == "table":
        ana.sit(ticket)
    elif path == "replay":
        ana.page.goto(f"/r/{ticket.table}")
    else:
        ana.page.goto(path)
    button = ana.button("Ajustes")
    button.click()
    sheet = ana.page.get_by_role("dialog", name="Ajustes")
    expect(sheet).to_be_visible()
    for scheme in SCHEMES:
        ana.prefer(scheme)
        assert serious_findings(ana) == [], scheme
    assert sheet.evaluate("node => node.scrollWidth <= node.clientWidth")
    ana.page.keyboard.press("Escape")
    expect(button).to_be_focused()


def test_page_is_light_or_dark_as_chosen_whatever_the_system_is(person: Arrive) -> None:
    ana = person(color_scheme="light")
    ana.page.goto("/")
    ana.button("Ajustes").click()
    assert paper(ana) == LIGHT
    ana.button("Escuro").click()
    expect(ana.button("Escuro")).to_have_attribute("aria-pressed", "true")
    assert paper(ana) == DARK
    ana.page.reload()
    expect(ana.button("Com um amigo")).to_be_visible()
    assert paper(ana) == DARK
    ana.prefer("dark")
    ana.button("Ajustes").click()
    ana.button("Claro").click()
    assert paper(ana) == LIGHT
    ana.button("Automático").click()
    assert paper(ana) == DARK


def test_sound_is_heard_after_the_first_tap_as_loud_as_chosen(site: Site, person: Arrive) -> None:
    ana = person()
    ana.page.add_init_script(TONES)
    ana.sit(site.set_up("connect_four", "me", "random", pace=0.0))
    expect(ana.page).to_have_title(YOUR_TURN)
    assert ana.page.evaluate("window.tones") == []  # nothing was tapped yet
    ana.button("Ajustes").click()
    volume = ana.page.get_by_label("Volume")
    volume.fill("1")
    loud = ana.page.evaluate("window.tones.at(-1)")
    volume.fill("0.5")
    assert ana.page.evaluate("window.tones.at(-1)") == pytest.approx(loud / 2)
    ana.page.get_by_label("Som").uncheck()
    expect(volume).to_be_disabled()
    count = ana.page.evaluate("window.tones.length")
    ana.page.keyboard.press("Escape")
    ana.page.keyboard.press("4")
    expect(ana.page.locator(".disc")).to_have_count(2)
    expect(ana.page).to_have_title(YOUR_TURN)
    assert ana.page.evaluate("window.tones.length") == count
    ana.page.reload()
    expect(ana.page).to_have_title(YOUR_TURN)
    ana.button("Ajustes").click()
    expect(ana.page.get_by_label("Som")).not_to_be_checked()
    expect(ana.page.get_by_label("Volume")).to_have_value("0.5")


def test_new_tables_have_the_pace_that_was_chosen(person: Arrive) -> None:
    ana = person(locale="en-US")
    ana.page.goto("/")
    paces = []
    for pace in ("Slow", "Fast"):
        ana.button("Settings").click()
        ana.button(pace).click()
        ana.page.keyboard.press("Escape")
        with ana.page.expect_request(sets_up_a_table) as sent:
            ana.button(re.compile("^Play .* against agents$")).click()
        paces.append(json.loads(sent.value.post_data or "")["pace"])
        expect(ana.page).to_have_url(re.compile("/t/"))
        ana.page.goto("/")
    assert paces == [2, 0.3]


def test_what_another_program_stored_is_not_believed(person: Arrive) -> None:
    ana = person(color_scheme="light")
    ana.page.goto("/results")
    ana.page.evaluate("""() => {
      for (const key of ['sound', 'volume', 'theme', 'pace', 'confirm', 'choice', 'put_away'])
        localStorage.setItem(`galo.${key}`, '"<b>nonsense</b>"');
    }""")
    ana.page.goto("/")
    ana.button("Ajustes").click()
    expect(ana.page.get_by_label("Som")).to_be_checked()
    expect(ana.button("Automático")).to_have_attribute("aria-pressed", "true")
    expect(ana.button("Normal")).to_have_attribute("aria-pressed", "true")
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("radio", name="médio")).to_be_checked()
