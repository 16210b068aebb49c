"""What pages and API do when all is well: boards, seats, host, panel, history, streams."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.fakes import PIN, VIEWS, FakeStore, a_table
from web.app import rim_of
from web.assets import STATIC, digest_of
from web.frames import read_events
from web.host import game_form
from web.ports import Answer, Json, Limits
from web.qr import join_address, join_svg, join_terminal

EAGER = Limits(frames_per_second=0, heartbeat_s=0.01)


def state(client: FlaskClient, view: str) -> dict[str, Any]:
    answer = client.get(f"/api/state?view={view}")
    assert answer.status_code == 200
    return cast("dict[str, Any]", answer.json)


def opened(client: FlaskClient, path: str, **more: Any) -> tuple[TestResponse, Iterator[bytes]]:
    answer = client.get(path, buffered=False, **more)
    assert answer.status_code == 200
    return answer, iter(cast("Any", answer.response))


def test_the_board_is_drawn_by_the_server() -> None:
    html = a_table().client().get("/").text
    assert "<h1>Click Click Boom</h1>" in html
    for text in ("Wilhelmina-Anne", "waiting for Bo to hold a side", "Pass left", "0.412 ms",
                 "Showdown <b>3</b>", "12.0 ms before SHOOT", "No answer; play on"):  # fmt: skip
        assert text in html
    assert html.count('class="card card-boom"') == 1
    assert html.index('data-number="41"') < html.index('data-number="30"')


def test_the_board_says_where_to_enter_its_code() -> None:
    html = a_table(own_address="http://10.42.0.1").client().get("/").text
    assert "http://10.42.0.1/j</span>" in html


def test_the_board_says_in_words_who_is_out_and_who_is_waited_for() -> None:
    html = a_table().client().get("/tv").text
    assert 'class="tv"' in html
    assert re.search(r"is-out.*?Out", html, re.DOTALL)
    assert html.count("flag-waiting") == 2


def test_a_finished_game_names_its_winners() -> None:
    html = a_table(views=VIEWS["end"]).client().get("/").text
    assert "Ann and Фёдор 🤠 win!" in html
    assert html.count("flag-winner") == 2


def test_the_board_says_that_the_game_is_paused() -> None:
    assert "Paused" in a_table(views=VIEWS["paused"]).client().get("/").text


def test_an_empty_table_has_a_board_too() -> None:
    html = a_table(views={}).client().get("/").text
    assert "No game yet" in html


def test_a_view_of_a_game_that_the_page_does_not_know_is_drawn_whole() -> None:
    view = {"game": "another_game", "phase": "cover", "manche": 2, "deck": 17,
            "seats": {"1": {"name": "Ann", "money": 350, "won": ["red/star"]}}}  # fmt: skip
    html = a_table(views={"public": view}).client().get("/").text
    for text in ("Another game", "Manche <b>2</b>", "Deck <b>17</b>", "350", "Red star"):
        assert text in html


def test_the_board_holds_no_seats_part() -> None:
    table = a_table()
    client = table.client()
    assert "Hold LEFT" not in client.get("/").text
    assert "you" not in state(client, "public")
    assert "offers" not in state(client, "public")


def test_a_phone_joins_a_seat_and_sees_it_and_no_other() -> None:
    table = a_table()
    client = table.seated(2)
    assert state(client, "seat")["you"]["seat"] == 2
    assert "Seat 2" in client.get("/seat").text
    assert client.get("/api/state?view=host").status_code == 401


def test_a_seat_that_is_taken_is_refused_until_it_is_left() -> None:
    table = a_table()
    first, second = table.seated(2), table.client()
    body = {"code": table.code, "seat": 2}
    answer = table.post(second, "/api/join", body)
    assert answer.status_code == 409
    assert "taken" in second.get(f"/j/{table.code}").text
    assert "yours" in first.get(f"/j/{table.code}").text
    assert table.post(first, "/api/join", body).status_code == 200
    assert table.post(first, "/api/leave", {}).status_code == 200
    assert table.post(second, "/api/join", body).status_code == 200
    assert first.get("/api/state?view=seat").status_code == 401


def test_a_phone_that_changes_its_seat_frees_the_old_one() -> None:
    table = a_table()
    client = table.seated(2)
    assert table.post(client, "/api/join", {"code": table.code, "seat": 3}).status_code == 200
    assert state(client, "seat")["you"]["seat"] == 3
    table.seated(2)


def test_joining_needs_the_code_and_a_seat_of_the_table() -> None:
    table = a_table()
    client = table.client()
    wrong = table.post(client, "/api/join", {"code": "0000", "seat": 1})
    assert wrong.status_code == 403
    absent = table.post(client, "/api/join", {"code": table.code, "seat": 5})
    assert absent.status_code == 400
    assert absent.json is not None
    assert absent.json["allowed"] == [1, 2, 3, 4]


def test_the_code_page_says_what_was_wrong() -> None:
    client = a_table().client()
    assert client.get("/j").status_code == 200
    answer = client.get("/j/0000")
    assert answer.status_code == 404
    assert "“0000”" in answer.text


def test_joining_before_there_is_a_game_says_so() -> None:
    table = a_table(views={})
    assert "No game is set up yet" in table.client().get(f"/j/{table.code}").text


def test_who_joins_is_told_to_all_pages() -> None:
    table = a_table()
    table.seated(3)
    answer = table.client().get("/api/join").json
    assert answer == {
        "code": table.code,
        "address": f"http://127.0.0.1:8080/j/{table.code}",
        "taken": [3],
    }


def test_what_a_seat_says_reaches_the_table_with_its_question() -> None:
    table = a_table()
    client = table.seated(2)
    body = {"say": {"side": "left"}, "question": "0.17"}
    assert table.post(client, "/api/act", body).json == {"taken": True, "reason": "", "text": ""}
    assert table.post(client, "/api/act", {"say": {"let_go": True}}).status_code == 200
    assert table.post(client, "/api/act", {"say": {"seat": 2, "ring": 1}}).status_code == 200
    assert [(seat, question, by) for seat, _, question, by in table.commands.said] == [
        (2, "0.17", "phone"),
        (2, None, "phone"),
        (2, None, "phone"),
    ]


def test_a_phone_cannot_speak_for_another_seat() -> None:
    table = a_table()
    answer = table.post(table.seated(2), "/api/act", {"say": {"seat": 1, "done": True}})
    assert answer.status_code == 403
    assert table.commands.said == []


def test_the_state_has_an_etag_and_is_not_sent_twice() -> None:
    table = a_table()
    client = table.client()
    first = client.get("/api/state")
    assert first.headers["ETag"] == '"abcd-1"'
    again = client.get("/api/state", headers={"If-None-Match": '"abcd-1"'})
    assert (again.status_code, again.data) == (304, b"")
    table.hub.push({"public": {"pot": 7}})
    newer = client.get("/api/state", headers={"If-None-Match": '"abcd-1"'})
    assert newer.status_code == 200


def test_the_clock_tells_monotonic_milliseconds() -> None:
    table = a_table()
    table.clock.ms = 5.25
    told = table.client().get("/api/now").json
    assert told == {"now_ms": 5.25, "epoch": "abcd", "speed": 1.0}


def test_health_is_ok_until_the_kit_stops() -> None:
    table = a_table()
    assert table.client().get("/healthz").json == {"ok": True, "streams": 0}
    table.hub.close()
    assert table.client().get("/healthz").status_code == 503
    assert table.client().get("/events").status_code == 503


@pytest.mark.parametrize(
    "act",
    [{"start": True}, {"pause": True}, {"resume": True}, {"end": True}, {"first": 2}, {"undo": 3},
     {"adjust": {"seat": 2, "coins": -1, "alive": False, "cards": ["pay/1"]}}],
)  # fmt: skip
def test_the_hosts_acts_reach_the_table_as_they_are(act: dict[str, Any]) -> None:
    table = a_table()
    assert table.post(table.hosted(), "/api/host", act).status_code == 200
    assert table.commands.done == [act]


def test_a_replaced_players_name_is_cleaned() -> None:
    table = a_table()
    body = {"replace": {"seat": 2, "name": " \u202eDi "}}
    assert table.post(table.hosted(), "/api/host", body).status_code == 200
    assert table.commands.done == [{"replace": {"seat": 2, "name": "Di"}}]


def test_the_host_acts_for_a_seat() -> None:
    table = a_table()
    body = {"say": {"seat": 4, "side": "left"}, "question": "0.17"}
    assert table.post(table.hosted(), "/api/host", body).status_code == 200
    assert table.commands.said == [(4, {"side": "left"}, "0.17", "host")]


def test_a_new_game_is_set_up_with_clean_names_and_frees_all_seats() -> None:
    table = a_table()
    seated, code = table.seated(2), table.code
    header = {"game": "template", "seats": [" Ann\u0000", {"name": "Bo", "character": "carla"}],
              "first": 1}  # fmt: skip
    assert table.post(table.hosted(), "/api/host", {"set_up": header}).status_code == 200
    assert table.commands.headers == [
        {"game": "template", "seats": ["Ann", {"name": "Bo", "character": "carla"}], "first": 1,
         "ringmaster": 1, "options": {}},
    ]  # fmt: skip
    assert seated.get("/api/state?view=seat").status_code == 401
    assert table.code != code


def test_a_set_up_that_the_table_refuses_frees_nobody() -> None:
    table = a_table()
    seated = table.seated(2)
    table.commands.answer = Answer(taken=False, reason="running", text="A game is running.")
    body = {"set_up": {"game": "template", "seats": ["Ann"]}}
    assert table.post(table.hosted(), "/api/host", body).status_code == 409
    assert state(seated, "seat")["you"]["seat"] == 2


def test_the_host_frees_a_seat() -> None:
    table = a_table()
    seated = table.seated(2)
    assert table.post(table.hosted(), "/api/host", {"kick": 2}).status_code == 200
    assert seated.get("/api/state?view=seat").status_code == 401
    answer = seated.get("/seat", follow_redirects=True)
    assert answer.request.path == "/j"
    assert "seat was freed" in answer.text
    table.seated(2)


def test_the_host_changes_the_code() -> None:
    table = a_table()
    code = table.code
    answer = table.post(table.hosted(), "/api/host", {"new_code": True}).json
    assert answer is not None
    assert answer["code"] == table.code != code


def test_the_hosts_page_has_every_tool() -> None:
    table = a_table()
    html = table.hosted().get("/host").text
    for text in ("Undo", "Pause", "Resume", "Adjust", "Replace", "End the game", "Set up a game",
                 "No answer since 20:15.", table.code, "Foul policy"):  # fmt: skip
        assert text in html


def test_the_host_reads_the_kits_health() -> None:
    answer = a_table().hosted().get("/api/health").json
    assert answer is not None
    assert [finding["state"] for finding in answer] == ["ok", "warning", "error"]


def test_the_host_reads_what_the_doctor_sees_and_a_guest_does_not() -> None:
    table = a_table()
    answer = table.hosted().get("/api/checkup").json
    assert answer is not None
    assert [finding["part"] for finding in answer] == ["lgpio", "reader centre"]
    html = table.hosted().get("/host").text
    assert 'id="checkup"' in html
    assert "FM17522, a clone." in html
    assert table.client().get("/api/checkup").status_code == 401
    assert "FM17522" not in table.client().get("/").text


def test_logging_out_ends_the_hosts_rights() -> None:
    table = a_table()
    client = table.hosted()
    table.post(client, "/api/logout", {})
    assert client.get("/api/health").status_code == 401


def test_options_become_fields_with_their_bounds() -> None:
    option: Json = {"name": "late_after", "default": 1.5, "allowed": {"min": 0.3, "max": 10}}
    choice: Json = {"name": "variant", "default": "standard", "allowed": ["quick"]}
    game: Json = {"slug": "g", "players": [3, 6], "options": [option, choice]}
    form = game_form(game)
    number, chosen = form["options"]
    assert (number["kind"], number["least"], number["most"]) == ("number", 0.3, 10)
    assert chosen["values"] == ["standard", "quick"]
    assert (form["least"], form["most"], form["title"]) == (3, 6, "g")
    assert game_form({"slug": "g"})["most"] == 6


def test_the_panel_presses_lets_go_and_lays_cards() -> None:
    table = a_table()
    client = table.client()
    for body in ({"press": "2.left"}, {"release": "2.left"}, {"press": "bell"}):
        assert table.post(client, "/api/sim", body).status_code == 200
    laid = {"place": {"reader": "tray", "cards": ["pay/1", "boom/3"]}}
    assert table.post(client, "/api/sim", laid).status_code == 200
    assert table.post(client, "/api/sim", {"place": {"reader": "tray", "cards": []}}).json
    assert table.kit.done == [
        ("press", "2.left"),
        ("release", "2.left"),
        ("press", "bell"),
        ("place", ("tray", ["pay/1", "boom/3"])),
        ("place", ("tray", [])),
    ]
    layout = client.get("/api/sim").json
    assert layout is not None
    assert layout["lying"]["tray"] == []
    assert "Wilhelmina-Anne" in client.get("/sim").text


def test_past_games_are_listed_with_names_and_winners() -> None:
    html = a_table().client().get("/history").text
    assert "Ann, Bo, Cy" in html
    assert "Click Click Boom" in html
    assert "not finished" in html
    assert "2025-06-01 20:15" in html
    assert "2025-06-15" in html
    assert html.count(".jsonl") == 1


def test_a_finished_game_is_exported_to_anybody_a_running_one_to_the_host_only() -> None:
    table = a_table()
    client = table.client()
    done = client.get("/history/1.jsonl")
    assert done.status_code == 200
    assert json.loads(done.text) == {"ringmaster": 1}
    assert "game-1.jsonl" in done.headers["Content-Disposition"]
    assert client.get("/history/2.jsonl").status_code == 401
    assert table.hosted().get("/history/2.jsonl").status_code == 200
    assert client.get("/history/9.jsonl").status_code == 404


def test_a_game_whose_file_is_gone_is_not_found() -> None:
    table = a_table()
    object.__setattr__(table.ports.archive, "export", lambda _: None)
    assert table.client().get("/history/1.jsonl").status_code == 404


def test_the_join_code_is_drawn_for_screens_and_terminals() -> None:
    table = a_table()
    answer = table.client().get("/join.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<?xml")
    assert join_address("http://10.42.0.1/", "K7Q2") == "http://10.42.0.1/j/K7Q2"
    assert join_svg("http://10.42.0.1/j/K7Q2") != join_svg("http://10.42.0.1/j/K7Q3")
    lines = join_terminal("http://10.42.0.1/j/K7Q2").splitlines()
    assert 10 < len(lines) < 20
    assert rim_of(table.app).join_address().endswith(table.code)


def test_static_files_are_kept_for_a_year_under_their_digest_only() -> None:
    client = a_table().client()
    digest = digest_of()
    now = client.get(f"/static/{digest}/style.css", buffered=True)
    assert now.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    old = client.get("/static/0000000000/style.css", buffered=True)
    assert (old.status_code, old.headers["Cache-Control"]) == (200, "no-cache")
    assert client.get(f"/static/{digest}/../app.py", buffered=True).status_code == 404
    assert f"/static/{digest}/page-board.js" in client.get("/").text


def test_the_digest_changes_with_any_byte_of_any_file(tmp_path: Any) -> None:
    (tmp_path / "a.css").write_text("a")
    first = digest_of(tmp_path)
    (tmp_path / "a.css").write_text("b")
    second = digest_of(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")
    assert len({first, second, digest_of(tmp_path)}) == 3


NAMESPACE = "http://www.w3.org/2000/svg"  # a name, which nothing ever fetches


def test_scripts_and_styles_name_no_outside_address() -> None:
    for path in STATIC.rglob("*"):
        if path.suffix in {".js", ".css"}:
            text = path.read_text().replace(NAMESPACE, "")
            assert "//" not in re.sub(r"(^|\s)//.*$", "", text, flags=re.MULTILINE)


def test_the_event_stream_tells_the_newest_view_and_then_what_comes() -> None:
    table = a_table(limits=EAGER)
    answer, chunks = opened(table.client(), "/events?view=public")
    assert answer.mimetype == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    next(chunks)
    (first,) = read_events([next(chunks)])
    assert (first.kind, first.tag) == ("state", "abcd-1")
    table.hub.push({"public": {"pot": 7}})
    (second,) = read_events([next(chunks)])
    assert (second.tag, second.payload["pot"]) == ("abcd-2", 7)
    answer.close()


@pytest.mark.parametrize("how", ["header", "query"])
def test_a_stream_resumes_by_header_and_by_query(how: str) -> None:
    table = a_table(limits=EAGER)
    path = "/events?last=abcd-1" if how == "query" else "/events"
    headers = {"Last-Event-ID": "abcd-1"} if how == "header" else {}
    answer, chunks = opened(table.client(), path, headers=headers)
    next(chunks)
    (event,) = read_events([next(chunks)])
    assert event.kind == "hb"
    answer.close()


def test_a_seats_stream_ends_as_soon_as_the_host_frees_the_seat() -> None:
    table = a_table(limits=EAGER)
    answer, chunks = opened(table.seated(2), "/events?view=seat")
    next(chunks)
    (event,) = read_events([next(chunks)])
    assert event.payload["you"]["seat"] == 2
    table.post(table.hosted(), "/api/host", {"kick": 2})
    table.hub.push({"seat:2": {"secret": 1}})
    rest = b"".join(chunks)
    assert b"secret" not in rest
    assert b"event: gone" in rest
    answer.close()


def test_a_hosts_stream_ends_with_its_pass() -> None:
    table = a_table(limits=EAGER)
    answer, chunks = opened(table.hosted(), "/events?view=host")
    next(chunks)
    next(chunks)
    table.clock.ms += 13 * 3600 * 1000
    assert b"event: gone" in b"".join(chunks)
    answer.close()


def test_streams_are_capped_and_come_free_when_closed() -> None:
    table = a_table(limits=Limits(streams=3, streams_per_address=2))
    client = table.client()
    answers = [client.get("/events", buffered=False) for _ in range(2)]
    full = client.get("/events")
    assert (full.status_code, full.headers["Retry-After"]) == (503, "10")
    other = client.get("/events", buffered=False, environ_base={"REMOTE_ADDR": "10.0.0.2"})
    assert other.status_code == 200
    third = {"REMOTE_ADDR": "10.0.0.3"}
    assert client.get("/events", environ_base=third).status_code == 503
    for answer in (*answers, other):
        answer.close()  # never read: even then its place comes free
    assert client.get("/healthz").json == {"ok": True, "streams": 0}


def test_a_stream_ends_cleanly_when_the_hub_closes_under_it() -> None:
    table = a_table()
    answer, chunks = opened(table.client(), "/events")
    next(chunks)
    next(chunks)
    threading.Timer(0.05, table.hub.close).start()
    assert list(chunks) == []
    answer.close()


def test_seats_outlive_a_restart_and_the_hosts_pass_does_not() -> None:
    store = FakeStore()
    before = a_table(seating=store)
    client = before.seated(2)
    before.post(client, "/api/login", {"pin": PIN})
    after = a_table(seating=store)
    after.hub.epoch = "ef01"
    fresh = after.client()
    cookie = client.get_cookie("rm_seat")
    assert cookie is not None
    fresh.set_cookie("rm_seat", cookie.value)
    assert state(fresh, "seat")["you"]["seat"] == 2
