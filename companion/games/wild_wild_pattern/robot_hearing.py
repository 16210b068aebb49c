"""How the cards of robots follow what is ruled, whatever they took to be true before."""

from __future__ import annotations

from companion.core.rulings import Ruling
from companion.games.wild_wild_pattern import rulings
from companion.games.wild_wild_pattern.box import CHALLENGES
from companion.games.wild_wild_pattern.robot_cards import RobotCards
from companion.games.wild_wild_pattern.robot_places import DECK, GONE, PLAYED, Pile


def hear(cards: RobotCards, ruling: Ruling) -> None:
    """Move cards as it was ruled."""
    match ruling:
        case rulings.MancheBegun():
            cards.shuffle()
        case rulings.Reshuffled():
            # A Challenge that nobody has told is not known: it goes back with the rest.
            cards.shuffle(but=(Pile.WON, Pile.HELD))
        case rulings.WheelLaid():
            _complete(cards)
        case rulings.Drawn():
            cards.look_all()
        case rulings.SentAway(card=card):
            cards.fetch(card, DECK)
            cards.move(card, GONE)
        case rulings.Filled(card=card, slot=slot):
            cards.fetch(card, DECK)
            cards.move(card, (Pile.SLOT, slot))
        case rulings.LaidAside(seat=seat, card=card):
            cards.move(card, (Pile.HELD, seat))
        case rulings.Placed(seat=seat, card=card, slot=slot):
            cards.fetch(card, (Pile.HAND, seat))
            cards.move(card, (Pile.SLOT, slot))
        case _:
            _hear_shooting(cards, ruling)


def _complete(cards: RobotCards) -> None:
    """Fill a Wheel that was laid unseen, before a restart, with what may lie there."""
    while cards.empty_slots() and (card := cards.next()) is not None:
        cards.lay(card)


def _hear_shooting(cards: RobotCards, ruling: Ruling) -> None:
    match ruling:
        case rulings.CardLaid(seat=seat, card=card) | rulings.Clementine(seat=seat, card=card):
            if card != cards.played:
                cards.fetch(card, (Pile.HAND, seat))
                cards.move(card, PLAYED)
        case rulings.CardWon(seat=seat, card=card):
            _win(cards, seat, card)
        case rulings.CardDiscarded(seat=seat, card=card):
            known = card or cards.hand(seat)
            if known is not None:
                cards.move(known, GONE)
        case rulings.ChallengeUsed():
            _hear_challenge(cards, ruling)
        case _:
            pass


def _win(cards: RobotCards, seat: int, card: str) -> None:
    slot, tops = cards.slot_of(card), cards.tops()
    if slot is None and tops:
        cards.fetch(card, cards.place_of(tops[0]))
    cards.move(card, (Pile.WON, seat))


def _hear_challenge(cards: RobotCards, used: rulings.ChallengeUsed) -> None:
    cards.move(used.card, GONE)
    is_lost = used.case in ("piano-player", "hands-up")
    if used.took is not None and is_lost:
        cards.move(used.took, GONE)
    elif used.took is not None:
        _give(cards, used.seat, used.took)
    if used.gave is not None and used.by is not None:
        _give(cards, used.by, used.gave)


def _give(cards: RobotCards, seat: int, card: str) -> None:
    cards.move(card, (Pile.HELD if card in CHALLENGES else Pile.WON, seat))
