"""Views: what one audience may know, made of what every game has and what its own view adds.

A game's `view` is a whitelist: it builds each audience's values from an allow-list. A card that
the table has not seen is in no view but its own seat's, and there only where a rule shows it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from companion.core.asks import Offer
from companion.core.cues import Beat
from companion.core.game import HOST, Audience
from companion.core.holds import PHONE
from companion.core.options import COMMON, show_options
from companion.core.rulings import Foul, Numbered, Ruling
from companion.core.run import Run
from companion.core.stamps import Moment, to_seconds
from companion.core.steps import Refusal
from companion.core.texts import (
    COMMON_SENTENCES,
    asking,
    label,
    reason_text,
    sentence,
)

S = TypeVar("S")

LAST_RULINGS = 50


def view(run: Run[S], audience: Audience, undos: int) -> dict[str, Any]:
    """Return a run's view for an audience: `public`, `host`, or a seat's number."""
    own = {key: _told(run, value) for key, value in run.game.view(run.state, audience).items()}
    for number, name in run.names.items():
        own["seats"][str(number)]["name"] = name
    offers = run.offers()  # once a view: every phone's view is made while the table waits
    common = {
        "game": run.game.slug,
        "title": run.game.title,
        "over": run.is_over,
        "paused": run.is_paused,
        "failed": run.failure,
        "waiting": waiting(run, offers),
        "margin_ms": None,
        "fouls": fouls(run.fouls),
        "refused": refused(run, audience),
        "options": show_options((*COMMON, *run.game.options), run.options)
        | own.pop("options", {}),  # defaults that follow from another option
        "rulings": shown(run, run.rulings[-LAST_RULINGS:]),
        "cues": cues(run),
        "pointing": run.pointing(),
    }
    seen = common | own
    if isinstance(audience, int):
        own_offers = seat_offers(run, offers, audience, undos, PHONE)
        seen["you"] = {"seat": audience, "offers": own_offers}
    if audience == HOST:
        seen["offers"] = {
            str(seat): seat_offers(run, offers, seat, undos, HOST) for seat in run.header.numbers
        }
    return seen


def _told(run: Run[S], value: Any) -> Any:
    """Return a value of a game's own view with its moments as seconds of kit time."""
    if isinstance(value, Moment):
        return to_seconds(value.ns + run.stopped)
    if isinstance(value, dict) and any(isinstance(part, Moment) for part in value.values()):
        return {key: _told(run, part) for key, part in value.items()}
    return value


def waiting(run: Run[S], offers: Sequence[Offer]) -> list[dict[str, Any]]:
    """Return for whom the table waits by these offers, each seat and gesture once."""
    claims = [
        {"seat": seat, "gesture": "claim", "until": None, "text": f"Is this {run.names[seat]}'s?"}
        for seat in run.claimants()
    ]
    asked: dict[tuple[int, str], Offer] = {}
    for offer in offers:
        if not offer.optional:
            asked.setdefault((offer.seat, offer.gesture), offer)
    return claims + [
        {
            "seat": offer.seat,
            "gesture": offer.gesture,
            "until": None if offer.until is None else to_seconds(offer.until + run.stopped),
            "text": asking(offer, run.names, run.game.asks),
        }
        for offer in asked.values()
    ]


def claims(run: Run[S], seat: int) -> list[dict[str, Any]]:
    """Return what a page can offer a seat that is asked whether a card on the reader is its."""
    if seat not in run.claimants():
        return []
    return [
        {
            "gesture": "claim",
            "about": "claim",
            "say": {"mine": True},
            "label": "That card is mine",
            "question": None,
            "button": None,
            "until": None,
        }
    ]


def seat_offers(
    run: Run[S], offers: Sequence[Offer], seat: int, undos: int, by: str
) -> list[dict[str, Any]]:
    """Return the acts that a page can offer for a seat: what to send, what to call it.

    `offers` are the table's; `by` says whose page it is: the seat's phone, or the host's.
    """
    return claims(run, seat) + [
        {
            "gesture": offer.gesture,
            "about": offer.about,
            "say": offer.say,
            "label": label(offer, run.names, run.game.asks),
            "question": f"{undos}.{run.question(offer)}",
            # Which button a hold keeps down is the secret that the hood covers.
            "button": offer.button.value if offer.button and offer.gesture != "let_go" else None,
            "until": None if offer.until is None else to_seconds(offer.until + run.stopped),
        }
        for offer in _said_once([offer for offer in offers if offer.seat == seat])
        if offer.say is not None and _may_say(run, offer, by)
    ]


def _said_once(offers: Sequence[Offer]) -> list[Offer]:
    """Return a seat's offers without those that its page would send in the words of another."""
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(repr(offer.say), offer)
    return list(once.values())


def _may_say(run: Run[S], offer: Offer, by: str) -> bool:
    """Tell whether a page's word would be taken: only the host's ends a hold of the panel."""
    hold = run.holds.of(offer.seat)
    return offer.gesture != "let_go" or hold is None or by in (HOST, hold.source)


def fouls(rulings: Sequence[Numbered]) -> list[dict[str, Any]]:
    """Return the whole game's fouls, in order."""
    return [
        {"seat": one.ruling.seat, "kind": one.ruling.foul, "ms": one.ruling.ms}
        for one in rulings
        if isinstance(one.ruling, Foul)
    ]


def refused(run: Run[S], audience: Audience) -> dict[str, Any] | None:
    """Return the last refusal; a reason that speaks of an unseen card only to its seat."""
    last: Refusal | None = run.refused
    if last is None:
        return None
    reason = last.told_to(audience)
    text = reason_text(reason, last.seat, run.names, run.game.sentences)
    return {
        "seat": last.seat,
        "reason": reason,
        "text": text,
        "fresh": run.is_refusal_fresh,
    }


def shown(run: Run[S], rulings: Sequence[Numbered]) -> list[dict[str, Any]]:
    """Return rulings as the board shows them: their values, and their sentence.

    A ruling is worded once, the same for every audience, until a name changes.
    """
    return [_shown(run, one) for one in rulings]


def _shown(run: Run[S], one: Numbered) -> dict[str, Any]:
    told = run.told.get(one.number)
    if told is None:
        catalogue = {**COMMON_SENTENCES, **run.game.sentences}
        text = _said(one.ruling, run.names, catalogue)
        told = {**one.to_json(), "at": to_seconds(one.at), "text": text}
        run.told[one.number] = told
    return told


def _said(ruling: Ruling, names: Mapping[int, str], catalogue: Mapping[str, str]) -> str:
    # What was decided is recorded whatever the catalogue lacks; the contract tests find the gap.
    try:
        return sentence(ruling, names, catalogue)
    except (LookupError, ValueError):
        return ruling.kind


def cues(run: Run[S]) -> list[dict[str, Any]]:
    """Return the last cues with their due time in seconds of the kit's time."""
    return [
        {
            "at": to_seconds(cue.at + run.stopped),
            "kind": "beat" if isinstance(cue, Beat) else "sound",
            "word": cue.word if isinstance(cue, Beat) else cue.name,
        }
        for cue in run.upcoming
    ]
