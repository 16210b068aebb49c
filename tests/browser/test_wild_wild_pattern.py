"""Wild Wild Pattern in a real Chromium: the Wheel, phones that play a turn, and Clementine."""

from __future__ import annotations

import base64
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware.running import Kit as RealKit
from firmware.running import melodies
from tests.browser.test_pages import (
    FLAGS,
    Kit,
    a_chromium,
    assert_accessible,
    assert_fits,
    bottom_of_seats,
    is_live,
)
from tests.browser.test_phones import a_phone
from tests.firmware.panel.test_melody import (
    APART_S,
    CENTS,
    GAP_S,
    RATE,
    Heard,
    cents,
    scored,
)
from tests.headless.kits import header, running, settings, shown, until
from tests.web.fakes import PATTERN
from web.ports import Json

pytestmark = pytest.mark.browser

WHEEL = (
    *("blue/gun", "red/loot", "white/dynamite", "grey/barrel"),
    *("blue/horseshoe", "yellow/bottle", "red/star", "grey/wanted"),
)
STEEP = 60  # between two samples, of 32767: where a note falls silent there is no crossing
QUIET = 0.02  # of full scale: a note's ramp is over this within a millisecond

# Keeps what pages give to a sound card: each note's moment and pitch, and when tones end.
LISTEN = """() => {
  window.notes = [];
  window.stops = 0;
  const set = AudioParam.prototype.setValueAtTime;
  AudioParam.prototype.setValueAtTime = function (value, at) {
    if (value > 1) window.notes.push([at, value]);
    return set.call(this, value, at);
  };
  const stop = OscillatorNode.prototype.stop;
  OscillatorNode.prototype.stop = function (...at) {
    if (!at.length) window.stops += 1;
    return stop.apply(this, at);
  };
}"""

# Lets the page's own code sing into an offline sound card; returns 16 bit samples.
RENDER = """async notes => {
  const own = document.querySelector('script[type=module]').src;
  const { sing } = await import(own.replace(/[^/]+$/, 'songs.js'));
  const length = notes.reduce((sum, note) => sum + note[1], 0) + 1;
  const audio = new OfflineAudioContext(1, Math.ceil(length * 44100), 44100);
  sing(audio, notes, 0.25);
  const wave = (await audio.startRendering()).getChannelData(0);
  const bytes = new Uint8Array(Int16Array.from(wave, x => Math.round(x * 32767)).buffer);
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) {
    text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(text);
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Kit]:
    kit = Kit(browser, melodies=melodies())
    kit.table.hub.push(PATTERN["shootout"])
    yield kit
    for context in browser.contexts:
        context.close()
    kit.server.stop()


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[RealKit]:
    kit = RealKit(settings(tmp_path))
    options = {"speak_seconds": 30, "clementine_seconds": 60}
    kit.sitting.begin(header(kit, game="wild_wild_pattern", options=options))
    with running(kit, serves=True):
        for slot, card in enumerate(WHEEL):
            say(kit, 1, place={"card": card, "slot": slot})
        for seat in (1, 2, 3):
            say(kit, seat, side="left")
        in_phase(kit, "shootout")
        yield kit
        for context in browser.contexts:
            context.close()


def say(kit: RealKit, seat: int, **words: Any) -> None:
    answer = kit.door().say(seat, words, question=None, by="phone")
    assert answer.taken, (words, answer.text)


def in_phase(kit: RealKit, phase: str) -> None:
    until(lambda: shown(kit)["phase"] == phase, phase)


def press(page: Page, *names: str) -> None:
    """Press buttons of a seat, each by the whole of its name; of a claim's words the last one."""
    for name in names:
        page.locator("#mine").get_by_role("button", name=name, exact=True).last.click()


