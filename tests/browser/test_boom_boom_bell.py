"""Boom Boom (2013) in a real Chromium: a burst as it grows, phones that ring and call, places."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware.running import Kit as RealKit
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
from tests.headless.kits import header, running, settings
from tests.web.fakes import BELL
from web.ports import Json

pytestmark = pytest.mark.browser

# Notes each number of rings that the board shows, in the order of its coming.
WATCH = """() => {
  window.counts = [];
  const note = () => {
    const count = document.querySelector(".burst-count b")?.textContent;
    if (count && window.counts.at(-1) !== count) window.counts.push(count);
  };
  new MutationObserver(note).observe(document.getElementById("board"),
    { childList: true, subtree: true, characterData: true });
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Kit]:
    kit = Kit(browser)
    kit.table.hub.push(BELL["burst"])
    yield kit
    for context in browser.contexts:
        context.close()
    kit.server.stop()


@pytest.fixture
def table(tmp_path: Path, browser: Browser) -> Iterator[RealKit]:
    kit = RealKit(settings(tmp_path))
    options = {"points": 1, "verify": "off", "ring_gap": 1.5}
    kit.sitting.begin(header(kit, game="boom_boom_bell", options=options))
    with running(kit, serves=True):
        yield kit
        for context in browser.contexts:
            context.close()


def a_board(table: RealKit, browser: Browser) -> Page:
    page = browser.new_page(viewport={"width": 820, "height": 1180})
    page.goto(table.own_address())
    is_live(page)
    return page


def push(table: RealKit, page: Page, line: str) -> None:
    """Press and let go of a line of the simulated panel, as a finger does."""
    for act in ("press", "release"):
        origin = {"Origin": table.own_address()}
        url = f"{table.own_address()}/api/sim"
        assert page.request.post(url, data={act: line}, headers=origin).ok
        time.sleep(0.05)


def test_the_boards_moments_are_accessible_and_fit(pages: Kit) -> None:
    page = pages.page("/", reduced_motion="reduce")
    for views in BELL.values():
        pages.table.hub.push(views)
        expect(page.locator(".badge-phase")).to_be_visible()
        assert_accessible(page)
    pages.table.hub.push(BELL["check"])
    assert_fits(page)


def test_the_television_shows_four_seats_and_a_burst_at_once(pages: Kit) -> None:
    public: Json = BELL["burst"]["public"]
    busy = {**public["seats"]["1"], "frozen": True, "shown": ["picture-01", "picture-02"]}
    pages.table.hub.push({"public": {**public, "seats": {str(n): busy for n in (1, 2, 3, 4)}}})
    page = pages.page("/tv", width=1920, height=1080)
    is_live(page)
    assert 0 < bottom_of_seats(page) <= 1080


def test_a_seats_phone_shows_its_own_stacks_and_what_waits(pages: Kit) -> None:
    page = pages.seat(1)
    mine = page.locator("#mine")
    for text in ("1 of 4 stacks", "Next: 2 rings", "Waits for the bell", "completes stack 1"):
        expect(mine).to_contain_text(text)
    assert_accessible(page)
    pages.table.hub.push(BELL["check"])
    expect(page.get_by_role("button", name="Take it back")).to_be_visible()
    expect(mine).to_contain_text("On the tray: 3 of 4")


def test_eight_rings_a_second_are_all_drawn(pages: Kit) -> None:
    page = pages.page("/")
    is_live(page)
    public: Json = BELL["burst"]["public"]
    for count in range(3, 19):
        burst = {"seat": 2, "count": count, "closed": False}
        pages.table.hub.push({"public": {**public, "burst": burst}})
        time.sleep(0.125)
    expect(page.locator(".burst-count b")).to_have_text("18", timeout=2000)
    expect(page.locator(".rung")).to_have_count(12)


def test_tones_have_no_word_over_the_table_but_go(pages: Kit) -> None:
    page = pages.page("/")
    is_live(page)
    page.evaluate(
        """() => new MutationObserver(changes => changes.forEach(c => c.addedNodes.forEach(n => {
             (window.seen ??= []).push(n.textContent); })))
           .observe(document.getElementById('cue'), {childList: true})"""
    )
    soon = pages.table.ports.now_ms() + 300
    names = ("refused", "wait", "accepted", "go")
    cues = [{"id": f"{n}", "at_ms": soon, "kind": "sound", "word": n} for n in names]
    pages.table.hub.push({"public": {**BELL["burst"]["public"], "cues": cues}})
    expect(page.locator(".cue-word")).to_have_text("Go!")
    assert page.evaluate("window.seen") == ["Go!"]


def test_a_burst_grows_ring_by_ring_and_is_judged_when_it_closes(
    table: RealKit, browser: Browser
) -> None:
    board = a_board(table, browser)
    bo = a_phone(table, browser, 2)
    a_phone(table, browser, 1).get_by_role("button", name="Ring the bell").click()
    expect(board.locator(".burst-who")).to_have_text("No rings yet")
    board.evaluate(WATCH)
    assert board.request.post(
        f"{table.own_address()}/api/sim",
        data={"press": "2.left"},
        headers={"Origin": table.own_address()},
    ).ok
    for _ in range(3):
        push(table, board, "bell")
        time.sleep(0.25)
    expect(board.locator(".burst.is-open .burst-who")).to_contain_text("Bo rings (1 due)")
    expect(board.locator(".burst.is-closed .told-wrong")).to_contain_text("too many, 3 for 1")
    counts = board.evaluate("window.counts")
    assert counts[-1] == "3"
    assert counts == sorted(set(counts))
    assert len(counts) > 1
    expect(bo.locator("#mine .told-wrong")).to_contain_text("too many, 3 for 1")


def test_phones_ring_and_call_and_the_board_shows_the_places(
    table: RealKit, browser: Browser
) -> None:
    board = a_board(table, browser)
    phone = a_phone(table, browser, 1)
    phone.get_by_role("button", name="Ring the bell").click()
    expect(phone.locator("#mine")).to_contain_text("Next: 1 ring")
    for rings in (1, 2, 3, 4):
        phone.locator(f"""[data-say='{{"ring":{rings}}}']""").click()
        told = "completes stack" if rings < 4 else "the last stack"
        expect(phone.locator("#mine .told-right")).to_contain_text(f"{rings}")
        expect(phone.locator("#mine .told-right")).to_contain_text(told)
    expect(board.locator('[data-key="seat-1"] .pip.is-full')).to_have_count(3)
    phone.get_by_role("button", name="Boom Boom!").click()
    expect(board.locator(".verdict")).to_have_text("Ann wins!")
    expect(board.locator('[data-key="seat-1"] .medal')).to_contain_text("1st place")
    expect(board.locator('[data-key="seat-3"] .medal')).to_contain_text("2nd place")
    expect(phone.locator("#mine .medal")).to_contain_text("the gold medal")
