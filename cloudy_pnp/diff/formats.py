"""A diff as text, as JSON, and as Markdown for a comment. Everything that comes from card data is escaped."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict

from cloudy_pnp.core.problems import Problem, escaped
from cloudy_pnp.diff.compare import CardChange, Diff, FaceChange, ScenarioChange

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.game.contract import DrawnFace

_WORD = re.compile(r"\s+|[^\s\w]|\w+")
_MOST_WORDS = 4_000  # of one text: comparing more takes too long
_LONGEST = 300  # characters of a value

Piece = tuple[str, str]  # "same", "old" or "new", and a part of the text


def word_diff(before: str, after: str) -> list[Piece]:
    """Return a text in pieces that stayed, went away or are new.

    >>> word_diff("Draw two cards.", "Draw three cards.")
    [('same', 'Draw '), ('old', 'two'), ('new', 'three'), ('same', ' cards.')]
    """
    old, new = _WORD.findall(before), _WORD.findall(after)
    if len(old) > _MOST_WORDS or len(new) > _MOST_WORDS:
        return [piece for piece in (("old", before), ("new", after)) if piece[1]]
    pieces: list[Piece] = []
    for operation, i, j, k, m in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if operation == "equal":
            pieces.append(("same", "".join(old[i:j])))
        else:
            pieces += [piece for piece in (("old", "".join(old[i:j])), ("new", "".join(new[k:m]))) if piece[1]]
    return pieces


def marked(pieces: list[Piece]) -> str:
    """Return the pieces as one text, with the marks of `git diff --word-diff`.

    >>> marked(word_diff("two cards", "three cards"))
    '[-two-]{+three+} cards'
    """
    return "".join({"same": "{}", "old": "[-{}-]", "new": "{{+{}+}}"}[kind].format(text) for kind, text in pieces)


def plain(value: Any) -> str:
    """Return a value of card data on one line.

    >>> plain({"at": ["n", 2], "on": True}), plain("two words"), plain(None)
    ('{"at": ["n", 2], "on": true}', 'two words', '–')
    """
    text = value if isinstance(value, str) else "–" if value is None else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def safe_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text without anything a terminal would act on."""
    return (escaped(line) for line in text.split("\n"))


Pictures = Mapping[tuple[int, int, str], str]  # number of the card and of the face, "before" or "after": a file
_ALL = "all languages"
_DPI = 110
_MOST_PIXELS = 1000  # of a side
_MARKUP = re.compile(r"[^\w\s.,;:!?()–—…%+’“”„»«'\"·×→=-]|(?<=www)\.|_")
_MOST = 60_000  # characters of a Markdown text: GitHub takes 65,536


# --- what the formats share ------------------------------------------------------------------------------------------


def summary(diff: Diff) -> str:
    """Return the diff in one line."""
    parts = []
    for change in ("added", "removed", "changed"):
        number = sum(card.change == change for card in diff.cards)
        parts += [f"{number} {change}"] if number else []
    others = (
        (diff.rulebook, "rulebook section"),
        (diff.scenarios, "scenario verdict"),
        (diff.new, "new problem"),
        (diff.fixed, "fixed problem"),
    )
    parts += [f"{len(some)} {what}{'s' if len(some) > 1 else ''}" for some, what in others if some]
    return ", ".join(parts) or "no differences"


def heading(card: CardChange) -> str:
    """Return what a card is called: kind, id and name."""
    pack = f"{card.pack}: " if card.pack else ""
    return escaped(f"{pack}{card.kind}/{card.id}" + (f" “{card.title}”" if card.title else ""))


def title_of(card: CardChange) -> str:
    """Return the heading of a card with what happened to it."""
    effects = f"{card.effects} card{'s look' if card.effects > 1 else ' looks'} different"
    return f"{heading(card)} {card.change}{f': {effects}' if card.effects else ''}"


