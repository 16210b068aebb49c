"""`journal`: games out and in, beside a running kit and from damaged files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from firmware.export import export
from firmware.journal import Journal, Reader
from firmware.journal import store as form
from firmware.state import StateFolder
from tests.firmware.cli.command import ringmaster
from tests.firmware.evenings import Evening

EXAMPLE = Path("tests/playthroughs/click_click_boom/c45-boundaries-fine.jsonl")
WHOLE = Path("tests/playthroughs/click_click_boom/quick-four-players.jsonl")


def bodies(state: Path, game: int = 1) -> tuple[str, ...]:
    stored = Reader(state / "journal.sqlite3").read(game)
    assert stored is not None
    return stored.bodies


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder with an unfinished game and a finished one after it."""
    place = tmp_path / "state"
    assert ringmaster("journal", "import", EXAMPLE, "--state", place).code == 0
    assert ringmaster("journal", "import", WHOLE, "--state", place).code == 0
    return place


def test_a_folder_that_is_not_there_has_no_games_and_is_not_made(tmp_path: Path) -> None:
    ran = ringmaster("journal", "list", "--state", tmp_path / "nowhere")

    assert (ran.code, ran.out) == (0, "No games yet.\n")
    assert not (tmp_path / "nowhere").exists()


def test_games_are_listed_newest_first_with_who_won(state: Path) -> None:
    ran = ringmaster("journal", "list", "--state", state)
    newest, oldest = ran.out.splitlines()

    assert ran.code == 0
    assert newest.split()[0] == "2"
    assert "click_click_boom" in newest
    assert "(won by " in newest
    assert oldest.split()[0] == "1"
    assert oldest.endswith("Ann, Bo, Cy, Di  (unfinished)")


def test_a_game_that_was_ended_without_a_winner_says_so(tmp_path: Path) -> None:
    file = tmp_path / "ended.jsonl"
    evening = Evening(3, first=1)
    evening.host(end=True)
    file.write_text(export(evening.kept.headers[0], evening.kept.bodies))
    ran = ringmaster("journal", "import", file, "--state", tmp_path / "state")

    assert ran.out == "Game 1: 1 events kept (finished).\n"
    assert "(ended)" in ringmaster("journal", "list", "--state", tmp_path / "state").out


