"""QR codes of the address that a phone joins by: for the board, and for the terminal."""

from __future__ import annotations

import io

import segno


def join_address(kit: str, code: str) -> str:
    """Return the address of a kit's join page; short, so that the code stays coarse and quick."""
    return f"{kit.rstrip('/')}/j/{code}"


def join_svg(address: str) -> bytes:
    """Draw a QR code as a stand-alone SVG, dark on white in every colour scheme."""
    out = io.BytesIO()
    segno.make_qr(address).save(
        out, kind="svg", scale=8, border=2, dark="#000", light="#fff", omitsize=True, title="Join"
    )
    return out.getvalue()


def join_terminal(address: str) -> str:
    """Draw a QR code in half blocks for a terminal; two modules a line."""
    out = io.StringIO()
    segno.make_qr(address).terminal(out, border=2, compact=True)
    return out.getvalue()
