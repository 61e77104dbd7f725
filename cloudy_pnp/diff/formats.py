"""A diff as text, as JSON, and as Markdown for a comment. Everything that comes from card data is escaped."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from cloudy_pnp.core.problems import Problem, escaped
from cloudy_pnp.diff.compare import CardChange, Diff, FaceChange, ScenarioChange
from cloudy_pnp.diff.words import Piece, marked, plain, safe_lines, word_diff

if TYPE_CHECKING:
    from cloudy_pnp.draw.scene import Page
    from cloudy_pnp.games.contract import DrawnFace

Pictures = Mapping[tuple[int, int, str], str]  # number of the card and of the face, "before" or "after": a file
_DPI = 130
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


def texts_of(card: CardChange) -> Iterator[tuple[str, list[Piece]]]:
    """Yield what changed in the text of each language, unless the same words are listed as a field."""
    written = {field.path.rpartition(".")[2] for field in card.fields} if card.change == "changed" else set()
    texts = {(face.lang, *face.texts) for face in card.faces if face.texts[0] != face.texts[1]}
    for face in card.faces:
        if face.lang not in written and (key := (face.lang, *face.texts)) in texts:
            texts.remove(key)
            yield face.lang, word_diff(*face.texts)


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


def sections_of(diff: Diff) -> Iterator[tuple[str, str]]:
    """Yield the changed sections of the rulebook, each with its word diff."""
    for section in diff.rulebook:
        yield f"{section.lang}, {section.section}", marked(word_diff(section.before, section.after))


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
        lines += ["", f"{heading(card)} {card.change}{languages}"]
        lines += [f"  {line}" for field in fields_of(card) for line in safe_lines(field)]
        for lang, pieces in texts_of(card):
            lines += [f"  {lang}: {line}" for line in safe_lines(marked(pieces))]
    for title, text in sections_of(diff):
        lines += ["", f"Rulebook, {escaped(title)}", *(f"  {line}" for line in safe_lines(text))]
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
        "cards": [_card_record(number, card, pictures) for number, card in enumerate(diff.cards)],
        "counts": dict(zip(("before", "after"), diff.counts, strict=True)),
        "problems": {
            "new": [problem.as_dict() for problem in diff.new],
            "fixed": [problem.as_dict() for problem in diff.fixed],
        },
        "scenarios": [
            {"file": one.file, "document": one.document, "before": one.before, "after": one.after}
            for one in diff.scenarios
        ],
        "rulebook": [
            {"lang": one.lang, "section": one.section, "before": one.before, "after": one.after}
            for one in diff.rulebook
        ],
        "balance": {table: comparison.as_dict() for table, comparison in diff.balance},
        "notes": list(diff.notes),
    }
    return json.dumps(record, ensure_ascii=False) + "\n"


def _card_record(number: int, card: CardChange, pictures: Pictures) -> dict[str, Any]:
    shown: dict[str, dict[str, str | None]] = {}
    for index, face in enumerate(card.faces):
        files = {side: pictures.get((number, index, side)) for side in ("before", "after")}
        if any(files.values()):
            shown[face.lang if face.lang not in shown else f"{face.lang} {face.name}"] = files
    return {
        "kind": card.kind,
        "id": card.id,
        "pack": card.pack,
        "change": card.change,
        "languages": card.languages,
        "fields": [{"path": field.path, "before": field.before, "after": field.after} for field in card.fields],
        "pictures": shown,
    }


# --- Markdown --------------------------------------------------------------------------------------------------------


def markdown_format(diff: Diff, pictures: Pictures) -> str:
    """Return a diff for a comment. Card data is only ever inside code, where nothing is a link or a mention."""
    lines = ["### Cards: " + summary(diff), "", f"{_code(diff.base)} → {_code(diff.head)}", ""]
    for number, card in enumerate(diff.cards):
        languages = f" ({', '.join(card.languages)})" if card.languages else ""
        lines += [f"#### {_code(heading(card))} {card.change}{_plain(languages)}", ""]
        body = [*fields_of(card), *(f"{lang}: {marked(pieces)}" for lang, pieces in texts_of(card))]
        lines += _block(body) if body else []
        rows = [_picture_row(number, index, face, pictures) for index, face in enumerate(card.faces)]
        if any(rows):
            lines += ["| | before | after |", "|---|---|---|", *(row for row in rows if row), ""]
    for title, text in sections_of(diff):
        lines += [f"#### Rulebook, {_code(title)}", "", *_block([text])]
    for title, items in lists_of(diff):
        lines += [f"#### {title}", "", *_block(items)] if items else []
    text = "\n".join(lines)
    if len(text) > _MOST:
        cut = text[:_MOST].rsplit("\n#### ", 1)[0]
        text = f"{cut}\n\nThe rest is too long for a comment.\n"
    return text


def _picture_row(number: int, index: int, face: FaceChange, pictures: Pictures) -> str:
    files = [pictures.get((number, index, side)) for side in ("before", "after")]
    if not any(files):
        return ""
    cells = [f"![{side}]({file})" if file else "–" for side, file in zip(("before", "after"), files, strict=True)]
    return f"| {_plain(face.lang)} | {cells[0]} | {cells[1]} |"


def _plain(text: str) -> str:
    return re.sub(r"[^\w ,()-]", "", text)


def _code(text: str) -> str:
    return f"`{escaped(text).replace('`', '´')}`"


def _block(items: list[str]) -> list[str]:
    lines = [line for item in items for line in safe_lines(item)]
    longest = max((len(ticks) for line in lines for ticks in re.findall("`+", line)), default=0)
    fence = "`" * max(3, longest + 1)
    return [fence + "text", *lines, fence, ""]


# --- pictures --------------------------------------------------------------------------------------------------------


def picture_files(diff: Diff) -> Iterator[tuple[tuple[int, int, str], str, bytes]]:
    """Yield the pictures of all changed faces as PNG files, the change outlined: key, file name, content."""
    from cloudy_pnp.draw.png import png_bytes

    used: set[str] = set()
    for number, card in enumerate(diff.cards):
        for index, face in enumerate(card.faces):
            for side, drawn in (("before", face.before), ("after", face.after)):
                if drawn is not None:
                    name = _unused(f"{card.id}-{face.lang}-{side}", used)
                    yield (number, index, side), f"pictures/{name}.png", png_bytes(outlined(face, drawn), _DPI)


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
