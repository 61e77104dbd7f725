"""What is painted is checked, not what a layout declares, and reported at the box that paints it."""

from __future__ import annotations

from pathlib import Path

import pytest

from cloudy_pnp.api import check
from cloudy_pnp.workspace.starting import first_game

NAME = '{text: {text: "{name}", at: {left: 5, right: 5, top: 47, height: 9}, style: title}}'


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, content in first_game("inn", "Inn").items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    return tmp_path


@pytest.mark.parametrize(
    ("before", "after", "code", "place"),
    [
        ("rectangle: {at: bleed, fill: paper}", "rectangle: {at: card, fill: paper}", "PRINT-3", "[0].rectangle"),
        (
            '{id: head, at: {in: bleed, bottom: "48%"}, fill: "{suit.colour}"}',
            '{id: head, at: {in: card, bottom: "48%"}, fill: "{suit.colour}"}',
            "PRINT-3",
            "[1].rectangle",
        ),
        ("- icons: {icon: coin", f"- {NAME[1:-1]}\n    - icons: {{icon: coin", "", ""),  # the same text again
        (
            "- icons: {icon: coin",
            "- text: {text: Inn, at: {left: 5, right: 5, top: 47, height: 9}, style: title}\n    - icons: {icon: coin",
            "PRINT-12",
            "[5].text",
        ),
        (
            "width: 24, height: 24}, colour: paper}",
            'width: 24, height: 24}, colour: "{suit.colour}"}',
            "PRINT-11",
            "[3].icons",
        ),
    ],
)
def test_a_fault_of_a_layout_is_one_problem_at_its_box(
    root: Path, before: str, after: str, code: str, place: str
) -> None:
    layout = root / "templates/inn/layouts/card.yaml"
    text = layout.read_text("utf-8")
    assert before in text
    if code == "PRINT-3" and "head" in before:
        text = text.replace("rectangle: {at: bleed, fill: paper}", 'rectangle: {at: bleed, fill: "#ffffff"}')
        text = text.replace("at: head, colour: paper, opacity: 0.12", "at: safe, colour: paper, opacity: 0.12")
    layout.write_text(text.replace(before, after), "utf-8")
    problems = check(root, render=True).problems
    expected = [(code, f"layout.boxes{place}")] if code else []
    assert [(problem.code, problem.path) for problem in problems] == expected
