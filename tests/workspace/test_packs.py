"""Packs: what they add and override, what conflicts, a fifth language, what is printed of them."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pytest
import yaml
from cli.command import call
from pack_files import GUST, LADDER, spanish, write, write_pack

from cloudy_pnp import api, rulebook
from cloudy_pnp.cloudy_kingdom.checks.data import count_components
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES
from cloudy_pnp.core.problems import Problem, Severity, UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export.request import BuildRequest
from cloudy_pnp.game.contract import Data
from cloudy_pnp.game.registry import find_game
from cloudy_pnp.workspace import packs
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.load import load

ROOT = shipped_root()
EXAMPLE = ROOT / "packs/giants-and-gales"
SVG = BuildRequest(languages=("en",), only=("svg",))


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A folder that holds a copy of the shipped game, and no packs."""
    shutil.copytree(ROOT / "cards", tmp_path / "cards")
    return tmp_path


def errors(*folders: Path) -> list[Problem]:
    """Return what is wrong with the shipped game and some packs."""
    try:
        api.load(packs=folders)
    except api.DataError as error:
        return [problem for problem in error.report.problems if problem.severity is Severity.ERROR]
    return []


def notes(folder: Path) -> list[Problem]:
    """The texts that the shipped game and a pack lack."""
    report = api.check(ROOT, packs=[folder])
    return [problem for problem in report.problems if problem.code == "I18N-MISSING"]


def told(problems: Sequence[Problem]) -> list[tuple[str, str, str]]:
    """Code, file and path of problems."""
    return [(problem.code, Path(problem.file).name, problem.path) for problem in problems]


# --- adding and overriding ---------------------------------------------------------------------------------


def test_a_pack_adds_cards_to_the_game(tmp_path: Path) -> None:
    kingdom = api.load(packs=[write_pack(tmp_path / "gales", vines=[LADDER], spells=[GUST])])
    assert kingdom.vines["ladder"].count == 2
    assert list(kingdom.spells)[-1] == "gust"
    assert len(kingdom.vines) == 18


def test_a_new_file_in_a_subfolder_comes_after_the_others(tmp_path: Path) -> None:
    """`new spell` writes to spells/: the cards of spells.yaml keep their places and their backs."""
    folder = write_pack(tmp_path / "gales", spells=[GUST])
    breeze = {**GUST, "id": "breeze", "effect": [{"swap": {"which": "neighbours"}}]}
    write(folder / "spells/breeze.yaml", {"spells": [breeze]})
    assert list(api.load(packs=[folder]).spells)[-2:] == ["gust", "breeze"]


def test_without_the_pack_the_game_is_as_before(tmp_path: Path) -> None:
    write_pack(tmp_path / "gales", vines=[LADDER])
    assert "ladder" not in api.load().vines


def test_an_override_replaces_the_whole_entry_in_its_place(tmp_path: Path) -> None:
    more = {"id": "stem", "count": 9, "vines": [["n", "s"]]}
    kingdom = api.load(packs=[write_pack(tmp_path / "gales", {"overrides": ["stem"]}, vines=[more])])
    assert list(kingdom.vines) == list(api.load().vines)
    assert kingdom.vines["stem"].count == 9


def test_style_can_be_overridden_by_its_kind(tmp_path: Path) -> None:
    style = yaml.safe_load((ROOT / "cards/cloudy-kingdom/style.yaml").read_text("utf-8"))["style"]
    folder = write_pack(tmp_path / "gales", {"overrides": ["style"]})
    write(folder / "style.yaml", {"style": style})
    assert errors(folder) == []


def test_components_follow_what_packs_add(tmp_path: Path) -> None:
    """REF-COUNT holds for the game with its packs, and the rulebook's list is right."""
    folder = write_pack(tmp_path / "gales", vines=[LADDER], spells=[GUST, {**GUST, "id": "gale"}])
    assert errors(folder) == []
    loaded = load(home_of("cloudy-kingdom", ROOT), [folder])
    editions = {entry.id: entry.data for entry in loaded.entries.of("editions")}
    numbers = {
        name: [count for _, count in count_components(loaded.entries.data(), data)] for name, data in editions.items()
    }
    assert numbers == {"2023": [56, 16, 20, 4], "hu": [56, 40]}
    assert editions["2023"]["pairs"][-1] == ["gust", "gale"]


