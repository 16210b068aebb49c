"""The printed parts: rendered, and measured as solids; skipped where OpenSCAD is missing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from firmware.board import shipped
from hardware.make import enclosure
from hardware.make.enclosure import (
    ASSEMBLIES,
    FOLDER,
    PARTS,
    Size,
    lacking,
    pad_size,
    params,
    render,
    shapes_digest,
    sizes,
    spacer_size,
    tray_size,
    values,
)

STANDARD = shipped("standard")
V = values(STANDARD)
ROOMS = {"seat_pad": "seat_hood", "box": "lid"}  # what goes into what


@pytest.fixture(scope="session")
def solids(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every part as a mesh."""
    if missing := lacking("openscad"):
        pytest.skip(f"{missing} (package openscad)")
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed ('.[test]')")
    folder = tmp_path_factory.mktemp("stl")
    for part in PARTS:
        render(part, folder / f"{part}.stl")
    return {part: trimesh.load(folder / f"{part}.stl") for part in PARTS}


def pieces(mesh: Any) -> int:
    """Count the bodies that a mesh consists of."""
    root = list(range(len(mesh.faces)))

    def top(face: int) -> int:
        while root[face] != face:
            root[face] = face = root[root[face]]
        return face

    for one, other in mesh.face_adjacency:
        root[top(int(one))] = top(int(other))
    return len({top(face) for face in range(len(root))})


def solid_at(mesh: Any, x: float, y: float) -> list[tuple[float, float]]:
    """Return where a part is solid along the vertical line through x and y, from below."""
    crossings = []
    for a, b, c in mesh.triangles:
        area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])
        if abs(area) < 1e-9:
            continue
        u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area
        v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area
        if u >= 0 and v >= 0 and u + v <= 1:
            crossings.append(float(a[2] + u * (b[2] - a[2]) + v * (c[2] - a[2])))
    found: list[float] = []
    for z in sorted(crossings):  # an edge between two triangles is one crossing
        if not found or z - found[-1] > 1e-6:
            found.append(z)
    assert len(found) % 2 == 0, f"the line at {x}, {y} grazes a face: move it a little"
    return list(zip(found[::2], found[1::2], strict=True))


def near(found: Sequence[tuple[float, float]], *wanted: tuple[float, float]) -> bool:
    return len(found) == len(wanted) and all(
        one == pytest.approx(other, abs=0.01) for one, other in zip(found, wanted, strict=True)
    )


# Parameters


def test_the_parameters_are_up_to_date() -> None:
    kept = (FOLDER / "params.scad").read_text(encoding="utf-8")

    assert kept == params(STANDARD), "run: python -m hardware.make.enclosure"


def test_the_board_decides_how_many_cables_and_readers_there_are() -> None:
    bare = replace(STANDARD, sounder=None, readers=())

    assert (V["cable_count"], V["ribbon_count"], V["has_sounder"]) == (8, 2, True)
    found = values(bare)
    assert (found["cable_count"], found["ribbon_count"], found["has_sounder"]) == (7, 0, False)
    assert values(shipped("four_bells"))["has_own_bells"]


def test_the_dimensions_keep_what_the_radio_asks_for() -> None:
    assert V["reader_window"] <= 1.0
    assert V["reader_to_metal"] >= 20
    assert V["reader_antenna_gap"] >= 150


def test_the_pis_posts_are_where_its_holes_are() -> None:
    assert (V["pi_hole_pitch_x"], V["pi_hole_pitch_y"], V["pi_zero_hole_pitch_y"]) == (58, 49, 23)


# Solids


@pytest.mark.parametrize("part", PARTS)
def test_a_part_is_one_watertight_piece_of_the_right_size(
    solids: dict[str, Any], part: str
) -> None:
    mesh = solids[part]

    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert pieces(mesh) == 1
    assert tuple(mesh.extents) == pytest.approx(sizes(STANDARD)[part], abs=0.05)
    assert 1_000 < mesh.volume < mesh.bounding_box.volume
    assert max(mesh.extents) <= V["print_bed"]


def test_two_pieces_would_be_found(solids: dict[str, Any]) -> None:
    spacer = solids["antenna_spacer"]
    moved = spacer.copy()
    moved.apply_translation([0, 500, 0])

    assert pieces(spacer + moved) == 2