def test_the_moments_are_accessible_and_fit(pages: Kit) -> None:
    page = pages.page("/", reduced_motion="reduce")
    for moment, part in (("bank", ".is-missed"), ("wrong", ".arrow.is-broken")):
        pages.table.hub.push(PATTERN[moment])
        expect(page.locator(part).first).to_be_visible()
        assert_accessible(page)
        assert_fits(page)
    pages.table.hub.push(PATTERN["shootout"])
    phone = pages.seat(2, reduced_motion="reduce")
    expect(phone.locator(".wheel-picks")).to_be_visible()
    assert_accessible(phone)
    assert_fits(phone)
    pages.table.hub.push(PATTERN["claim"])
    expect(phone.get_by_role("button", name="BEFORE counter-clockwise")).to_be_visible()
    assert_fits(phone)
    assert pages.complaints == []


def test_the_television_shows_four_seats_beside_the_wheel_and_at_the_bank(pages: Kit) -> None:
    page = pages.page("/tv", width=1920, height=1080)
    is_live(page)
    for moment, part in (("right", ".wheel-arrows"), ("bank", ".is-missed")):
        public: Json = PATTERN[moment]["public"]
        rich = {"challenges": ["challenge/trade", "challenge/10c"], "won": list(WHEEL[:5])}
        busy = {**public["seats"]["1"], **rich}
        seats = {str(n): {**busy, "name": f"Player {n}"} for n in (1, 2, 3, 4)}
        pages.table.hub.push({"public": {**public, "seats": seats}})
        expect(page.locator(".seat-name", has_text="Player 4")).to_be_visible()
        expect(page.locator(part).first).to_be_visible()
        assert 0 < bottom_of_seats(page) <= 1080


