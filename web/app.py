"""App: the Flask application, made from ports; starts no thread and opens nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Flask

from web import looks, words
from web.api import api
from web.assets import assets, digest_of
from web.board import board
from web.deck import deck
from web.guards import guard
from web.host import host
from web.hub import Hub
from web.join import join
from web.ports import Ports
from web.refusals import answer_errors
from web.rim import Rim
from web.sim import sim
from web.stream import stream

MOST_BODY_BYTES = 16 * 1024


def create_app(ports: Ports, hub: Hub, config: Mapping[str, Any] | None = None) -> Flask:
    """Make the application; `config` goes over Flask's own settings."""
    app = Flask("web", static_folder=None)
    app.config.update(
        SECRET_KEY=ports.secret_key,
        SECRET_KEY_FALLBACKS=list(ports.secret_fallbacks),
        MAX_CONTENT_LENGTH=MOST_BODY_BYTES,
    )
    app.config.update(config or {})
    rim = Rim.of(ports, hub)
    app.extensions["ringmaster"] = rim
    _prepare_templates(app)
    guard(app, ports.trusted_hosts)
    answer_errors(app)
    for blueprint in (board, join, host, deck, api, stream, sim):
        app.register_blueprint(blueprint(rim))
    return app


def rim_of(app: Flask) -> Rim:
    """Return what the app's pages share: seating, hub, ports (for the composition root)."""
    rim: Rim = app.extensions["ringmaster"]
    return rim


def _prepare_templates(app: Flask) -> None:
    digest = digest_of()
    app.register_blueprint(assets(digest))

    def asset(name: str) -> str:
        # No url_for: the page that refuses a foreign host is drawn without routing.
        return f"/static/{digest}/{name}"

    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        asset=asset,
        looks_json=looks.looks_json(),
        look_of=looks.look_of,
        own_part=looks.own_part,
        marks_of=looks.marks_of,
        flags_of=looks.flags_of,
        told=looks.told,
        newest=looks.newest,
        card_name=looks.card_name,
        kind_name=looks.kind_name,
        kind_icon=looks.kind_icon,
        reason_words=looks.reason_words,
        facts=words.facts,
        names_of=words.names_of,
        verdict=words.verdict,
        asked=words.asked,
    )
    app.jinja_env.filters.update(
        words=words.words,
        counted=words.counted,
        money=words.money,
        css=words.slug,
        groupby_kind=words.by_kind,
    )
