"""What the board draws of BOOM BOOM before any script runs, and the rules that pages look up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.boom_boom_battle.box import NAMED
from companion.games.boom_boom_battle.box import PLACES as LOCATIONS
from companion.games.boom_boom_battle.reference import reference
from tests.web.fakes import BATTLE, a_table
from web.battle import KINDS
from web.looks import card_name, kind_icon, kind_name, look_of, reason_words
from web.ports import Json

SLUG = "boom_boom_battle"
GAME: Json = {"game": SLUG}


def drawn(view: Json, path: str = "/") -> str:
    """Return a page with spaces folded, without the feed."""
    html = a_table(views={"public": view, "host": view}).client().get(path).text
    return re.sub(r"\s+", " ", html.split('class="feed"')[0])


def public(moment: str, **change: Any) -> dict[str, Any]:
    return {**BATTLE[moment]["public"], **change}


def plain(html: str) -> str:
    """Return what is read aloud."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.mark.parametrize("moment", sorted(BATTLE))
def test_every_field_of_the_view_and_of_a_seat_has_a_place(moment: str) -> None:
    for audience in ("public", "host", "seat:1"):
        view = BATTLE[moment][audience]
        look = look_of(view)
        assert set(view["seats"]["1"]) <= set(look.seat_drawn)
        assert {key for key in view if key not in look.view_drawn} == {"failed", "hands", "mode"}


def test_every_kind_has_words_and_the_counted_cards_their_numbers() -> None:
    assert set(KINDS) == {*NAMED, "unlisted"}
    names = [card_name(GAME, card) for card in ("smg/3", "dbs/1", "location/5", "unlisted/2")]
    assert names == ["SMG 3", "DBS", "Hospital", "Unlisted 2"]
    assert [f"location/{LOCATIONS.index(place) + 1}" for place in ("village", "tunnel")] == [
        "location/1",
        "location/8",
    ]
    assert (kind_name(GAME, "lmg"), kind_icon(GAME, "vest/2")) == ("LMG", "shield")
    assert (kind_name({}, "lmg"), kind_icon({}, "vest/2")) == ("Lmg", "card")
    assert reason_words(GAME, "no_rescue") == "Base: no rescue cards"
    assert reason_words(GAME, "some_other") == "Some other"


def test_every_reason_why_a_kind_cannot_be_played_has_words() -> None:
    reasons = {
        one["reason"]
        for seen in BATTLE.values()
        for one in ((seen["public"]["legal"] or {}).get("kinds") or {}).values()
    }
    assert reasons - {None} <= set(look_of(GAME).reasons)
    assert {"flashbanged", "no_rescue"} <= reasons


def test_the_ring_strikes_what_is_circled_in_words_too() -> None:
    text = plain(drawn(public("hit")).split('class="ring-spots"')[1].split("</ol>")[0])
    assert "3 circled 4 aimed at" in text
    assert text.count("circled") == 1
    assert "7 aimed at" in text


def test_the_piles_and_what_lies_before_a_player_are_told() -> None:
    text = plain(drawn(public("turn", out=3)))
    assert "Draw 5 Remaining 40 Discarded 2 Out 3 On top: Rifle 2" in text
    assert "Smoke 1 Vest 1" in text
    assert "6 cards" in text


@pytest.mark.parametrize(
    ("moment", "told"),
    [
        ("turn", "Forest in force"),
        ("location", "Mountain over"),
        ("shrink", "Grassland in force from the next round on"),
        ("over", "No location yet"),
    ],
)
def test_a_location_says_since_when_it_counts(moment: str, told: str) -> None:
    assert told in plain(drawn(public(moment)))


def test_the_attack_in_progress_is_told() -> None:
    text = plain(drawn(public("hit")))
    assert "Ann attacks with Rifle 1 : Cy Locations 4, 7 Cy: hit or missed?" in text
    lmg = plain(drawn(public("lmg")))
    assert "Ann attacks with LMG 2 : everybody else" in lmg
    assert "Locations 1, 2, 5" in lmg
    attack = {**public("hit")["attack"], "at": 2, "hits": {"3": 0, "2": -1, "1": 2}, "asked": {}}
    blown = plain(drawn(public("hit", attack=attack)))
    assert "The storm carries it to Bo Cy: missed Bo: hit Ann: hit, 2" in blown
    pair = {**attack, "counter": True, "with": "rifle/3", "numbers": [5]}
    assert "Ann strikes back with Rifle 1 and Rifle 3 : Cy Location 5" in plain(
        drawn(public("hit", attack=pair))
    )
    draft = plain(drawn(public("aim")))
    assert "Ann plays Rifle 1 : Cy" in draft


def test_what_is_legal_is_told_and_why_not_the_rest() -> None:
    text = plain(drawn(public("turn")).split('class="legal"')[1].split("</section>")[0])
    assert "Ann may play Rifle , locations: 2 Shotgun , locations: 3" in text
    assert "May be attacked: Bo or Cy" in text
    dazed = plain(drawn(public("dazed")).split('class="legal"')[1])
    assert "Ann may play Helmet Vest" in dazed
    assert "Flashbanged: no attack card: Rifle, Shotgun, Sniper rifle" in dazed
    assert "Base: no rescue cards: Bandage, First aid" in plain(drawn(public("looked")))
    assert 'class="legal"' not in drawn(public("over"))


def test_what_is_owed_is_told_and_who_picks_it() -> None:
    assert "To lay off: 2 cards , picked by Ann" in plain(drawn(public("forest")))
    assert plain(drawn(public("shrink"))).count("To lay off: all of location 4") == 4


def test_a_duel_tells_teams_and_tokens() -> None:
    text = plain(drawn(public("duel")))
    assert "1 of 2 tokens, team A" in text
    assert "0 of 2 tokens, team B" in text
    assert text.count("Team B") == 2
    assert "tokens" not in plain(drawn(public("turn")))


def test_a_card_that_was_looked_up_is_explained() -> None:
    text = plain(drawn(public("looked")).split('class="entry-text"')[1])
    assert "Sniper Rifle Fires at one opponent" in text
    assert "Smoke makes it miss. Base: A hit costs one card more." in text


def test_what_is_still_guessed_is_the_hosts_alone() -> None:
    assert "box-note" not in drawn(public("turn"))
    table = a_table(views=BATTLE["turn"])
    html = plain(table.hosted().get("/host").text)
    wanted = "2 unlisted cards, 64 card numbers, 8 location numbers, 16 kinds."
    assert f"Still guessed: {wanted} Enter them" in html


def test_a_name_is_text() -> None:
    seats = {**public("hit")["seats"]}
    seats["3"] = {**seats["3"], "name": "<b>Cy</b>"}
    html = drawn(public("hit", seats=seats))
    assert "<b>Cy</b>" not in html
    assert "&lt;b&gt;Cy&lt;/b&gt;: hit or missed?" in html


# The reference


def test_a_games_reference_is_told_once_and_kept() -> None:
    client = a_table(references={SLUG: reference()}).client()
    answer = client.get(f"/api/reference/{SLUG}")
    assert answer.json == reference()
    assert answer.json["groups"][0]["name"] == "Attack cards"
    assert answer.headers["Cache-Control"] == "no-cache"
    again = client.get(f"/api/reference/{SLUG}", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_a_game_without_a_reference_tells_nothing() -> None:
    assert a_table().client().get("/api/reference/poker").json == {}