def test_a_card_is_chosen_by_keys_and_clicked(pages: Kit) -> None:
    phone = pages.seat(2, height=844, width=390)
    click = phone.get_by_role("button", name="Click!", exact=True).last
    expect(click).to_be_disabled()
    for name in ("Blue", "Bottle"):
        phone.get_by_role("button", name=name, exact=True).focus()
        phone.keyboard.press("Enter")
    expect(phone.get_by_role("button", name="Blue", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    press(phone, "Slot 4, Blue horseshoe")
    least = "e => e.map(x => x.getBoundingClientRect()).every(r => r.width > 43 && r.height > 43)"
    assert phone.locator("#mine .pick").evaluate_all(least)
    press(phone, "Click!: Blue bottle", "Cover: Blue bottle, slot 4")
    cover = {"cover": {"card": "blue/bottle", "slot": 4}}
    assert pages.said(2) == [{"click": "blue/bottle"}, cover]


READY = [{"about": "ready", "gesture": "hold", "say": {"side": "left"}, "label": "Hold LEFT"}]


def test_a_finger_that_is_lifted_after_go_covers_nothing(pages: Kit) -> None:
    phone = pages.seat(2)
    go = PATTERN["shootout"]["seat:2"]
    ready = {**go, "phase": "ready", "you": {"seat": 2, "offers": READY}}
    pages.table.hub.push({"seat:2": ready})
    phone.get_by_role("button", name="Hold LEFT").hover()
    phone.mouse.down()
    assert pages.said(1) == [{"side": "left"}]
    pages.table.hub.push({"seat:2": go})
    expect(phone.get_by_role("button", name="Cover!")).to_be_visible()
    phone.mouse.up()
    assert pages.said(2) == [{"side": "left"}, {"let_go": True}]
    pages.table.hub.push({"seat:2": ready})
    phone.get_by_label("Tap to hold").check()
    phone.get_by_role("button", name="Hold LEFT").click()
    pages.table.hub.push({"seat:2": go})  # nobody has to end a switch that holds no more
    assert pages.said(4)[2:] == [{"side": "left"}, {"let_go": True}]


def test_the_host_enters_a_claim_and_a_card_for_a_seat_and_reads_the_hint(pages: Kit) -> None:
    host = pages.host(width=1200)
    pages.table.hub.push(PATTERN["claim"])
    seat = host.locator('[data-seat="3"]')
    seat.get_by_role("button", name="Enter the claim").click()
    for name in ("AFTER clockwise", "Blue", "Loot", "AFTER every blue always loot"):
        seat.get_by_role("button", name=name, exact=True).last.click()
    seat.get_by_role("button", name="Challenge or Target card").click()
    seat.get_by_role("button", name="Target 5").click()
    assert pages.said(2) == [{"claim": ["after", "blue", "loot"]}, {"drew": "bank/5"}]
    assert [seat for seat, *_ in pages.table.commands.said] == [3, 3]
    expect(host.locator(".hint-box")).to_contain_text("slot 5: AFTER every blue always loot")


def test_an_offer_says_what_a_challenge_does_and_to_whom(pages: Kit) -> None:
    phone = pages.seat(2)
    view: Json = PATTERN["challenge"]["seat:2"]
    uses = [
        {"card": "challenge/hands-up", "take": "yellow/barrel", "from": 3},
        {"card": "challenge/trade", "give": "red/star", "take": "challenge/10c", "from": 1},
        {"card": "challenge/50c"},
    ]
    offers = [{"about": "challenge", "gesture": "say", "say": {"challenge": use}} for use in uses]
    pages.table.hub.push({"seat:2": {**view, "you": {"seat": 2, "offers": offers}}})
    for label in (
        "Use hands up against Cy's yellow barrel",
        "Trade: give red star for Ann's “10 cents”",
        "Use 50 cents: the Bank gives $0.50",
    ):
        expect(phone.get_by_role("button", name=label)).to_be_visible()


def test_phones_alone_cover_claim_take_and_place(table: RealKit, browser: Browser) -> None:
    bo, cy = a_phone(table, browser, 2), a_phone(table, browser, 3)
    press(bo, "Yellow", "Loot", "Cover!")
    in_phase(table, "cover")
    press(bo, "Slot 5, Yellow bottle", "Cover: Yellow loot, slot 5", "I have spoken")
    press(cy, "AFTER clockwise", "Blue", "Loot", "AFTER every blue always loot")
    in_phase(table, "take")
    expect(cy.locator(".arrow.is-right")).to_have_count(2)
    expect(cy.locator(".claim .told-right")).to_contain_text("Bo is right")
    press(bo, "Red star")
    in_phase(table, "place")
    press(cy, "Grey", "Gun", "Slot 6, empty", "Place: Grey gun, slot 6")
    until(lambda: shown(table)["placing"] == 1, "Ann's turn to place")
    expect(cy.locator('[data-key="seat-2"] .chip')).to_have_text("Red star C, coin")


def test_a_click_is_sung_and_stopped_by_a_cover_on_a_phone(
    table: RealKit, browser: Browser
) -> None:
    ann, cy = a_phone(table, browser, 1), a_phone(table, browser, 3)
    press(cy, "Grey", "Star", "Click!: Grey star")
    expect(ann.locator(".wheel-middle .face")).to_contain_text("Star")
    expect(ann.locator(".song-bar .left")).to_contain_text(" s")
    press(ann, "Slot 5, Yellow bottle", "Cover: Grey star, slot 5")
    in_phase(table, "cover")
    expect(cy.locator(".wheel-slot.at-5 .slot-tag").first).to_have_text("played")


def test_the_bar_stands_still_in_a_pause(pages: Kit) -> None:
    page = pages.page("/")
    is_live(page)
    public: Json = PATTERN["clementine"]["public"]
    ends = public["at"] + 5.0
    waiting = [{**wait, "until": ends} for wait in public["waiting"]]
    pages.table.hub.push({"public": {**public, "waiting": waiting}})
    bar = page.locator(".time-bar")
    share = "e => Number(e.style.getPropertyValue('--share'))"
    page.wait_for_function("() => document.querySelector('.time-bar')?.style.length > 0")
    assert 0 < bar.evaluate(share) < 0.51
    pages.table.hub.push({"public": {**public, "waiting": [], "paused": True}})
    expect(page.locator(".song-bar.is-still")).to_be_visible()
    stands = bar.evaluate(share)
    page.wait_for_timeout(500)
    assert bar.evaluate(share) == stands > 0


IS_CLOCK_MEASURED = """() => performance.getEntriesByType("resource")
  .filter((one) => one.name.endsWith("/api/now")).length >= 10"""


def sung(pages: Kit, begins_in_ms: float) -> Json:
    public: Json = PATTERN["clementine"]["public"]
    at_ms = pages.table.ports.now_ms() + begins_in_ms
    cue = {"id": f"{at_ms} clementine", "at_ms": at_ms, "kind": "sound", "word": "clementine"}
    return {**public, "cues": [cue]}


def test_a_page_with_sound_sings_the_score_and_is_silent_at_once(pages: Kit) -> None:
    page = pages.page("/")
    is_live(page)
    page.wait_for_function(
        IS_CLOCK_MEASURED
    )  # else it may be as wrong as the first frame was late
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Sound off").click()
    expect(page.locator("#sound")).to_have_attribute("data-on", "")
    pages.table.hub.push({"public": sung(pages, 900)})
    page.wait_for_function("() => window.notes.length === 30")
    notes = page.evaluate("window.notes")
    for (at, hz), wanted in zip(notes, scored(), strict=True):
        assert abs(cents(hz, wanted.hz)) < CENTS
        assert at - notes[0][0] == pytest.approx(wanted.at, abs=APART_S)
    assert page.evaluate("window.stops") == 0
    pages.table.hub.push({"public": {**sung(pages, 0), "phase": "cover"}})  # Hush
    page.wait_for_function("() => window.stops === 1")
    pages.table.hub.push({"public": sung(pages, -9000)})  # joined late: the last notes only
    page.wait_for_function("() => window.notes.length > 30")
    late = [hz for _, hz in page.evaluate("window.notes")[30:]]
    assert len(late) in (2, 3)
    for hz, wanted in zip(late, scored()[-len(late) :], strict=True):
        assert abs(cents(hz, wanted.hz)) < CENTS
    assert pages.complaints == []


def measured(samples: array[int]) -> list[Heard]:
    """Measure every note between silences: pitch by its rising zero crossings, interpolated."""
    notes: list[Heard] = []
    quiet, begin, last, before = round(QUIET * 32767), -1, 0, 0
    rising: list[float] = []
    for at, now in enumerate(samples):
        if abs(now) > quiet:
            begin, last = (at if begin < 0 else begin), at
        if before < 0 <= now and now - before > STEEP and begin >= 0:
            rising.append(at - now / (now - before))
        elif begin >= 0 and at - last > RATE * GAP_S / 2:
            hz = (len(rising) - 1) * RATE / (rising[-1] - rising[0])
            notes.append(Heard(hz, begin / RATE, (last - begin) / RATE))
            rising, begin = [], -1
        before = now
    return notes


def test_what_a_page_sings_is_heard_as_it_is_written(pages: Kit) -> None:
    page = pages.page("/")
    notes = page.evaluate("async () => (await (await fetch('/api/melodies')).json()).clementine")
    samples = array("h", base64.b64decode(page.evaluate(RENDER, notes)))
    found, written = measured(samples), scored()
    assert len(found) == len(written)
    for note, wanted in zip(found, written, strict=True):
        assert abs(cents(note.hz, wanted.hz)) < CENTS, (note, wanted)
        assert abs(note.at - 0.25 - wanted.at) < APART_S, (note, wanted)
        assert abs(note.seconds - (wanted.seconds - GAP_S)) < APART_S, (note, wanted)
    assert sum(seconds for _, seconds in notes) == pytest.approx(10.0, abs=1e-6)