def texts_of(diff: Diff, card: CardChange) -> Iterator[tuple[str, list[Piece]]]:
    """Yield what changed in the texts of some languages, unless the same words are listed as a field."""
    written = {field.path.rpartition(".")[2] for field in card.fields} if card.change == "changed" else set()
    texts: dict[tuple[str, str], list[str]] = {}
    for face in card.faces:
        if face.texts[0] != face.texts[1] and face.lang not in written:
            texts.setdefault(face.texts, []).append(face.lang)
    for (before, after), languages in texts.items():
        yield languages_of(diff, languages), word_diff(before, after)


def faces_of(diff: Diff, card: CardChange) -> Iterator[tuple[str, int, FaceChange]]:
    """Yield every pair of pictures once: their languages, the number of the first such face, and that face."""
    from cloudy_pnp.draw.pdf_content import look

    pairs: dict[tuple[str, ...], list[int]] = {}
    for index, face in enumerate(card.faces):
        sides = (look(side.symbol) if side else "" for side in (face.before, face.after))
        pairs.setdefault((face.name, *sides), []).append(index)
    for same in pairs.values():
        yield languages_of(diff, [card.faces[index].lang for index in same]), same[0], card.faces[same[0]]


def languages_of(diff: Diff, languages: Sequence[str]) -> str:
    """Return the languages of something that is equal in them; a figure, which has none, is in all."""
    names = list(dict.fromkeys(filter(None, languages)))
    is_all = not names or (len(diff.languages) > 1 and set(names) >= {*diff.languages})
    return _ALL if is_all else ", ".join(names)


def field_words(card: CardChange) -> Iterator[tuple[str, list[Piece]]]:
    """Yield the changed values of a card word by word, each with its path as code."""
    for field in card.fields if card.change == "changed" else ():
        yield _code(field.path), word_diff(plain(field.before), plain(field.after))


def fields_of(card: CardChange) -> Iterator[str]:
    """Yield the changed values of a card, one line each; those of a new or removed card are not listed."""
    for field in card.fields if card.change == "changed" else ():
        if isinstance(field.before, str) and isinstance(field.after, str):
            yield f"{field.path}: {marked(word_diff(field.before, field.after))}"
        else:
            yield f"{field.path}: {plain(field.before)} → {plain(field.after)}"


def counts_of(diff: Diff) -> list[str]:
    """Return the kinds whose number of copies changed, and the sum."""
    before, after = diff.counts
    changed = [kind for kind in {**before, **after} if before.get(kind, 0) != after.get(kind, 0)]
    sums = [f"all {sum(before.values())} → {sum(after.values())}"] if len({**before, **after}) > 1 else []
    return [f"{kind} {before.get(kind, 0)} → {after.get(kind, 0)}" for kind in changed] + sums if changed else []


def place_of(problem: Problem) -> str:
    """Return a problem on one line."""
    where = f"{problem.file}:{problem.line}:{problem.column}"
    return escaped(f"{where} {problem.severity} {problem.code}: {problem.message}")


def scenario_line(scenario: ScenarioChange) -> str:
    """Return a changed verdict on one line."""
    before, after = ("not there" if side is None else plain(dict(side)) for side in (scenario.before, scenario.after))
    return escaped(f"{scenario.file}, document {scenario.document + 1}: {before} → {after}")


def sections_of(diff: Diff) -> Iterator[tuple[str, list[Piece]]]:
    """Yield the changed sections of the rulebook, each with its word diff."""
    for section in diff.rulebook:
        yield f"{section.lang}, {section.section}", word_diff(section.before, section.after)


def lists_of(diff: Diff) -> Iterator[tuple[str, list[str]]]:
    """Yield everything but cards and rulebook as titled lists."""
    yield "Copies", counts_of(diff)
    yield "New problems", [place_of(problem) for problem in diff.new]
    yield "Fixed problems", [place_of(problem) for problem in diff.fixed]
    yield "Scenarios", [scenario_line(scenario) for scenario in diff.scenarios]
    yield (
        "Balance",
        [f"{table}: {comparison.reason} ({comparison.games:,} games)" for table, comparison in diff.balance],
    )
    yield "Not compared", list(diff.notes)


