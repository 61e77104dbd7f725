"""A rulebook as a document that people edit: tables, pictures, markup that it does not know."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pypdfium2
import pytest
from cli.command import REPOSITORY, call
from PIL import Image

from cloudy_pnp.game.registry import find_game
from cloudy_pnp.rulebook.book import figure_pictures

BOOK = Path("templates/harbour-lights/rulebook")
SECTION = """
## Scoring {#scoring}

Count your points:

| Place | Points |
|---|---|
| first | **3** |
| second | 1 |

![A podium](podium.png "Who stands where")
"""


@pytest.fixture
def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game that is data only, from which the command is called."""
    folder = tmp_path / "harbour"
    ignored = shutil.ignore_patterns("docs")
    shutil.copytree(REPOSITORY / "games/harbour-lights", folder, ignore=ignored, symlinks=False)
    monkeypatch.chdir(folder)
    return folder


def add(text: str, lang: str = "en") -> int:
    """Add a text at the end of a template; return the line that it starts at."""
    path = BOOK / f"{lang}.md.j2"
    before = path.read_text("utf-8").rstrip("\n") + "\n"
    path.write_text(before + text, "utf-8")
    return before.count("\n") + 1


def markup() -> list[tuple[str, int, str]]:
    """The markup that check reports: file, line, message."""
    problems = json.loads(call("check", "--no-render", "--format", "json").out)["problems"]
    return [
        (Path(item["file"]).name, item["line"], item["message"]) for item in problems if item["code"] == "I18N-MARKUP"
    ]


def sides(page: pypdfium2.PdfPage, word: str) -> tuple[float, float]:
    """The left and the right side of a word on a page, in points."""
    text = page.get_textpage()
    index = text.get_text_range().index(word)
    return text.get_charbox(index)[0], text.get_charbox(index + len(word) - 1)[2]


def test_columns_are_aligned_and_as_wide_as_their_texts(harbour: Path) -> None:
    long = "Nothing happens tonight; better luck tomorrow"
    add(f"\n## Die {{#die}}\n\n| No | Event | Score |\n|:---:|---|---:|\n| 1 | {long} | 125 |\n| 2 | Fog | 7 |\n")
    assert call("build", "--only", "rulebook", "--lang", "en").code == 0
    document = pypdfium2.PdfDocument("output/harbour-lights/en/rulebook.pdf")
    [page] = [page for page in document if "better luck" in page.get_textpage().get_text_range()]
    assert "better luck tomorrow" in page.get_textpage().get_text_range()  # no word is broken
    assert abs(sides(page, "Score")[1] - sides(page, "125")[1]) < 1
    assert sides(page, "Score")[0] - sides(page, "Event")[0] > page.get_width() / 2
    web = Path("output/harbour-lights/en/rulebook.html").read_text("utf-8")
    assert '<th scope="col" style="text-align: right">Score</th>' in web
    assert '<td style="text-align: center">1</td>' in web
    assert "<td>Fog</td>" in web


@pytest.mark.parametrize(("size", "narrow"), [((1600, 700), False), ((700, 1100), True)])
def test_a_caption_is_on_the_same_side_in_print_and_on_the_web(
    harbour: Path, size: tuple[int, int], narrow: bool
) -> None:
    Image.new("RGB", size, "#884422").save(BOOK / "view.png", dpi=(200, 200))
    add('\n## View {#view}\n\nWords.\n\n![A view](view.png "Caption")\n')
    assert call("build", "--only", "rulebook", "--lang", "en").code == 0
    document = pypdfium2.PdfDocument("output/harbour-lights/en/rulebook.pdf")
    [page] = [page for page in document if "Caption" in page.get_textpage().get_text_range()]
    assert (sides(page, "Caption")[0] > 100) is narrow  # at its side, far from the margin
    web = Path("output/harbour-lights/en/rulebook.html").read_text("utf-8")
    assert ('<div class="wide narrow">' in web) is narrow


