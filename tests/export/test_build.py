"""What a build writes, what it leaves alone, and what it never loses."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from cli.command import REPOSITORY, Result, call, command, environment, run
from fontTools.ttLib import TTFont
from word_gaps import word_gaps

from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.inks import Press, Standard
from cloudy_pnp.draw.press.preflight import preflight
from cloudy_pnp.workspace.home import home_of

SHEET = ["--only", "sheets", "--sheet", "cards-a4-duplex"]


def build(root: Path, *args: str, expect: int = 0) -> Result:
    """In this process, where no card is drawn twice; `test_build_determinism` starts new ones."""
    done = call("build", "--root", root, "--out", root / "out", *args)
    assert done.code == expect, done.err
    return done


def manifest(root: Path, game: str = "cloudy-kingdom") -> dict[str, Any]:
    data = json.loads((root / "out" / game / "manifest.json").read_text("utf-8"))
    assert data["version"] == 1
    return {made["path"]: made for made in data["files"]}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the shipped game, free to change, with a small deck so that tests are quick."""
    shutil.copytree(shipped_root() / "cards", tmp_path / "cards")
    return tmp_path


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of everything in all languages, once, as a user starts it: languages are made side by side."""
    root = tmp_path_factory.mktemp("whole")
    shutil.copytree(shipped_root() / "cards", root / "cards")
    words: list[str | Path] = ["build", "--root", root, "--out", root / "out"]
    subprocess.run(command(words), env=environment(), check=True, capture_output=True)
    return root


def test_all_languages_all_files_by_default(whole: Path) -> None:
    files = manifest(whole)
    for lang in ("en", "de", "fr", "hu"):
        names = {path.removeprefix(f"{lang}/") for path in files if path.startswith(f"{lang}/")}
        assert names >= {
            *("cards-a4-duplex.pdf", "cards-a4-gutterfold.pdf", "cards-letter-duplex.pdf", "cards-service.pdf"),
            *("calibration.pdf", "svg/stem.svg", "svg/chop.svg", "svg/castle-raven.svg", "svg/vine-back.svg"),
        }


def test_manifest_is_true(whole: Path) -> None:
    folder = whole / "out/cloudy-kingdom"
    files = manifest(whole)
    on_disk = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert on_disk == {*files, "manifest.json"}
    for path, made in files.items():
        content = (folder / path).read_bytes()
        assert hashlib.sha256(content).hexdigest() == made["sha256"], path
        if path.endswith(".pdf"):
            with pikepdf.open(folder / path) as pdf:
                assert len(pdf.pages) == made["pages"]
                box = [float(number) for number in pdf.pages[0].mediabox]
                assert box[2] * 25.4 / 72 == pytest.approx(made["page_size"][0], abs=0.01)


def test_manifest_counts_the_cards_of_the_edition(whole: Path) -> None:
    cards = manifest(whole)["en/cards-a4-duplex.pdf"]["cards"]
    fronts = [card for card in cards if card["side"] == "front"]
    assert len(fronts) == len(cards) / 2 == 54 + 16 + 16 + 4
    assert sum(card["card"] == "crossing" for card in fronts) == 12


def test_every_text_is_in_the_pdf(whole: Path) -> None:
    wanted = {"de": "Beschleunigtes Wachstum", "fr": "On coupe tout", "hu": "Perzselő", "en": "Burning"}
    for lang, name in wanted.items():
        pdf = pypdfium2.PdfDocument(whole / f"out/cloudy-kingdom/{lang}/cards-a4-duplex.pdf")
        text = " ".join(page.get_textpage().get_text_bounded() for page in pdf)
        assert " ".join(name.split()) in " ".join(text.split()), lang
        pdf.close()


def test_fonts_are_embedded(whole: Path) -> None:
    with pikepdf.open(whole / "out/cloudy-kingdom/hu/cards-a4-duplex.pdf") as pdf:
        descriptors = [
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing
        ]
        fonts = [
            thing
            for thing in pdf.objects
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert len(descriptors) == len(fonts)


@pytest.mark.parametrize("name", ["de/rulebook.pdf", "en/rulebook.pdf", "de/cards-a4-duplex.pdf"])
def test_no_two_words_read_as_one(whole: Path, name: str) -> None:
    """Not even where one ends in an f that leans into the space, and in a full line."""
    gaps = list(word_gaps(whole / "out/cloudy-kingdom" / name))
    assert len(gaps) > 100
    assert min(gaps) > (0.09, "")


def test_no_two_words_read_as_one_on_the_web_page(whole: Path) -> None:
    page = (whole / "out/cloudy-kingdom/de/rulebook.html").read_text("utf-8")
    faces = re.findall(r"font-style: (\w+);.*?data:font/woff;base64,([^)]+)\)", page)
    assert faces
    for style, data in faces:
        font = TTFont(io.BytesIO(base64.b64decode(data)))
        space, _ = font["hmtx"][font.getBestCmap()[0x20]]
        assert space / font["head"].unitsPerEm >= (0.28 if style == "italic" else 0.22), style


def test_second_build_does_nothing_and_says_so(whole: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in (whole / "out").rglob("*") if path.is_file()}
    assert "everything is up to date" in build(whole).out
    assert {path: path.stat().st_mtime_ns for path in (whole / "out").rglob("*") if path.is_file()} == before


def test_a_change_in_one_language_rebuilds_and_a_damaged_file_too(root: Path) -> None:
    build(root, "--lang", "en", *SHEET)
    pdf = root / "out/cloudy-kingdom/en/cards-a4-duplex.pdf"
    good = pdf.read_bytes()
    pdf.write_bytes(b"scribbled over")
    build(root, "--lang", "en", *SHEET)
    assert pdf.read_bytes() == good
    style = root / "cards/cloudy-kingdom/style.yaml"
    style.write_text(style.read_text("utf-8").replace('vine: "#79b24a"', 'vine: "#b2794a"'), "utf-8")
    build(root, "--lang", "en", *SHEET)
    assert pdf.read_bytes() != good


def test_errors_in_the_data_leave_the_last_good_output(root: Path) -> None:
    build(root, "--lang", "en", *SHEET)
    before = {path: path.read_bytes() for path in (root / "out").rglob("*") if path.is_file()}
    vines = root / "cards/cloudy-kingdom/vines.yaml"
    vines.write_text(vines.read_text("utf-8").replace("[[n, s]]", "[[n, x]]"), "utf-8")
    assert "FACE-1" in build(root, "--lang", "en", *SHEET, expect=1).err
    assert {path: path.read_bytes() for path in (root / "out").rglob("*") if path.is_file()} == before


def test_a_text_that_does_not_fit_is_an_error_with_its_line(root: Path) -> None:
    build(root, "--lang", "en", *SHEET)
    before = (root / "out/cloudy-kingdom/en/cards-a4-duplex.pdf").read_bytes()
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    long = " or ".join(["far too long a name for any card that was ever printed anywhere in the clouds"] * 4)
    spells.write_text(spells.read_text("utf-8").replace("en: Twist", f"en: {long}"), "utf-8")
    told = build(root, "--lang", "en", *SHEET, expect=1).err
    assert "error FIT-1" in told
    assert "spells.yaml:" in told
    assert (root / "out/cloudy-kingdom/en/cards-a4-duplex.pdf").read_bytes() == before
    report = json.loads(call("check", "--render", "--root", root, "--lang", "en", "--format", "json").out)
    assert "FIT-1" in {problem["code"] for problem in report["problems"]}


def test_shipped_deck_fits_in_every_language() -> None:
    problems = json.loads(call("check", "--render", "--root", shipped_root(), "--format", "json").out)["problems"]
    assert [problem for problem in problems if problem["severity"] != "info"] == []


def test_selection_and_quantity_have_their_own_file(root: Path) -> None:
    build(root, "--lang", "en", *SHEET, "--card", "stem", "--card", "crossing", "--quantity", "stem=2")
    cards = manifest(root)["en/cards-a4-duplex-selection-crossing+stem+stem=2.pdf"]["cards"]
    fronts = [card["card"] for card in cards if card["side"] == "front"]
    assert fronts == ["stem"] * 2 + ["crossing"] * 12


def test_changed_prints_only_what_looks_different(root: Path) -> None:
    build(root, "--lang", "en", *SHEET)
    vines = root / "cards/cloudy-kingdom/vines.yaml"
    text = vines.read_text("utf-8")
    vines.write_text(text.replace("at: n, kind: hole", "at: n, kind: block"), "utf-8")
    build(root, "--lang", "en", *SHEET, "--changed")
    cards = manifest(root)["en/cards-a4-duplex-changed.pdf"]["cards"]
    assert {card["card"] for card in cards} == {"crossing-hole"}


def test_other_card_formats_and_papers(root: Path) -> None:
    build(root, "--lang", "en", *SHEET, "--format", "tarot", "--paper", "a3")
    made = manifest(root)["en/cards-a4-duplex-tarot-a3.pdf"]
    assert sorted(made["page_size"]) == [297.0, 420.0]
    assert {(card["width"], card["height"]) for card in made["cards"]} == {(70.0, 120.0)}


def test_cmyk_has_no_rgb_operator(root: Path) -> None:
    build(root, "--lang", "hu", "--only", "sheets", "--sheet", "cards-service", "--cmyk")
    with pikepdf.open(root / "out/cloudy-kingdom/hu/cards-service-cmyk.pdf") as pdf:
        streams = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream)]
        drawn = [thing for thing in streams if thing.get("/Subtype") == "/Form"] + [
            page.obj.Contents for page in pdf.pages
        ]
        operators = {str(step.operator) for stream in drawn for step in pikepdf.parse_content_stream(stream)}
        assert {"k", "f"} <= operators
        assert operators.isdisjoint({"rg", "RG"})
        plain = io.BytesIO()
        pdf.save(plain, object_stream_mode=pikepdf.ObjectStreamMode.disable, compress_streams=False)
        assert b"/DeviceCMYK" in plain.getvalue()
        assert b"/DeviceRGB" not in plain.getvalue()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--lang", "xx"], "is not a language of"),
        (["--sheet", "cards-a4-duplx"], 'did you mean "cards-a4-duplex"?'),
        (["--card", "stme"], 'did you mean "stem"?'),
        (["--quantity", "stem"], "is not a card and a number"),
        (["--quantity", "stem=1000000"], "is not a card and a number"),
        (["--shift-back", "far"], "is not two numbers"),
        (["--shift-back", "99,0"], "is not two numbers of mm up to 50"),
        (["--format", "9999x9999"], "must be from"),
        (["--edition", "1999"], "no edition"),
        (["--only", "rulebok"], "rulebok"),
    ],
)
def test_wrong_calls_say_so_in_one_line(root: Path, args: list[str], said: str) -> None:
    done = build(root, *([] if "--lang" in args else ["--lang", "en"]), *args, expect=2)
    assert said in done.err
    assert len(done.err.splitlines()) == 1
    assert not list((root / "out").rglob("*.pdf"))
    assert not list((root / "out").rglob(".new-*"))


def test_unwritable_output_is_one_line(root: Path) -> None:
    (root / "out").write_text("a file where the folder should be")
    done = build(root, "--lang", "en", *SHEET, expect=2)
    assert done.err.startswith("cloudy-pnp: cannot write to ")
    assert len(done.err.splitlines()) == 1


def test_hungarian_edition_has_its_own_cards(root: Path) -> None:
    build(root, "--lang", "hu", *SHEET, "--edition", "hu")
    made = next(made for path, made in manifest(root).items() if path.endswith(".pdf"))
    fronts = [card for card in made["cards"] if card["side"] == "front"]
    assert len(fronts) == 54 + 32


def test_an_option_of_one_game_is_unknown_to_others(root: Path) -> None:
    shutil.copytree(home_of("harbour-lights").cards, root / "cards/harbour-lights")
    done = build(root, "--game", "harbour-lights", "--edition", "2023", expect=2)
    assert done.err == "cloudy-pnp: No such option '--edition'.\n"


def test_what_a_game_does_not_have_is_said(root: Path) -> None:
    """The templates of a game that is only data are its own: here are none."""
    shutil.copytree(home_of("harbour-lights").cards, root / "cards/harbour-lights")
    chosen = ("--game", "harbour-lights", "--lang", "en", "--only", "rulebook")
    done = build(root, *chosen, expect=2)
    assert (done.out, done.err) == ("", "cloudy-pnp: the game has nothing to build for rulebook\n")
    for _ in range(2):  # the second time everything is up to date
        done = build(root, *chosen, "--only", "blanks", "--only", "svg", expect=2)
        assert "30 SVG pictures" in done.out or "up to date" in done.out
        assert done.err.endswith("the game has nothing to build for rulebook and blanks\n")


def test_installed_data_writes_to_the_current_folder(tmp_path: Path) -> None:
    assert run("build", "--lang", "en", *SHEET, cwd=tmp_path).code == 0
    assert (tmp_path / "output/cloudy-kingdom/en/cards-a4-duplex.pdf").is_file()


def test_an_unknown_icon_is_a_problem_in_every_format(root: Path) -> None:
    spells = root / "cards/cloudy-kingdom/spells.yaml"
    own = (
        "    text: {en: 'Turn [nothing].', de: 'Dreh [nothing].', fr: 'Tourne [nothing].', hu: 'Forgass [nothing].'}\n"
    )
    spells.write_text(spells.read_text("utf-8").rstrip() + "\n" + own, "utf-8")
    for style in ("json", "sarif"):
        done = call("check", "--render", "--root", root, "--format", style)
        assert (done.code, done.err) == (1, "")
        assert "GLYPH-2" in done.out


@pytest.mark.parametrize(
    ("options", "code"),
    [
        (["--format", "square"], "PRINT-6"),
        (["--format", "mini-euro"], "PRINT-7"),
        (["--sheet", "cards-a4-compact"], "PRINT-5"),
    ],
)
def test_what_will_not_print_well_is_said(root: Path, options: list[str], code: str) -> None:
    sheet = [] if "--sheet" in options else ["--sheet", "cards-a4-duplex"]
    done = build(root, "--lang", "en", "--only", "sheets", *sheet, *options)
    assert f"warning {code}: en: " in done.err


def test_press_options_reach_the_file(root: Path) -> None:
    options = ["--pdfx", "1a", "--ink-limit", "240", "--corner", "3", "--bleed", "3.175", "--card", "stem"]
    build(root, "--lang", "en", "--only", "sheets", "--sheet", "cards-service", "--quantity", "stem=1", *options)
    name = "cards-service-selection-stem+stem=1-bleed-3.175-corner-3-x1a-ink-240.pdf"
    data = (root / "out/cloudy-kingdom/en" / name).read_bytes()
    assert not list(preflight(data, Press(Standard.X1A, 2.4)))
    assert b"/CutContour" in data


def test_paper_and_print_colours_reach_the_rulebook(tmp_path: Path) -> None:
    """In a game with a short book."""
    shutil.copytree(REPOSITORY / "games/harbour-lights", tmp_path, dirs_exist_ok=True)
    book, game = ["--lang", "en", "--only", "rulebook"], "harbour-lights"
    done = build(tmp_path, *book, "--paper", "letter", "--pdfx", "1a", "--ink-limit", "240")
    assert "warning PRINT-9: " in done.err
    files = manifest(tmp_path, game)
    assert files["en/rulebook-letter-cmyk-ink-240.pdf"]["page_size"] == [139.7, 215.9]
    assert files["en/rulebook-booklet-letter-cmyk-ink-240.pdf"]["page_size"] == [279.4, 215.9]
    assert "en/rulebook.html" in files
    for name in ("rulebook-letter-cmyk-ink-240.pdf", "rulebook-booklet-letter-cmyk-ink-240.pdf"):
        assert not list(preflight((tmp_path / "out" / game / "en" / name).read_bytes(), Press(most_ink=2.4)))
    done = build(tmp_path, *book, "--paper", "100x150")
    assert "warning PRINT-10: " in done.err
    assert manifest(tmp_path, game)["en/rulebook-booklet.pdf"]["page_size"] == [297.0, 210.0]
