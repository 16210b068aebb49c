"""A host enters the numbers, kinds and unlisted cards of a box of BOOM BOOM, on a whole kit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware.running import Kit
from tests.browser.test_deck_page import card, group, saved, unfold
from tests.browser.test_pages import FLAGS, a_chromium, assert_accessible, assert_fits
from tests.headless.kits import running, settings, shown, until

pytestmark = pytest.mark.browser

SLUG = "boom_boom_battle"


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
    page.goto(f"{kit.own_address()}/deck/{SLUG}")
    page.get_by_label("PIN").fill(kit.pin)
    page.get_by_role("button", name="Log in").click()
    expect(group(page, "Rifle cards")).to_be_visible()
    unfold(page, "Unlisted cards")
    yield page
    page.context.close()


def entered(kit: Kit) -> Any:
    return kit.printed.entered(SLUG)


def test_numbers_kinds_and_unlisted_cards_are_entered_and_played_with(
    kit: Kit, page: Page
) -> None:
    expect(page.locator("#count")).to_have_text("88 to enter")
    card(page, "Rifle 2").get_by_label("Number").select_option("7")
    unfold(page, "Kinds")
    rifle = card(page, "Rifle")
    rifle.get_by_label("Aim").select_option("4")
    rifle.get_by_role("spinbutton", name="Hit").fill("1")
    rifle.get_by_label("On hit").check()
    first = card(page, "Unlisted 1")
    first.get_by_label("Kind").select_option(label="SMG")
    expect(page.locator("#count")).to_have_text("86 to enter")  # its number is wanted too
    first.get_by_label("Number").select_option("3")
    expect(page.locator("#count")).to_have_text("85 to enter")
    saved(page)
    assert entered(kit)["cards"]["unlisted/1"] == {"kind": "smg", "location": 3, "verified": True}
    assert entered(kit)["counts"] == {"smg": 7, "unlisted": 1}

    page.reload()  # what was entered can be read, though the shipped counts say otherwise
    page.get_by_label("Only missing").uncheck()
    unfold(page, "Unlisted cards")
    expect(first.get_by_label("Kind")).to_have_value("smg")
    assert kit.door().set_up({"ringmaster": 1, "game": SLUG, "seats": ["Ann", "Bo"]}).taken
    until(lambda: shown(kit).get("game") == SLUG, "the game is set up")
    view = shown(kit, "host")
    assert view["box"]["unlisted"][0] == ["smg", 3]
    assert view["box"]["rifle"][1] == 7
    assert view["to_enter"]["unlisted"] == 1


def test_a_box_without_the_unlisted_cards_warns(kit: Kit, page: Page) -> None:
    for name in ("Unlisted 1", "Unlisted 2"):
        kind = card(page, name).get_by_label("Kind")
        kind.select_option(label="My box has no such card")
    expect(page.locator("#count")).to_have_text("86 to enter")  # no number is wanted of it
    saved(page)
    gone = {"kind": "missing", "verified": True}
    assert entered(kit)["cards"] == {"unlisted/1": gone, "unlisted/2": gone}
    assert entered(kit)["counts"] == {"unlisted": 0}


def test_faults_stand_at_their_place_and_a_strange_box_must_be_meant(kit: Kit, page: Page) -> None:
    card(page, "Unlisted 1").get_by_label("Kind").select_option("missing")
    second = card(page, "Unlisted 2")
    second.get_by_label("Kind").select_option(label="Motorcycle")
    second.get_by_label("Number").select_option("5")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#said")).to_contain_text("2 entries are not right; nothing was saved.")
    expect(second.locator(".faults")).to_contain_text("found 5 (allowed: 0, a vehicle's)")
    whole = card(page, "The box as a whole")
    expect(whole.locator(".faults")).to_contain_text("found 65 action cards")
    assert entered(kit) == {}
    assert_accessible(page)
    assert_fits(page)
    second.get_by_label("Number").select_option("0")
    whole.get_by_label("It has another number of cards").check()
    saved(page)
    counts = {"motorcycle": 2, "unlisted": 0, "missing": 1}
    assert entered(kit)["counts"] == counts


def test_two_locations_with_one_number_are_a_fault(kit: Kit, page: Page) -> None:
    unfold(page, "Location cards")
    card(page, "Village").get_by_label("Number").select_option("2")
    card(page, "Desert").get_by_label("Number").select_option("2")
    page.get_by_role("button", name="Save").click()
    whole = card(page, "The box as a whole")
    expect(whole.locator(".faults")).to_contain_text("location cards with numbers [2, 2, 3")
    card(page, "Desert").get_by_label("Number").select_option("1")
    saved(page)
    cards = {name: told["location"] for name, told in entered(kit)["cards"].items()}
    assert cards == {"location/1": 2, "location/2": 1}