def test_the_window_is_thin_over_the_whole_antenna_and_the_room_below_is_empty(
    solids: dict[str, Any],
) -> None:
    x, y, _ = tray_size(V)
    for end in (-1, 1):  # the antenna is at either end of the module
        for along in (0, V["reader_antenna"]):
            for across in (-0.49, 0.01, 0.49):
                at_x = x / 2 + end * (V["reader_length"] / 2 - 0.3 - along)
                at_y = y / 2 + across * V["reader_antenna"] * 0.97
                assert near(solid_at(solids["reader_tray"], at_x, at_y), (0, V["reader_window"]))


def test_the_module_hangs_by_its_clips_and_20_mm_above_the_table(solids: dict[str, Any]) -> None:
    x, y, deep = tray_size(V)
    ends = {
        round(end, 2)
        for side in (-1, 1)
        for _, end in solid_at(
            solids["reader_tray"], x / 2 + 1, y / 2 + side * (V["reader_width"] / 2 + 1)
        )
    }

    assert ends == {round(V["reader_window"] + V["reader_height"] + 2.4, 2)}
    assert deep - V["reader_window"] - V["reader_height"] >= 20


def test_the_spacer_keeps_two_trays_far_apart_and_fits_their_slots(
    solids: dict[str, Any],
) -> None:
    wide, across, high = spacer_size(V)
    mesh = solids["antenna_spacer"]
    tab = (wide - V["reader_antenna_gap"]) / 2
    # Beside the tab there is nothing: the shoulder stops at the tray's wall.
    assert solid_at(mesh, tab - 0.5, 1) == []
    assert near(solid_at(mesh, tab + 0.5, 1), (0, high))
    assert near(solid_at(mesh, tab - 0.5, across / 2 + 0.1), (0, high))
    tray_x, tray_y, _ = tray_size(V)
    in_wall = solid_at(solids["reader_tray"], V["print_wall"] / 2, tray_y / 2 + 0.1)
    (_, below), (above, _) = in_wall
    assert high < above - below < high + 1
    assert tray_x > 0


def test_the_pis_screws_go_into_its_posts(solids: dict[str, Any]) -> None:
    wall, gap, floor = V["print_wall"], 6, V["print_floor"]
    left = sizes(STANDARD)["box"][0] - wall - V["pi_length"] - V["print_play"]
    for x in (0, V["pi_hole_pitch_x"]):
        for y in (0, V["pi_zero_hole_pitch_y"], V["pi_hole_pitch_y"]):
            at = (left + V["pi_hole_inset"] + x, wall + gap + V["pi_hole_inset"] + y)
            assert near(solid_at(solids["box"], at[0] + 0.1, at[1]), (0, floor))
            beside = solid_at(solids["box"], at[0] + 2, at[1] + 0.05)
            assert near(beside, (0, floor + V["pi_standoff"]))


def test_every_cable_has_its_hole(solids: dict[str, Any]) -> None:
    x, y, _ = sizes(STANDARD)["box"]
    wall, inner = V["print_wall"], x - 2 * V["print_wall"]
    counts: dict[int, int] = defaultdict(int)
    for name in ("cable", "ribbon"):
        count = int(V[f"{name}_count"])
        for n in range(1, count + 1):
            at = wall + n * inner / (count + 1) + 0.11
            counts[len(solid_at(solids["box"], at, y - wall / 2))] += 1

    assert counts[1] == 0  # nowhere is the wall whole
    assert sum(counts.values()) == V["cable_count"] + V["ribbon_count"]


def test_buttons_and_light_go_through_the_pad(solids: dict[str, Any]) -> None:
    x, y, _ = pad_size(V)
    pad, floor = solids["seat_pad"], V["print_floor"]
    for side in (-1, 1):
        middle = x / 2 + side * V["button_pitch"] / 2
        assert solid_at(pad, middle + 0.1, 38.05) == []
        assert near(solid_at(pad, middle, 38.05 + V["button_hole"] / 2 + 1), (0, floor))
    assert solid_at(pad, x / 2 + 0.1, y - 9.05) == []


