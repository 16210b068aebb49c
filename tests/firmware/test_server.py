"""The real server on loopback: streams, caps, slow readers, and a clean stop."""

from __future__ import annotations

import contextlib
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from firmware.server import HEADER_BYTES, Server, listening, serve
from tests.web.fakes import Table, a_table
from web.frames import RulingTally, read_events
from web.ports import Limits

ROOMY = Limits(streams=60, streams_per_address=60, frames_per_second=0)


@contextmanager
def served(limits: Limits = ROOMY) -> Iterator[tuple[Table, Server]]:
    table = a_table(limits=limits)
    server = serve(table.app, table.hub, "127.0.0.1", 0)
    try:
        yield table, server
    finally:
        server.stop()


def get(server: Server, path: str) -> tuple[int, bytes]:
    with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=5) as answer:
        return answer.status, answer.read()


def a_stream(server: Server, path: str = "/events") -> socket.socket:
    opened = socket.create_connection(("127.0.0.1", server.port), timeout=5)
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
    return opened


def chunks(stream: socket.socket) -> Iterator[bytes]:
    """Yield the bodies of a chunked answer until its end."""
    with stream.makefile("rb") as lines:
        while lines.readline() not in {b"\r\n", b""}:
            pass
        while size := int(lines.readline() or b"0", 16):
            yield lines.read(size)
            lines.readline()


def until_streaming(table: Table, count: int) -> None:
    deadline = time.monotonic() + 5
    while table.hub.counts().waiting < count:
        assert time.monotonic() < deadline, table.hub.counts()
        time.sleep(0.002)


def test_a_page_is_served_on_the_port_that_was_free() -> None:
    with served() as (_, server):
        status, body = get(server, "/")
        assert status == 200
        assert b"Click Click Boom" in body


def test_a_port_in_use_is_an_error_and_leaves_no_socket() -> None:
    with served() as (_, server), pytest.raises(OSError, match="in use"):
        listening("127.0.0.1", server.port)


def test_the_listening_socket_keeps_little_for_a_sleeping_phone() -> None:
    with listening("127.0.0.1", 0) as opened:
        assert opened.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 128 * 1024
        assert opened.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 15_000


def test_a_system_without_a_user_timeout_serves_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delattr(socket, "TCP_USER_TIMEOUT")
    with listening("127.0.0.1", 0) as opened:
        assert opened.getsockname()[1] > 0


def test_stop_with_twenty_open_streams_ends_all_cleanly_within_two_seconds() -> None:
    with served() as (table, server):
        streams = [a_stream(server) for _ in range(20)]
        until_streaming(table, 20)
        began = time.monotonic()
        server.stop()
        took = time.monotonic() - began
        for stream in streams:
            events = list(read_events(chunks(stream)))  # ends with the last chunk, not a reset
            assert [event.kind for event in events] == ["state"]
            stream.close()
        assert took < 2
        with pytest.raises(OSError, match="refused"):
            socket.create_connection(("127.0.0.1", server.port), timeout=1)


def test_stopping_twice_is_harmless() -> None:
    with served() as (_, server):
        server.stop()
        server.stop()


def test_stop_does_not_wait_for_a_phone_that_sleeps() -> None:
    with served() as (table, server):
        asleep = a_stream(server)
        until_streaming(table, 1)
        for n in range(200):
            table.hub.push({"public": {"n": n, "fill": "x" * 20_000}})
            if n % 20 == 0:
                time.sleep(0.005)
        began = time.monotonic()
        server.stop()
        assert time.monotonic() - began < 3
        asleep.close()


def test_every_phone_sees_every_ruling_once_while_frames_are_skipped() -> None:
    with served() as (table, server):
        streams = [a_stream(server) for _ in range(12)]
        until_streaming(table, 12)
        for n in range(1, 61):
            last = [{"number": k, "text": "Paid"} for k in range(max(1, n - 49), n + 1)]
            table.hub.push({"public": {"rulings": last}})
            time.sleep(0.002)
        until_streaming(table, 12)
        table.hub.close()
        for stream in streams:
            tally, seen, first = RulingTally(), [], True
            for event in read_events(chunks(stream)):
                if first:
                    first = False  # what was on the table before
                    continue
                seen += [ruling["number"] for ruling in tally.fresh(event.payload)]
            assert seen == list(range(1, 61))
            assert tally.lost == 0
            stream.close()


def test_pages_are_served_while_all_streams_are_taken() -> None:
    limits = Limits(streams=8, streams_per_address=8)
    with served(limits) as (table, server):
        streams = [a_stream(server) for _ in range(8)]
        until_streaming(table, 8)
        with pytest.raises(urllib.error.HTTPError) as full:
            get(server, "/events")
        assert full.value.code == 503
        assert full.value.headers["Retry-After"] == "10"
        full.value.close()
        status, body = get(server, "/api/state")
        assert status == 200
        assert json.loads(body)["pot"] == 6
        for stream in streams:
            stream.close()


def test_a_phone_that_left_gives_its_place_back() -> None:
    limits = Limits(streams=2, streams_per_address=2, heartbeat_s=0.02)
    with served(limits) as (table, server):
        for _ in range(6):
            stream = a_stream(server)
            until_streaming(table, 1)
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
            stream.close()
            deadline = time.monotonic() + 5
            while json.loads(get(server, "/healthz")[1])["streams"]:
                assert time.monotonic() < deadline
                time.sleep(0.005)


@pytest.mark.parametrize(
    ("request_", "status"),
    [(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"x" * HEADER_BYTES + b"\r\n\r\n", b"431"),
     (b"POST /api/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9999999\r\n\r\n", b"413"),
     (b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", b"400")],
)  # fmt: skip
def test_what_is_too_large_or_foreign_is_refused(request_: bytes, status: bytes) -> None:
    with served() as (_, server):
        with socket.create_connection(("127.0.0.1", server.port), timeout=5) as opened:
            opened.sendall(request_)
            answer = opened.recv(64)
        assert answer.split()[1] == status


def test_the_number_of_threads_can_be_given() -> None:
    table: Any = a_table()
    server = serve(table.app, table.hub, "127.0.0.1", 0, threads=2)
    try:
        assert get(server, "/healthz")[0] == 200
    finally:
        server.stop()


def test_half_requests_of_one_address_keep_no_other_from_its_page() -> None:
    with served(Limits(streams=10, streams_per_address=2)) as (_, server):
        place = ("127.0.0.1", server.port)
        halves = [
            socket.create_connection(place, timeout=5, source_address=("127.0.0.2", 0))
            for _ in range(150)
        ]
        for half in halves:
            with contextlib.suppress(OSError):  # those beyond the cap are closed already
                half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        status, _ = get(server, "/")
        for half in halves:
            half.close()

        assert status == 200
