"""The circuit: every pin of the table reaches its part, through what the table says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.board import Board, ReaderPins, shipped, shipped_names
from firmware.board_uses import GROUNDS, HEADER_POSITIONS, Role, pin_uses
from hardware.make.circuit import GROUND, HEADER, SUPPLY, Contact, Kind, Part, circuit, nets

STANDARD = shipped("standard")
TWO = shipped("two_seats")


def part(board: Board, reference: str) -> Part:
    return next(part for part in circuit(board) if part.reference == reference)


def beyond(board: Board, pin: int) -> set[str]:
    """Follow a header pin through what is in series; return the parts at its far end."""
    drawn = {one.reference: one for one in circuit(board)}
    found = nets(circuit(board))
    start = drawn[HEADER].nets[HEADER_POSITIONS[pin] - 1]
    assert start is not None
    reached = {contact.reference for contact in found[start]} - {HEADER}
    for reference in [name for name in reached if drawn[name].kind is Kind.RESISTOR]:
        far = drawn[reference].nets[1]
        assert far is not None
        reached |= {contact.reference for contact in found[far]}
    return {name for name in reached if drawn[name].kind is Kind.PLUG}


@pytest.mark.parametrize("name", shipped_names())
def test_each_pin_of_the_table_reaches_the_plug_of_its_part(name: str) -> None:
    board = shipped(name)
    groups = {one.reference: one.group for one in circuit(board)}
    for use in pin_uses(board):
        plugs = {groups[reference] for reference in beyond(board, use.pin)}
        seat = use.part.partition(".")[0]
        match use.role:
            case Role.INPUT | Role.LIGHT if seat.isdigit():
                assert plugs == {f"seat {seat}"}
            case Role.BUS | Role.RESET:
                assert plugs == {f"reader {reader.name}" for reader in board.readers}
            case Role.SELECT:
                assert plugs == {f"reader {use.part.split()[0]}"}
            case _:
                assert plugs == {use.part}


@pytest.mark.parametrize("name", shipped_names())
def test_each_button_light_bell_and_sounder_has_the_tables_resistor(name: str) -> None:
    board = shipped(name)
    found = {one.nets[0]: one.value for one in circuit(board) if one.kind is Kind.RESISTOR}
    in_series = [use for use in pin_uses(board) if use.series_ohm]

    assert in_series
    assert {use.part: found[use.part] for use in in_series} == {
        use.part: f"{use.series_ohm} ohm" for use in in_series
    }


@pytest.mark.parametrize("name", shipped_names())
def test_no_reference_is_used_twice_and_no_contact_hangs_alone(name: str) -> None:
    parts = circuit(shipped(name))

    assert len({one.reference for one in parts}) == len(parts)
    assert [net for net, contacts in nets(parts).items() if len(contacts) < 2] == []


def test_nothing_is_joined_to_5_v_or_to_the_pins_of_add_on_boards() -> None:
    header = part(STANDARD, HEADER)

    assert [header.nets[position - 1] for position in (2, 4, 27, 28)] == [None] * 4


def test_every_ground_of_the_header_is_joined() -> None:
    ground = nets(circuit(STANDARD))[GROUND]

    assert {Contact(HEADER, position) for position in GROUNDS} <= ground


def test_the_clamp_and_the_capacitor_sit_on_the_bells_side_of_its_resistor() -> None:
    plug = part(STANDARD, "J31")

    assert part(STANDARD, "R71").nets == ("bell", plug.nets[1])
    for reference in ("C71", "D71"):
        assert part(STANDARD, reference).nets == (plug.nets[1], GROUND)
    assert part(STANDARD, "R72").nets == (SUPPLY, plug.nets[1])


def test_sck_lies_between_two_grounds_in_a_readers_ribbon() -> None:
    plug = part(STANDARD, "J21")
    sck = plug.names.index("SCK")

    assert (plug.nets[sck - 1], plug.nets[sck + 1]) == (GROUND, GROUND)


def test_a_reader_without_a_reset_pin_has_it_at_3_3_v() -> None:
    board = replace(TWO, readers=(ReaderPins("centre", select=8, device=0, reset=None),))
    plug = part(board, "J21")

    assert plug.nets[plug.names.index("RST")] == SUPPLY


def test_eight_readers_have_references_of_their_own() -> None:
    names = ("centre", "tray", *(f"seat{number}" for number in range(1, 7)))
    readers = tuple(ReaderPins(name, 5, 2, None) for name in names)
    parts = circuit(replace(TWO, readers=readers))

    assert len({one.reference for one in parts}) == len(parts)


def test_a_seat_on_an_expander_is_no_part_of_the_junction_board() -> None:
    seats = (TWO.seats[0], replace(TWO.seats[1], expander="a"))
    groups = {one.group for one in circuit(replace(TWO, seats=seats))}

    assert "seat 1" in groups
    assert "seat 2" not in groups


def test_a_board_without_bell_sounder_and_readers_has_none_of_their_parts() -> None:
    bare = replace(TWO, bell=None, sounder=None, readers=())

    assert {one.group for one in circuit(bare)} == {"header", "seat 1", "seat 2"}
