"""Tables that were damaged before they reached the tool: one problem each, with its cure, and no consequences."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from chance import SEED, examples

from cloudy_pnp.core.problems import Problem, Severity
from cloudy_pnp.data.schema import Schema
from cloudy_pnp.data.tables.grid import grid_of
from cloudy_pnp.data.tables.read import table_file

SCHEMA = Schema(
    {
        "type": "object",
        "properties": {
            "id": {"type": "string"},
            "count": {"type": "integer"},
            "name": {"$ref": "#/$defs/localized"},
            "text": {"$ref": "#/$defs/localized"},
        },
        "required": ["id", "name"],
        "$defs": {"localized": {"type": "object"}},
    }
)
LANGUAGES = ["de", "ru", "hu"]
HEAD = ["id", "count", "name_de", "name_ru", "name_hu", "text_de", "text_ru", "text_hu"]
ROWS = [
    [
        "brun",
        "2",
        "Brünhild",
        "Брунгильда",
        "Brünhilda",
        "Zieh zwei, dann 1.",
        "Возьмите две карты.",
        "Húzz két lapot.",
    ],
    ["kuehn", "1", "Kühne", "Смелая", "Bátor", "Was? Nein!", "Что? Нет!", "Mi? Nem!"],
    ["oede", "3", "Ödland", "Пустошь", "Pusztaság", "Leer.", "Пусто.", "Tűző nap."],
    ["ac", "1", "AC/DC", "AC/DC", "AC/DC", "???", "Ура", "Hurrá"],
]


def table(rows: list[list[str]], delimiter: str = ",") -> str:
    def quoted(cell: str) -> str:
        return f'"{cell}"' if delimiter in cell or "\n" in cell else cell

    return "".join(delimiter.join(map(quoted, row)) + "\n" for row in rows)


def problems(content: str) -> list[Problem]:
    file = table_file(grid_of(content.encode(), "x.csv"), "cards", SCHEMA, LANGUAGES)
    found = [finding for index, row in enumerate(file.documents[0]["cards"]) for finding in SCHEMA.findings(row)]
    return [problem for problem in file.all_problems(found) if problem.severity is not Severity.INFO]


def changed(row: int, column: int, change: Callable[[str], str]) -> list[list[str]]:
    rows = [list(one) for one in ROWS]
    for number, cells in enumerate(rows):
        if row in (number, -1):
            cells[column] = change(cells[column])
    return [HEAD, *rows]


def garbled(text: str) -> str:
    """Read UTF-8 as if it were Windows-1252, where it can be."""
    return "".join(bytes([byte]).decode("cp1252", "ignore") or chr(byte) for byte in text.encode())


def lost(text: str) -> str:
    return text.encode("cp1252", "replace").decode("cp1252")


def test_a_whole_table_has_no_problem() -> None:
    assert problems(table([HEAD, *ROWS])) == []


DAMAGED = {
    "a quote that never closes": (table(changed(1, 5, lambda text: '"' + text)), "TABLE-READ", (3, "F3: ")),
    "a quote that closes in another cell": (
        table(changed(1, 2, lambda text: '"' + text)).replace("Leer.", '"Leer."'),
        "TABLE-READ",
        (3, "C3: the cell begins with a quote and ends in line 4"),
    ),
    "a header with another separator": (
        table([HEAD], ";") + table(ROWS),
        "TABLE-READ",
        (1, "the header is separated by semicolons, the rows below it by commas"),
    ),
    "a title above the header": ("Our deck\n\n" + table([HEAD, *ROWS]), "TABLE-HEAD", (1, "A1: row 1 is not a header")),
    "a title row of a spreadsheet": (
        table([["Our deck", *[""] * 7], HEAD, *ROWS]),
        "TABLE-HEAD",
        (1, "A1: row 1 is not a header; row 2 looks like one"),
    ),
    "letters that were lost": (table(changed(-1, 3, lost)), "TABLE-TEXT", (2, 'D2: "??????????"')),
    "a letter that a program replaced": (
        table(changed(1, 2, lambda text: "N\ufffd" + text)),
        "TABLE-TEXT",
        (3, 'C3: "N\ufffd'),
    ),
    "colours of a terminal": (
        table(changed(1, 5, lambda text: f"\x1b[31m{text}\x1b[0m")),
        "TABLE-CELL",
        (3, "F3: the invisible character U+001B is not allowed"),
    ),
    "a text that is turned around": (
        table(changed(1, 5, lambda text: f"\u202e{text}")),
        "TABLE-CELL",
        (3, "F3: the invisible character U+202E changes the reading direction"),
    ),
    "two headers in one cell": (
        table([[*HEAD[:2], ";".join(HEAD[2:4]), *HEAD[4:]], *ROWS]),
        "TABLE-HEAD",
        (1, 'C1: "name_de;name_ru" names several fields'),
    ),
    "two columns in one": (
        table([[*row[:2], " | ".join(row[2:4]), *row[4:]] for row in (HEAD, *ROWS)]),
        "TABLE-HEAD",
        (1, 'C1: "name_de | name_ru" names several fields'),
    ),
    "headers without meaning": (
        table([["?" * 9 + str(number) for number, _ in enumerate(HEAD)], *ROWS]),
        "TABLE-HEAD",
        (1, "A1: the first row names no field"),
    ),
    "one Hungarian letter that was lost": (
        table(changed(-1, 7, lambda text: lost(text.replace("á", "ő").replace("é", "ű")))),
        "TABLE-TEXT",
        (2, "H2: "),
    ),
    "texts in the wrong encoding": (
        table(changed(-1, 2, garbled)),
        "TABLE-TEXT",
        (2, 'C2: "BrÃ¼nhild" is probably "Brünhild"'),
    ),
    "half a language": (
        table([[head.replace("name_ru", "Name RUS") for head in HEAD], *ROWS]),
        "TABLE-COLUMN",
        (1, "D1: "),
    ),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_damage_is_one_problem_with_its_cure(name: str) -> None:
    content, code, (line, begin) = DAMAGED[name]
    found = problems(content)
    (problem,) = [one for one in found if code != "TABLE-COLUMN" or one.code == code]  # what it should be is missing
    assert (problem.code, problem.line, problem.message[: len(begin)]) == (code, line, begin)
    assert problem.hint


def test_half_a_language_is_completed_by_the_hint() -> None:
    (problem,) = problems(table([[head.replace("text_ru", "Text RUS") for head in HEAD], *ROWS]))
    assert (problem.severity, problem.hint) == (Severity.WARNING, 'did you mean "Text RU"?')


def test_swapped_languages_are_one_warning_each() -> None:
    swapped = {"name_de": "name_ru", "name_ru": "name_de"}
    found = problems(table([[swapped.get(head, head) for head in HEAD], *ROWS]))
    assert [(problem.code, problem.severity) for problem in found] == [("TABLE-TEXT", Severity.WARNING)] * 2
    assert any('"de" does not use (3 cells of this column)' in problem.message for problem in found)


def test_any_single_quote_is_found_wherever_it_stands() -> None:
    """A superfluous quote at the beginning of any cell is one problem, at that cell or at the quote it ends at."""
    chance = random.Random(SEED)
    for _ in range(examples(60)):
        row, column = chance.randrange(len(ROWS)), chance.randrange(len(HEAD))
        content = table(changed(row, column, lambda text: '"' + text.replace('"', "")))
        if content.count('"') % 2 == 0:
            continue  # the cell is quoted anyway
        (problem,) = problems(content)
        assert (problem.code, problem.line) == ("TABLE-READ", row + 2), content
