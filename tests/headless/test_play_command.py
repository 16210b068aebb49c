"""`ringmaster play`: what it prints, how it ends, and what it says of files that are wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from firmware.cli import main

FILES = Path(__file__).parents[1] / "playthroughs" / "click_click_boom"
HEADER: dict[str, Any] = {
    "ringmaster": 1,
    "game": "click_click_boom",
    "seats": ["Ann", "Bo", "Cy"],
    "first": 1,
}


def play(path: Path | str, *options: str) -> Result:
    return CliRunner().invoke(main, ["play", *options, str(path)])


def play_text(folder: Path, text: str | bytes, *options: str) -> Result:
    file = folder / "game.jsonl"
    file.write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    return play(file, *options)


def play_lines(folder: Path, *lines: str, header: str | None = None) -> Result:
    return play_text(folder, "\n".join([header or json.dumps(HEADER), *lines]))


def header(**changes: Any) -> str:
    return json.dumps(HEADER | changes)


# What it prints


def test_it_prints_each_ruling_with_its_moment_and_its_number(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1.5, "press": "1.left"}')
    assert done.exit_code == 0
    assert "     1.500    C2  Ann has two cards on the table.\n" in done.stdout


def test_it_prints_what_was_ruled_before_anything_happened(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1.5}')
    assert done.stdout.startswith("     0.000        Ann is First Player.\n")


def test_a_header_alone_is_played(tmp_path: Path) -> None:
    assert "Ann is First Player." in play_lines(tmp_path).stdout


def test_it_prints_why_an_act_was_refused_and_to_whom(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 2, "press": "3.left"}')
    assert "     2.000     -  No to Cy: Nobody is waiting for that now.\n" in done.stdout


def test_it_prints_the_table_at_the_end(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1}')
    end = done.stdout.split("\n\n")[-1]
    assert end == (
        "Click Click Boom: turn (shootout 1, showdown 1, pot 3, first player 1, turn 1)\n"
        "  1  Ann  coins 12, unplayed 6\n"
        "  2  Bo   coins 12, unplayed 6\n"
        "  3  Cy   coins 12, unplayed 6\n"
        "  Waiting for Ann's two picks, then a button.\n"
    )


def test_it_prints_who_is_dead_and_who_wins() -> None:
    lines = play(FILES / "quick-four-players.jsonl").stdout.splitlines()
    assert "Click Click Boom: over" in lines[-7]
    assert [line.endswith("WINS") for line in lines[-6:-2]] == [False, True, True, False]
    assert [", dead" in line or "  dead" in line for line in lines[-6:-2]] == [
        True,
        False,
        False,
        True,
    ]


def test_it_says_that_all_expectations_hold(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1, "expect": {"phase": "turn", "pot": 3}}')
    assert done.stdout.endswith("\nAll 2 expectations hold.\n")
    assert done.stderr == ""


def test_a_foul_is_printed_to_the_nanosecond() -> None:
    done = play(FILES / "c46-boundaries-warn.jsonl")
    assert "Ann was 0.000001 ms early." in done.stdout
    assert "Di was 1500.000001 ms late." in done.stdout


@pytest.mark.parametrize("text", ["red \x1b[31m", "half \ud800"])
def test_control_codes_of_a_file_do_not_reach_the_terminal(tmp_path: Path, text: str) -> None:
    deck = {"texts": {"armadillo": text}}
    done = play_lines(tmp_path, header=header(deck=deck))
    assert done.exit_code == 2
    assert "texts.armadillo" in done.stderr
    assert not {"\x1b", "\ud800"} & {*done.stdout, *done.stderr}


# JSON


def test_json_is_one_object_a_line_and_the_view_last() -> None:
    done = play(FILES / "rulebook-play-example.jsonl", "--json")
    objects = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.exit_code == 0
    assert all("at" in one and ("ruling" in one or "refused" in one) for one in objects[:-1])
    assert [one["at"] for one in objects[:-1]] == sorted(one["at"] for one in objects[:-1])
    assert list(objects[-1]) == ["view"]
    assert objects[-1]["view"]["seats"]["1"]["alive"] is False


def test_json_tells_a_refusal_with_its_reason_and_seat(tmp_path: Path) -> None:
    text = f'{json.dumps(HEADER)}\n{{"at": 2, "press": "3.left"}}'
    lines = play_text(tmp_path, text, "--json").stdout.splitlines()
    assert {"at": 2.0, "refused": "not_waited_for", "seat": 3} in map(json.loads, lines)


@pytest.mark.parametrize("path", sorted(FILES.glob("robots-*.jsonl"))[:2], ids=lambda p: p.stem)
def test_json_of_a_whole_game_has_every_ruling_once(path: Path) -> None:
    objects = [json.loads(line) for line in play(path, "--json").stdout.splitlines()]
    numbers = [one["number"] for one in objects if "ruling" in one]
    assert numbers == list(range(1, len(numbers) + 1))


# An expectation that does not hold


def test_an_expectation_that_does_not_hold_ends_with_1_and_says_which(tmp_path: Path) -> None:
    done = play_lines(tmp_path, "", '{"at": 1, "expect": {"phase": "turn", "pot": 4}}')
    assert done.exit_code == 1
    assert done.stderr == f"{tmp_path}/game.jsonl: line 3: pot: expected 4, found 3\n"


def test_the_first_of_several_is_told_and_the_others_are_counted(tmp_path: Path) -> None:
    done = play_lines(
        tmp_path,
        '{"at": 1, "expect": {"seats.9.coins": 1, "phase": "commit"}}',
        '{"at": 2, "expect": {"over": 0}}',
    )
    place = f"{tmp_path}/game.jsonl: line 2: seats.9.coins"
    assert done.stderr == f"{place}: expected 1, found nothing there (and 2 more)\n"


def test_the_table_is_printed_although_an_expectation_does_not_hold(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1, "expect": {"pot": 4}}')
    assert "Click Click Boom: turn" in done.stdout
    assert "hold." not in done.stdout.split("\n\n")[-1]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("phase", '"Turn"'),
        ("pot", "true"),
        ("pot", "3.5"),
        ("pot", '"3"'),
        ("over", "0"),
        ("refused", "false"),
        ("winners", "{}"),
        ("seats.1", "null"),
        ("seats.1.name.0", '"A"'),
        ("rulings.5", "null"),
        ("rulings.-9.ruling", "null"),
        ("rulings.x", "null"),
        ("", "null"),
    ],
)
def test_what_only_looks_alike_is_not_as_expected(tmp_path: Path, path: str, value: str) -> None:
    done = play_lines(tmp_path, f'{{"at": 1, "expect": {{"{path}": {value}}}}}')
    assert done.exit_code == 1
    assert f"line 2: {path}: expected {value}, found " in done.stderr


# Files that are wrong: 2, and one clear message for each fault

LINES = [
    ("[1]", "line 2: a JSON object is wanted, not [1]"),
    ('{"press": "1.left"}', 'line 2: every line has "at"'),
    ('{"at": 1, "prss": "1.left"}', "line 2: unknown key 'prss' (allowed: press, release"),
    ('{"at": 1, "press": "1.left", "reader": "tray"}', "unknown key 'reader' (allowed: at, press"),
    ('{"at": 1, "press": "1.left", "ring": "bell"}', "line 2: a line is one thing, not press and"),
    ('{"at": 1, "press": "9.left"}', "unknown line '9.left' (allowed: bell, or 1 to 3 with"),
    ('{"at": 1, "press": "1.middle"}', "unknown line '1.middle' (allowed"),
    ('{"at": 1, "press": "bell"}', "a button is wanted (1.left to 3.right), not 'bell'"),
    ('{"at": 1, "ring": "1.left"}', "a bell is wanted (bell, 1.bell to 3.bell), not '1.left'"),
    ('{"at": 1, "say": {"seat": 9, "done": true}}', "say.seat: seat: found 9 (allowed: 1 to 3)"),
    ('{"at": 1, "say": {"seat": 1, "dne": true}}', "say: unknown: dne (allowed: done, pass"),
    ('{"at": 1, "say": {"seat": 1, "done": 1}}', "say: done: found 1"),
    ('{"at": 1, "say": {"seat": 1, "show": "pow"}}', "found 'pow' (allowed: pay, stolen, boom)"),
    ('{"at": 1, "say": {"seat": 1}}', "say: something must be said besides the seat"),
    ('{"at": 1, "host": {"strt": true}}', "unknown act 'strt' (allowed: start, first, pause"),
    ('{"at": 1, "host": {"undo": 0}}', "undo: a number of steps from 1 on is wanted, not 0"),
    ('{"at": 1, "host": {"first": 4}}', "host: seat: found 4 (allowed: 1 to 3)"),
    ('{"at": 1, "card": "pay/19", "reader": "centre"}', "line 2: unknown card 'pay/19'"),
    (
        '{"at": 1, "card": "pay/1", "reader": "seat4"}',
        "found 'seat4' (allowed: centre, tray",
    ),
    ('{"at": 1, "card": "pay/1"}', "reader: found None (allowed: centre, tray"),
    ('{"at": 1, "restart": ["1.lft"]}', "unknown line '1.lft' (allowed"),
    ('{"at": 2, "edge": "1.left", "level": 2}', "found 2 (allowed: 0 closed, 1 open)"),
    ('{"at": 2, "edge": "1.left", "level": true}', "found True (allowed: 0 closed, 1 open)"),
    ('{"at": 2, "edge": "bell", "level": 0, "arrives": 1}', "cannot run before its edge"),
    ('{"at": 2, "press": "1.left", "stamped": 3}', "stamped: the true stamp of a late edge is"),
    ('{"at": 1, "field": "centre", "tags": ["04a3"]}', "a list of UIDs (8, 14 or 20 capital hex"),
    ('{"at": 1, "fault": "centre", "kind": "cold"}', "kind: found 'cold' (allowed: silent, zero"),
    ('{"at": 1, "fault": "tray", "kind": "zero", "rate": 1}', "'rate' for zero (allowed: nothing"),
    ('{"at": 1, "fault": "tray", "kind": "noise", "rate": 7}', "rate: found 7 (allowed: 0 to 1)"),
    ('{"at": 1, "fault": "tray", "kind": "version", "value": 0.5}', "0.5 (allowed: 0 to 255)"),
    ('{"at": 1, "fault": "tray", "kind": "flicker", "every": 0}', "every: found 0 (allowed: 1 to"),
    (
        '{"at": 1, "fault": "tray", "kind": "flicker", "every": 3, "length": 4}',
        "length: found 4 (allowed: at most `every`)",
    ),
    ('{"at": 1, "expect": {}}', "expect: an object of paths and values is wanted, not {}"),
    ('{"at": 1, "expect": {"pot": 1e999}}', "a number of such a size is not wanted"),
    ('{"at": 5}\n{"at": 4.5}', "line 3: at: 4.5 is earlier than the line before, 5"),
    ('{"at": NaN}', "line 2: not valid JSON (NaN is no number)"),
    ('{"at": Infinity}', "line 2: not valid JSON (Infinity is no number)"),
    ('{"at": -1}', "line 2: at: seconds go from 0 to 100000000, not -1"),
    ('{"at": 1e400}', "line 2: at: seconds go from 0 to 100000000, not 1E+400"),
    ('{"at": 1.0000000001}', "line 2: at: seconds have at most nine decimals, not 1.0000000001"),
    ('{"at": "1"}', "line 2: at: a number of seconds is wanted, not '1'"),
    ('{"at": true}', "line 2: at: a number of seconds is wanted, not True"),
    ('{"at": 1, "at": 2}', "line 2: the key 'at' is given twice"),
    ('{"at": 1, "expect": {"pot": 3, "pot": 4}}', "line 2: the key 'pot' is given twice"),
    ('{"at": 1, "press": }', "line 2: not valid JSON (column 20: Expecting value)"),
    ('{"at": 1} {"at": 2}', "line 2: not valid JSON (column 11: Extra data)"),
    ('{"at": 1, "pr', "line 2: not valid JSON (column 11: Unterminated string"),
    (f'{{"at": 1, "expect": {{"a": {"[" * 50}{"]" * 50}}}}}', "go 32 deep at most"),
    (f'{{"at": 1, "expect": {{"a": {"[" * 5000}{"]" * 5000}}}}}', "go 32 deep at most"),
]


@pytest.mark.parametrize(("line", "message"), LINES, ids=range(len(LINES)))
def test_a_wrong_line_is_told_with_its_number(tmp_path: Path, line: str, message: str) -> None:
    done = play_lines(tmp_path, line)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path}/game.jsonl: line ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


HEADERS = [
    ('{"at": 1, "press": "1.left"}', 'the first line is the header: {"ringmaster": 1'),
    ("[]", "the first line is the header"),
    ('{"ringmaster": 1', "line 1: not valid JSON (column 17"),
    (header(ringmaster=2), "form 2 is newer than this program's, which reads up to 1"),
    (header(ringmaster="1"), "ringmaster: found '1' (allowed: 1, the version of the form)"),
    (header(game="chess"), "game: found 'chess' (allowed: "),
    (header(sets=[]), "unknown key 'sets' in the header (allowed: ringmaster, game, seats"),
    (header(seats=[*"ABCDEFG"]), "seats: found 7 (allowed: 2 to 6 players)"),
    (header(seats=["A", "B"]), "found 2 (allowed: 3 to 6 players; 2 with the option allow_two)"),
    (header(seats=["A", "B", "\u200b"]), "seats.3: a name is wanted, found '\\u200b'"),
    (header(seats=["A", "B", {"name": "C", "hat": 1}]), "unknown key 'hat' (allowed: name, char"),
    (header(seats=["A", "B", {"name": "C", "character": "wolf"}]), "'wolf' (allowed: carla, bran"),
    (header(seats=["A", "B", {"name": "C", "team": "a"}]), "this game has no teams"),
    (
        header(
            seats=[{"name": "A", "character": "jill"}, {"name": "B", "character": "jill"}, "C"]
        ),
        "seats.2.character: jill is taken already",
    ),
    (header(first=4), "first: found 4 (allowed: a whole number from 1 to 3)"),
    (header(seed=-1), "seed: found -1 (allowed: a whole number from 0"),
    (header(options={"late_aftr": 1}), "unknown option 'late_aftr' (allowed: lead, beat"),
    (header(options={"late_after": 0.2}), "options.late_after: found 0.2 (allowed: 0.3 to 10"),
    (header(options={"variant": "fast"}), "found 'fast' (allowed: one of standard, quick, adv"),
    (header(options={"allow_two": 1}), "options.allow_two: found 1"),
    (header(deck={"bank": []}), "deck: unknown key 'bank' (allowed for this game: "),
    (header(deck={"texts": {"wolf": "x"}}), "deck.texts.wolf: "),
    (header(tags={"04a3": "pay/1"}), "tags: found '04a3': 'pay/1' (allowed: a UID of 8, 14 or"),
    (header(tags={"DEADBEEF": "pay/99"}), "tags.DEADBEEF: unknown card 'pay/99'"),
    (
        header(tags={"DEADBEEF": "pay/1", "CAFEBABE": "pay/1"}),
        "another tag already (DEADBEEF)",
    ),
]


@pytest.mark.parametrize(("given", "message"), HEADERS, ids=range(len(HEADERS)))
def test_a_wrong_header_is_told_as_line_1(tmp_path: Path, given: str, message: str) -> None:
    done = play_lines(tmp_path, header=given)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path}/game.jsonl: line 1: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_all_faults_of_a_header_are_told_at_once(tmp_path: Path) -> None:
    done = play_lines(tmp_path, header=header(first=9, options={"lead": 9, "x": 1}))
    assert done.stderr.count(": line 1: ") == 3


def test_all_wrong_lines_are_told_at_once(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1, "x": 1}', '{"at": 2}', '{"at": 3, "y": 1}')
    assert [row.split(": ")[1] for row in done.stderr.splitlines()] == ["line 2", "line 4"]


def test_what_is_no_playthrough_at_all_is_not_listed_line_by_line(tmp_path: Path) -> None:
    done = play_lines(tmp_path, *["nonsense"] * 5000)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 20


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "line 1: the file is empty; its first line is the header"),
        (b" \n\n\t\n", "line 1: the file is empty"),
        (b"\xef\xbb\xbf" + json.dumps(HEADER).encode(), "line 1: begins with a byte order mark"),
        (json.dumps(HEADER).encode("utf-16"), "not UTF-8 (byte 0)"),
        (bytes(range(128, 256)), "not UTF-8 (byte 0)"),
        (json.dumps(HEADER).encode() + b'\n{"at": 1}\x00', "line 2: not valid JSON"),
    ],
)
def test_a_file_that_is_no_text_is_told(tmp_path: Path, text: bytes, message: str) -> None:
    done = play_text(tmp_path, text)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{tmp_path}/game.jsonl: {message}")


def test_a_line_of_three_megabytes_gives_a_short_message(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1, "press": "' + "a" * 3_000_000 + '"}')
    assert done.exit_code == 2
    assert "line 2: unknown line 'aaa" in done.stderr
    assert "(allowed: bell, or 1 to 3" in done.stderr
    assert len(done.stderr) < 1000


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    done = play(tmp_path / "none.jsonl")
    assert (done.exit_code, done.stderr) == (
        2,
        f"{tmp_path}/none.jsonl: No such file or directory\n",
    )


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    done = play(tmp_path)
    assert (done.exit_code, done.stderr) == (2, f"{tmp_path}: Is a directory\n")


# What is not wrong


def test_line_ends_of_windows_are_taken(tmp_path: Path) -> None:
    lines = [json.dumps(HEADER), '{"at": 1, "press": "1.left"}', '{"at": 2}']
    with_crlf = play_text(tmp_path, "\r\n".join(lines))
    assert with_crlf.exit_code == 0
    assert with_crlf.stdout == play_text(tmp_path, "\n".join(lines)).stdout


def test_nine_decimals_are_read_to_the_nanosecond(tmp_path: Path) -> None:
    done = play_lines(tmp_path, '{"at": 1.000000001, "press": "1.left"}')
    assert done.exit_code == 0
    text = f'{json.dumps(HEADER)}\n{{"at": 1.000000001, "press": "1.left"}}'
    last = json.loads(play_text(tmp_path, text, "--json").stdout.splitlines()[-2])
    assert last["at"] == 1.000000001


def test_standard_input_is_a_file_too() -> None:
    text = f'{json.dumps(HEADER)}\n{{"at": 1, "expect": {{"pot": 4}}}}'
    done = CliRunner().invoke(main, ["play", "-"], input=text)
    assert (done.exit_code, done.stderr) == (1, "-: line 2: pot: expected 4, found 3\n")


def test_the_program_itself_plays_a_file() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "firmware.cli", "play", FILES / "rulebook-play-example.jsonl"],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "Stand-off between Brandt and Carlotta!" in done.stdout
