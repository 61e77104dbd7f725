"""Check the free spell sentences themselves: their number, and that their effects are valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.data.schema import Schema

ROOT = Path(__file__).parents[3]
FOLDER = Path(__file__).parent / "sentences"
LANGUAGES = ("de", "en", "fr", "hu")
CORPORA = (".", "second", "third", "fourth", "unseen", "fifth")
SPELLS = Schema.load((ROOT / "schema/cloudy-kingdom",), "spells")
EFFECT = SPELLS.part("$defs", "effect")


def read_sentences(language: str, corpus: str = ".") -> list[dict[str, Any]]:
    """Return the sentences of a language, each with its text and its effect."""
    sentences: list[dict[str, Any]] = yaml.safe_load((FOLDER / corpus / f"{language}.yaml").read_text("utf-8"))
    return sentences


def step_names(steps: list[dict[str, Any]]) -> set[str]:
    """Return the names of all steps, including those inside blocks."""
    names: set[str] = set()
    for name, value in (item for step in steps for item in step.items()):
        names.add(name)
        for inner in value if name == "choose" else [value["steps"]] if name in ("repeat", "only-if") else []:
            names |= step_names(inner)
    return names


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_200_different_sentences(language: str) -> None:
    sentences = read_sentences(language)
    assert all(sentence.keys() == {"text", "effect"} for sentence in sentences)
    assert len(sentences) == 200
    assert len({sentence["text"].casefold() for sentence in sentences}) == 200
    assert sum(sentence["effect"] is None for sentence in sentences) == 10


@pytest.mark.parametrize("language", LANGUAGES)
def test_later_sets_have_other_sentences(language: str) -> None:
    sets = [read_sentences(language, corpus) for corpus in CORPORA]
    assert [len(sentences) for sentences in sets] == [200, 40, 60, 100, 40, 20]
    assert all(sentence.keys() == {"text", "effect"} for sentences in sets for sentence in sentences)
    different = {sentence["text"].casefold() for sentences in sets for sentence in sentences}
    assert len(different) >= 459  # two writers had one idea


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_effect_is_valid_or_null(language: str, corpus: str) -> None:
    for sentence in read_sentences(language, corpus):
        text, effect = sentence["text"], sentence["effect"]
        if effect is None:
            continue
        assert isinstance(effect, list), text
        assert EFFECT.findings(effect) == [], text
        findings = effect_findings(effect, "place-self" in step_names(effect))
        assert [finding for finding in findings if finding.severity is Severity.ERROR] == [], text


LATER = {"forbid", "keep", "pass", "say"}  # steps that are newer than the sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_step_occurs(language: str) -> None:
    used = set().union(*(step_names(sentence["effect"] or []) for sentence in read_sentences(language)))
    assert used == set(SPELLS.bundled["$defs"]["step"]["properties"]) - LATER
