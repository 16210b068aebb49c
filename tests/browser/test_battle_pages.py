"""BOOM BOOM in a real Chromium: the ring, phones that play and answer, rules to look up."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from companion.games.boom_boom_battle.reference import reference
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
from tests.headless.kits import header, running, settings, shown, until
from tests.web.fakes import BATTLE
from web.ports import Json

pytestmark = pytest.mark.browser

SLUG = "boom_boom_battle"
NARROW: ViewportSize = {"width": 320, "height": 640}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def pages(browser: Browser) -> Iterator[Kit]:
    kit = Kit(browser, references={SLUG: reference()})
    kit.table.hub.push(BATTLE["turn"])
    yield kit
    for context in browser.contexts:
        context.close()
    kit.server.stop()


def press(page: Page | Locator, *names: str) -> None:
    """Press buttons of a seat, each by the whole of its name; of alike ones the last."""
    place = page.locator("#mine") if isinstance(page, Page) else page
    for name in names:
        place.get_by_role("button", name=name, exact=True).last.click()


def a_seat(pages: Kit, seat: int, moment: str, **more: Any) -> Page:
    """Return a seat's phone at a moment, 320 pixels wide."""
    pages.table.hub.push(BATTLE[moment])
    phone = pages.seat(seat, **NARROW, **more)
    is_live(phone)
    return phone


def is_pressed(page: Page, name: str) -> bool:
    button = page.locator("#mine").get_by_role("button", name=name, exact=True)
    return button.get_attribute("aria-pressed") == "true"


# The board


def test_the_moments_are_accessible_and_fit(pages: Kit) -> None:
    page = pages.page("/", reduced_motion="reduce")
    for moment, part in (("lmg", ".is-asked"), ("duel", ".tokens"), ("dazed", ".legal-not")):
        pages.table.hub.push(BATTLE[moment])
        expect(page.locator(part).first).to_be_visible()
        assert_accessible(page)
        assert_fits(page)
    assert pages.complaints == []


@pytest.mark.parametrize(
    ("moment", "seat", "part"),
    [
        ("turn", 1, ".picks-kinds"),
        ("dazed", 1, ".picks-hand"),
        ("aim", 1, ".picks-locations"),
        ("shrink", 2, ".picks-kinds"),
        ("lmg", 3, ".picks-says"),
    ],
)
def test_a_phones_forms_are_accessible_and_fit(
    pages: Kit, moment: str, seat: int, part: str
) -> None:
    phone = a_seat(pages, seat, moment, reduced_motion="reduce")
    expect(phone.locator(part).first).to_be_visible()
    press(phone, "What does a card do?")
    assert_accessible(phone)
    assert_fits(phone)
    least = "e => e.map(x => x.getBoundingClientRect()).every(r => r.width > 43 && r.height > 43)"
    phone.set_viewport_size(NARROW)
    assert phone.locator("#mine :is(.pick, .says, .form-title)").evaluate_all(least)


def six_seats(moment: str) -> Json:
    """Return a view of a moment with six players, all with as much in front as can be."""
    public: Json = BATTLE[moment]["public"]
    front = ["helmet/2", "vest/3", "flashbang/1", "smoke/3", "offroad/1"]
    busy = {**public["seats"]["2"], "team": "b", "front": front}
    seats = {str(n): {**busy, "name": f"Player {n}"} for n in range(1, 7)}
    return {"public": {**public, "seats": seats, "tokens": {"a": 1, "b": 2}, "goal": 3}}


def test_the_television_shows_six_seats_beside_the_ring(pages: Kit) -> None:
    page = pages.page("/tv", width=1920, height=1080)
    is_live(page)
    stage = "document.querySelector('.stage').getBoundingClientRect().bottom"
    for moment in ("hit", "looked"):
        pages.table.hub.push(six_seats(moment))
        expect(page.locator(".seat-name", has_text="Player 6")).to_be_visible()
        assert 0 < bottom_of_seats(page) <= 1080
        assert 0 < page.evaluate(stage) <= 1080


