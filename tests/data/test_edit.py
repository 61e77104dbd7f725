"""The YAML editor: what is wanted changes, nothing else does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from chance import examples
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from cloudy_pnp.data.edit import Edit, EditError, Insert, Move, Remove, Rename, Set, apply_edits
from cloudy_pnp.data.source import parse_source

TEXT = """\
# yaml-language-server: $schema=x.json
spells:
  # A gust.
  - id: gust   # the first
    name: {en: Gust, de: 'Bö'}
    effect:
      # steps in order
      - draw: 2
      - play: {from: drawn, count: 1}   # one
    text:
      en: >-
        A long text
        over two lines.
      de: "kurz"

  # Calm.
  - id: calm
    count: 3
    at: [n, e,   # north and east
         s]
  # the end
"""


def parsed(text: str) -> list[Any]:
    source = parse_source(text.encode(), "x.yaml")
    assert not source.problems, (text, source.problems)
    return source.documents


# --- examples: the text as a whole ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        (Set(("spells", 0, "id"), "breeze"), "id: gust   # the", "id: breeze   # the"),
        (Set(("spells", 0, "id"), "on"), "id: gust   # the", 'id: "on"   # the'),
        (Set(("spells", 0, "name", "en"), "Gust, strong"), "{en: Gust,", '{en: "Gust, strong",'),
        (Set(("spells", 0, "name", "de"), "Bö's"), "'Bö'", "'Bö''s'"),
        (Set(("spells", 0, "name", "hu"), "Szél"), "'Bö'}", "'Bö', hu: 'Szél'}"),
        (Set(("spells", 0, "text", "de"), "no"), '"kurz"', '"no"'),
        (Set(("spells", 0, "text", "fr"), "Court"), '"kurz"\n', '"kurz"\n      fr: "Court"\n'),
        (
            Set(("spells", 0, "text", "en"), "Another text"),
            ">-\n        A long text\n        over two lines.\n",
            ">-\n        Another text\n",
        ),
        (
            Set(("spells", 0, "text", "en"), " led by a space"),
            ">-\n        A long text\n        over two lines.\n",
            '" led by a space"\n',
        ),
        (Set(("spells", 1, "count"), 12), "count: 3", "count: 12"),
        (Set(("spells", 1, "count"), None), "count: 3", "count: null"),
        (Set(("spells", 1, "count"), [1, {"a": 2}]), "count: 3", "count:\n      - 1\n      - a: 2"),
        (
            Set(("spells", 1, "face"), {"vines": [["n"]]}),
            "\n         s]\n",
            "\n         s]\n    face: {vines: [[n]]}\n",
        ),
        (
            Set(("spells", 0, "effect"), "manual"),
            ":\n      # steps in order\n      - draw: 2\n      - play: {from: drawn, count: 1}   # one\n",
            ": manual\n      # steps in order\n",
        ),
        (Set(("spells", 0, "effect", 0), {"draw": 3}), "draw: 2", "draw: 3"),
        (Set(("spells", 0, "effect", 0), {"draw": 3, "x": 1}), "- draw: 2", "- draw: 3\n        x: 1"),
        (Set(("spells", 0, "id"), {"a": {"b": 1}}), "id: gust   # the first", "id: # the first\n      a: {b: 1}"),
        (Insert(("spells", 0, "effect"), {"draw": 1}), "# one\n", "# one\n      - draw: 1\n"),
        (Insert(("spells", 0, "effect"), {"draw": 1}, 1), "draw: 2\n", "draw: 2\n      - draw: 1\n"),
        (Insert(("spells", 0, "effect"), {"draw": 1}, 0), "      # steps", "      - draw: 1\n      # steps"),
        (Insert(("spells", 1, "at"), "w"), "s]", "s, w]"),
        (Insert(("spells", 1, "at"), "w", 0), "[n, e", "[w, n, e"),
        (
            Insert(("spells",), {"id": "hail", "effect": [{"draw": 1}]}),
            "  # the end",
            "\n  - id: hail\n    effect:\n      - draw: 1\n  # the end",
        ),
        (Remove(("spells", 1, "at", 0)), "[n, e,", "[e,"),
        (
            Remove(("spells", 1, "at", 2)),
            "[n, e,   # north and east\n         s]",
            "[n, e   # north and east\n         ]",
        ),
        (Remove(("spells", 1, "count")), "    count: 3\n", ""),
        (Remove(("spells", 1, "id")), "- id: calm\n    count", "- count"),
        (Remove(("spells", 0, "name", "en")), "{en: Gust, ", "{"),
        (Remove(("spells", 0, "name", "de")), ", de: 'Bö'}", "}"),
        (Remove(("spells", 0, "effect", 0)), "      - draw: 2\n", ""),
        (Remove(("spells", 0, "effect", 0, "draw")), "- draw: 2", "- {}"),
        (Rename(("spells", 1, "count"), "copies"), "count: 3", "copies: 3"),
        (Rename(("spells", 0, "name", "en"), "a, b"), "{en:", '{"a, b":'),
        (
            Move(("spells", 1, "at", 2), 0),
            "[n, e,   # north and east\n         s]",
            "[s, n,   # north and east\n         e]",
        ),
    ],
    ids=str,
)
@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_one_edit(edit: Edit, old: str, new: str, line_break: str) -> None:
    assert TEXT.count(old) == 1
    before, after = (text.replace("\n", line_break) for text in (TEXT, TEXT.replace(old, new)))
    assert apply_edits(before, [edit]) == after
    assert apply_edits("\ufeff" + before, [edit]) == "\ufeff" + after


def test_an_item_moves_with_the_comments_above_it() -> None:
    first, second = (
        TEXT[TEXT.index("  # A gust") : TEXT.index("\n  # Calm")],
        TEXT[TEXT.index("  # Calm") : TEXT.index("  # the end")],
    )
    swapped = TEXT.replace(second, "<2>").replace(first, second).replace("<2>", first)
    assert apply_edits(TEXT, [Move(("spells", 0), 1)]) == swapped
    assert apply_edits(TEXT, [Move(("spells", 1), 0)]) == swapped
    assert apply_edits(swapped, [Move(("spells", 1), 0)]) == TEXT


def test_what_is_as_it_should_be_is_not_written_anew() -> None:
    text = "a: 'x' \nb:   {c: 0012,   d: 4.0}\ne: >\n  folded\n  text\n"
    same = [Set((), parsed(text)[0]), Set(("a",), "x"), Set(("b", "d"), 4), Set(("e",), "folded text\n")]
    assert apply_edits(text, [*same, Rename(("a",), "a")]) == text


def test_edits_follow_each_other() -> None:
    edits: list[Edit] = [
        Insert(("list",), "c"),
        Insert(("list",), "d"),
        Set(("list", 3), "D"),
        Remove(("list", 0)),
        Move(("list", 2), 0),
        Set(("new",), {}),
        Set(("new", "key"), 1),
        Rename(("new", "key"), "lock"),
    ]
    assert parsed(apply_edits("list: [a, b]\n", edits)) == [{"list": ["D", "b", "c"], "new": {"lock": 1}}]


def test_several_documents() -> None:
    text = "# one\na: 1\n--- # two\na: 2\n...\n---\n# three\n- x\n"
    edits: list[Edit] = [
        Set(("a",), 5),
        Set(("b",), "y", document=1),
        Insert((), "z", document=2),
        Set((0,), "w", document=2),
    ]
    after = "# one\na: 5\n--- # two\na: 2\nb: y\n...\n---\n# three\n- w\n- z\n"
    assert apply_edits(text, edits) == after


def test_many_edits_of_a_long_file_are_made_at_once() -> None:
    text = "".join(f"---\nname: {{en: N{number}}} # {number}\n" for number in range(3000))
    after = apply_edits(text, [Set(("name", "de"), f"D{number}", number) for number in range(3000)])
    assert parsed(after) == [{"name": {"en": f"N{number}", "de": f"D{number}"}} for number in range(3000)]


def test_texts_stay_texts_for_every_reader() -> None:
    words = [
        "n",
        "no",
        "on",
        "Yes",
        "~",
        "null",
        "012",
        "0x1F",
        "1e3",
        "1:30",
        "2023-01-01",
        ".5",
        "-",
        "- a",
        "a: b",
        "a #b",
    ]
    words += [
        "",
        " ",
        "x ",
        "#",
        "&a",
        "*a",
        "!x",
        "[",
        "{a}",
        "a,b",
        "?",
        "@",
        "%",
        "`",
        "'",
        '"',
        "\\",
        "=",
        "<<",
        "...",
        "é\u00a0ü",
    ]
    words += [
        "a\nb",
        "tab\t",
        "|",
        ">",
        "true",
        "1_000",
        "+1",
        "a:",
        ":a",
        "http://x",
        "---",
        "😀",
        "it's",
        "..",
        "0o7",
        "\u202f!",
    ]
    for text in (
        apply_edits("k: {}\n", [Set(("k",), {"list": words})]),
        apply_edits("k: []\nj:\n- a\n", [Insert(("k",), words), *(Insert(("j",), word) for word in words)]),
    ):
        assert yaml.safe_load(text) == parsed(text)[0]
        assert "- n\n" in text or "[n, " in text
    assert parsed(apply_edits("k: {}\n", [Set(("k",), dict.fromkeys(words, 1))])) == [{"k": dict.fromkeys(words, 1)}]


# --- what is refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edit", "why"),
    [
        ("a: [1", Set(("a",), 1), r"cannot edit x\.yaml: line 1: "),
        ("a: 1\na: 2\n", Set(("a",), 1), "the key .* second time|appears"),
        ("a: 1\n", Set(("b", "c"), 1), 'there is no "b"'),
        ("a: 1\n", Set(("a", "c"), 1), 'there is no "a.c"'),
        ("a: [1]\n", Set(("a", 1), 1), r'there is no "a\[1\]"'),
        ("a: [1]\n", Set(("a", "b"), 1), r'there is no "a\.b"'),
        ("a: [1]\n", Set(("a", -1), 1), "there is no"),
        ("a: 1\n", Set(("a",), 1, document=1), "there is no document 2"),
        ("", Set((), 1), "there is no document 1"),
        ("a: 1\n", Remove(("b",)), 'there is no "b"'),
        ("a: 1\n", Remove(()), "this is the whole document"),
        ("a: 1\n", Insert(("a",), 1), "it is not a list"),
        ("a: [1]\n", Insert(("a",), 1, 2), "the list has no place 2; it has 1 item"),
        ("a: [1]\n", Move(("a", 0), 1), "the list has no place 1"),
        ("a: {b: 1}\n", Move(("a", "b"), 0), "it is not in a list"),
        ("a: [1]\n", Rename(("a", 0), "b"), "it is not in a map"),
        ("a: 1\nb: 2\n", Rename(("a",), "b"), 'there already is "b"'),
        ("a: &x 1\nb: *x\n", Set(("a",), 2), "an anchor .* edit it by hand"),
        ("a: &x 1\nb: *x\n", Set(("b",), 2), "an anchor"),
        ("a: &x {c: 1}\nb: *x\n", Set(("a", "c"), 2), "an anchor"),
        ("a: &x {c: 1}\nb: *x\n", Set(("b", "c"), 2), "an anchor"),
        ("a: {c: &x 1}\nb: *x\n", Remove(("a",)), "an anchor"),
        ("a: [&x 1, *x]\n", Move(("a", 1), 0), "an anchor"),
        ("a: 1\n", Set(("a",), "\u202e"), r"U\+202E"),
        ("a: 1\n", Set(("a",), "\ud800"), "cannot edit"),
        ("a: 1\n", Set(("a",), 10**20), "has 21 digits"),
        ("a: 1\n", Set(("a",), 0.1 + 0.2), "digits"),
        ("a: 1\n", Set(("a",), float("nan")), "nan is not a number"),
        ("a: 1\n", Set(("a",), {1, 2}), "neither text, number, list nor map"),  # type: ignore[arg-type]
    ],
)
def test_an_edit_that_cannot_be_made(text: str, edit: Edit, why: str) -> None:
    with pytest.raises(EditError, match=why):
        apply_edits(text, [edit], "x.yaml")


def test_beside_an_anchor_everything_can_be_edited() -> None:
    text = "a: &x {c: 1}\nb: [*x]\nd: 1\n"
    after = apply_edits(text, [Set(("d",), 2), Insert(("b",), 3), Rename(("b",), "e"), Set(("f",), 4)])
    assert after == "a: &x {c: 1}\ne: [*x, 3]\nd: 2\nf: 4\n"


def test_what_would_harm_the_rest_is_refused() -> None:
    """A text without its last line break would gain one if something followed it."""
    with pytest.raises(EditError, match="edit it by hand"):
        apply_edits("a: |\n  text", [Set(("b",), 1)])


# --- random documents and edits ---------------------------------------------------------------------------

WORDS = st.sampled_from(
    [
        "a",
        "n",
        "no",
        "on",
        "gust",
        "two words",
        "012",
        "1:30",
        "é, ü",
        "it's",
        'say "x"',
        "a: b",
        "x #y",
        "",
        "- z",
        "l1\nl2",
        "w " * 70 + "w",
    ]
)
SCALARS = st.one_of(WORDS, st.integers(-99, 99), st.booleans(), st.none(), st.sampled_from([0.5, -1.25]))
KEYS = st.sampled_from(["id", "en", "de", "no", "n", "a key", "k1", "k2", "2"])
DATA = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=14
)
TOPS = st.dictionaries(KEYS, DATA, min_size=1, max_size=5) | st.lists(DATA, min_size=1, max_size=4)


class Author:
    """Writes data as YAML in a way of its own: any style that the data allow, with numbered comments."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.comments = 0

    def some(self, *choices: Any) -> Any:
        return self.draw(st.sampled_from(choices))

    def comment(self) -> str:
        self.comments += 1
        return f"# c{self.comments};"

    def lines_between(self, indent: int) -> list[str]:
        kinds = self.some("", "", "", "", "c", "e", "ce", "ec")
        return [" " * indent + self.comment() if kind == "c" else "" for kind in kinds]

    def behind(self) -> str:
        return "  " + self.comment() if self.some(False, False, False, True) else ""

    def document(self, data: Any) -> str:
        lines = [self.comment(), *self.block(data, 0), *self.lines_between(0)]
        return "\n".join(lines) + "\n"

    def block(self, data: Any, indent: int) -> Iterator[str]:
        for key, item in data.items() if isinstance(data, dict) else ((None, item) for item in data):
            yield from self.lines_between(indent)
            yield from self.entry("-" if key is None else self.key(key), item, indent, key is None)
            yield from (
                self.lines_between(indent + 1) if isinstance(item, dict | list) and self.some(False, True) else ()
            )

    def key(self, key: str) -> str:
        return f"{self.some(key, json_text(key), repr(key))}{self.some(':', ':', ' :')}"

    def entry(self, lead: str, item: Any, indent: int, in_list: bool) -> Iterator[str]:
        start = " " * indent + lead
        if isinstance(item, dict | list) and item and self.some(True, True, False):
            if in_list and self.some(True, True, False):
                space = self.some(" ", " ", "   ")
                first, *rest = self.block(item, indent + 1 + len(space))
                while not first.strip() or first.lstrip().startswith("#"):  # the first entry follows the dash
                    first, *rest = rest
                yield start + space + first.lstrip()
                yield from rest
            else:
                yield start + self.behind()
                yield from self.block(
                    item,
                    indent
                    + (
                        0
                        if isinstance(item, list) and not in_list and self.some(False, True)
                        else self.some(2, 2, 1, 4)
                    ),
                )
        elif isinstance(item, str) and item.strip() and self.some(True, False, False):
            text = self.some("|-", ">-") + self.behind()
            yield start + " " + text
            for number, line in enumerate(item.split("\n")):
                yield from [""] if number and ">" in text else []
                yield " " * (indent + 2) + line.rstrip()
        elif item is None and self.some(True, False):
            yield start + self.behind()
        else:
            yield from f"{start} {self.flow(item, not isinstance(item, str), indent + 1)}{self.behind()}".split("\n")

    def flow(self, item: Any, nested: bool, indent: int) -> str:
        gap = self.some("", "", "", " ")
        wide = nested and isinstance(item, dict | list) and item and self.some(False, False, True)
        if isinstance(item, dict | list):
            parts = [
                (f"{self.some(str(key), json_text(str(key)))}: " if isinstance(item, dict) else "")
                + self.flow(value, nested, indent)
                for key, value in (item.items() if isinstance(item, dict) else enumerate(item))
            ]
            text = gap
            for number, part in enumerate(parts):
                text += part + (self.some(",", " ,") if number < len(parts) - 1 else self.some("", "", ",", " ,"))
                text += f"{self.behind()}\n{' ' * indent}" if wide else " "
            return f"{{{text}}}" if isinstance(item, dict) else f"[{text}]"
        if isinstance(item, str):
            return self.text(item)
        return (
            {None: self.some("null", "~"), True: "true", False: "False"}.get(item, str(item))
            if item is None or isinstance(item, bool)
            else str(item)
        )

    def text(self, item: str) -> str:
        ways = [json_text(item)]
        ways += ["'" + item.replace("'", "''") + "'"] if "\n" not in item else []
        ways += [item] * 3 if re.fullmatch(r"[a-z]+( [a-z]+)*|012", item) else []
        return str(self.some(*ways))