def test_a_new_section_with_a_table_and_a_picture(harbour: Path) -> None:
    add(SECTION)
    Image.new("RGB", (300, 200), "#884422").save(BOOK / "podium.png")
    result = call("build", "--only", "rulebook", "--lang", "en", "--lang", "de")
    assert result.code == 0, result.err
    document = pypdfium2.PdfDocument("output/harbour-lights/en/rulebook.pdf")
    words = "\n".join(page.get_textpage().get_text_range() for page in document)
    assert "|" not in words
    assert "Who stands where" in words
    assert "![" not in words
    colours = {image.getpixel((x, y)) for image in [document[len(document) - 1].render().to_pil()]
               for x in range(0, image.width, 5) for y in range(0, image.height, 5)}  # fmt: skip
    assert (0x88, 0x44, 0x22) in colours
    page = Path("output/harbour-lights/en/rulebook.html").read_text("utf-8")
    assert '<th scope="col">Place</th>' in page
    assert "<td><strong>3</strong></td>" in page
    assert "data:image/" in page
    german = Path("output/harbour-lights/de/rulebook.html").read_text("utf-8")
    assert '<th scope="col">Points<sup>°</sup></th>' in german
    assert "<figcaption>Who stands where°</figcaption>" in german
    assert "data:image/" in german
    status = call("i18n", "status").out
    assert status.count("en.md.j2: 6 not translated") == 3


def test_a_figure_without_translated_words_has_those_of_the_source() -> None:
    document = {
        "title": {"en": "Your goal"},
        "caption": {"en": "Castle to castle.", "nl": "Burcht tot burcht."},
    }
    data = {"game": [{"languages": ["en", "nl"]}]}
    for lang, title, caption in (
        ("en", "Your goal", "Castle to castle."),
        ("nl", "Your goal°", "Burcht tot burcht."),
    ):
        game = find_game("cloudy-kingdom")
        [picture] = figure_pictures(game, data, None, {("goal", 1): ("board", document)}, lang).values()
        assert (picture.alt, picture.title, picture.caption) == ("Your goal", title, caption)


def test_a_picture_that_is_not_there_is_an_error_at_its_line(harbour: Path) -> None:
    line = add("\n![A podium](podim.png)\n")
    Image.new("RGB", (30, 20)).save(BOOK / "podium.png")
    problems = json.loads(call("check", "--no-render", "--lang", "en", "--format", "json").out)["problems"]
    [problem] = [item for item in problems if item["code"] == "I18N-TEMPLATE"]
    assert problem["line"] == line + 1
    assert 'did you mean "podium.png"?' in problem["message"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("See [our site](https://example.org) for more.", "a link or a picture"),
        ("Press <b>here</b>.", "HTML"),
        ("Type `help` now.", "code"),
        ("This is ~~old~~ new.", "a deletion"),
        ("---", "a rule"),
        ("| no | table |", "a table"),
        ("Look at ![it](x.png) now.", "a link or a picture"),
    ],
)
def test_unknown_markup_is_a_warning_at_its_line(harbour: Path, text: str, name: str) -> None:
    line = add(f"\nA text.\n\n{text}\n")
    reported = [(file, at) for file, at, message in markup() if message.startswith(f"{name} is printed as it is")]
    assert reported == [("en.md.j2", line + 3)]


def test_known_markup_and_texts_of_cards_are_not_reported(harbour: Path) -> None:
    add("\n**Bold** and *italic*, 2 * 3 < 7, a \\[bracket\\](no link), - a dash.\n")
    assert markup() == []


@pytest.mark.parametrize("text", ["A *great* ship", "A <b>ship</b>", "[A ship](x)"])
def test_unknown_markup_on_a_card_is_a_warning(harbour: Path, text: str) -> None:
    path = Path("cards/harbour-lights/ships.yaml")
    path.write_text(path.read_text("utf-8").replace("en: The White Gull", f'en: "{text}"', 1), "utf-8")
    [(file, line, message)] = markup()
    assert (file, line) == ("ships.yaml", 4)
    assert "is printed as it is" in message