def test_several_packs_combine(tmp_path: Path) -> None:
    first = write_pack(tmp_path / "gales", spells=[GUST])
    second = write_pack(tmp_path / "ladders", vines=[LADDER])
    kingdom = api.load(packs=[first, second, first])
    assert {"gust"} < kingdom.spells.keys()
    assert "ladder" in kingdom.vines


# --- conflicts ---------------------------------------------------------------------------------------------


def test_two_packs_with_one_card_conflict(tmp_path: Path) -> None:
    first, second = (write_pack(tmp_path / name, spells=[GUST]) for name in ("gales", "storms"))
    [problem] = errors(first, second)
    assert problem.code == "REF-DUPLICATE"
    assert problem.file.endswith("storms/spells.yaml")
    assert 'the pack "gales" already has "gust"' in problem.message


def test_two_packs_that_override_one_card_conflict_and_both_are_named(tmp_path: Path) -> None:
    more = {"id": "stem", "count": 9, "vines": [["n", "s"]]}
    first, second = (write_pack(tmp_path / name, {"overrides": ["stem"]}, vines=[more]) for name in ("gales", "storms"))
    [problem] = errors(first, second)
    assert (problem.code, problem.path) == ("REF-DUPLICATE", "pack.overrides[0]")
    assert '"gales" and "storms" both override "stem"' in problem.message


def test_two_packs_with_one_id_conflict(tmp_path: Path) -> None:
    first = write_pack(tmp_path / "gales", spells=[GUST])
    second = write_pack(tmp_path / "storms", {"id": "gales"}, vines=[LADDER])
    assert told(errors(first, second)) == [("REF-DUPLICATE", "pack.yaml", "pack.id")]


def test_a_card_of_a_pack_that_lies_outside_is_a_problem(tmp_path: Path) -> None:
    """REF-LINK."""
    folder = write_pack(tmp_path / "gales")
    write(tmp_path / "secret.yaml", {"spells": [GUST]})
    (folder / "spells.yaml").symlink_to(tmp_path / "secret.yaml")
    assert told(errors(folder)) == [("REF-LINK", "spells.yaml", "")]


