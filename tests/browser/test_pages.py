"""The pages in a real Chromium: looks, hands, rulings, cues, reconnects and accessibility."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect, sync_playwright

from firmware.server import Server, serve
from tests.web.fakes import BATTLE, BELL, PATTERN, PIN, VIEWS, RealClock, Table, a_table
from web.hub import Hub
from web.ports import Json, Limits

pytestmark = pytest.mark.browser

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
ROOMY = Limits(streams=60, streams_per_address=60, writes_per_second=1000)
PUBLIC = ["/", "/tv", "/j", "/host", "/history", "/sim", "/nowhere"]


class Kit:
    """Serves a table on fakes to one browser."""

    def __init__(self, browser: Browser, limits: Limits = ROOMY, **more: Any) -> None:
        self.browser = browser
        self.table: Table = a_table(limits=limits, clock=RealClock(), **more)
        self.server: Server = serve(self.table.app, self.table.hub, "127.0.0.1", 0, threads=24)
        self.complaints: list[str] = []

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.server.port}{path}"

    def page(self, path: str = "/", *, width: int = 360, height: int = 740, **more: Any) -> Page:
        context = self.browser.new_context(viewport={"width": width, "height": height}, **more)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda m: self.complaints.append(m.text) if m.type == "error" else None)
        page.goto(self.url(path))
        return page

    def seat(self, number: int, **more: Any) -> Page:
        page = self.page(f"/j/{self.table.code}", **more)
        page.locator(f'[data-seat="{number}"]').click()
        page.wait_for_url("**/seat")
        expect(page.locator(".mine-head")).to_be_visible()
        return page

    def host(self, **more: Any) -> Page:
        page = self.page("/host", **more)
        page.get_by_label("PIN").fill(PIN)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("heading", name="Run the game")).to_be_visible()
        return page

    def push(self, **change: Any) -> None:
        views: Json = VIEWS["commit"]
        self.table.hub.push({name: {**view, **change} for name, view in views.items()})

    def said(self, count: int) -> list[Json]:
        deadline = time.monotonic() + 10
        while len(self.table.commands.said) < count:
            assert time.monotonic() < deadline, self.table.commands.said
            time.sleep(0.01)
        return [say for _, say, _, _ in self.table.commands.said]


def a_chromium() -> str:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    if found is None and os.environ.get("CI"):
        pytest.fail("there is no Chromium, and CI must have one")
    if found is None:
        pytest.skip("there is no Chromium here")
    return found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    path = a_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def kit(browser: Browser) -> Iterator[Kit]:
    kit = Kit(browser)
    yield kit
    for context in browser.contexts:
        context.close()
    kit.server.stop()


SETTLE = """document.getAnimations().forEach(
  (one) => one.effect.getComputedTiming().endTime === Infinity || one.finish()
)"""


def assert_accessible(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.evaluate(SETTLE)  # half-way through a fade no colour is the page's own
        found = Axe().run(page)
        assert found.violations_count == 0, (scheme, page.url, found.generate_report())


def assert_fits(page: Page) -> None:
    for width in (320, 820, 1920):
        page.set_viewport_size({"width": width, "height": 740})
        wider = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wider <= 0, (width, page.url)


def bottom_of_seats(page: Page) -> float:
    bottom = "document.querySelector('.seats').getBoundingClientRect().bottom"
    return float(page.evaluate(bottom))


def is_live(page: Page) -> None:
    expect(page.locator("#link")).to_have_attribute("data-state", "open")


def test_public_pages_have_no_accessibility_violation(kit: Kit) -> None:
    page = kit.page()
    for path in [*PUBLIC, f"/j/{kit.table.code}"]:
        page.goto(kit.url(path))
        if page.locator("#link").count() and page.locator("#board").count():
            is_live(page)
        assert_accessible(page)


def test_seat_and_host_have_no_accessibility_violation(kit: Kit) -> None:
    assert_accessible(kit.seat(2))
    host = kit.host()
    host.locator("summary").filter(has_text="Options").first.click()
    assert_accessible(host)


def test_the_ends_of_games_have_no_accessibility_violation(kit: Kit) -> None:
    kit.table.hub.push(VIEWS["end"])
    page = kit.page("/tv", width=1920, height=1080)
    expect(page.locator(".verdict")).to_contain_text("win!")
    assert_accessible(page)


def test_no_page_is_wider_than_its_screen(kit: Kit) -> None:
    page = kit.seat(2)
    for path in [*PUBLIC, f"/j/{kit.table.code}", "/seat"]:
        page.goto(kit.url(path))
        assert_fits(page)
    assert_fits(kit.host())


def test_the_television_shows_the_whole_table_at_once(kit: Kit) -> None:
    kit.table.hub.push(VIEWS["end"])
    page = kit.page("/tv", width=1920, height=1080)
    is_live(page)
    assert 0 < bottom_of_seats(page) <= 1080


def test_pages_run_without_complaints_of_the_browser(kit: Kit) -> None:
    page = kit.seat(1)
    for path in ("/", "/tv", "/history", "/sim"):
        page.goto(kit.url(path))
    kit.host()
    assert kit.complaints == []


DRAWN = """places => places.map(place => {
  const copy = document.querySelector(place).cloneNode(true);
  copy.querySelectorAll('.left').forEach(e => e.replaceChildren());
  const tags = [...copy.querySelectorAll('*')].map(e => [e.tagName, ...e.classList].join('.'));
  return [copy.textContent.replace(/\\s+/g, ''), tags];
})"""

DRAWN_BATTLE = (
    *("turn", "aim", "lmg", "forest", "looked", "dazed", "duel", "location", "shrink", "over"),
)

MOMENTS = {
    **{name: VIEWS[name] for name in ("commit", "end", "paused")},
    **BELL,
    **{f"pattern-{name}": PATTERN[name] for name in ("claim", "wrong", "clementine", "bank")},
    **{f"battle-{name}": BATTLE[name] for name in DRAWN_BATTLE},
}


@pytest.mark.parametrize("moment", MOMENTS)
def test_scripts_draw_what_the_server_drew(kit: Kit, moment: str) -> None:
    places = ["#board", "#small-print", "#rulings"]
    public = MOMENTS[moment]["public"]
    kit.table.hub.push({"public": public})
    plain = kit.page("/", java_script_enabled=False).evaluate(DRAWN, places)
    page = kit.page("/")
    is_live(page)  # the scripts have read what the server drew
    page.locator("#board, #small-print, #rulings").evaluate_all(
        "e => e.map(x => x.replaceChildren())"
    )
    renumbered = [{**r, "number": r["number"] + 100} for r in public["rulings"]]
    kit.table.hub.push({"public": {**public, "rulings": renumbered}})
    expect(page.locator("#rulings li")).to_have_count(len(renumbered))
    page.locator("#rulings li").evaluate_all("e => e.map(x => x.classList.remove('is-new'))")
    assert page.evaluate(DRAWN, places) == plain


def test_holding_says_it_and_letting_go_says_that_too(kit: Kit) -> None:
    page = kit.seat(2)
    button = page.get_by_role("button", name="Hold LEFT")
    button.hover()
    page.mouse.down()
    assert kit.said(1) == [{"side": "left"}]
    kit.table.hub.push({"seat:2": {**VIEWS["commit"]["seat:2"], "you": {"seat": 2, "offers": []}}})
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_contain_text("keep it down")
    page.mouse.up()
    assert kit.said(2)[1] == {"let_go": True}
    expect(button).to_have_count(0)
    assert [question for _, _, question, _ in kit.table.commands.said] == ["0.17", None]


def test_a_finger_may_slide_off_the_button_and_still_lets_go(kit: Kit) -> None:
    page = kit.seat(2)
    page.get_by_role("button", name="Hold RIGHT").hover()
    page.mouse.down()
    page.mouse.move(5, 5)
    page.mouse.up()
    assert kit.said(2) == [{"side": "right"}, {"let_go": True}]


def test_a_key_holds_as_long_as_it_is_down(kit: Kit) -> None:
    page = kit.seat(2)
    page.get_by_role("button", name="Hold LEFT").focus()
    page.keyboard.down("Space")
    assert kit.said(1) == [{"side": "left"}]
    page.keyboard.up("Space")
    assert kit.said(2)[1] == {"let_go": True}


def test_a_hold_can_be_a_switch_for_who_cannot_keep_a_finger_down(kit: Kit) -> None:
    page = kit.seat(2)
    page.get_by_label("Tap to hold").check()
    button = page.get_by_role("button", name="Hold LEFT")
    button.click()
    assert kit.said(1) == [{"side": "left"}]
    button.click()
    assert kit.said(2)[1] == {"let_go": True}


def test_assistive_technology_clicks_a_hold_as_a_switch(kit: Kit) -> None:
    page = kit.seat(2)
    page.get_by_role("button", name="Hold LEFT").evaluate("e => e.click()")
    assert kit.said(1) == [{"side": "left"}]


def test_a_seat_is_spoken_to_as_you(kit: Kit) -> None:
    page = kit.seat(2)
    expect(page.locator(".mine-ask")).to_have_text("Your turn: hold a side")
    for text, told in {
        "Waiting for Bo's card.": "Your turn: your card.",
        "Waiting for Bo: steal from the pot?": "Your turn: steal from the pot?",
        "Bo may look at one card.": "You may look at one card.",
        "Waiting for Ann to ring.": "Waiting for Ann to ring.",
    }.items():
        wait = {"seat": 2, "gesture": "press", "until": None, "text": text}
        kit.push(waiting=[wait])
        expect(page.locator(".mine-ask")).to_have_text(told)


def test_a_seat_is_told_of_its_own_new_foul(kit: Kit) -> None:
    page = kit.seat(2)
    is_live(page)
    fouls = VIEWS["commit"]["seat:2"]["fouls"]
    kit.push(fouls=[*fouls, {"seat": 2, "kind": "early", "ms": 120}])
    expect(page.get_by_role("alert")).to_have_text("Foul: Early, 120 ms.")


def test_the_host_reads_above_the_buttons_what_the_table_waits_for(kit: Kit) -> None:
    host = kit.host()
    twice = [{"seat": n, "gesture": "press", "until": None, "text": "Who begins?"} for n in (1, 2)]
    kit.push(waiting=twice)
    expect(host.locator("#now")).to_have_text("Who begins?")
    expect(host.locator(".asked li")).to_have_count(1)
    kit.push(paused=True)
    expect(host.locator("#now")).to_contain_text("until you resume")


def test_a_plain_offer_is_said_once_with_its_question(kit: Kit) -> None:
    page = kit.seat(2)
    page.get_by_role("button", name="Brandon: force Ann").click()
    assert kit.said(1) == [{"ability": {"force": 3, "side": "left"}}]
    assert kit.table.commands.said[0][2] == "0.17"


def test_every_ruling_is_shown_once_and_spoken_also_over_a_restart(kit: Kit) -> None:
    page = kit.page("/")
    is_live(page)
    shown = "e => [...e.children].map(li => Number(li.dataset.number))"

    def push(hub: Hub, last: int) -> None:
        rulings = [
            {"number": n, "text": f"Ruling {n}."} for n in range(max(1, last - 49), last + 1)
        ]
        hub.push({"public": {**VIEWS["commit"]["public"], "rulings": rulings}})

    for last in range(42, 61):
        push(kit.table.hub, last)
    expect(page.locator('[data-number="60"]')).to_have_count(1)
    expect(page.locator("#live")).to_contain_text("Ruling 60.")
    port = kit.server.port
    kit.server.stop()
    kit.table = a_table(limits=ROOMY, clock=RealClock())
    kit.table.hub.epoch = "other"
    push(kit.table.hub, 65)
    kit.server = serve(kit.table.app, kit.table.hub, "127.0.0.1", port, threads=24)
    expect(page.locator('[data-number="65"]')).to_have_count(1)
    numbers = page.locator("#rulings").evaluate(shown)
    assert numbers == sorted(set(numbers), reverse=True)
    assert numbers[:35] == list(range(65, 30, -1))


def test_a_cue_is_shown_at_its_moment_and_a_late_one_never(kit: Kit) -> None:
    page = kit.page("/")
    is_live(page)
    page.evaluate(
        """() => new MutationObserver(changes => changes.forEach(c => c.addedNodes.forEach(n => {
             (window.seen ??= []).push([n.textContent, performance.now()]); })))
           .observe(document.getElementById('cue'), {childList: true})"""
    )
    now = kit.table.ports.now_ms()
    late = {"id": 1, "at_ms": now - 2000, "kind": "beat", "word": "late"}
    taken_back = {"id": 3, "at_ms": now + 900, "kind": "beat", "word": "void"}
    soon = {"id": 2, "at_ms": now + 600, "kind": "beat", "word": "3"}
    kit.push(cues=[late, soon, taken_back])
    kit.push(cues=[late, soon])
    expect(page.locator(".cue-word")).to_have_text("3")
    probe = page.evaluate(
        """async () => { const a = performance.now();
             const r = await (await fetch('/api/now')).json();
             return r.now_ms - (a + performance.now()) / 2; }"""
    )
    page.wait_for_timeout(600)
    seen = page.evaluate("window.seen")
    assert [word for word, _ in seen] == ["3"]
    # Not when it came, but when it was due; how late it may be on a busy machine is no matter.
    assert seen[0][1] + probe - (now + 600) > -100


def test_a_page_keeps_time_with_a_kit_that_runs_faster(kit: Kit) -> None:
    page = kit.page("/")
    is_live(page)
    passed = page.evaluate(
        """async () => {
             const own = document.querySelector('script[type=module]').src;
             const clock = await import(own.replace(/[^/]+$/, 'clock.js'));
             const answer = { now_ms: 5000, speed: 4 };
             window.fetch = async () => ({ json: async () => answer });
             let here = performance.now();
             performance.now = () => here;
             await clock.syncClock();
             const told = clock.serverNow();
             here += 200;
             return clock.serverNow() - told; }"""
    )

    assert passed == pytest.approx(800)


def test_a_page_without_a_stream_asks_every_two_seconds(browser: Browser) -> None:
    kit = Kit(browser, Limits(streams=0))
    page = kit.page("/")
    expect(page.locator("#link")).to_have_attribute("data-state", "poll")
    kit.push(pot=99)
    expect(page.locator(".pot b")).to_have_text("99")
    page.context.close()
    kit.server.stop()


def test_a_freed_seat_leaves_its_page(kit: Kit) -> None:
    page = kit.seat(2)
    is_live(page)
    host = kit.host()
    host.get_by_label("Free the phone of").select_option("2")
    host.get_by_role("button", name="Free", exact=True).click()
    page.wait_for_url("**/j?was_seated=1")
    expect(page.get_by_role("alert")).to_contain_text("seat was freed")


def test_the_host_runs_corrects_and_acts_for_seats(kit: Kit) -> None:
    page = kit.host(width=1200)
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Take back").fill("3")
    page.get_by_role("button", name="Undo").click()
    page.get_by_label("by", exact=True).fill("-2")
    page.get_by_role("button", name="Adjust").click()
    page.get_by_role("button", name="Hold LEFT").first.click()
    assert kit.said(1) == [{"side": "left"}]
    expect(page.locator("#toast")).to_have_text("Done.")
    acts = [{"pause": True}, {"undo": 3}, {"adjust": {"seat": 1, "coins": -2}}]
    assert kit.table.commands.done == acts


def test_the_host_sets_up_a_game_with_what_differs_from_the_defaults(kit: Kit) -> None:
    page = kit.host(width=1200)
    form = page.locator('fieldset[data-game="click_click_boom"]')
    for n, name in enumerate(["Ann", "Bo", "Cy"], 1):
        form.get_by_label(f"Seat {n}", exact=True).fill(name)
    form.get_by_label("Character of seat 1").select_option("carla")
    form.locator("summary").click()
    form.get_by_label("Variant").select_option(label="Quick")
    form.get_by_label("Late after").fill("2.5")
    page.get_by_role("button", name="Set up this game").click()
    expect(form.get_by_label("Seat 1", exact=True)).to_have_value("")  # the page came anew
    assert kit.table.commands.headers == [
        {"game": "click_click_boom", "ringmaster": 1,
         "seats": [{"name": "Ann", "character": "carla"}, {"name": "Bo"}, {"name": "Cy"}],
         "options": {"variant": "quick", "late_after": 2.5}},
    ]  # fmt: skip


def test_a_wrong_pin_is_told(kit: Kit) -> None:
    page = kit.page("/host")
    page.get_by_label("PIN").fill("1")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("not the PIN")


def test_the_simulated_panel_works_by_pointer_latch_and_keys(kit: Kit) -> None:
    page = kit.page("/sim", width=1200)
    expect(page.locator('[data-lift="boom/3"]')).to_be_visible()
    page.get_by_role("button", name="Seat 2 left").click()
    page.keyboard.down("3")
    page.keyboard.down("r")
    page.keyboard.up("3")
    page.get_by_label("A click stays down").check()
    page.get_by_role("button", name="Seat 1 right").click()
    page.get_by_role("button", name="Let go of all").click()
    page.locator("summary", has_text="Pay").click()
    page.get_by_role("button", name="pay/2", exact=True).click()
    page.locator('[data-lay="centre"]').click()
    expect(page.locator('[data-lift="pay/2"]')).to_be_visible()
    page.locator('[data-lift="boom/3"]').click()
    expect(page.locator('[data-lift="boom/3"]')).to_have_count(0)
    assert kit.table.kit.done == [
        ("press", "2.left"), ("release", "2.left"), ("press", "3.left"), ("press", "4.right"),
        ("release", "3.left"), ("press", "1.right"), ("release", "4.right"),
        ("release", "1.right"), ("place", ("centre", ["boom/3", "pay/2"])),
        ("place", ("centre", ["pay/2"])),
    ]  # fmt: skip