def test_the_hood_hides_both_buttons_from_all_but_the_player(solids: dict[str, Any]) -> None:
    mesh = solids["seat_hood"]
    (low_x, low_y, _), (high_x, high_y, high_z) = mesh.bounds
    button = V["button_hole"] / 2
    pad_middle = (high_x + low_x) / 2
    for side in (-1, 1):
        x = pad_middle + side * V["button_pitch"] / 2
        (roof,) = solid_at(mesh, x + 0.05, 33.05)  # the button's middle, as the hood sees it
        assert roof == pytest.approx((high_z - V["print_wall"], high_z), abs=0.01)
        assert low_x < x - button < x + button < high_x
    assert low_y < 33 - button < 33 + button < high_y
    assert len(solid_at(mesh, pad_middle, high_y - 1)) == 1  # the back is whole
    (low, high) = solid_at(mesh, pad_middle + 0.05, high_y - 1.05)[0]
    assert (low, high) == pytest.approx((0, V["hood_height"]), abs=0.01)


@pytest.mark.parametrize(("outer", "inner"), ROOMS.items())
def test_parts_that_go_together_do_not_overlap(
    solids: dict[str, Any], tmp_path: Path, outer: str, inner: str
) -> None:
    size: Size = sizes(STANDARD)[outer]
    places = {
        # As they are used: the pad with its top up, the lid with its lip down.
        "seat_pad": f"translate([{size[0]}, 0, 0]) rotate([0, 180, 0])",
        "seat_hood": f"translate([{9 - 1.2}, 5, 0])",
        "box": "",
        "lid": f"translate([0, {size[1]}, {size[2] + V['print_floor']}]) rotate([180, 0, 0])",
    }
    scene = tmp_path / "both.scad"
    uses = "".join(f"use <{FOLDER / part}.scad>\n" for part in (outer, inner))
    both = "".join(f"{places[part]} {part}();" for part in (outer, inner))

    def volume(how: str) -> float:
        scene.write_text(f"{uses}{how}() {{ {both} }}\ntranslate([500, 0, 0]) cube(1);\n")
        render(str(scene.with_suffix("")), tmp_path / "both.stl")
        trimesh = pytest.importorskip("trimesh")
        return float(trimesh.load(tmp_path / "both.stl").volume) - 1

    assert volume("intersection") == pytest.approx(0, abs=0.5)
    assert volume("union") == pytest.approx(solids[outer].volume + solids[inner].volume, rel=1e-3)


# Another board


def test_another_board_has_its_own_parts_and_changes_nothing_that_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if missing := lacking("openscad"):
        pytest.skip(f"{missing} (package openscad)")
    trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed ('.[test]')")
    monkeypatch.setattr(enclosure, "PARTS", ("seat_pad",))
    before = (FOLDER / "params.scad").read_bytes()

    enclosure.main(["--board", "two_seats", "--stl", str(tmp_path / "stl")])

    pad = trimesh.load(tmp_path / "stl" / "seat_pad.stl")
    assert tuple(pad.extents) == pytest.approx(sizes(shipped("two_seats"))["seat_pad"], abs=0.05)
    x, y, _ = sizes(shipped("two_seats"))["seat_pad"]
    assert solid_at(pad, x / 2 + 0.1, y - 14.55) == []  # the bell button's hole
    assert (FOLDER / "params.scad").read_bytes() == before


@pytest.mark.parametrize(
    "asked", [["two_seats"], ["two_seats", "--pictures"], ["nowhere.toml", "--stl", "stl"]]
)
def test_another_board_without_a_folder_or_that_is_none_is_refused(asked: list[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        enclosure.main(["--board", *asked])

    assert ended.value.code == 2


# What is kept


def test_every_part_has_its_picture() -> None:
    for part in (*PARTS, *ASSEMBLIES):
        assert (FOLDER / f"{part}.png").read_bytes().startswith(b"\x89PNG")


def test_the_pictures_were_drawn_from_these_shapes() -> None:
    drawn_from = (FOLDER / "pictures.sha256").read_text(encoding="ascii")

    assert drawn_from == shapes_digest(), "run: python -m hardware.make.enclosure --pictures"


def test_the_folder_says_of_each_file_what_it_is() -> None:
    told = (FOLDER / "README.md").read_text(encoding="utf-8")
    files = [file.name for file in FOLDER.iterdir() if file.suffix != ".md"]

    assert [name for name in files if f"`{name}`" not in told] == []
    assert "Nothing was printed yet" in told