def test_a_circled_location_is_struck_and_an_aimed_one_marked(pages: Kit) -> None:
    page = pages.page("/")
    pages.table.hub.push(BATTLE["hit"])
    expect(page.locator(".spot.is-circled")).to_have_text("3 circled")
    struck = page.locator(".spot.is-circled s")
    assert "line-through" in struck.evaluate("e => getComputedStyle(e).textDecorationLine")
    expect(page.locator(".spot.is-aimed")).to_have_text(["4 aimed at", "7 aimed at"])
    expect(page.locator(".fight")).to_contain_text("Ann attacks with Rifle 1: Cy")


def test_names_come_as_text(pages: Kit) -> None:
    page = pages.page("/")
    public: Json = BATTLE["hit"]["public"]
    evil = {**public["seats"]["3"], "name": "<img src=x>"}
    pages.table.hub.push({"public": {**public, "seats": {**public["seats"], "3": evil}}})
    expect(page.locator(".fight")).to_contain_text("<img src=x>: hit or missed?")
    assert page.locator("#board img").count() == 0


# The rules to look up


def test_the_board_tells_what_a_card_does_and_what_the_place_changes(pages: Kit) -> None:
    page = pages.page("/")
    page.get_by_text("What the cards do").click()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    rules = page.locator("#reference")
    press(rules, "Rifle")
    expect(rules.locator(".entry-text")).to_contain_text("Smoke makes it miss.")
    expect(rules.locator(".entry-here")).to_have_text(
        "Forest: The attacker picks the discards blind."
    )
    pages.table.hub.push(BATTLE["looked"])
    expect(rules.locator(".entry-here")).to_have_text("Base: A hit costs one card more.")
    press(rules, "Base: Full Firepower in force")
    expect(rules.locator(".entry-text")).to_contain_text(
        "Bandage, First Aid Kit: Not allowed now."
    )
    expect(page.locator(".battle .entry-text")).to_contain_text("Sniper Rifle")
    assert_accessible(page)
    assert not [url for url in asked if "/api/reference/" in url]  # it came with the page


def test_a_phone_tells_it_at_any_time_and_of_the_card_that_is_chosen(pages: Kit) -> None:
    phone = a_seat(pages, 1, "turn")
    press(phone, "Rifle")
    expect(phone.locator("#mine .entry-text")).to_contain_text("The attacker picks the discards")
    press(phone, "What does a card do?", "Bulletproof Vest")
    expect(phone.locator("#mine .entry-text").last).to_contain_text("No help against pan")
    bo = pages.seat(2, **NARROW)
    press(bo, "What does a card do?", "Desert: Sandstorm")
    expect(bo.locator("#mine .entry-text")).to_contain_text("Not the LMG's.")


def test_a_game_without_a_reference_shows_none(browser: Browser) -> None:
    kit = Kit(browser)
    page = kit.page("/")
    is_live(page)
    expect(page.locator("#reference")).to_be_hidden()
    page.context.close()
    kit.server.stop()


# Playing a card


def test_a_card_is_chosen_by_kind_and_location_by_keys_and_fired(pages: Kit) -> None:
    phone = a_seat(pages, 1, "turn")
    mine = phone.locator("#mine")
    for name in ("Shotgun", "Shotgun 2, location 8", "Bo 5 cards", "Location 1", "Location 8"):
        mine.get_by_role("button", name=name, exact=True).focus()
        phone.keyboard.press("Enter")
        expect(mine.locator(":focus")).to_have_count(1)  # a choice keeps the focus
    expect(mine.get_by_role("button", name="Location 3, circled")).to_be_disabled()
    press(phone, "Location 7")
    expect(mine.get_by_role("button", name="Location 5", exact=True)).to_be_disabled()
    press(phone, "Play Shotgun 2: Bo, location 1, 7, 8")
    play = {"card": "shotgun/2", "target": 2, "numbers": [1, 7, 8]}
    assert pages.said(1) == [{"play": play}]


def test_nothing_can_be_said_before_it_is_whole(pages: Kit) -> None:
    phone = a_seat(pages, 1, "turn")
    fire = phone.locator("#mine .says").first
    press(phone, "Rifle", "Rifle 4, location 4")
    expect(fire).to_be_disabled()
    press(phone, "Location 4")
    expect(fire).to_be_disabled()  # two could be meant
    press(phone, "Cy 4 cards")
    expect(fire).to_be_enabled()
    press(phone, "Location 4")
    expect(fire).to_be_disabled()
    press(phone, "Another kind…", "Helmet", "Helmet 2, location 4")
    expect(fire).to_have_text("Play Helmet 2: Cy")


