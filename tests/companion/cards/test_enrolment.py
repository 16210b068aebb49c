from __future__ import annotations

import pytest

from companion.cards.deck_map import Box, DeckMap, read_box, write_box
from companion.cards.enrolment import (
    Enrolment,
    NotTagged,
    Progress,
    Tagged,
    begin,
    bring_in,
)

CARDS = ("pay/1", "pay/2", "boom/1")
A, B, C, D = (f"04A3C6CAE2618{digit}" for digit in range(4))
FOREIGN = "04FFFFFFFFFFFF"
KNOWN = DeckMap((Box("wwp", "1", {FOREIGN: "blue/loot"}),))


def tagged(*uids: str, start: Enrolment | None = None) -> Enrolment:
    enrolment = start or begin(KNOWN, "ccb", CARDS)
    for uid in uids:
        after = enrolment.tapped(uid)
        assert isinstance(after, Enrolment)
        enrolment = after
    return enrolment


def test_the_board_names_the_next_card_and_any_unknown_tag_becomes_it() -> None:
    enrolment = begin(KNOWN, "ccb", CARDS)
    assert enrolment.next_card() == "pay/1"
    enrolment = tagged(A, start=enrolment)
    assert enrolment.current.tags == {A: "pay/1"}
    assert enrolment.next_card() == "pay/2"
    assert enrolment.steps == (Tagged("pay/1", A),)


def test_progress_and_what_is_missing_are_visible() -> None:
    enrolment = tagged(A, B)
    assert enrolment.progress() == Progress(2, 3)
    assert enrolment.missing() == ("boom/1",)


def test_when_every_card_has_its_tag_nothing_is_asked_and_nothing_taken() -> None:
    enrolment = tagged(A, B, C)
    assert enrolment.next_card() is None
    assert enrolment.tapped(D) == NotTagged("complete")


@pytest.mark.parametrize(
    ("uid", "refused", "text"),
    [
        (A, NotTagged("same_box", "pay/1"), "That tag is already pay/1 in this box."),
        (
            FOREIGN,
            NotTagged("other_game", "blue/loot", "1", "wwp"),
            "That tag belongs to another game: wwp.",
        ),
        (
            "08AABBCC",
            NotTagged("bad_uid"),
            "That tag has no number of its own and cannot be a card.",
        ),
        ("04a3", NotTagged("bad_uid"), "That tag has no number of its own and cannot be a card."),
    ],
)
def test_a_tag_that_cannot_be_the_next_card_is_refused_with_a_reason(
    uid: str, refused: NotTagged, text: str
) -> None:
    said = tagged(A).tapped(uid)
    assert said == refused
    assert refused.text == text


def test_a_long_uid_that_begins_with_08_is_as_good_as_any() -> None:
    assert tagged("08A3C6CAE26180").current.tags == {"08A3C6CAE26180": "pay/1"}


def test_a_tag_of_the_other_box_of_the_game_is_refused() -> None:
    second = begin(tagged(A).known, "ccb", CARDS)
    said = second.tapped(A)
    assert said == NotTagged("other_box", "pay/1", "1", "ccb")
    assert isinstance(said, NotTagged)
    assert said.text == "That tag is pay/1 of box 1."


def test_a_second_copy_of_a_box_gets_the_next_number_and_tags_of_its_own() -> None:
    first = tagged(A, B, C)
    second = tagged(D, start=begin(first.known, "ccb", CARDS))
    assert second.box == "2"
    assert second.known.card(A, "ccb") == "pay/1"
    assert second.known.card(D, "ccb") == "pay/1"
    assert second.progress() == Progress(1, 3)


def test_a_number_that_became_free_is_used_again() -> None:
    known = DeckMap((Box("ccb", "2", {}),))
    assert begin(known, "ccb", CARDS).box == "1"


def test_a_box_can_be_gone_on_with_by_its_name() -> None:
    known = tagged(A).known
    assert begin(known, "ccb", CARDS, "1").next_card() == "pay/2"


def test_a_lost_card_is_tagged_again_alone() -> None:
    wish = tagged(A, B, C).retag("pay/2")
    assert isinstance(wish, Enrolment)
    assert wish.next_card() == "pay/2"
    after = tagged(D, start=wish)
    assert after.current.tags == {A: "pay/1", C: "boom/1", D: "pay/2"}
    assert after.next_card() is None
    assert after.known.card(B, "ccb") == f"unknown/{B}"


def test_a_lost_card_s_own_tag_is_no_new_one() -> None:
    wish = tagged(A, B).retag("pay/2")
    assert isinstance(wish, Enrolment)
    assert wish.tapped(B) == NotTagged("same_card", "pay/2")


def test_a_card_that_is_not_in_the_game_cannot_be_wished_for() -> None:
    said = tagged(A).retag("ace/1")
    assert said == NotTagged("no_such_card", "ace/1")
    assert isinstance(said, NotTagged)
    assert said.text == "There is no card ace/1 in this game."


def test_the_last_step_can_be_taken_back() -> None:
    after = tagged(A, B).undo()
    assert after == tagged(A)


def test_taking_back_a_new_tag_gives_the_old_one_back() -> None:
    wish = tagged(A, B).retag("pay/1")
    assert isinstance(wish, Enrolment)
    after = tagged(D, start=wish).undo()
    assert isinstance(after, Enrolment)
    assert after.current.tags == {A: "pay/1", B: "pay/2"}


def test_a_wish_is_taken_back_before_any_tag() -> None:
    wish = tagged(A).retag("pay/1")
    assert isinstance(wish, Enrolment)
    assert wish.undo() == tagged(A)


def test_with_nothing_done_there_is_nothing_to_take_back() -> None:
    assert begin(KNOWN, "ccb", CARDS).undo() == NotTagged("nothing_to_undo")


def test_all_steps_taken_back_leave_the_box_empty() -> None:
    enrolment = tagged(A, B)
    for _ in range(2):
        after = enrolment.undo()
        assert isinstance(after, Enrolment)
        enrolment = after
    assert enrolment.current.tags == {}
    assert enrolment.steps == ()


def test_a_box_moves_to_another_kit_as_text() -> None:
    box = tagged(A, B, C).current
    moved = read_box(write_box(box), "box.json", {"ccb": CARDS})
    known = bring_in(KNOWN, moved)
    assert isinstance(known, DeckMap)
    assert known.card(B, "ccb") == "pay/2"


def test_an_imported_box_takes_the_place_of_its_earlier_state() -> None:
    known = bring_in(tagged(A, B).known, Box("ccb", "1", {B: "pay/1"}))
    assert isinstance(known, DeckMap)
    assert known.find("ccb", "1") == Box("ccb", "1", {B: "pay/1"})


def test_an_imported_box_that_clashes_changes_nothing_and_says_with_what() -> None:
    known = tagged(A).known
    assert bring_in(known, Box("ccb", "2", {A: "pay/2", FOREIGN: "pay/1", D: "boom/1"})) == (
        NotTagged("other_box", "pay/1", "1", "ccb"),
        NotTagged("other_game", "blue/loot", "1", "wwp"),
    )
