"""`bundle` and `play BUNDLE.zip`: one zip without names and secrets, and its game played again."""

from __future__ import annotations

import io
import json
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner

from firmware.bundle import FORM
from firmware.bundle_reading import LONGEST_DIRECTORY, LONGEST_FILE, LONGEST_ZIP, MOST_FILES
from firmware.cli import main
from firmware.journal import store as form
from firmware.state import StateFolder
from tests.firmware.cli.command import Ran, ringmaster

WHOLE = Path("tests/playthroughs/click_click_boom/quick-four-players.jsonl")
PEOPLE = ("Zoë Quill", "Bartholomew", "Ulrike", "Name", "Newcomer", "Late Søren")
GAME = "\n".join(
    (
        json.dumps(
            {
                "ringmaster": 1,
                "game": "click_click_boom",
                "seats": ["Zoë Quill", {"name": "Bartholomew"}, "Ulrike", "Name"],
                "first": 1,
            }
        ),
        '{"at": 1.000000001, "press": "1.left"}',
        '{"at": 1.2, "release": "1.left"}',
        '{"at": 2, "host": {"replace": {"seat": 2, "name": "Newcomer"}}}',
        '{"at": 2.5, "press": "2.left"}',
        '{"at": 3, "host": {"replace": {"name": "name", "seat": 4}}}',
        '{"at": 3.25, "host": {"replace": {"seat": 3, "name": "Late S\\u00f8ren"}}}',
        '{"at": 3.5, "host": {"pause": true}}',
        "",
    )
)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Return a state folder with a whole game and an unfinished one of people with names."""
    place, file = tmp_path / "state", tmp_path / "named.jsonl"
    file.write_text(GAME, encoding="utf-8")
    assert ringmaster("journal", "import", WHOLE, "--state", place).code == 0
    assert ringmaster("journal", "import", file, "--state", place).code == 0
    return place


def bundled(state: Path, *options: str | Path) -> tuple[Ran, Path]:
    to = state.parent / "bundle.zip"
    return ringmaster("bundle", "--mock", "--state", state, "--to", to, *options), to


def texts(path: Path) -> dict[str, str]:
    with zipfile.ZipFile(path) as bundle:
        assert bundle.testzip() is None
        return {name: bundle.read(name).decode() for name in bundle.namelist()}


# What is in it


def test_a_bundle_holds_what_a_maintainer_asks_for(state: Path) -> None:
    ran, to = bundled(state)
    found = texts(to)

    assert ran.code == 0
    assert ran.out.startswith(f"{to}: manifest.json, README.txt, versions.json")
    assert json.loads(found["versions.json"])["packages"]["gpiozero"]
    assert json.loads(found["board.json"])["bell"]["pin"] == 4
    doctor = [json.loads(row) for row in found["doctor.jsonl"].splitlines()]
    assert {one["state"] for one in doctor} == {"ok"}
    assert [game["id"] for game in json.loads(found["journal.json"])["games"]] == [2, 1]
    assert json.loads(found["manifest.json"])["game"] == 2
    assert set(json.loads(found["manifest.json"])["files"]) == set(found) - {"manifest.json"}
    assert found["log.txt"]


def test_a_bundle_is_for_its_owner_alone_and_overwrites_nothing(state: Path) -> None:
    _, to = bundled(state)
    before = to.read_bytes()
    again, _ = bundled(state)

    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    assert again.code == 2
    assert again.err == f"{to}: there is such a file already; give --to another name\n"
    assert to.read_bytes() == before


def test_a_bundle_can_go_to_standard_output_and_nothing_else_does(state: Path) -> None:
    asked = ["bundle", "--mock", "--state", str(state), "--to", "-"]
    ran = CliRunner().invoke(main, asked)

    assert ran.exit_code == 0
    with zipfile.ZipFile(io.BytesIO(ran.stdout_bytes)) as bundle:
        assert {"manifest.json", "game.jsonl", "log.txt"} <= set(bundle.namelist())
    assert ran.stderr.startswith("-: manifest.json, ")


def test_the_board_of_an_installed_kit_is_told_by_its_environment(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RINGMASTER_BOARD", "two_seats")
    _, to = bundled(state)

    assert json.loads(texts(to)["board.json"])["name"] == "two_seats"
    assert "board two_seats" in ringmaster("doctor", "--mock").out


def test_nobody_is_named_and_no_secret_goes_out(state: Path) -> None:
    secret = (state / "secret.key").read_text().strip()
    _, to = bundled(state)
    whole = "\n".join(texts(to).values())

    assert secret not in whole
    for person in (*PEOPLE[:3], *PEOPLE[4:], "Zo\\u00eb", "S\\u00f8ren", "Ann"):
        assert person not in whole
    assert '"seats": ["Seat 1", {"name": "Seat 2"}, "Seat 3", "Seat 4"]' in whole


def test_the_game_in_it_is_played_and_keeps_its_times(state: Path) -> None:
    _, to = bundled(state)
    rows = texts(to)["game.jsonl"].splitlines()
    played = ringmaster("play", to)

    assert rows[1] == '{"at": 1.000000001, "press": "1.left"}'
    assert '{"at": 2, "host": {"replace": {"seat": 2, "name": "Seat 2"}}}' in rows
    assert '{"at": 3, "host": {"replace": {"name": "Seat 4", "seat": 4}}}' in rows
    assert '{"at": 3.25, "host": {"replace": {"seat": 3, "name": "Seat 3"}}}' in rows
    assert played.code == 0
    assert "Seat 1 has two cards on the table." in played.out


def test_it_decides_as_the_game_with_names_did(state: Path) -> None:
    _, to = bundled(state, "--game", "1")
    whole, nameless = ringmaster("play", "--json", WHOLE), ringmaster("play", "--json", to)
    views = [json.loads(ran.out.splitlines()[-1])["view"] for ran in (whole, nameless)]

    assert (whole.code, nameless.code) == (0, 0)
    assert views[0]["winners"] == views[1]["winners"]
    assert [seat["name"] for seat in views[1]["seats"].values()] == [
        "Seat 1",
        "Seat 2",
        "Seat 3",
        "Seat 4",
    ]
    for view in views:
        for seat in view["seats"].values():
            del seat["name"]
        del (
            view["rulings"],
            view["at"],
        )  # the one ends with a wait, of which a journal knows nothing
    assert views[0] == views[1]


def test_a_bundle_has_a_name_of_its_own_where_none_was_given(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(state.parent)
    ran = ringmaster("bundle", "--mock", "--state", state)

    assert ran.code == 0
    (made,) = state.parent.glob("ringmaster-*.zip")
    assert ran.out.startswith(f"{made.name}: ")


# Beside a kit, and on a bad day


def test_a_running_kit_is_not_disturbed_and_said_to_be_running(state: Path) -> None:
    to = state.parent / "beside.zip"
    with StateFolder.open(state, notices=lambda _notice: None):
        ran = ringmaster("bundle", "--state", state, "--to", to)
    rows = [json.loads(row) for row in texts(to)["doctor.jsonl"].splitlines()]

    assert ran.code == 0
    assert rows[-1]["part"] == "panel"
    assert rows[-1]["text"].startswith("A kit is running")
    assert not any(row["part"].startswith("reader") for row in rows)


def test_a_machine_that_is_no_pi_is_told_as_the_doctor_tells_it(state: Path) -> None:
    to = state.parent / "bare.zip"
    ran = ringmaster("bundle", "--state", state, "--to", to)

    assert ran.code == 0
    assert "the pin factory lgpio does not work" in texts(to)["doctor.jsonl"]


def test_without_a_journal_there_is_a_bundle_without_a_game(tmp_path: Path) -> None:
    ran, to = bundled(tmp_path / "nowhere")
    played = ringmaster("play", to)

    assert ran.code == 0
    assert json.loads(texts(to)["journal.json"]) == {"fault": None, "games": []}
    assert not (tmp_path / "nowhere").exists()
    assert played.code == 2
    assert played.err == f"{to}: it holds no game: the journal had none that could be read\n"


def test_a_journal_that_cannot_be_read_is_told_in_the_bundle(state: Path) -> None:
    (state / "journal.sqlite3").write_bytes(b"no database at all" * 100)
    ran, to = bundled(state)

    assert ran.code == 0
    assert "JournalUnreadable" in json.loads(texts(to)["journal.json"])["fault"]


def test_a_journal_whose_games_are_damaged_is_told_in_the_bundle(state: Path) -> None:
    path = state / "journal.sqlite3"
    octets = bytearray(path.read_bytes())
    for at in range(4096, len(octets), 7):
        octets[at] ^= 0x55
    path.write_bytes(octets)
    _, to = bundled(state)

    assert "malformed" in json.loads(texts(to)["journal.json"])["fault"]


def test_a_newer_journal_is_told_in_the_bundle(state: Path) -> None:
    store = form.connect(state / "journal.sqlite3")
    store.execute("UPDATE form SET version = 99")
    store.execute("PRAGMA user_version = 99")
    form.close(store)
    _, to = bundled(state)

    assert "form 99" in json.loads(texts(to)["journal.json"])["fault"]


def test_a_game_or_a_place_that_is_not_there_ends_with_2(state: Path) -> None:
    missing, _ = bundled(state, "--game", "7")
    nowhere = ringmaster("bundle", "--mock", "--state", state, "--to", state / "no" / "b.zip")

    assert (missing.code, nowhere.code) == (2, 2)
    assert missing.err == "--game 7: there is no such game; see: ringmaster journal list\n"
    assert nowhere.err.endswith("No such file or directory\n")


# Hostile zips


def refusal(path: Path) -> str:
    ran = ringmaster("play", path)
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith(f"{path}: ")
    return ran.err


def made(folder: Path, files: Mapping[str, str | bytes], **changed: object) -> Path:
    """Write a zip of these files beside a right manifest."""
    path = folder / "made.zip"
    whole = {"manifest.json": json.dumps({"ringmaster_bundle": FORM}), **files}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, text in whole.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            for key, value in changed.items():
                setattr(entry, key, value)
            bundle.writestr(entry, text)
    return path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("../../etc/passwd", "holds no file '../../etc/passwd'"),
        ("/etc/passwd", "holds no file '/etc/passwd'"),
        ("a/game.jsonl", "holds no file 'a/game.jsonl'"),
        ("..\\game.jsonl", "holds no file"),
        ("C:game.jsonl", "holds no file"),
        ("game.exe", "holds no file 'game.exe'"),
        ("x" * 5000 + ".txt", "holds no file"),
        ("folder/", "holds no file"),
    ],
)
def test_a_file_with_a_path_or_of_another_kind_is_refused(
    tmp_path: Path, name: str, said: str
) -> None:
    path = made(tmp_path, {"game.jsonl": GAME, name: "x"})

    assert said in refusal(path)
    assert len(refusal(path)) < 300
    assert [one.name for one in tmp_path.iterdir()] == ["made.zip"]


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = made(tmp_path, {"game.jsonl": b"\0" * (LONGEST_FILE + 1)})
    assert bomb.stat().st_size < 100_000
    assert f"game.jsonl would unpack to {LONGEST_FILE + 1} bytes" in refusal(bomb)

    many = {f"part_{letter}.txt": b"\0" * (LONGEST_FILE - 1) for letter in "abc"}
    assert "more than 32 MiB" in refusal(made(tmp_path, many))


def test_a_bomb_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path, {"game.jsonl": b"\0" * (2 * LONGEST_FILE)})
    octets = path.read_bytes().replace(
        struct.pack("<L", 2 * LONGEST_FILE), struct.pack("<L", 1000)
    )
    path.write_bytes(octets)

    assert "not a whole zip file" in refusal(path)


def test_too_many_files_are_refused(tmp_path: Path) -> None:
    names = [f"{chr(97 + n // 26)}{chr(97 + n % 26)}.txt" for n in range(MOST_FILES)]
    path = made(tmp_path, dict.fromkeys(names, "x"))
    assert f"holds {MOST_FILES + 1} files" in refusal(path)

    names = [f"{'x' * 24}{chr(97 + n // 26)}{chr(97 + n % 26)}.txt" for n in range(600)]
    path = made(tmp_path, dict.fromkeys(names, "x"))
    assert path.stat().st_size > LONGEST_DIRECTORY
    assert "lists far more files" in refusal(path)


def test_a_file_that_is_too_long_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "long.zip"
    with path.open("wb") as file:
        file.truncate(LONGEST_ZIP + 1)

    assert "at most 16 MiB" in refusal(path)


@pytest.mark.filterwarnings("ignore:Duplicate name:UserWarning")
def test_a_file_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    path = made(tmp_path, {"game.jsonl": GAME})
    with zipfile.ZipFile(path, "a") as bundle:
        bundle.writestr("game.jsonl", "another one")

    assert "holds game.jsonl twice" in refusal(path)


def patched(path: Path, offset: int, value: bytes) -> Path:
    """Change bytes in each local and central head of a zip; `offset` is that of the local one."""
    octets = bytearray(path.read_bytes())
    for mark, shift in ((b"PK\x03\x04", 0), (b"PK\x01\x02", 2)):
        at = octets.find(mark)
        while at >= 0:
            octets[at + offset + shift : at + offset + shift + len(value)] = value
            at = octets.find(mark, at + 4)
    path.write_bytes(octets)
    return path


def test_a_locked_or_oddly_packed_file_is_refused(tmp_path: Path) -> None:
    assert "locked with a password" in refusal(patched(made(tmp_path, {}), 6, b"\x01\x00"))
    assert "packed in a way" in refusal(patched(made(tmp_path, {}), 8, b"\x0c\x00"))


def cut(octets: bytes) -> bytes:
    return octets[: len(octets) // 2]


def torn(octets: bytes) -> bytes:
    at = octets.find(b"PK\x03\x04", 10) + 60
    return octets[:at] + bytes(20) + octets[at + 20 :]


def with_a_comment(octets: bytes) -> bytes:
    return octets[:-2] + struct.pack("<H", 5) + b"hello"


def grown_to_64_bits(octets: bytes) -> bytes:
    return octets[:-22] + b"PK\x06\x07" + bytes(16) + octets[-22:]


def with_a_directory_beyond_its_end(octets: bytes) -> bytes:
    return octets[:-6] + b"\xff\xff\xff\xff" + octets[-2:]


def with_a_name_in_no_alphabet(octets: bytes) -> bytes:
    at = octets.find(b"PK\x01\x02")
    said_utf8, name = at + 8, at + 46
    octets = octets[:said_utf8] + b"\x00\x08" + octets[said_utf8 + 2 :]
    return octets[:name] + b"\xff\xff" + octets[name + 2 :]


@pytest.mark.parametrize(
    "damage",
    [
        cut,
        torn,
        with_a_comment,
        grown_to_64_bits,
        with_a_directory_beyond_its_end,
        with_a_name_in_no_alphabet,
    ],
)
def test_a_damaged_zip_is_refused(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    path = made(tmp_path, {"game.jsonl": GAME})
    path.write_bytes(damage(path.read_bytes()))

    assert refusal(path)


@pytest.mark.parametrize(
    "octets", [b"", b"PK", b"PK\x03\x04 not a zip", b"hello", bytes(range(256))]
)
def test_what_is_no_zip_at_all_is_refused(tmp_path: Path, octets: bytes) -> None:
    path = tmp_path / "any.zip"
    path.write_bytes(octets)

    assert "its end is missing" in refusal(path)


@pytest.mark.parametrize(
    ("manifest", "said"),
    [
        ("{", "manifest.json is no JSON"),
        ("[" * 100_000, "manifest.json is no JSON"),
        ("[]", "does not say so"),
        ("{}", "does not say so"),
        ('{"ringmaster_bundle": true}', "does not say so"),
        ('{"ringmaster_bundle": 0}', "does not say so"),
        ('{"ringmaster_bundle": "1"}', "does not say so"),
        ('{"ringmaster_bundle": 99}', "form 99 is newer"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_manifest_that_says_something_else_is_refused(
    tmp_path: Path, manifest: str | bytes, said: str
) -> None:
    assert said in refusal(made(tmp_path, {"manifest.json": manifest, "game.jsonl": GAME}))


def test_a_zip_of_something_else_is_refused(tmp_path: Path) -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as other:
        other.writestr("game.jsonl", GAME)
    path = tmp_path / "other.zip"
    path.write_bytes(out.getvalue())

    assert "no bundle of Ringmaster: it has no manifest.json" in refusal(path)


def test_a_game_with_faults_is_refused_with_each_of_them(tmp_path: Path) -> None:
    path = made(
        tmp_path, {"game.jsonl": GAME + '{"at": 9, "fly": 1}\n{"at": 9, "press": "9.left"}'}
    )

    assert refusal(path).count(f"{path}: line ") == 2


def test_a_bundle_is_known_by_its_beginning_too_and_a_missing_one_is_missing(
    tmp_path: Path,
) -> None:
    path = made(tmp_path, {"game.jsonl": GAME})
    path.rename(tmp_path / "game")

    assert ringmaster("play", tmp_path / "game").code == 0
    assert "No such file" in refusal(tmp_path / "missing.zip")