def test_a_hand_that_the_kit_knows_is_chosen_from_and_says_why_not(pages: Kit) -> None:
    phone = a_seat(pages, 1, "dazed")
    mine = phone.locator("#mine")
    smg = mine.get_by_role("button", name="SMG 2, location 3: Flashbanged: no attack card")
    expect(smg).to_be_disabled()
    press(phone, "Vest 1, location 6", "Play Vest 1: Ann", "Escape: discard one or two")
    press(phone, "SMG 2, location 3", "Pan 3, location 8")
    expect(mine.get_by_role("button", name="Rifle 2, location 2", exact=True)).to_be_disabled()
    press(phone, "Escape with SMG 2, Pan 3")
    play = {"card": "vest/1", "target": 1}
    assert pages.said(2) == [{"play": play}, {"escape": ["smg/2", "pan/3"]}]


def test_under_tunnel_a_second_card_needs_no_location(pages: Kit) -> None:
    phone = a_seat(pages, 1, "tracked")
    press(phone, "Rifle 1, location 1")
    expect(phone.locator(".picks-locations")).to_be_visible()
    press(phone, "Rifle 2, location 2")
    expect(phone.locator(".picks-locations")).to_have_count(0)
    press(phone, "Play Rifle 1: Bo, with Rifle 2")
    assert pages.said(1) == [{"play": {"card": "rifle/1", "target": 2, "with": "rifle/2"}}]


@pytest.mark.parametrize(
    ("said_as", "say"),
    [
        ("play", {"card": "rifle/1", "target": 3, "numbers": [4, 7]}),
        ("shot", {"numbers": [4, 7]}),
        ("react", {"card": "rifle/1", "numbers": [4, 7]}),
    ],
)
def test_what_lies_on_the_table_already_lacks_only_its_locations(
    pages: Kit, said_as: str, say: Json
) -> None:
    view: Json = BATTLE["aim"]["seat:1"]
    pages.table.hub.push({"seat:1": {**view, "attack": {**view["attack"], "as": said_as}}})
    phone = pages.seat(1, **NARROW)
    press(phone, "Location 7", "Location 4", "Fire location 4, 7")
    assert pages.said(1) == [{said_as: say}]


# Answering


def test_how_many_are_hit_is_a_button_each(pages: Kit) -> None:
    phone = a_seat(pages, 3, "lmg")
    expect(phone.locator("#mine .says")).to_have_text(["1 location", "2 locations", "3 locations"])
    press(phone, "2 locations")
    assert pages.said(1) == [{"hit": 2}]


def test_as_many_cards_are_laid_off_as_are_owed(pages: Kit) -> None:
    phone = a_seat(pages, 1, "forest")
    expect(phone.locator(".form-title").first).to_contain_text("Pick 2 cards of Cy's, blind")
    press(phone, "LMG", "LMG 2, location 4")
    expect(phone.locator("#mine .says").first).to_be_disabled()
    press(phone, "LMG 5, location 7")
    assert phone.locator("#mine .pick-number:disabled").count() == 3
    press(phone, "Lay off LMG 2, LMG 5 (2 of 2)")
    cy = pages.seat(3, **NARROW)
    expect(cy.locator(".form-title").first).to_contain_text("Ann picks 2 cards of yours, blind")
    assert pages.said(1) == [{"discard": ["lmg/2", "lmg/5"]}]


def test_all_cards_of_the_circled_location_may_be_none(pages: Kit) -> None:
    phone = a_seat(pages, 2, "shrink")
    press(phone, "SMG")
    expect(phone.locator("#mine .pick-number")).to_have_count(1)
    press(phone, "SMG 3, location 4", "Lay off SMG 3", "SMG 3, location 4")
    press(phone, "Lay off nothing: no card matches")
    assert pages.said(2) == [{"discard": ["smg/3"]}, {"discard": []}]


def test_a_hand_that_the_kit_knows_is_laid_off_from(pages: Kit) -> None:
    view: Json = BATTLE["tracked"]["seat:1"]
    owed = {"seat": 1, "why": "discard", "count": 2, "by": 1, "numbers": []}
    pages.table.hub.push({"seat:1": {**view, "phase": "discard", "legal": None, "owing": [owed]}})
    phone = pages.seat(1, **NARROW)
    press(phone, "Unlisted 1, location 7", "Bandage 1, location 1")
    press(phone, "Lay off Unlisted 1, Bandage 1 (2 of 2)")
    assert pages.said(1) == [{"discard": ["unlisted/1", "bandage/1"]}]