def test_a_pack_that_is_a_link_out_of_the_root_is_not_followed(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    elsewhere = write_pack(tmp_path_factory.mktemp("elsewhere") / "gales", spells=[{"secret": "words"}])
    (root / "packs").mkdir()
    (root / "packs/gales").symlink_to(elsewhere)
    report = api.check(root)
    assert [problem.code for problem in report.problems if problem.severity is Severity.ERROR] == ["REF-LINK"]


# --- what is checked in which context ----------------------------------------------------------------------


def test_check_looks_at_every_pack_of_the_root_alone(root: Path) -> None:
    write_pack(root / "packs/gales", spells=[GUST])
    write_pack(root / "packs/storms", spells=[GUST])  # the same card: together they would conflict
    report = api.check(root, "cloudy-kingdom")
    assert report.exit_code == 0
    assert report.cards == 43


def test_check_tells_a_pack_of_the_root_what_is_wrong(root: Path) -> None:
    write_pack(root / "packs/gales", spells=[{**GUST, "id": "twist"}])
    problems = [problem for problem in api.check(root).problems if problem.severity is Severity.ERROR]
    assert told(problems) == [("REF-DUPLICATE", "spells.yaml", "spells[0].id")]
    assert "overrides: [twist]" in problems[0].hint


def test_the_advice_about_a_term_is_one_that_a_pack_can_follow(root: Path) -> None:
    """The glossary is the game's; a pack has a text at which the term may be missing, and says so there."""
    text = {"en": "Two castles.", "de": "Zwei Türme.", "fr": "Deux châteaux.", "hu": "Két kastély."}
    folder = write_pack(root / "packs/gales", spells=[{**GUST, "text": text}])
    check, advice = ("check", "--no-render", "--root", root, folder), "# cloudy-pnp: ignore I18N-TERM"
    assert f"or end the line with the comment {advice}\n" in call(*check).out
    spells = folder / "spells.yaml"
    spells.write_text(spells.read_text("utf-8").replace("Zwei Türme.", f"Zwei Türme.  {advice}"), "utf-8")
    assert "0 errors, 0 warnings" in call(*check).out


def test_a_file_of_a_pack_is_judged_as_a_part_of_it(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", {"overrides": ["twist"]}, spells=[{**GUST, "id": "twist"}])
    assert api.check(ROOT, paths=[folder / "spells.yaml"]).exit_code == 0
    write_pack(folder, spells=[{**GUST, "id": "twist"}])
    report = api.check(ROOT, paths=[folder / "spells.yaml"])
    assert told(report.problems) == [("REF-DUPLICATE", "spells.yaml", "spells[0].id")]
    assert list(report.sources) == [report.problems[0].file]


def test_a_scenario_of_a_pack_knows_its_cards(tmp_path: Path) -> None:
    board = {
        "game": "cloudy-kingdom",
        "rows": 1,
        "cols": 1,
        "castles": {"north": ["rose"], "east": [None], "south": [None], "west": [None]},
        "cards": [{"card": "ladder", "at": [0, 0], "facing": "n"}],
        "expect": {"legal": True},
    }
    folder = write_pack(tmp_path / "gales", vines=[LADDER])
    write(folder / "ladder.board.yaml", board)
    assert api.check(ROOT, paths=[folder / "ladder.board.yaml"]).exit_code == 0
    [story] = api.judge("board", [folder / "ladder.board.yaml"], packs=[folder])
    assert story.problems == []
    [story] = api.judge("board", [folder / "ladder.board.yaml"])
    assert story.problems == []  # a file inside a pack goes with its pack
    write(tmp_path / "ladder.board.yaml", board)
    [story] = api.judge("board", [tmp_path / "ladder.board.yaml"])
    assert [problem.code for problem in story.problems] == ["REF-UNKNOWN"]


def test_check_judges_one_template_of_the_rulebook(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "templates/cloudy-kingdom/rulebook", tmp_path / "book")
    german = tmp_path / "book/de.md.j2"
    assert api.check(ROOT, paths=[german]).exit_code == 0
    german.write_text(german.read_text("utf-8").replace("{#story", "{#storey"), "utf-8")
    report = api.check(ROOT, paths=[german])
    assert {problem.code for problem in report.problems} >= {"I18N-SECTION"}
    assert set(report.sources) == {str(german)}


def test_a_template_in_no_language_of_the_game_is_a_wrong_call(tmp_path: Path) -> None:
    (tmp_path / "xx.md.j2").write_text("# X {#x}\n", "utf-8")
    with pytest.raises(UserError, match="in no language of the game"):
        api.check(ROOT, paths=[tmp_path / "xx.md.j2"])


# --- finding packs -----------------------------------------------------------------------------------------


def test_a_pack_is_found_by_path_and_by_name(root: Path) -> None:
    own = write_pack(root / "packs/gales")
    assert packs.find_pack(str(own), root) == own
    assert packs.find_pack("gales", root) == own
    assert packs.find_pack("giants-and-gales", root) == EXAMPLE


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("galess", 'there is no pack "galess"; did you mean "gales"'),
        ("../cards", 'there is no pack "../cards"'),
        ("cards", "is not a pack: it has no file pack.yaml"),
    ],
)
def test_what_is_no_pack_is_a_wrong_call(root: Path, monkeypatch: pytest.MonkeyPatch, name: str, words: str) -> None:
    write_pack(root / "packs/gales")
    monkeypatch.chdir(root)
    with pytest.raises(UserError, match=words):
        packs.find_pack(name, root)


# --- a fifth language --------------------------------------------------------------------------------------


def test_a_pack_adds_a_language_and_cards_are_printed_in_it(tmp_path: Path) -> None:
    folder = spanish(tmp_path / "espanol", spells=[GUST])
    write(folder / "more.yaml", {"words": [{"of": "gust", "name": {"es": "Ráfaga"}, "text": {"es": "¡Sopla!"}}]})
    report = api.check(ROOT, paths=[folder / "pack.yaml"])
    assert [problem.message for problem in report.problems] == [
        'there is no rulebook in "es": only cards are printed in it'
    ]
    order = BuildRequest(languages=("es", "de"), only=("svg", "sheets"), sheets=("cards-a4-duplex",))
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder])
    assert "¡Sopla!" in (result.folder / "es/svg/gust.svg").read_text("utf-8")
    assert "Vertausche" in (result.folder / "de/svg/gust.svg").read_text("utf-8")
    assert "es/cards-a4-duplex.pdf" in {made.path for made in result.artifacts}
    kingdom = api.load(packs=[folder])
    assert kingdom.spells["chop"].own_text("es") == "Texto de chop."
    assert kingdom.spells["chop"].own_text("en") is None


