"""Templates of strangers who mean harm: each is one problem at a line, at once, whatever it asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cloudy_pnp.core import budget
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.game.contract import BookContext, Picture
from cloudy_pnp.i18n.template import Template, heading_of, pair_units
from cloudy_pnp.rulebook.book import paragraphs
from cloudy_pnp.rulebook.compose import BadTemplate, compose

GAME = {"name": "Vines", "list": ["a", "b"]}
CONTEXT = BookContext("x", {"game": GAME}, {}, Picture(lambda: Page(1.0, 1.0, ()), "a"), {})
DOUBLED = "{% set x = x ~ x %}" * 40
NESTED = "{% set x = [x, x, x, x, x, x, x, x, x] %}" * 40
HOSTILE = {
    "loops in loops": "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
    "a wide format": "{{ '%1000000000d'|format(1) }}",
    "a wide format by an operator": "{{ '%1000000000d' % 1 }}",
    "a long text": "{{ 'a' * 3000000000 }}",
    "a long list": "{{ [1] * 3000000000 }}",
    "a format without its value": "{{ '{a}'.format() }}",
    "a format without any value": "{{ '{}'.format() }}",
    "an unknown encoding": "{{ 'a'.encode('zzz') }}",
    "padding": "{{ 'a'.center(10**9) }}",
    "padding by a filter": "{{ 'a'|center(1000000000) }}",
    "leading zeros": "{{ '1'.zfill(10**9) }}",
    "tabs": "{{ '\t'.expandtabs(10**9) }}",
    "a power": "{{ 9**9**9 }}",
    "a text doubled forty times": "{% set x = 'aaaaaaaa' %}" + DOUBLED + "{{ x }}",
    "the same by +": "{% set x = 'aaaaaaaa' %}" + DOUBLED.replace("~", "+") + "{{ x }}",
    "the same by blocks": "{% set x %}aaaa{% endset %}" + "{% set x %}{{ x }}{{ x }}{% endset %}" * 40 + "{{ x }}",
    "lists of one list": "{% set x = [1] %}" + NESTED + "{{ x }}",
    "lists of one list, joined": "{% set x = [1] %}" + NESTED + "{{ x|join }}",
    "lists of one list, compared": "{% set y = [2] %}{% set x = [1] %}" + NESTED + "{{ x == y }}",
    "a macro that calls itself twice":
    "{% macro f(n) %}{% if n %}{{ f(n-1) }}{{ f(n-1) }}{% endif %}{% endmacro %}{{ f(60) }}",
    "a macro that calls itself for ever": "{% macro f(n) %}{{ f(n+1) }}{% endmacro %}{{ f(0) }}",
    "a recursive loop": "{% for x in [[1]] recursive %}{{ loop(x) }}{% endfor %}",
    "another file": "{% include 'x' %}",
    "a mark of ours": "\ue000999\ue000",
    "a number without end": "{{ " + "9" * 5000 + " }}",
    "too many lines": "x\n\n" * 200_000,
    "too many sections": "".join(f"## s {{#s{number}}}\n\nx\n\n" for number in range(5_000)),
    "brackets in brackets": "{{ " + "(" * 3000 + "1" + ")" * 3000 + " }}",
    "conditions in conditions": "{% if 1 %}" * 3000,
    "a heading of spaces": "## " + " " * 50_000 + "x",
    "a heading that ends in spaces": "## x" + " " * 50_000 + "{#",
    "Python's insides": "{{ ''.__class__.__mro__ }}",
    "a division": "{{ 1/0 }}",
    "sorting in a loop": "{% for i in range(400) %}{% for j in range(400)|sort %}{% endfor %}{% endfor %}",
}  # fmt: skip


def book(text: str) -> list[str]:
    """The paragraphs of a template."""
    made = compose(Template("en", Path("en.md.j2"), f"# T\n## A {{#a}}\n{text}\n"), CONTEXT, {})
    return [words for section in made.sections for words in paragraphs(section.blocks)]


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_template_is_one_problem_at_a_line(name: str) -> None:
    with pytest.raises(BadTemplate) as caught:
        book(HOSTILE[name])
    assert caught.value.line >= 1
    assert len(str(caught.value)) < 300


def test_what_a_rulebook_needs_is_there() -> None:
    text = "{{ game.name }}: {{ game.list | join(', ') }}{% for x in game.list %} {{ x ~ '!' }}{% endfor %} {{ 1 + 2 }}"
    assert book(text) == ["Vines: a, b a! b! 3"]


@pytest.mark.parametrize("text", ["*" * 50_000, "_a" * 20_000, ">" * 50_000 + "a", "- " * 10_000 + "a", "\\" * 50_000])
def test_markdown_without_end_comes_to_one(text: str) -> None:
    book(text)


def test_all_templates_of_a_run_share_one_budget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(budget.VARIABLE, "template=100")
    with budget.run():
        book("x" * 50)
        with pytest.raises(BadTemplate, match='the limit "template"'):
            book("x" * 50)


@pytest.mark.parametrize(
    "text",
    ["{% for n in range(9000) %}- Card {{ n }} of the game, with a long name\n{% endfor %}", "<!-- x -->" * 40_000],
)
def test_a_long_rulebook_needs_a_higher_limit(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(BadTemplate, match="more than 300,000 steps") as caught:
        book(text)
    assert caught.value.hint.endswith("CLOUDY_PNP_LIMITS=book=1200000")
    monkeypatch.setenv(budget.VARIABLE, "book=1200000")
    book(text)


def test_a_template_ends_with_the_time_of_its_run() -> None:
    with budget.run(budget.Budget(clock=budget.Clock(most=0))), pytest.raises(budget.OverTime):
        book("x")


def test_headings_are_found_from_both_ends() -> None:
    heading = heading_of('###  A  title {#an-id rules="A-1 B-2"}  ')
    assert heading is not None
    assert (heading.title, heading.id, heading.rules) == ("A  title", "an-id", ("A-1", "B-2"))
    assert [heading_of(line) for line in ("# T {#a}", "## T", "## T {#A}", "## T {#a} x", "#### T {#a}")] == [None] * 5
    unspaced = heading_of("##T {#a}")  # a section, whose heading the reader of the book refuses
    assert unspaced is not None
    assert (unspaced.title, unspaced.id, unspaced.start) == ("T", "a", 2)
    assert heading_of("## " + " " * 100_000) is None
    assert heading_of("## " + "{#a " * 50_000) is None


def test_code_that_never_ends_is_split_in_one_pass() -> None:
    text = "## A {#a}\n" + "{{" * 100_000
    [pair] = pair_units(text, "", {})["a"][1:]
    assert not pair.source.has_words


def test_a_section_with_very_many_paragraphs_is_compared_as_a_whole() -> None:
    text = "## A {#a}\n" + "a\n\n" * 20_000
    [pair] = pair_units(text, text, {"a": ["A", *["a"] * 20_000]})["a"]
    assert pair.source.is_whole
