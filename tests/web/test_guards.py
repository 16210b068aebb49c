"""What must be refused: foreign hosts and origins, forged cookies, wrong and large bodies."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.web.fakes import ORIGIN, PIN, a_table
from web.bodies import clean_name
from web.passes import HOST_AGE_MS
from web.ports import Answer, Limits
from web.refusals import Refused

PAGES = ["/", "/tv", "/j", "/host", "/history", "/sim"]


@pytest.mark.parametrize("path", [*PAGES, "/api/state", "/nowhere"])
def test_every_answer_carries_the_security_headers(path: str) -> None:
    answer = a_table().client().get(path)
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_no_inline_script_style_or_outside_address(path: str) -> None:
    table = a_table()
    for client in (table.hosted(), table.seated(2), table.client()):
        html = client.get(path).text
        assert "<script>" not in html
        assert " style=" not in html
        assert "<style" not in html
        assert " onclick" not in html
        assert "https://" not in html.replace(table.ports.own_address, "")


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.9", "xlocal", "[::2]"]
)
def test_a_foreign_host_is_refused(host: str) -> None:
    client = a_table().client()
    answer = client.get("/api/state", base_url=f"http://{host}")
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"] == "foreign_host"
    assert answer.json["allowed"] == ["127.0.0.1", "[::1]", "localhost"]
    assert client.get("/", base_url=f"http://{host}").status_code == 400
    assert client.post("/api/login", base_url=f"http://{host}").status_code == 400


@pytest.mark.parametrize("host", ["127.0.0.1:8080", "localhost", "localhost:5000", "[::1]:80"])
def test_the_kits_own_hosts_are_served_with_any_port(host: str) -> None:
    assert a_table().client().get("/", base_url=f"http://{host}").status_code == 200


def test_a_suffix_trusts_the_names_below_it_and_no_others() -> None:
    client = a_table(trusted_hosts=("localhost", ".local")).client()
    assert client.get("/", base_url="http://Table.local:80").status_code == 200
    assert client.get("/", base_url="http://notlocal").status_code == 400


@pytest.mark.parametrize("host", ["", "a b", "a/b", "\u00fc"])
def test_a_host_of_wrong_characters_is_refused(host: str) -> None:
    answer = a_table().client().get("/", headers={"Host": host})
    assert answer.status_code == 400


@pytest.mark.parametrize("origin", [None, "null", "http://evil.example", "http://localhost:1"])
def test_a_write_of_a_foreign_origin_is_refused(origin: str | None) -> None:
    table = a_table()
    headers = {"Origin": origin} if origin else {}
    answer = table.client().post("/api/login", json={"pin": PIN}, headers=headers)
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["error"] == "foreign_origin"
    assert answer.json["found"] == (origin or "no origin")
    assert answer.json["allowed"] == ORIGIN


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_write_that_is_not_json_is_refused(kind: str) -> None:
    answer = (
        a_table()
        .client()
        .post(
            "/api/login", data=f'{{"pin": "{PIN}"}}', content_type=kind, headers={"Origin": ORIGIN}
        )
    )
    assert answer.status_code == 415
    assert answer.json is not None
    assert answer.json["allowed"] == "application/json"


@pytest.mark.parametrize("path", ["/api/act", "/api/host", "/api/login", "/api/join", "/api/sim"])
def test_an_oversized_body_is_refused(path: str) -> None:
    table = a_table()
    client = table.seated(2)
    table.post(client, "/api/login", {"pin": PIN})
    answer = table.post(client, path, {"pin": "1" * 17_000})
    assert answer.status_code == 413
    assert answer.json is not None
    assert "16 kB" in answer.json["text"]


BROKEN = [
    b"", b"{", b"[]", b"null", b'"x"', b"1", b'{"say": NaN}', b'{"say": {"a": 1e999}}',
    b'{"say": {"a": 99999999999999999999}}', b"[" * 9000, b'{"a":' * 3000, b"\xff\xfe",
    b'{"say": {"side": "\\ud800"}}', b'{"say": {"side": "' + b"x" * 300 + b'"}}',
    b'{"say": {"\\udfff": 1}}', b"1" * 6000, b'{"say": [[[[[[[[[[1]]]]]]]]]]}',
]  # fmt: skip


@pytest.mark.parametrize("path", ["/api/act", "/api/host", "/api/login", "/api/join", "/api/sim"])
@pytest.mark.parametrize("body", BROKEN)
def test_broken_json_is_refused_with_a_reason_and_never_an_error(path: str, body: bytes) -> None:
    table = a_table(limits=Limits(writes_per_second=1000))
    client = table.seated(2)
    table.post(client, "/api/login", {"pin": PIN})
    answer = client.post(
        path, data=body, content_type="application/json", headers={"Origin": ORIGIN}
    )
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"] == "bad_body"
    assert answer.json["text"]
    assert (table.commands.said, table.commands.done, table.kit.done) == ([], [], [])


WRONG: list[tuple[str, Any]] = [
    ("/api/act", {"say": "left"}), ("/api/act", {"say": {}}), ("/api/act", {}),
    ("/api/act", {"say": {"done": True}, "question": 3}), ("/api/act", {"say": {"a": 1}, "x": 1}),
    ("/api/act", {"say": {"done": True}, "question": "a b"}),
    ("/api/login", {"pin": 314159}), ("/api/login", {"pin": None}), ("/api/login", {"pin": "x"}),
    ("/api/login", {"pin": PIN, "more": 1}), ("/api/login", {}),
    ("/api/join", {"code": 5, "seat": 1}), ("/api/join", {"code": "ABCD"}),
    ("/api/host", {}), ("/api/host", {"pause": False}), ("/api/host", {"pause": 1}),
    ("/api/host", {"pause": True, "resume": True}), ("/api/host", {"undo": 0}),
    ("/api/host", {"undo": True}), ("/api/host", {"undo": "1"}), ("/api/host", {"undo": 1.0}),
    ("/api/host", {"first": 7}), ("/api/host", {"dance": True}), ("/api/host", {"adjust": 1}),
    ("/api/host", {"adjust": {"seat": 1}}), ("/api/host", {"adjust": {"seat": 1, "coins": "2"}}),
    ("/api/host", {"adjust": {"seat": 1, "alive": 1}}),
    ("/api/host", {"adjust": {"seat": 1, "cards": "pay/1"}}),
    ("/api/host", {"adjust": {"seat": 1, "luck": 1}}), ("/api/host", {"adjust": {"coins": 1}}),
    ("/api/host", {"replace": {"seat": 1}}), ("/api/host", {"replace": {"seat": 1, "name": ""}}),
    ("/api/host", {"kick": "2"}), ("/api/host", {"kick": 0}), ("/api/host", {"new_code": 1}),
    ("/api/host", {"pause": True, "question": "0.1"}), ("/api/host", {"say": {"done": True}}),
    ("/api/host", {"set_up": {}}), ("/api/host", {"set_up": {"game": "../x", "seats": ["A"]}}),
    ("/api/host", {"set_up": {"game": "template", "seats": "Ann"}}),
    ("/api/host", {"set_up": {"game": "template", "seats": []}}),
    ("/api/host", {"set_up": {"game": "template", "seats": ["\u202e"]}}),
    ("/api/host", {"set_up": {"game": "template", "seats": [1]}}),
    ("/api/host", {"set_up": {"game": "template", "seats": [{"name": "A", "x": 1}]}}),
    ("/api/host", {"set_up": {"game": "template", "seats": [{"name": "A", "character": 3}]}}),
    ("/api/host", {"set_up": {"game": "template", "seats": ["A"], "options": []}}),
    ("/api/host", {"set_up": {"game": "template", "seats": ["A"], "tags": {}}}),
    ("/api/sim", {}), ("/api/sim", {"press": "7.left"}), ("/api/sim", {"press": 2}),
    ("/api/sim", {"press": "bell", "release": "bell"}), ("/api/sim", {"shake": True}),
    ("/api/sim", {"place": {"reader": "roof", "cards": []}}), ("/api/sim", {"place": {}}),
    ("/api/sim", {"place": {"reader": ["tray"], "cards": []}}),
    ("/api/sim", {"place": {"reader": "tray", "cards": ["joker/1"]}}),
    ("/api/sim", {"place": {"reader": "tray", "cards": [["pay/1"]]}}),
    ("/api/sim", {"place": {"reader": "tray", "cards": "pay/1"}}),
    ("/api/sim", {"place": {"reader": "tray", "cards": ["pay/1"] * 13}}),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body"), WRONG)
def test_wrong_types_are_refused_with_what_is_allowed(path: str, body: object) -> None:
    table = a_table()
    client = table.seated(2)
    table.post(client, "/api/login", {"pin": PIN})
    answer = table.post(client, path, body)
    assert answer.status_code == 400
    assert answer.json is not None
    assert answer.json["error"] == "bad_body"
    assert answer.json["text"]
    assert "allowed" in answer.json
    assert (table.commands.said, table.commands.done, table.kit.done) == ([], [], [])
    assert table.commands.headers == []


def test_a_refusal_of_a_long_text_is_short() -> None:
    table = a_table()
    answer = table.post(table.client(), "/api/login", {"pin": "x" * 190})
    assert answer.json is not None
    assert len(answer.json["found"]) == 60


def test_a_wrong_pin_is_refused_and_gives_no_cookie() -> None:
    table = a_table()
    answer = table.post(table.client(), "/api/login", {"pin": "000000"})
    assert answer.status_code == 403
    assert answer.json is not None
    assert answer.json["error"] == "wrong_pin"
    assert "Set-Cookie" not in answer.headers


def test_the_sixth_pin_of_a_minute_is_refused_even_if_right() -> None:
    table = a_table()
    client = table.client()
    for _ in range(5):
        assert table.post(client, "/api/login", {"pin": "1"}).status_code == 403
    answer = table.post(client, "/api/login", {"pin": PIN})
    assert answer.status_code == 429
    assert answer.headers["Retry-After"] == "60"
    table.clock.ms += 60_000
    assert table.post(client, "/api/login", {"pin": PIN}).status_code == 200


def test_twenty_pins_of_many_addresses_close_the_door_for_all() -> None:
    table = a_table()
    for n in range(20):
        remote = {"REMOTE_ADDR": f"10.0.0.{n}"}
        table.post(table.client(), "/api/login", {"pin": "1"}, environ_base=remote)
    answer = table.post(
        table.client(), "/api/login", {"pin": PIN}, environ_base={"REMOTE_ADDR": "10.0.1.1"}
    )
    assert answer.status_code == 429


@pytest.mark.parametrize("token", ["x", "", "eyJib290IjoiYWJjZCJ9.c2ln", "é", "a" * 3000])
def test_forged_cookies_open_nothing(token: str) -> None:
    table = a_table()
    client = table.client()
    for name in ("rm_host", "rm_seat"):
        client.set_cookie(name, token)
    assert client.get("/api/state?view=host").status_code == 401
    assert client.get("/api/state?view=seat").status_code == 401
    assert client.get("/events?view=seat").status_code == 401
    assert client.get("/api/health").status_code == 401
    assert table.post(client, "/api/host", {"pause": True}).status_code == 401
    assert table.post(client, "/api/act", {"say": {"done": True}}).status_code == 401
    assert "PIN" in client.get("/host").text
    assert client.get("/seat").status_code == 302
    assert table.commands.done == []


def test_a_seats_cookie_is_no_hosts_cookie_and_the_other_way() -> None:
    table = a_table()
    seated, hosted = table.seated(2), table.hosted()
    seat_cookie, host_cookie = seated.get_cookie("rm_seat"), hosted.get_cookie("rm_host")
    assert seat_cookie is not None
    assert host_cookie is not None
    client = table.client()
    client.set_cookie("rm_host", seat_cookie.value)
    client.set_cookie("rm_seat", host_cookie.value)
    assert client.get("/api/state?view=host").status_code == 401
    assert client.get("/api/state?view=seat").status_code == 401


def test_a_hosts_cookie_ends_after_twelve_hours() -> None:
    table = a_table()
    client = table.hosted()
    table.clock.ms += HOST_AGE_MS - 1
    assert client.get("/api/state?view=host").status_code == 200
    table.clock.ms += 1
    assert client.get("/api/state?view=host").status_code == 401


def test_cookies_are_http_only_and_lax_and_not_secure() -> None:
    table = a_table()
    client = table.client()
    login = table.post(client, "/api/login", {"pin": PIN})
    join = table.post(client, "/api/join", {"code": table.code, "seat": 1})
    for answer in (login, join):
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Path=/" in cookie
        assert "Secure" not in cookie
        assert "Domain" not in cookie


def test_cookies_signed_with_an_older_key_still_hold() -> None:
    old = a_table()
    cookie = old.hosted().get_cookie("rm_host")
    assert cookie is not None
    new = a_table(secret_key="a newer one", secret_fallbacks=("a secret of tests",))
    client = new.client()
    client.set_cookie("rm_host", cookie.value)
    assert client.get("/api/state?view=host").status_code == 200


def test_a_seat_that_writes_too_fast_is_told_to_wait() -> None:
    table = a_table(limits=Limits(writes_per_second=2))
    client = table.seated(2)
    codes = [table.post(client, "/api/act", {"say": {"done": True}}).status_code for _ in range(3)]
    assert codes == [200, 200, 429]
    assert len(table.commands.said) == 2


def test_wrong_codes_are_limited_and_right_ones_are_not() -> None:
    table = a_table()
    client = table.client()
    for _ in range(30):
        assert client.get(f"/j/{table.code}").status_code == 200
    codes = [client.get("/j/0000").status_code for _ in range(13)]
    assert codes == [404] * 12 + [429]
    assert client.get(f"/j/{table.code}").status_code == 429


@pytest.mark.parametrize("address", ["192.168.1.7", "10.42.0.1", "nonsense", "::ffff:10.0.0.1"])
def test_the_simulated_panel_answers_no_other_machine(address: str) -> None:
    table = a_table()
    remote = {"REMOTE_ADDR": address}
    assert table.client().get("/sim", environ_base=remote).status_code == 403
    assert table.client().get("/api/sim", environ_base=remote).status_code == 403
    answer = table.post(table.client(), "/api/sim", {"press": "bell"}, environ_base=remote)
    assert answer.status_code == 403
    assert table.kit.done == []


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", "127.8.8.8", "::ffff:127.0.0.1"])
def test_the_simulated_panel_answers_the_machine_itself(address: str) -> None:
    assert a_table().client().get("/sim", environ_base={"REMOTE_ADDR": address}).status_code == 200


def test_without_a_simulated_kit_there_is_no_panel() -> None:
    table = a_table(simulated=None)
    assert table.client().get("/sim").status_code == 404
    assert table.post(table.client(), "/api/sim", {"press": "bell"}).status_code == 404


def test_an_unknown_view_is_refused_with_those_allowed() -> None:
    for path in ("/api/state?view=seat:1", "/events?view=everything"):
        answer = a_table().client().get(path)
        assert answer.status_code == 400
        assert answer.json is not None
        assert answer.json["allowed"] == ["public", "seat", "host"]


def test_a_wrong_method_is_refused_with_those_allowed() -> None:
    answer = a_table().client().get("/api/act")
    assert answer.status_code == 405
    assert answer.json is not None
    assert answer.json["allowed"] == ["OPTIONS", "POST"]
    assert answer.headers["Allow"] == "OPTIONS, POST"


def test_an_unknown_page_is_a_page_and_an_unknown_api_is_json() -> None:
    client = a_table().client()
    page, api = client.get("/nowhere"), client.get("/api/nowhere")
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert (api.status_code, api.mimetype) == (404, "application/json")


def test_a_bug_behind_the_ports_is_a_plain_500_without_its_text() -> None:
    table = a_table()
    table.app.config["PROPAGATE_EXCEPTIONS"] = False

    def broken() -> list[Any]:
        raise RuntimeError("secret details")

    object.__setattr__(table.ports.health, "report", broken)
    table.app.logger.disabled = True
    answer = table.hosted().get("/api/health")
    assert answer.status_code == 500
    assert "secret" not in answer.text


def test_the_factory_starts_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("threading.Thread.start", lambda _: pytest.fail("a thread was started"))
    assert isinstance(a_table().app, Flask)


@pytest.mark.parametrize(
    ("given", "kept"),
    [("Ann", "Ann"), ("  A\tb\n ", "A b"), ("\u202eevil\u202c", "evil"), ("a\u0000\u200bb", "ab"),
     ("x" * 40, "x" * 16), ("<b>&", "<b>&"), ("Фёдор", "Фёдор"), ("🤠", "🤠"),
     ("123456789012345 6", "123456789012345")],
)  # fmt: skip
def test_names_lose_what_cannot_be_seen(given: str, kept: str) -> None:
    assert clean_name(given) == kept


@pytest.mark.parametrize("given", ["", "   ", "\u200f", None, 3, "--"])
def test_a_name_to_call_somebody_by_must_remain(given: object) -> None:
    with pytest.raises(Refused):
        clean_name(given)


def test_names_are_escaped_on_every_page() -> None:
    evil = "<img src=x>"
    view = {"game": "g", "phase": "p", "seats": {"1": {"name": evil, "played": [evil]}},
            "rulings": [{"number": 1, "text": evil, "cite": evil}], "notices": []}  # fmt: skip
    table = a_table(views={"public": view, "host": view, "seat:1": view})
    client = table.seated(1)
    table.post(client, "/api/login", {"pin": PIN})
    for path in ("/", "/tv", "/seat", "/host", "/sim", f"/j/{table.code}"):
        html = client.get(path).text
        assert "<img src=x" not in html
        assert "&lt;img src=x&gt;" in html


def test_a_refused_command_is_a_409_with_its_reason() -> None:
    table = a_table()
    table.commands.answer = Answer(taken=False, reason="not_waited_for", text="Nobody waits.")
    answer = table.post(table.seated(2), "/api/act", {"say": {"done": True}})
    assert answer.status_code == 409
    assert answer.json == {
        "error": "not_waited_for",
        "reason": "not_waited_for",
        "taken": False,
        "text": "Nobody waits.",
    }


def test_an_address_that_changes_seats_too_fast_is_told_to_wait() -> None:
    table = a_table(limits=Limits(writes_per_second=2))
    client = table.seated(2)
    left = table.post(client, "/api/leave", {})
    again = table.post(client, "/api/join", {"code": table.code, "seat": 2})

    assert (left.status_code, again.status_code) == (200, 429)
    assert int(again.headers["Retry-After"]) >= 1
