"""A whole kit and phones in a real Chromium: what the kit offers is what the pages understand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware.running import Kit
from tests.browser.test_pages import FLAGS, a_chromium
from tests.headless.kits import header, running, settings, shown, until

pytestmark = pytest.mark.browser


@pytest.fixture
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def kit(tmp_path: Path) -> Iterator[Kit]:
    kit = Kit(settings(tmp_path))
    kit.sitting.begin(header(kit))
    with running(kit, serves=True):
        yield kit


def a_phone(kit: Kit, browser: Browser, seat: int) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    page.goto(f"{kit.own_address()}/j/{kit.seating_code()}")
    page.locator(f'[data-seat="{seat}"]').click()
    page.wait_for_url("**/seat")
    return page


def test_phones_alone_end_turns_hold_and_let_go(kit: Kit, browser: Browser) -> None:
    phones = [a_phone(kit, browser, seat) for seat in (1, 2, 3)]
    for phone in phones:
        phone.get_by_role("button", name="Done").click()
    holds = [phone.get_by_role("button", name="Hold LEFT") for phone in phones]
    for phone, hold in zip(phones, holds, strict=True):
        hold.hover()
        phone.mouse.down()
    until(lambda: [wait["gesture"] for wait in shown(kit)["waiting"]] == ["ring"], "all hold")
    expect(holds[0]).to_have_attribute("aria-pressed", "true")
    phones[1].mouse.up()
    until(lambda: [wait["seat"] for wait in shown(kit)["waiting"]] == [2], "a hold ends")
    for phone in (phones[0], phones[2]):
        phone.mouse.up()


def test_a_stale_page_answers_no_new_question(kit: Kit, browser: Browser) -> None:
    phone = a_phone(kit, browser, 1)
    expect(phone.get_by_role("button", name="Done")).to_be_visible()
    stale = phone.context.new_page()
    stale.route("**/events*", lambda route: route.abort())
    stale.goto(phone.url)
    done = stale.get_by_role("button", name="Done")
    expect(done).to_be_visible()
    stale.route("**/api/state*", lambda route: route.abort())
    phone.get_by_role("button", name="Done").click()
    expect(phone.get_by_role("button", name="Done")).to_have_count(0)
    done.click()
    expect(stale.get_by_role("alert")).to_contain_text("over")
