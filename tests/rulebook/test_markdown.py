"""The little Markdown of rulebooks, and texts that try to be more than text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.rulebook.book import Listing, Paragraph, Span, Tip, plain
from cloudy_pnp.rulebook.markdown import BadMarkdown, literal, parse

TEXT = """# Title
Below.

## One {#one rules="GRO-1 GRO-2"}
Some **bold** and *slanted*
words.

- first
- second

1. a
2. b

> A tip.

### Two {#two}
"""


def test_every_kind_of_block() -> None:
    parsed = parse(TEXT, {})
    one, two = parsed.sections
    assert (plain(parsed.title), parsed.intro) == ("Title", (Paragraph((Span("Below."),)),))
    assert (one.id, one.level, one.rules) == ("one", 2, ("GRO-1", "GRO-2"))
    assert (two.id, two.level, two.rules, two.blocks) == ("two", 3, (), ())
    paragraph, bullets, numbers, tip = one.blocks
    assert paragraph == Paragraph(
        (Span("Some "), Span("bold", strong=True), Span(" and "), Span("slanted", emphasis=True), Span(" words."))
    )
    assert isinstance(bullets, Listing)
    assert not bullets.ordered
    assert isinstance(numbers, Listing)
    assert numbers.ordered
    assert tip == Tip((Paragraph((Span("A tip."),)),))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("Words\n# Title", 1, "before the title"),
        ("# Title\n\n## No id", 3, "without an id"),
        ("# Title\n\n## A {#a}\n## B {#a}", 4, "second section"),
        ("# Title\n\n# Again", 3, "second title"),
        ("## A {#a}", 1, "starts with its title"),
        ("# T\n## A {#a}\n- # inside", 3, "inside a list"),
        ("# T\n## A {#a}\nText\n##The end {#end}", 4, "needs a space after ##"),
    ],
)
def test_what_is_no_rulebook_is_told_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadMarkdown, match=words) as caught:
        parse(text, {})
    assert caught.value.line == line


HOSTILE = [
    "<script>alert(1)</script>",
    "*bold* _under_ `code`",
    "[link](http://x.example) ![p](x)",
    "# heading {#evil}",
    "- item",
    "1. item",
    "> quote",
    "a\\b",
    '#evil("x") $x$ @ref <label>',
    "&amp; &lt;",
    "\ue0000\ue000",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_literal_text_is_never_markup(text: str) -> None:
    parsed = parse(f"# T\n## {literal(text)} {{#id}}\n{literal(text)}", {})
    [section] = parsed.sections
    wanted = text.replace("\ue000", "")
    assert plain(section.title) == wanted
    assert section.blocks == (Paragraph((Span(wanted),)),)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF, exclude_characters="\x7f\x85\xa0\xad"), min_size=1))
def test_any_word_survives(text: str) -> None:
    [section] = parse(f"# T\n## A {{#a}}\n{literal(text)}", {}).sections
    assert section.blocks == (Paragraph((Span(text),)),)