def test_what_a_language_lacks_is_told_where_the_pack_lists_it(tmp_path: Path) -> None:
    folder = spanish(tmp_path / "espanol")
    words = yaml.safe_load((folder / "words.yaml").read_text("utf-8"))["words"]
    write(folder / "words.yaml", {"words": [entry for entry in words if entry["of"] != "chop"]})
    problems = notes(folder)
    assert {problem.severity for problem in problems} == {Severity.INFO}
    assert set(told(problems)) == {("I18N-MISSING", "pack.yaml", "pack.languages[0]")}
    messages = [problem.message for problem in problems]
    assert 'spells/chop/name is not translated into "es"' in messages
    assert 'wording/draw/one is not translated into "es"' in messages  # the text of chop would be composed of these


def test_a_card_of_the_pack_itself_lacks_a_language_at_its_own_place(tmp_path: Path) -> None:
    folder = spanish(tmp_path / "espanol", spells=[GUST])
    assert ("I18N-MISSING", "spells.yaml", "spells[0].name") in told(notes(folder))


def test_words_are_not_judged_where_the_description_of_the_pack_is_broken(tmp_path: Path) -> None:
    folder = spanish(tmp_path / "espanol")
    write(folder / "pack.yaml", {"pack": {"id": "espanol", "langages": ["es"]}})
    assert {problem.file for problem in errors(folder)} == {str(folder / "pack.yaml")}


def test_the_composed_languages_are_those_with_a_voice() -> None:
    assert find_game("cloudy-kingdom").data.composed["spells"] == ("text", LANGUAGES)


def test_a_rulebook_in_the_language_of_a_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("cloudy_pnp.rulebook.compose")  # knows all files, before the list of the wanted ones is cut
    monkeypatch.setattr(rulebook, "FILES", ("rulebook.html",))
    folder = spanish(tmp_path / "espanol")
    shutil.copyfile(ROOT / "templates/cloudy-kingdom/rulebook/en.md.j2", tmp_path / "en.md.j2")
    (folder / "rulebook").mkdir()
    (tmp_path / "en.md.j2").replace(folder / "rulebook/es.md.j2")
    known = yaml.safe_load((ROOT / "templates/rulebook/words.yaml").read_text("utf-8"))
    write(folder / "rulebook/words.yaml", {name: {"es": text["en"]} for name, text in known.items()})
    order = BuildRequest(languages=("es",), only=("rulebook",))
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder], merged=True)
    assert [made.path for made in result.artifacts] == ["es/rulebook.html"]
    assert 'lang="es"' in (result.folder / "es/rulebook.html").read_text("utf-8")


# --- printing ----------------------------------------------------------------------------------------------


def test_build_prints_only_the_pack(tmp_path: Path) -> None:
    order = BuildRequest(languages=("en",), only=("svg", "sheets"), sheets=("cards-a4-duplex",))
    result, _ = api.build(ROOT, order, out=tmp_path, packs=[EXAMPLE])
    assert result.folder == tmp_path / "cloudy-kingdom/packs/giants-and-gales"
    pictures = {made.path for made in result.artifacts if made.path.endswith(".svg")}
    ids = [path.stem for path in map(Path, pictures)]
    spells = len(api.load(packs=[EXAMPLE]).spells) - len(api.load().spells)
    backs = 1 + spells % 2  # the last of an odd number of spells has a back
    assert len(ids) == 3 + 5 * spells + 2 + backs, "vines, spells also in the colours of four families, two looks"
    assert {"whirlwind", "rose-whirlwind", "fallen-giant", "giants-footprint-2", "vine-back"} < set(ids)
    [sheet] = [made for made in result.artifacts if made.path.endswith(".pdf")]
    fronts = {(card["card"], card["copy"]) for card in sheet.cards if card["side"] == "front"}
    assert len(fronts) == 4 * -(-spells // 2) + 5  # double-sided cards for each family, five vine cards
    assert any(card.startswith("raven-") and "whirlwind" in card for card, _ in fronts)
    title = pypdfium2.PdfDocument(result.folder / sheet.path).get_metadata_value("Title")
    assert title.startswith("Cloudy Kingdom – Giants and Gales")


def test_an_odd_spell_has_a_card_of_its_own(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", spells=[GUST])
    order = BuildRequest(languages=("en",), only=("sheets",), sheets=("cards-a4-duplex",))
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder])
    assert {card["card"] for card in result.artifacts[0].cards} == {
        f"{family}-gust" for family in ("raven", "rose", "heron", "sun")
    }


