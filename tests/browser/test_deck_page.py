"""A host enters what is printed in the table's own box, in a real Chromium on a whole kit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from firmware.running import Kit
from firmware.server import serve
from tests.browser.test_pages import FLAGS, a_chromium, assert_accessible, assert_fits
from tests.headless.kits import running, settings, shown, until
from tests.web.fakes import PIN, RealClock, a_table
from web.ports import Answer, Json

pytestmark = pytest.mark.browser

PATTERN = "wild_wild_pattern"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    with running(Kit(settings(tmp_path)), serves=True) as kit:
        yield kit


@pytest.fixture
def page(kit: Kit, browser: Browser) -> Iterator[Page]:
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.set_default_timeout(10_000)
    page.goto(f"{kit.own_address()}/deck/{PATTERN}")
    page.get_by_label("PIN").fill(kit.pin)
    page.get_by_role("button", name="Log in").click()
    expect(group(page, "Red cards")).to_be_visible()
    yield page
    page.context.close()


def group(page: Page, title: str) -> Locator:
    heading = page.get_by_role("heading", name=title, exact=True)
    return page.locator("details.group").filter(has=heading)


def unfold(page: Page, title: str) -> Locator:
    found = group(page, title)
    found.locator("summary").click()
    return found


def card(page: Page, name: str) -> Locator:
    return page.get_by_role("group", name=name, exact=True)


def line(page: Page, number: int) -> Locator:
    return page.locator(f'[data-place="bank.{number}"]')


def saved(page: Page) -> None:
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#toast")).to_contain_text("Saved")
    expect(page.locator("#unsaved")).to_be_hidden()


def missing(kit: Kit) -> int:
    deck = kit.printed.deck(PATTERN)
    assert deck is not None
    return len(deck["unverified"])


def bank_of(kit: Kit) -> list[Any]:
    return list(kit.printed.entered(PATTERN)["bank"])


def test_what_the_host_enters_is_kept_and_played_with(kit: Kit, page: Page) -> None:
    before = missing(kit)
    expect(page.locator("#count")).to_have_text(f"{before} to enter")
    card(page, "Red loot").get_by_label("Coin").check()
    unfold(page, "The Bank")
    line(page, 2).get_by_label("Prize in $").fill("1.25")
    page.get_by_role("button", name="Add a line to What the Bank pays").click()
    page.keyboard.type("3 Stars")  # the new line's name has the focus
    new = line(page, 14)
    new.get_by_label("How many cards").fill("3")
    new.get_by_label("Feature").select_option("Object")
    new.get_by_label("Which one").select_option("Star")
    new.get_by_label("Prize in $").fill("0.7")
    expect(page.locator("#count")).to_have_text(f"{before - 2} to enter")
    saved(page)

    assert missing(kit) == before - 2
    assert kit.printed.entered(PATTERN)["cards"] == {
        "red/loot": {"suit": "coin", "verified": True}
    }
    bank = bank_of(kit)
    assert (bank[1]["prize"], bank[1]["verified"]) == (125, True)
    star = {"feature": "object", "same": 3, "value": "star", "prize": 70, "verified": True}
    assert bank[13] == {"name": "3 Stars", **star}
    page.reload()
    page.get_by_label("Only missing").uncheck()
    expect(card(page, "Red loot").get_by_label("Coin")).to_be_checked()
    unfold(page, "The Bank")
    expect(line(page, 14).get_by_label("Which one")).to_have_value("star")

    page.get_by_role("link", name="Host").click()
    page.get_by_label("Game", exact=True).select_option(PATTERN)
    for seat, name in enumerate(("Ann", "Bo", "Cy"), 1):
        page.locator(f"#{PATTERN}-name-{seat}").fill(name)
    page.get_by_role("button", name="Set up this game").click()
    until(lambda: shown(kit).get("game") == PATTERN, "the game is set up")
    view = shown(kit)
    assert [(line["name"], line["prize"]) for line in view["bank"]][13] == ("3 Stars", 70)
    assert view["bank"][1]["prize"] == 125
    assert "red/loot" not in shown(kit, "host")["to_enter"]["suits"]
    assert "red/gun" in shown(kit, "host")["to_enter"]["suits"]


def test_a_refusal_stands_at_its_place_and_loses_nothing(kit: Kit, page: Page) -> None:
    card(page, "Red gun").get_by_label("Coin").check()
    unfold(page, "The Bank")
    line(page, 4).get_by_label("How many cards").fill("7")
    line(page, 5).get_by_label("Prize in $").fill("0")
    line(page, 6).get_by_role("button", name="Remove 4 same Color").click()
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#said")).to_contain_text("2 entries are not right; nothing was saved.")
    expect(line(page, 4).locator(".faults")).to_contain_text("Number: found 7 (allowed: 0 to 5")
    expect(line(page, 5).locator(".faults")).to_contain_text("Prize: found 0")
    wrong = line(page, 4).get_by_label("How many cards")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)
    assert kit.printed.entered(PATTERN) == {}
    expect(card(page, "Red gun").get_by_label("Coin")).to_be_checked()
    wrong.fill("4")
    expect(line(page, 4).locator(".faults")).to_be_hidden()
    line(page, 5).get_by_role("button", name="Reset 3 same Color").click()
    saved(page)

    names = [entered["name"] for entered in bank_of(kit)]
    assert "4 same Color" not in names
    assert [entered["verified"] for entered in bank_of(kit)][3:5] == [True, False]


def test_everything_can_be_taken_back_to_what_is_shipped(kit: Kit, page: Page) -> None:
    card(page, "Red gun").get_by_label("Bullets").check()
    unfold(page, "The Bank")
    line(page, 1).get_by_label("As on the card").check()
    unfold(page, "Target cards")
    target = card(page, "Bank 1")
    target.get_by_label("Text of").fill("Two stars")
    target.get_by_role("button", name="Add a line").click()
    target.get_by_label("Name").fill("2 Stars")
    target.get_by_label("How many cards").fill("2")
    target.get_by_label("Wild combo").check()
    target.get_by_role("button", name="And also…").click()
    target.get_by_label("How many cards").last.fill("3")
    target.get_by_label("Same or different").last.select_option("different")
    target.get_by_label("Feature").last.select_option("colour")
    saved(page)

    entered = kit.printed.entered(PATTERN)
    conditions = [{"feature": "suit", "same": 2}, {"feature": "colour", "different": 3}]
    assert entered["targets"] == {
        "bank/1": [{"name": "2 Stars", "all": conditions, "wild": True, "verified": True}]
    }
    assert entered["texts"] == {"bank/1": "Two stars"}
    assert "bank/1" in entered["verified"]["texts"]
    page.reload()
    page.get_by_label("Only missing").uncheck()
    for title in ("The Bank", "Target cards"):
        unfold(page, title)
    resets = page.get_by_role("button", name="to the shipped value")
    expect(resets).to_have_count(4)
    for _ in range(4):
        resets.first.click()
    saved(page)
    assert kit.printed.entered(PATTERN) == {}


def test_the_page_is_accessible_and_fits_and_runs_by_keyboard(page: Page) -> None:
    page.get_by_label("Only missing").uncheck()
    for title in ("The Bank", "Target cards", "Texts"):
        unfold(page, title)
    assert_accessible(page)
    assert_fits(page)
    first = page.locator('[data-place="cards.red/gun"] input').first
    first.focus()
    page.keyboard.press("ArrowRight")
    expect(card(page, "Red gun").get_by_label("Bullets")).to_be_checked()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Reset Red gun")).to_be_focused()
    page.keyboard.press("Enter")
    expect(card(page, "Red gun").get_by_label("Bullets")).not_to_be_checked()
    expect(first).to_be_focused()


def battle() -> dict[str, Any]:
    """Return a deck of the size and form of a game with aims, damages and location numbers."""
    cards = {
        f"{kind}/{n}": {"kind": kind, "location": n % 8 + 1, "verified": False}
        for kind in ("rifle", "sniper", "pan")
        for n in range(1, 23)
    }
    rifle = {"aim": 2, "hit": 2, "draw": "on_hit", "verified": False}
    return {
        "cards": cards,
        "kinds": {"rifle": rifle, "pan": {"aim": 0, "hit": 2, "draw": "none"}},
        "texts": {"<img src=x onerror=alert(1)>": "<b>bold</b>", "village": ""},
    }


@dataclass
class FakePrinted:
    """Has one large deck and keeps what came."""

    kept: list[Json] = field(default_factory=list)

    def deck(self, _slug: str) -> Json:
        places = [f"cards.{name}" for name in battle()["cards"]]
        unverified = [*places, "kinds.rifle", "texts.village"]
        return {"shipped": battle(), "deck": battle(), "entered": {}, "unverified": unverified}

    def keep(self, _slug: str, entered: Json) -> Answer:
        self.kept.append(entered)
        return Answer(taken=True)


@pytest.fixture
def printed(browser: Browser) -> Iterator[tuple[Page, FakePrinted]]:
    printed = FakePrinted()
    table = a_table(printed=printed, clock=RealClock())
    server = serve(table.app, table.hub, "127.0.0.1", 0, threads=24)
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.set_default_timeout(10_000)
    page.goto(f"http://127.0.0.1:{server.port}/deck/template")
    page.get_by_label("PIN").fill(PIN)
    page.get_by_role("button", name="Log in").click()
    expect(group(page, "Rifle cards")).to_be_visible()
    yield page, printed
    page.context.close()
    server.stop()


def test_numbers_of_cards_and_kinds_are_entered_and_a_text_is_only_text(
    printed: tuple[Page, FakePrinted],
) -> None:
    page, kept = printed
    expect(page.locator("#count")).to_have_text("68 to enter")
    card(page, "Rifle 2").get_by_label("Number").select_option("7")
    unfold(page, "Kinds")
    rifle = card(page, "Rifle")
    rifle.get_by_label("Aim").select_option("3")
    rifle.get_by_role("spinbutton", name="Hit").fill("1")
    expect(page.locator("#count")).to_have_text("67 to enter")  # half a kind is not entered
    rifle.get_by_label("On hit").check()
    expect(page.locator("#count")).to_have_text("66 to enter")
    page.get_by_label("Only missing").uncheck()
    unfold(page, "Texts")
    expect(page.get_by_role("heading", name="<img src")).to_be_visible()
    assert page.locator("main img, main b").count() == 0
    assert_accessible(page)
    assert_fits(page)
    saved(page)
    assert kept.kept == [
        {
            "cards": {"rifle/2": {"location": 7, "verified": True}},
            "kinds": {"rifle": {"aim": 3, "hit": 1, "draw": "on_hit", "verified": True}},
        }
    ]
