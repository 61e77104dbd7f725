"""Every problem code that the code can report is listed, with its sentence, where reports and documents look it up."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cloudy_pnp.api import codes_of
from cloudy_pnp.cloudy_kingdom.model.steps import STEP_RULES
from cloudy_pnp.game.registry import find_game, game_ids

ROOT = Path(__file__).parents[2]
PACKAGES = [ROOT / "cloudy_pnp", *(path.parent for path in sorted(ROOT.glob("games/*/*/game.py")))]
CODE = re.compile(r"[A-Z][A-Z0-9]+-[A-Z0-9]+(?:-[A-Z0-9]+)*")
SHARED = codes_of()  # listed in templates/codes.yaml, those of a game in its code
LISTED = {code: sentence for game in game_ids() for code, sentence in codes_of(find_game(game)).items()}
RULES = {rule for game in game_ids() if (book := find_game(game).book) for rule in book.rules} | STEP_RULES.keys()
OTHER_WORDS = {"UTF-16", "UTF-32"}


@cache
def nodes() -> list[tuple[str, ast.Constant | ast.Call]]:
    """Every constant and every call in the packages, and in which module."""
    return [
        (path.relative_to(ROOT).as_posix(), node)
        for package in PACKAGES
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant | ast.Call)
    ]


def literals() -> Iterator[tuple[str, str]]:
    """Each text that has the form of a code, and where it stands."""
    for name, node in nodes():
        match node:
            case ast.Constant(value=str(text)) if CODE.fullmatch(text):
                yield text, f"{name}:{node.lineno}"


def reported() -> Iterator[tuple[str, str]]:
    """Each code that is given to a `Finding` or a `Problem`, and where."""
    for name, node in nodes():
        match node:
            case ast.Call(func=ast.Name(id="Finding" | "Problem"), args=[ast.Constant(value=str(code)), *_]):
                yield code, f"{name}:{node.lineno}"
            case ast.Call(func=ast.Name(id="Finding" | "Problem"), keywords=keywords):
                for word in keywords:
                    if word.arg == "code" and isinstance(word.value, ast.Constant):
                        yield str(word.value.value), f"{name}:{node.lineno}"


def test_every_reported_code_is_listed() -> None:
    found = list(reported())
    assert len(found) > 60, "the search finds too little to prove anything"
    assert not [f"{code} at {place}" for code, place in found if code and code not in LISTED]


def test_every_text_that_looks_like_a_code_is_one() -> None:
    """Codes also pass through variables, tables and helpers: wherever one is written, it is a listed one, or a rule."""
    found = list(literals())
    assert len(found) > 300, "the search finds too little to prove anything"
    known = LISTED.keys() | RULES | OTHER_WORDS
    assert [f"{text} at {place}" for text, place in found if text not in known] == []


def test_every_listed_code_is_used() -> None:
    """A code that is never reported would be an empty promise. Where a game lists its codes, each is a literal."""
    times = Counter(text for text, _ in literals())
    assert [code for code in LISTED if times[code] < (1 if code in SHARED else 2)] == []


def test_listed_codes_have_the_form_of_one_and_a_sentence() -> None:
    for code, sentence in LISTED.items():
        assert CODE.fullmatch(code), code
        assert sentence.endswith("."), code