def test_one_blocks_and_strikes_back(pages: Kit) -> None:
    bo = a_seat(pages, 2, "block")
    press(bo, "Pan 5, location 2", "Block with Pan 5")
    cy = a_seat(pages, 3, "counter")
    press(cy, "Desert Eagle, location 5", "Location 1", "Location 2")
    expect(cy.get_by_role("button", name="Location 4", exact=True)).to_be_disabled()
    press(cy, "Strike back with Desert Eagle: location 1, 2")
    react = {"card": "desert_eagle/1", "numbers": [1, 2]}
    assert pages.said(2) == [{"react": {"card": "pan/5"}}, {"react": react}]


def test_drawn_cards_are_named_and_one_of_two_is_kept(pages: Kit) -> None:
    phone = a_seat(pages, 1, "draw")
    expect(phone.locator(".form-title").first).to_contain_text("Which 2 cards did you draw?")
    press(phone, "Rifle", "Rifle 3, location 3", "Another kind…", "Sniper rifle")
    press(phone, "Sniper rifle 2, location 5", "Drew Rifle 3, Sniper rifle 2")
    pages.table.hub.push(BATTLE["keep"])
    press(phone, "Keep Rifle 3, location 3")
    assert pages.said(2) == [{"draw": ["rifle/3", "sniper/2"]}, {"keep": "rifle/3"}]


def test_a_circled_card_that_was_drawn_is_shown(pages: Kit) -> None:
    phone = a_seat(pages, 2, "turn")
    press(phone, "I drew a circled card…", "Rifle", "Rifle 3, location 3", "Show Rifle 3")
    assert pages.said(1) == [{"redraw": "rifle/3"}]


def test_an_offer_is_called_by_what_it_does(pages: Kit) -> None:
    view: Json = BATTLE["aim"]["seat:1"]
    said = {
        "equipment": ({"react": {"card": "vest/2"}}, "Use up Vest 2"),
        "turn": ({"escape": []}, "Escape, with cards on the tray"),
        "aim": ({"done": True}, "Fire at what was rung: 4"),
    }
    offers = [{"about": a, "gesture": "press", "say": say} for a, (say, _) in said.items()]
    attack = {**view["attack"], "numbers": [4]}
    own = {**view, "attack": attack, "you": {"seat": 1, "offers": offers}}
    pages.table.hub.push({"seat:1": own})
    phone = pages.seat(1, **NARROW)
    expect(phone.locator(".offer-label")).to_have_text([label for _, label in said.values()])
    pages.table.hub.push({"seat:1": {**own, "attack": view["attack"]}})
    expect(phone.locator(".offer-label").last).to_have_text("Nothing was rung: back")


def test_a_location_is_flipped_and_somebody_taken_along(pages: Kit) -> None:
    phone = a_seat(pages, 2, "location")
    press(phone, "Flip Grassland")
    pages.table.hub.push(BATTLE["passenger"])
    press(phone, "Di")
    assert pages.said(2) == [{"location": "location/4"}, {"passenger": 4}]


# The host


def test_the_host_acts_for_any_seat_and_sees_no_hand(pages: Kit) -> None:
    host = pages.host(width=1200)
    pages.table.hub.push(BATTLE["tracked"])
    ann = host.locator('[data-seat="1"]')
    press(ann, "Play a card", "Rifle", "Rifle 2, location 2", "Bo 4 cards", "Location 1")
    press(ann, "Play Rifle 2: Bo, location 1")
    assert ann.locator(".picks-hand .pick-card").count() == 5  # for Tunnel: any other rifle
    pages.table.hub.push(BATTLE["draw"])
    press(ann, "Which cards were drawn?", "Vest", "Vest 3, location 8", "Drew Vest 3")
    play = {"card": "rifle/2", "target": 2, "numbers": [1]}
    assert pages.said(2) == [{"play": play}, {"draw": ["vest/3"]}]
    assert [seat for seat, *_ in pages.table.commands.said] == [1, 1]