def json_text(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def paths(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, item in pairs:
        yield from paths(item, (*path, step))


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@st.composite
def edits_of(draw: Any, data: Any, document: int) -> Edit:
    """An edit that can be made."""
    path = draw(st.sampled_from(list(paths(data))))
    value, holder = at(data, path), at(data, path[:-1])
    options: list[Edit] = [Set(path, draw(DATA if path else TOPS), document)]
    if isinstance(value, dict):
        options.append(Set((*path, draw(KEYS)), draw(DATA), document))
    if isinstance(value, list):
        options.append(Insert(path, draw(DATA), draw(st.none() | st.integers(0, len(value))), document))
    if path:
        options.append(Remove(path, document))
        if isinstance(holder, dict):
            options.append(Rename(path, draw(KEYS.filter(lambda key: key == path[-1] or key not in holder)), document))
        else:
            options.append(Move(path, draw(st.integers(0, len(holder) - 1)), document))
    chosen: Edit = draw(st.sampled_from(options))
    return chosen


def made(data: Any, edit: Edit) -> Any:
    """Return what an edit makes of data, said as plainly as can be."""
    if isinstance(edit, Set) and not edit.path:
        return edit.value
    path = edit.path
    if isinstance(edit, Insert):
        items = at(data, path)
        return put(
            data, path, [*items, edit.value] if edit.at is None else [*items[: edit.at], edit.value, *items[edit.at :]]
        )
    holder, last = at(data, path[:-1]), path[-1]
    if isinstance(edit, Set):
        return put(data, path, edit.value)
    if isinstance(edit, Rename):
        return put(data, path[:-1], {edit.key if key == last else key: value for key, value in holder.items()})
    if isinstance(holder, dict):
        return put(data, path[:-1], {key: value for key, value in holder.items() if key != last})
    rest = [item for number, item in enumerate(holder) if number != last]
    return put(data, path[:-1], [*rest[: edit.to], holder[last], *rest[edit.to :]] if isinstance(edit, Move) else rest)


def put(data: Any, path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = put(data[path[0]], path[1:], value) if len(path) > 1 else value
    return copy


def ordered(data: Any) -> Any:
    """For comparisons that see the order of keys and tell true from 1."""
    if isinstance(data, dict):
        return [(key, ordered(value)) for key, value in data.items()]
    return [ordered(item) for item in data] if isinstance(data, list) else (type(data).__name__, data)


def lines_of(text: str, edit: Edit) -> range:
    """The lines (from 0) of the value that an edit takes away, by PyYAML's own composer."""
    node: Any = list(yaml.compose_all(text, yaml.SafeLoader))[edit.document]
    if isinstance(edit, Insert | Rename):
        return range(0)
    start = node.start_mark.line
    for step in edit.path:
        holder = node
        if isinstance(node, yaml.MappingNode):
            found = [pair for pair in node.value if pair[0].value == step]
            if not found:
                return range(0)
            [(key, node)] = found
            start = key.start_mark.line
        else:
            node = node.value[step]
            start = node.start_mark.line
            while not holder.flow_style and text.split("\n")[start][holder.start_mark.column :][:1] != "-":
                start -= 1  # its dash is further up
    if not isinstance(edit, Remove):
        start = node.start_mark.line
    while isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        node = node.value[-1][1] if isinstance(node, yaml.MappingNode) else node.value[-1]
    return range(start, start + 1 + text[: node.end_mark.index].rstrip().count("\n") - start)


COMMENT = re.compile(r"# c\d+;")


@settings(max_examples=examples(150), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_edit_of_any_document(data: Any) -> None:
    author = Author(data.draw)
    tops = [data.draw(TOPS) for _ in range(data.draw(st.sampled_from([1, 1, 2])))]
    text = "---\n".join(author.document(top) for top in tops)
    before = parsed(text)
    assert ordered(before) == ordered(tops), text
    number = data.draw(st.integers(0, len(tops) - 1))
    edit = data.draw(edits_of(tops[number], number))
    line_break = data.draw(st.sampled_from(["\n", "\n", "\r\n"]))
    note(f"{text}\n{edit}")
    after = apply_edits(text.replace("\n", line_break), [edit]).replace(line_break, "\n")
    wanted = [made(top, edit) if number == edit.document else top for number, top in enumerate(tops)]
    assert ordered(parsed(after)) == ordered(wanted), (text, edit, after)
    touched = lines_of(text, edit)
    expected = [
        comment
        for line, words in enumerate(text.split("\n"))
        if line not in touched
        for comment in COMMENT.findall(words)
    ]
    kept = COMMENT.findall(after)
    if isinstance(edit, Move):
        assert sorted(kept) == sorted(COMMENT.findall(text)), (text, edit, after)
    else:
        assert [comment for comment in kept if comment in expected] == expected, (text, edit, after)
    assert not re.search(r"\r(?!\n)", apply_edits(text.replace("\n", "\r\n"), [edit]))


@settings(max_examples=examples(80), suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_edits_of_any_document(data: Any) -> None:
    top = data.draw(TOPS)
    text, edits = Author(data.draw).document(top), []
    for _ in range(data.draw(st.integers(2, 6))):
        edits.append(data.draw(edits_of(top, 0)))
        top = made(top, edits[-1])
        if not isinstance(top, dict | list):
            break
    note(f"{text}\n{edits}")
    assert ordered(parsed(apply_edits(text, edits))) == ordered([top])


def test_a_target_is_found_by_its_id_wherever_it_is() -> None:
    text = "spells:\n  - {id: gust, cost: 1}\n  - {id: calm, cost: 1}\n"
    edit = Set(("cost",), 2)
    after = text.replace("calm, cost: 1", "calm, cost: 2")
    assert apply_edits(text, [edit], target=("spells", "calm")) == after
    above = text.replace("spells:\n", "spells:\n  - {id: haze, cost: 1}\n")
    assert apply_edits(above, [edit], target=("spells", "calm")) == above.replace("calm, cost: 1", "calm, cost: 2")
    assert apply_edits("game: {id: one}\n", [edit], target=("game", "one")) == "game: {id: one, cost: 2}\n"
    for bad in (above.replace("haze", "calm"), text.replace("calm", "haze"), "vines: []\n", "spells: 3\n", "3\n", ""):
        with pytest.raises(EditError, match='"calm"'):
            apply_edits(bad, [edit], target=("spells", "calm"))
