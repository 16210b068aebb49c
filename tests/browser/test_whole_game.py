"""A whole game of robots, followed on the public board of the real program in a real browser."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from firmware.bench.program import Program
from tests.browser.test_pages import FLAGS, a_chromium

pytestmark = pytest.mark.browser

LONGEST_GAME_S = 150
# Notes the number of every ruling that ever stands on the page, in the order of its coming.
WATCH = """
window.told = [];
const note = (root) => root.querySelectorAll?.("li[data-number]").forEach(
  (line) => window.told.push(Number(line.dataset.number)));
document.addEventListener("DOMContentLoaded", () => {
  note(document);
  const come = (added) => {
    if (added.matches?.("li[data-number]")) window.told.push(Number(added.dataset.number));
    note(added);
  };
  new MutationObserver((changes) => {
    changes.forEach((change) => change.addedNodes.forEach(come));
  }).observe(document.body, { childList: true, subtree: true });
});
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Program]:
    arguments = ["--game", "click_click_boom", "--seats", "3", "--speed", "25", "--seed", "5"]
    program = Program(tmp_path, arguments)
    program.start()
    yield program
    program.stop()


@pytest.mark.timeout(200)
def test_a_browser_is_told_every_ruling_of_a_whole_game_once_and_who_won(
    program: Program,
) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=a_chromium(), args=FLAGS)
        page = browser.new_page()
        page.add_init_script(WATCH)
        page.goto(f"http://127.0.0.1:{program.port}/")
        view = _played(program)
        last = view["rulings"][-1]["number"]
        expect(page.locator(f'li[data-number="{last}"]')).to_be_visible()
        told = page.evaluate("window.told")
        winner = view["seats"][str(view["winners"][0])]["name"]
        expect(page.get_by_text(f"{winner} wins!")).to_be_visible()
        browser.close()
    assert view["shootout"] == 3
    assert sorted(told) == list(range(min(told), last + 1))


def _played(program: Program) -> dict[str, Any]:
    patience = time.monotonic() + LONGEST_GAME_S
    while not (view := program.view())["over"]:
        assert time.monotonic() < patience, view["phase"]
        time.sleep(0.2)
    return view