def test_the_host_reads_what_is_still_guessed_of_the_box(pages: Kit) -> None:
    host = pages.host(width=1200)
    note = host.locator(".box-note")
    expect(note).to_contain_text("Still guessed: 2 unlisted cards, 64 card numbers")
    expect(note.get_by_role("link", name="Enter them")).to_have_attribute("href", f"/deck/{SLUG}")
    host_view: Json = BATTLE["turn"]["host"]
    warned = "64 action cards; the box says 66"
    pages.table.hub.push({"host": {**host_view, "warnings": [warned], "to_enter": {}}})
    expect(note).to_have_text(f"Your box{warned}.")


# A whole kit


@pytest.fixture
def table(tmp_path: Path, browser: Browser, request: pytest.FixtureRequest) -> Iterator[RealKit]:
    kit = RealKit(settings(tmp_path))
    options = {"mode": "free_for_all", "hands": request.param, "reaction_seconds": 30}
    kit.sitting.begin(header(kit, game=SLUG, options=options))
    with running(kit, serves=True):
        yield kit
        for context in browser.contexts:
            context.close()


def in_phase(kit: RealKit, phase: str) -> None:
    until(lambda: shown(kit)["phase"] == phase, phase)


@pytest.mark.parametrize("table", ["honour"], indirect=True)
def test_phones_alone_fire_are_hit_and_strike_back(table: RealKit, browser: Browser) -> None:
    ann, bo, cy = (a_phone(table, browser, seat) for seat in (1, 2, 3))
    press(ann, "Rifle", "Rifle 3, location 3", "Cy 8 cards", "Location 3", "Location 6")
    press(ann, "Play Rifle 3: Cy, location 3, 6")
    in_phase(table, "hit")
    expect(bo.locator(".fight")).to_contain_text("Cy: hit or missed?")
    press(cy, "Hit")
    in_phase(table, "discard")
    press(cy, "Pan", "Pan 1, location 6", "Another kind…", "Helmet", "Helmet 1, location 3")
    press(cy, "Lay off Pan 1, Helmet 1 (2 of 2)")
    in_phase(table, "counter")
    expect(cy.locator(".told-wrong").first).to_contain_text("Ann hits Cy: 2 to discard.")
    press(cy, "Desert Eagle, location 5", "Location 1")
    press(cy, "Strike back with Desert Eagle: location 1")
    in_phase(table, "hit")
    press(ann, "Missed")
    until(lambda: shown(table)["turn"] == 2, "Bo's turn")
    press(bo, "Escape: discard one or two")
    press(bo.locator('[data-key="form-escape"]'), "Vest", "Vest 2, location 7")
    press(bo, "Escape with Vest 2")
    until(lambda: shown(table)["turn"] == 3, "Cy's turn")
    assert [shown(table)["seats"][seat]["hand"] for seat in "123"] == [8, 8, 6]


@pytest.mark.parametrize("table", ["tracked"], indirect=True)
def test_phones_alone_tell_their_hands_and_play_from_them(
    table: RealKit, browser: Browser
) -> None:
    hands = {1: ("rifle", 6, "pan", 2), 2: ("smg", 6, "vest", 2), 3: ("lmg", 6, "smoke", 2)}
    for seat, (kind, count, other, more) in hands.items():
        names = [f"{kind}/{n}" for n in range(1, count + 1)]
        names += [f"{other}/{n}" for n in range(1, more + 1)]
        answer = table.door().say(seat, {"draw": names}, question=None, by="phone")
        assert answer.taken, answer.text
    in_phase(table, "turn")
    ann, bo = a_phone(table, browser, 1), a_phone(table, browser, 2)
    expect(bo.locator(".hand li")).to_have_count(8)
    press(ann, "Rifle 2, location 2", "Bo 8 cards", "Location 2", "Location 4")
    press(ann, "Play Rifle 2: Bo, location 2, 4")
    in_phase(table, "discard")
    press(bo, "SMG 1, location 2", "Vest 2, location 7", "Lay off SMG 1, Vest 2 (2 of 2)")
    in_phase(table, "draw")
    press(ann, "Bandage", "Bandage 2, location 2", "Drew Bandage 2")
    until(lambda: "bandage/2" in str(shown(table, "seat:1").get("cards")), "it is known")
    assert "bandage/2" not in str(shown(table, "host"))
