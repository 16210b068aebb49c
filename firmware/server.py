"""Server: waitress in the same process, with the bounds that its defaults leave open.

Measured with 20 frames a second: at most `streams` of the threads ever wait for frames, so a page
always finds a free one; a phone that sleeps keeps tens of kilobytes here, not megabytes; one that
vanished is noticed in seconds.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
import time
from typing import Any, Protocol

from flask import Flask
from waitress.server import create_server
from waitress.wasyncore import close_all

from web.app import rim_of
from web.hub import Hub

PAGE_THREADS = 16  # beside the streams
SEND_BUFFER_BYTES = 32 * 1024  # per phone; a kernel's default keeps a minute of the past
USER_TIMEOUT_MS = 15_000  # unacknowledged for so long is gone; a phone changing rooms is not
HIGH_WATERMARK_BYTES = 64 * 1024
HEADER_BYTES = 16 * 1024
BODY_BYTES = 64 * 1024  # the app refuses above 16 kB (a deck: 56) itself, in JSON
SPARE_CONNECTIONS = 64
ADDRESS_CONNECTIONS = 24  # of one address, beside its streams; a browser opens six
IDLE_S = 30  # a connection that asks nothing for so long is closed
DRAIN_S = 1.5
LOOP_S = 1.0


class _Stoppable(Protocol):
    """Names what we use of waitress, which has no types."""

    accept: Any
    accepting: bool
    active_channels: dict[int, Any]
    asyncore: Any
    effective_port: str
    task_dispatcher: Any

    def pull_trigger(self) -> None: ...


class Server:
    """Serves one app on one socket until it is stopped; made by `serve`."""

    def __init__(self, wsgi: _Stoppable, hub: Hub, channels: dict[int, Any]) -> None:
        self._wsgi = wsgi
        self._hub = hub
        self._channels = channels
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="web", daemon=True)
        self._thread.start()

    @property
    def port(self) -> int:
        """Tell the port that is served, also when 0 was asked for."""
        return int(self._wsgi.effective_port)

    def stop(self) -> None:
        """Close the hub, let streams end and answers go out, then close; harmless twice.

        Takes well under 2 s with any number of streams; what has not drained then is cut.
        """
        self._hub.close()
        if self._stopping.is_set():
            return
        self._wsgi.accepting = False
        self._wsgi.task_dispatcher.shutdown(timeout=DRAIN_S)
        self._drain()
        self._stopping.set()
        self._wsgi.pull_trigger()
        self._thread.join(timeout=DRAIN_S)
        close_all(self._channels, ignore_all=True)

    def _drain(self) -> None:
        """Wait for the last bytes of the streams to leave our buffers, a short while at most."""
        until = time.monotonic() + DRAIN_S / 3
        while time.monotonic() < until and self._has_unsent():
            self._stopping.wait(0.01)

    def _has_unsent(self) -> bool:
        channels = tuple(self._wsgi.active_channels.values())
        return any(channel.total_outbufs_len > 0 for channel in channels)

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._wsgi.asyncore.loop(timeout=LOOP_S, map=self._channels, use_poll=True, count=1)


def serve(
    app: Flask,
    hub: Hub,
    host: str,
    port: int,
    *,
    threads: int | None = None,
    opened: socket.socket | None = None,
) -> Server:
    """Serve `app` at `host:port` (0 for any free port) in threads of its own.

    `threads` defaults to the kit's streams and some for pages. A socket that somebody has `opened`
    is served instead of the address. Raises OSError if the address cannot be had.
    """
    limits = rim_of(app).ports.limits
    enough = threads if threads is not None else limits.streams + PAGE_THREADS
    channels: dict[int, Any] = {}
    # Its queue tells of every request that waits a moment for a thread; that is no news here.
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)
    wsgi = create_server(
        app,
        map=channels,
        sockets=[listening(host, port) if opened is None else frugal(opened)],
        threads=enough,
        connection_limit=enough + SPARE_CONNECTIONS,
        outbuf_high_watermark=HIGH_WATERMARK_BYTES,
        max_request_header_size=HEADER_BYTES,
        max_request_body_size=BODY_BYTES,
        channel_timeout=IDLE_S,
        asyncore_use_poll=True,
        clear_untrusted_proxy_headers=True,
        ident=None,
    )
    _share(wsgi, limits.streams_per_address + ADDRESS_CONNECTIONS)
    return Server(wsgi, hub, channels)


def _share(wsgi: _Stoppable, most: int) -> None:
    """Let one address hold `most` connections; what it opens beyond them is closed unread.

    Otherwise one guest's half requests would keep every phone's page from coming.
    """
    accept = wsgi.accept

    def accept_some() -> Any:
        accepted = accept()
        if accepted is None:
            return None
        opened, (address, *_) = accepted
        channels = tuple(wsgi.active_channels.values())
        if sum(channel.addr[0] == address for channel in channels) < most:
            return accepted
        opened.close()
        return None

    wsgi.accept = accept_some


def listening(host: str, port: int) -> socket.socket:
    """Open a bound socket whose connections inherit a small send buffer and a short patience."""
    family, kind, proto, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    opened = socket.socket(family, kind, proto)
    try:
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        frugal(opened).bind(address)
    except OSError:
        opened.close()
        raise
    return opened


def frugal(opened: socket.socket) -> socket.socket:
    """Give a socket what its connections inherit; return it."""
    opened.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER_BYTES)
    # Linux only; elsewhere a vanished phone is noticed later.
    with contextlib.suppress(AttributeError, OSError):
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, USER_TIMEOUT_MS)
    return opened