def test_an_overridden_spell_is_printed_with_the_other_side_of_its_card(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", {"overrides": ["twist"]}, spells=[{**GUST, "id": "twist"}])
    order = BuildRequest(languages=("en",), only=("sheets",), sheets=("cards-a4-duplex",))
    result, _ = api.build(ROOT, order, out=tmp_path / "out", packs=[folder])
    assert "raven-chop-twist" in {card["card"] for card in result.artifacts[0].cards}


def test_a_pack_alone_has_no_rulebook(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="does not have its own rulebook"):
        api.build(ROOT, BuildRequest(only=("rulebook",)), out=tmp_path, packs=[EXAMPLE])


def test_a_pack_with_errors_is_not_printed(tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "gales", spells=[{**GUST, "id": "twist"}])
    with pytest.raises(api.DataError):
        api.build(ROOT, SVG, out=tmp_path / "out", packs=[folder])
    assert not (tmp_path / "out").exists()


def test_a_folder_that_adds_to_the_shipped_game_counts_like_a_pack(tmp_path: Path) -> None:
    write(tmp_path / "cards/cloudy-kingdom/own.yaml", {"spells": [GUST]})
    kingdom = api.load(root=tmp_path)
    assert "2023" in kingdom.editions  # not left out for a count that no longer fits
    order = BuildRequest(languages=("en",), only=("sheets",), sheets=("cards-a4-duplex",))
    result, _ = api.build(tmp_path, order, out=tmp_path / "out")
    assert "sun-gust" in {card["card"] for card in result.artifacts[0].cards}


# --- the shipped example -----------------------------------------------------------------------------------


def test_the_example_pack_has_spells_and_vine_cards_without_a_word_against_it() -> None:
    """It grows with every contribution."""
    report = api.check(ROOT, paths=[EXAMPLE])
    assert report.problems == []
    new = api.load(packs=[EXAMPLE])
    old = api.load()
    spells, vines = len(new.spells) - len(old.spells), len(new.vines) - len(old.vines)
    assert spells >= 6 and vines >= 3
    assert report.cards == spells + vines


@pytest.mark.parametrize("text", ["[1, 2]", "pack: 3", "pack: {}", "vines: []", "- pack: {}", ""])
def test_a_description_that_is_none_is_told_once(tmp_path: Path, text: str) -> None:
    pack = write_pack(tmp_path / "gales")
    (pack / "pack.yaml").write_text(text, "utf-8")
    found = [problem.message for problem in errors(pack)]
    assert found
    assert found == ["pack.yaml does not describe a pack"] or "pack.yaml does not describe a pack" not in found


def test_a_pack_inside_a_pack_is_told_where_to_go(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "gales")
    write_pack(pack / "inner")
    [problem] = errors(pack)
    assert problem.message == "a pack is nested in another one"


def test_a_folder_without_a_description_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a pack"):
        api.load(packs=[tmp_path])


def test_the_spells_of_a_large_pack_are_paired_in_one_pass() -> None:
    names = [f"spell-{number}" for number in range(40_000)]
    data: Data = {"spells": [{"id": name} for name in names], "editions": [{"id": "x", "pairs": [["a", "b"]]}]}
    [edition] = find_game("cloudy-kingdom").data.derive_from_packs({}, data, [names])["editions"]
    assert len(edition["pairs"]) == 20_001


def test_a_build_that_fails_tells_what_is_wrong_and_not_what_is_known_of_the_shipped_game(tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "packs/gales", vines=[{**LADDER, "count": "two"}])
    result = call("build", "--root", tmp_path, "--pack", pack)
    assert result.code == 1
    assert "SCHEMA-TYPE" in result.err
    assert " info " not in result.err