# --- text ----------------------------------------------------------------------------------------------------------


def text_format(diff: Diff) -> str:
    """Return a diff for a terminal."""
    lines = [f"{escaped(diff.base)} → {escaped(diff.head)}: {summary(diff)}"]
    for card in diff.cards:
        languages = f" ({', '.join(card.languages)})" if card.languages else ""
        lines += ["", f"{title_of(card)}{languages}"]
        lines += [f"  {line}" for field in fields_of(card) for line in safe_lines(field)]
        for lang, pieces in texts_of(diff, card):
            lines += [f"  {lang}: {line}" for line in safe_lines(marked(pieces))]
    for title, pieces in sections_of(diff):
        lines += ["", f"Rulebook, {escaped(title)}", *(f"  {line}" for line in safe_lines(marked(pieces)))]
    for title, rows in lists_of(diff):
        lines += ["", title, *(f"  {row}" for row in rows)] if rows else []
    return "\n".join(lines) + "\n"


# --- JSON ----------------------------------------------------------------------------------------------------------


def json_format(diff: Diff, pictures: Mapping[tuple[int, int, str], str]) -> str:
    """Return a diff for other programs, on one line."""
    record = {
        "version": 1,
        "base": diff.base,
        "head": diff.head,
        "game": diff.game,
        "cards": [_card_record(diff, number, card, pictures) for number, card in enumerate(diff.cards)],
        "counts": dict(zip(("before", "after"), diff.counts, strict=True)),
        "problems": {
            "new": [problem.as_dict() for problem in diff.new],
            "fixed": [problem.as_dict() for problem in diff.fixed],
        },
        "scenarios": list(map(asdict, diff.scenarios)),
        "rulebook": list(map(asdict, diff.rulebook)),
        "balance": {table: comparison.as_dict() for table, comparison in diff.balance},
        "notes": list(diff.notes),
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def _card_record(diff: Diff, number: int, card: CardChange, pictures: Pictures) -> dict[str, Any]:
    shown: dict[str, dict[str, str | None]] = {}
    for label, index, face in faces_of(diff, card):
        files = {side: pictures.get((number, index, side)) for side in ("before", "after")}
        for lang in (diff.languages if label == _ALL else label.split(", ")) if any(files.values()) else ():
            shown[lang if lang not in shown else f"{lang} {face.name}"] = files
    return {
        "kind": card.kind,
        "id": card.id,
        "pack": card.pack,
        "change": card.change,
        "languages": card.languages,
        "fields": list(map(asdict, card.fields)),
        "pictures": shown,
    }


# --- Markdown --------------------------------------------------------------------------------------------------------


def markdown_format(diff: Diff, pictures: Pictures) -> str:
    """Return a diff for a comment. Nothing in card data is markup, a link or a mention: it is code, or escaped."""
    lines = ["### Cards: " + summary(diff), "", f"{_code(diff.base)} → {_code(diff.head)}", ""]
    for number, card in enumerate(diff.cards):
        languages = f" ({', '.join(card.languages)})" if card.languages else ""
        lines += [f"#### {_code(heading(card))}{_plain(title_of(card).removeprefix(heading(card)) + languages)}", ""]
        lines += [f"- {name}: {_marked_words(pieces)}" for name, pieces in field_words(card)]
        lines += [f"- {_plain(lang)}: {_marked_words(pieces)}" for lang, pieces in texts_of(diff, card)]
        lines += [""] if lines[-1] else []
        rows = [_picture_row(number, index, lang, pictures) for lang, index, _ in faces_of(diff, card)]
        if any(rows):
            lines += ["| | before | after |", "|---|---|---|", *(row for row in rows if row), ""]
    for title, pieces in sections_of(diff):
        lines += [f"#### Rulebook, {_code(title)}", "", f"- {_marked_words(pieces)}", ""]
    for title, items in lists_of(diff):
        lines += [f"#### {title}", "", *_block(items)] if items else []
    text = "\n".join(lines)
    if len(text) > _MOST:
        cut = text[:_MOST].rsplit("\n#### ", 1)[0]
        text = f"{cut}\n\nThe rest is too long for a comment.\n"
    return text


def _marked_words(pieces: list[Piece]) -> str:
    """Return a text that wraps, with what went away struck through and what is new in bold; nothing in it is markup."""
    marks = {"same": "{}", "old": " ~~{}~~ ", "new": " **{}** "}
    parts = []
    for kind, text in pieces:
        inner = _MARKUP.sub(_as_entity, " ".join(map(escaped, text.split())))
        before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
        parts.append(f"{before}{marks[kind].format(inner)}{after}" if inner else " ")
    return re.sub(" +", " ", "".join(parts)).strip()


def _as_entity(match: re.Match[str]) -> str:
    """Return a character without its meaning; GitHub reads mentions and numbers after it has decoded entities."""
    return f"&#{ord(match[0])};{'&#8203;' if match[0] in '@#' else ''}"


def _picture_row(number: int, index: int, lang: str, pictures: Pictures) -> str:
    files = [pictures.get((number, index, side)) for side in ("before", "after")]
    if not any(files):
        return ""
    cells = [f"![{side}]({file})" if file else "–" for side, file in zip(("before", "after"), files, strict=True)]
    return f"| {_plain(lang)} | {cells[0]} | {cells[1]} |"


def _plain(text: str) -> str:
    return re.sub(r"[^\w :,()-]", "", text)


def _code(text: str) -> str:
    return f"`{escaped(text).replace('`', '´')}`"


def _block(items: list[str]) -> list[str]:
    lines = [line for item in items for line in safe_lines(item)]
    longest = max((len(ticks) for line in lines for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + "text", *lines, fence, ""]


# --- pictures --------------------------------------------------------------------------------------------------------


def picture_files(diff: Diff) -> Iterator[tuple[tuple[int, int, str], str, bytes]]:
    """Yield the pictures of all changed faces as WebP files, the change outlined: key, file name, content."""
    used: set[str] = set()
    for number, card in enumerate(diff.cards):
        for lang, index, face in faces_of(diff, card):
            for side, drawn in (("before", face.before), ("after", face.after)):
                if drawn is not None:
                    name = _unused(f"{card.id}-{lang}-{side}", used)
                    yield (number, index, side), f"pictures/{name}.webp", webp_bytes(outlined(face, drawn))


def webp_bytes(page: Page) -> bytes:
    """Render a page at the size of a screen: photos would otherwise make the file too large to open."""
    from cloudy_pnp.draw.pdf import write_pdf
    from cloudy_pnp.draw.pixels import pdf_images

    out, packed = io.BytesIO(), io.BytesIO()
    write_pdf([page], out)
    (image,) = pdf_images(out.getvalue(), min(_DPI, _MOST_PIXELS * 25.4 / max(page.width, page.height)))
    image.convert("RGB").save(packed, "WEBP", quality=75, method=2)
    return packed.getvalue()


def _unused(wanted: str, used: set[str]) -> str:
    name = base = re.sub(r"[^\w-]", "-", wanted, flags=re.ASCII)[:100]
    number = 2
    while name in used:
        name, number = f"{base}-{number}", number + 1
    used.add(name)
    return name


def outlined(face: FaceChange, drawn: DrawnFace) -> Page:
    """Return a face as it is cut, with a line around everything that has changed."""
    from msgspec.structs import replace

    from cloudy_pnp.draw.colour import Colour
    from cloudy_pnp.draw.scene import Path, Stroke, page_of
    from cloudy_pnp.draw.shapes import rectangle

    page = page_of(drawn.symbol)
    stroke = Stroke(Colour.parse("#d6006c"), 0.5)
    lines = tuple(Path(rectangle(box), stroke=stroke) for box in face.boxes)
    return replace(page, items=(*page.items, *lines))
