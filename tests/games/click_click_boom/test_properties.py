"""What always holds, over random games of every variant, size and table of characters."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.events import HostDid, Woke
from companion.core.referee import Referee
from companion.games.click_click_boom.abilities import CHARACTERS
from companion.games.click_click_boom.state import (
    STARTING_COINS,
    State,
    living,
    takes_turn,
)
from tests.games.click_click_boom.players import one_act, play_on
from tests.games.click_click_boom.table import Sitting

# Whole games: a handful of them is many thousand moments.
WHOLE = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SHORT = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def sittings(draw: st.DrawFn, /, **fixed: Any) -> Sitting:
    """Draw a sitting: players, characters, who begins, and all options."""
    options = {
        "variant": draw(st.sampled_from(["standard", "quick", "advanced"])),
        "foul_policy": draw(st.sampled_from(["warn", "fine", "recount"])),
        "felix_any": draw(st.booleans()),
        "dues_replace_ante": draw(st.booleans()),
        "pass_after_last": draw(st.booleans()),
        "allow_two": True,
        "late_after": draw(st.sampled_from([0.3, 1.5])),
        **fixed,
    }
    count = draw(st.integers(2, 6))
    characters = draw(st.permutations(CHARACTERS))[:count]
    first = draw(st.one_of(st.none(), st.integers(1, count)))
    return Sitting([*characters], first=first, **options)


def conserved(sit: Sitting) -> None:
    """Check coins, cards, piles and the token at any moment."""
    state = sit.state
    players = len(state.seats)
    purse = 0 if state.is_quick else STARTING_COINS * players
    assert sum(seat.coins for seat in state.seats) + state.pot == purse
    assert min(seat.coins for seat in state.seats) >= 0
    assert sum(seat.unplayed + len(seat.played) for seat in state.seats) == 6 * players
    assert all(0 <= seat.on_table <= seat.unplayed for seat in state.seats)
    assert all(seat.on_table in (0, 1, 2) for seat in state.seats)


def equal_hands(sit: Sitting) -> None:
    """Check that the living have equally many cards, and piles of five at most (no Felix)."""
    state = sit.state
    assert len({state.seat(seat).unplayed for seat in living(state)}) <= 1
    assert all(len(seat.played) <= 5 for seat in state.seats)
    assert state.showdown <= 5


def token_parity(sit: Sitting) -> None:
    """Check that the token shows Left in odd showdowns and Right in even ones, until it flips."""
    state = sit.state
    if state.phase in ("turn", "commit", "countdown", "reveal", "carla", "rory"):
        assert (state.token.value == "left") == (state.showdown % 2 == 1)


@WHOLE
@given(sit=sittings(), seed=st.integers(0, 2**32))
def test_coins_and_cards_are_conserved_and_every_game_ends(sit: Sitting, seed: int) -> None:
    def check(sit: Sitting) -> None:
        conserved(sit)
        token_parity(sit)

    play_on(sit, Random(seed), check)
    assert sit.view()["winners"]


@WHOLE
@given(seed=st.integers(0, 2**32), count=st.integers(2, 6))
def test_without_a_swap_hands_are_equal_and_piles_hold_five_at_most(seed: int, count: int) -> None:
    others = [name for name in CHARACTERS if name != "felix"]
    sit = Sitting(Random(seed).sample(others, count), allow_two=True)

    def check(sit: Sitting) -> None:
        if sit.phase in ("turn", "commit", "pass", "clean_up"):
            equal_hands(sit)

    play_on(sit, Random(seed), check)


@SHORT
@given(sit=sittings(), seed=st.integers(0, 2**32), steps=st.integers(1, 150))
def test_a_replay_gives_the_same_state_views_and_rulings(
    sit: Sitting, seed: int, steps: int
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if not sit.referee.run.is_over:
            one_act(sit, rng)
    again = Referee.restored(sit.game, sit.header, tuple(sit.records))
    assert again.differs_at is None
    assert again.run.state == sit.state
    for audience in ("public", "host", 1):
        assert again.view(audience) == sit.referee.view(audience)


@SHORT
@given(
    sit=sittings(),
    seed=st.integers(0, 2**32),
    steps=st.integers(1, 120),
    back=st.integers(1, 40),
)
def test_undo_gives_the_table_as_it_was_before_the_steps(
    sit: Sitting, seed: int, steps: int, back: int
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if not sit.referee.run.is_over:
            one_act(sit, rng)
    made = [place for place, record in enumerate(sit.records) if record.counts]
    if len(made) < back:
        return
    first_undone = sit.records[made[-back]].event
    before = Referee(sit.game, sit.header)
    for record in sit.records[: made[-back]]:
        before.feed(record.event)
    before.feed(Woke(at=first_undone.at - 1))
    sit.host(undo=back)
    assert lasting(sit.state) == lasting(before.run.state)
    assert sit.referee.steps() == before.steps()


def lasting(state: State) -> list[Any]:
    """Return all of a state that no interruption changes (C49)."""
    seats = [
        (one.coins, one.is_alive, one.unplayed, one.played, one.is_ability_used, one.shown)
        for one in state.seats
    ]
    return [seats, state.pot, state.shootout, state.showdown, state.first_player, state.token]


@SHORT
@given(sit=sittings(foul_policy="warn"), seed=st.integers(0, 2**32), steps=st.integers(1, 150))
def test_what_is_refused_changes_nothing(sit: Sitting, seed: int, steps: int) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if sit.referee.run.is_over:
            return
        before, count = sit.state, len(sit.records)
        due = sit.referee.due()
        one_act(sit, rng)
        refused = [one for one in sit.records[count:] if one.verdict.value == "refused"]
        passed_by_itself = due is not None and due.ns <= sit.now
        if refused and len(sit.records) == count + len(refused) and not passed_by_itself:
            assert sit.state == before


@SHORT
@given(sit=sittings(), seed=st.integers(0, 2**32), steps=st.integers(1, 150))
def test_every_ruling_refusal_and_question_has_its_words(
    sit: Sitting, seed: int, steps: int
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if sit.referee.run.is_over:
            break
        one_act(sit, rng)
        view = sit.referee.view(rng.choice(("public", "host", 1, 2)))  # a missing one raises
        words = [one["text"] for one in (*view["rulings"][-3:], *view["waiting"])]
        assert all(text and "{" not in text for text in words)


@SHORT
@given(
    sit=sittings(),
    seed=st.integers(0, 2**32),
    steps=st.integers(0, 120),
    seat=st.integers(1, 6),
    alive=st.booleans(),
)
def test_a_life_corrected_at_any_moment_leaves_a_game_that_ends(
    sit: Sitting, seed: int, steps: int, seat: int, alive: bool
) -> None:
    rng = Random(seed)
    for _ in range(steps):
        if not sit.referee.run.is_over:
            one_act(sit, rng)
    if sit.referee.run.is_over:
        return
    number = min(seat, len(sit.state.seats))
    sit.feed(HostDid({"adjust": {"seat": number, "alive": alive}}, at=sit.now + 1))
    play_on(sit, rng)


@pytest.mark.parametrize("players", [3, 6])
def test_a_shootout_of_equal_hands_has_five_showdowns_at_most(players: int) -> None:
    sit = Sitting(players)
    numbers: Counter[int] = Counter()
    while sit.state.shootout == 1 and sit.phase != "clean_up":
        numbers[sit.state.showdown] += 1
        kind = "pay" if sit.state.showdown <= 3 else "stolen"
        sit.round(*[kind] * players)
    assert sorted(numbers) == [1, 2, 3, 4, 5]
    assert not any(takes_turn(sit.state, seat) for seat in range(1, players + 1))