def test_a_game_goes_out_and_in_again_without_a_difference(state: Path, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    out = ringmaster("journal", "export", "1", "--to", file, "--state", state)
    back = ringmaster("journal", "import", file, "--state", state)

    assert (out.code, out.out) == (0, "")
    assert "Game 3: " in back.out
    assert "unfinished: `ringmaster run` takes it up" in back.out
    assert bodies(state, 3) == bodies(state, 1)
    assert ringmaster("journal", "export", "3", "--state", state).out == file.read_text()
    assert ringmaster("play", file).code == 0


def test_the_newest_game_is_exported_without_a_number(state: Path) -> None:
    ran = ringmaster("journal", "export", "--state", state)

    assert json.loads(ran.out.splitlines()[0])["options"] == {"variant": "quick"}


def test_a_game_that_is_not_there_ends_with_2(state: Path, tmp_path: Path) -> None:
    missing = ringmaster("journal", "export", "7", "--state", state)
    none = ringmaster("journal", "export", "--state", tmp_path / "nowhere")

    assert (missing.code, none.code) == (2, 2)
    assert missing.err == "there is no game 7; see: ringmaster journal list\n"
    assert none.err == "there is no game yet; see: ringmaster journal list\n"


def test_an_export_to_a_place_that_is_not_there_ends_with_2(state: Path, tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "a.jsonl"
    ran = ringmaster("journal", "export", "1", "--to", place, "--state", state)

    assert ran.code == 2
    assert ran.err == f"{place}: No such file or directory\n"


def test_games_are_read_while_a_kit_uses_the_folder_but_none_is_imported(state: Path) -> None:
    with (
        StateFolder.open(state, notices=lambda _notice: None) as folder,
        Journal.open(folder.journal, notices=lambda _notice: None) as journal,
    ):
        journal.begin(json.dumps({"game": "click_click_boom", "seats": ["Zoë", "Bo"]}), "now")
        assert journal.flush(10)
        listed = ringmaster("journal", "list", "--state", state)
        exported = ringmaster("journal", "export", "1", "--state", state)
        imported = ringmaster("journal", "import", EXAMPLE, "--state", state)

    assert listed.out.startswith("   3  now  click_click_boom  Zoë, Bo  (unfinished)")
    assert exported.code == 0
    assert imported.code == 2
    assert "another kit" in imported.err


# Import


def test_a_wrong_file_is_not_imported_and_every_fault_is_told(tmp_path: Path) -> None:
    file = tmp_path / "wrong.jsonl"
    rows = EXAMPLE.read_text().splitlines()
    file.write_text("\n".join([*rows[:6], '{"at": 6, "fly": 1}', '{"at": 7, "press": "9.left"}']))
    ran = ringmaster("journal", "import", file, "--state", tmp_path / "state")

    assert ran.code == 2
    assert ran.err.splitlines()[0].startswith(f"{file}: line 7: ")
    assert ran.err.splitlines()[1].startswith(f"{file}: line 8: ")
    assert "--repair takes what comes before the first fault" in ran.err
    assert not (tmp_path / "state").exists()


def test_a_torn_file_is_repaired_to_its_longest_valid_prefix(tmp_path: Path) -> None:
    file, state = tmp_path / "torn.jsonl", tmp_path / "state"
    whole = EXAMPLE.read_text()
    file.write_text(whole[: whole.index('"release": "3.left"') + 5])
    ran = ringmaster("journal", "import", file, "--repair", "--state", state)

    assert ran.code == 0
    assert "only what comes before it was taken" in ran.err
    assert "Game 1: 6 events kept" in ran.out
    assert ringmaster("play", file).code == 2
    events = [json.loads(json.loads(body)["line"]) for body in bodies(state)]
    assert events[-1] == {"at": 11.8, "press": "3.left"}


@pytest.mark.parametrize("text", ["", "\n\n", "no JSON", '{"game": "click_click_boom"}'])
def test_a_file_without_a_header_cannot_even_be_repaired(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.jsonl"
    file.write_text(text)
    ran = ringmaster("journal", "import", file, "--repair", "--state", tmp_path / "state")

    assert ran.code == 2
    assert "line 1" in ran.err
    assert "--repair" not in ran.err


def test_a_folder_that_cannot_be_written_keeps_no_import(tmp_path: Path) -> None:
    in_the_way = tmp_path / "a file"
    in_the_way.touch()
    ran = ringmaster("journal", "import", EXAMPLE, "--state", in_the_way / "state")

    assert ran.code == 2
    assert "the journal cannot be written: " in ran.err
    assert "nothing is kept" in ran.err


# What cannot be read


def test_a_newer_journal_is_refused_with_that_reason(state: Path) -> None:
    store = form.connect(state / "journal.sqlite3")
    store.execute("UPDATE form SET version = 99")
    store.execute("PRAGMA user_version = 99")
    form.close(store)
    for words in (("list",), ("export", "1"), ("import", str(EXAMPLE))):
        ran = ringmaster("journal", *words, "--state", state)
        assert ran.code == 2
        assert "the journal has form 99" in ran.err


def test_a_file_that_is_no_journal_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite3").write_bytes(b"no database at all" * 100)
    for words in (("list",), ("export", "1")):
        ran = ringmaster("journal", *words, "--state", tmp_path)
        assert ran.code == 2
        assert str(tmp_path / "journal.sqlite3") in ran.err
    assert (tmp_path / "journal.sqlite3").read_bytes().startswith(b"no database")


def test_a_journal_with_torn_pages_is_said_to_be_damaged(state: Path) -> None:
    path = state / "journal.sqlite3"
    whole = bytearray(path.read_bytes())
    path.write_bytes(whole[:-4096] + b"\x5a" * 4096)
    some = ringmaster("journal", "list", "--state", state)
    path.write_bytes(whole[:4096] + b"\x5a" * (len(whole) - 4096))
    none = ringmaster("journal", "list", "--state", state)

    assert (some.code, none.code) == (0, 2)
    assert "click_click_boom" in some.out
    for ran in (some, none):
        assert f"{path} is damaged (" in ran.err
        assert "salvages what can be" in ran.err
    assert none.out == ""
