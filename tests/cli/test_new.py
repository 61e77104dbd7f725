"""`new spell`, `new vine`: flags, templates, readings chosen at a terminal, and nothing written that does not pass."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest
import yaml

from cli.command import REPOSITORY, call
from cli.terminal import at_terminal
from cloudy_pnp.cloudy_kingdom.present.authoring import MAKERS
from cloudy_pnp.data.write import list_file

STEPS = (
    "--step",
    "draw: 3",
    "--step",
    "play: {from: drawn, count: 1, where: growth}",
    "--step",
    "discard: {from: drawn}",
)
SPELL = Path("packs/my-pack/spells/second-thought.yaml")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped game, from which the command is called."""
    shutil.copytree(REPOSITORY / "cards", tmp_path / "cards", ignore=shutil.ignore_patterns("boards"))
    shutil.copytree(REPOSITORY / "schema", tmp_path / "schema")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_spell_by_flags_passes_check_and_shows_its_texts(root: Path) -> None:
    result = call("new", "spell", "Second Thought", "--name", "de=Neue Idee", "--name", "hu=Új ötlet", *STEPS, "--yes")
    assert (result.code, result.err) == (0, "")
    assert "Draw three vine cards." in result.out
    assert "Neue Idee: Ziehe drei Rankenkarten." in result.out
    assert f"written: {SPELL}" in result.out
    entry = yaml.safe_load((root / SPELL).read_text("utf-8"))["spells"][0]
    assert entry["name"] == {
        "en": "Second Thought",
        "de": "Neue Idee",
        "hu": "Új ötlet",
    }
    text = (root / SPELL).read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=../../../schema/cloudy-kingdom/spells.schema.json\n")
    assert "  # The steps of the spell" in text
    assert "      - draw: 3\n      - play: {from: drawn, count: 1, where: growth}\n" in text
    pictures = [Path(line.removeprefix("picture: ")) for line in result.out.splitlines() if line.startswith("picture")]
    assert [path.suffix for path in pictures] == [".svg", ".png"]
    assert pictures[0].read_text("utf-8").startswith("<svg")
    assert pictures[1].read_bytes()[:4] == b"\x89PNG"
    checked = call("check", "--pack", "my-pack")
    assert checked.code == 0
    assert " 42 cards: 0 errors" in checked.out  # its steps are those of another spell


def test_a_spell_in_an_authors_words_has_its_name_in_that_language_and_its_picture(root: Path) -> None:
    words = ["--lang", "de", "--text", "Ziehe drei Karten, spiele zwei davon und wirf den Rest ab."]
    done = call(
        "new", "spell", "Doppelernte", *words, "--name", "en=Twofold Harvest", "--picture", "sun, sprout", "--yes"
    )
    assert done.code == 0, done.err
    text = (root / "packs/my-pack/spells/doppelernte.yaml").read_text("utf-8")
    assert "name: {en: Twofold Harvest, de: Doppelernte}" in text
    assert "picture: [sun, sprout]" in text


def test_a_reading_that_is_not_sure_says_how_to_write_it(root: Path) -> None:
    done = call("new", "spell", "Gardener", "--text", "Look at the top two purple cards of the draw pile.", "--yes")
    assert done.code == 1
    assert (
        "to write reading 1, replace --text with --step '[{look: {from: draw-pile, count: 2, sort: true}}]'" in done.err
    )
    assert (
        call(
            "new",
            "spell",
            "Gardener",
            "--lang",
            "en",
            "--step",
            "[{look: {from: draw-pile, count: 2, sort: true}}]",
            "--yes",
        ).code
        == 0
    )


def test_a_text_that_is_not_understood_is_answered_in_a_few_lines(root: Path) -> None:
    unknown = call("new", "spell", "Tango", "--text", "Dance the tango.", "--yes")
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err.count("not understood") == 1
    long = call("new", "spell", "Long", "--text", "Draw two cards. " * 6_000, "--yes")
    assert (long.code, len(long.err) < 500) == (1, True)
    assert "96,000 characters" in long.err


def test_a_spell_with_a_condition_by_flags(root: Path) -> None:
    condition = ["--only-if", "discard-pile at-most 3"]
    result = call("new", "spell", "Second Thought", *STEPS, *condition, "--yes")
    assert (result.code, result.err) == (0, "")
    assert "Only if the discard pile holds at most three cards: draw three vine cards" in result.out
    [block] = yaml.safe_load((root / SPELL).read_text("utf-8"))["spells"][0]["effect"]
    steps = block["only-if"].pop("steps")
    assert (block, len(steps)) == ({"only-if": {"what": "discard-pile", "at-most": 3}}, 3)
    unknown = call("new", "spell", "Third Thought", *STEPS, "--only-if", "discard-pil at-most 3", "--yes")
    assert (unknown.code, 'did you mean "discard-pile"?' in unknown.err) == (1, True)


def test_a_vine_card_by_flags(root: Path) -> None:
    result = call("new", "vine", "Long Ladder", "--vines", "n-s, e", "--break", "s hole", "--count", "2", "--yes")
    assert (result.code, result.err) == (0, "")
    assert "│   ┃╺━━━" in result.out
    entry = yaml.safe_load((root / "packs/my-pack/vines/long-ladder.yaml").read_text("utf-8"))["vines"][0]
    assert entry == {
        "id": "long-ladder",
        "count": 2,
        "vines": [["n", "s"], ["e"]],
        "breaks": [{"at": "s", "kind": "hole"}],
    }


def test_vines_as_yaml_and_bridges(root: Path) -> None:
    flags = ["--vines", "[[n, s], [e, w]]", "--bridge", "n-s", "--break", "centre=block", "--id", "log"]
    assert call("new", "vine", "A Log", *flags, "--yes").code == 0
    entry = yaml.safe_load((root / "packs/my-pack/vines/log.yaml").read_text("utf-8"))["vines"][0]
    assert entry["bridges"] == [["n", "s"]]
    assert entry["breaks"] == [{"at": "centre", "kind": "block"}]


def test_what_would_not_pass_is_told_and_not_written(root: Path) -> None:
    result = call("new", "spell", "Oops", "--step", "drow: 2", "--yes")
    assert result.code == 1
    assert "packs/my-pack/spells/oops.yaml:" in result.err
    assert 'SCHEMA-KEY: unknown step "drow"' in result.err
    assert "- drow: 2" in result.err
    assert "nothing has been written" in result.err
    assert not (root / "packs").exists()


@pytest.mark.parametrize("pack", [(), ("--pack", "gales"), ("--pack", "some/where")])
def test_nothing_is_overwritten(root: Path, pack: tuple[str, ...]) -> None:
    assert call("new", "spell", "Second Thought", *STEPS, *pack, "--yes").code == 0
    [path] = root.rglob("second-thought.yaml")
    before = path.read_text("utf-8")
    again = call("new", "spell", "Second Thought", "--step", "swap: {which: stacks}", *pack, "--yes")
    assert again.code == 2
    assert "already exists; choose another id" in again.err
    assert path.read_text("utf-8") == before


def test_the_id_of_a_card_of_the_game_is_taken(root: Path) -> None:
    result = call("new", "spell", "Twist", *STEPS, "--yes")
    assert result.code == 1
    assert 'REF-DUPLICATE: the game already has "twist"' in result.err


def test_a_text_that_does_not_fit_its_card_is_told(root: Path) -> None:
    many = [word for _ in range(6) for word in STEPS]
    result = call("new", "spell", "Long", *many, "--yes")
    assert result.code == 1
    assert "error FIT-1: " in result.err
    assert "in de: " not in result.err


WRONG = {
    "no steps": (["spell", "X", "--picture", "cloud"], "a spell needs steps"),
    "no vines": (["vine", "X", "--count", "2"], "a vine card needs --vines"),
    "no id": (["spell", "!!!", *STEPS, "--yes"], "cannot be turned into an id"),
    "an id that is a path": (["spell", "X", "--id", "../../evil", *STEPS, "--yes"], "cannot be turned into an id"),
    "no YAML": (["spell", "X", "--step", "draw: [", "--yes"], "is not YAML"),
    "a condition in other words": (
        ["spell", "X", *STEPS, "--only-if", "many cards", "--yes"],
        "is not a condition such",
    ),
    "a condition of nothing": (["spell", "X", "--words", "Y", "--only-if", "draw-pile at-least 5"], "add --step"),
    "a list in itself": (["spell", "X", "--step", "&a [*a]", "--yes"], "is not YAML"),
    "a mark that turns text": (["spell", "X\u202e", *STEPS, "--yes"], "U+202E"),
    "bytes that are no text": (["spell", "X\udcff", *STEPS, "--yes"], "cannot be written"),
    "a pack without a name": (["vine", "X", "--vines", "n-s", "--pack", "", "--yes"], "--pack is empty"),
    "an unknown language": (["spell", "X", "--name", "xx=Y", *STEPS, "--yes"], "is not a language of the game"),
    "a name without language": (["spell", "X", "--name", "Y", *STEPS, "--yes"], "is not a language and a name"),
    "an unknown sort": (["spel", "X"], 'did you mean "spell"?'),
}


@pytest.mark.parametrize(("args", "words"), WRONG.values(), ids=WRONG)
def test_a_wrong_call_says_what_is_wrong_in_one_line(root: Path, args: list[str], words: str) -> None:
    result = call("new", *args)
    assert result.code == 2
    assert words in result.err
    assert result.err.count("\n") == 1
    assert not (root / "packs").exists()


def test_a_pack_that_is_broken_gets_no_card(root: Path) -> None:
    """Nobody could print it."""
    pack = root / "packs/my-pack"
    pack.mkdir(parents=True)
    (pack / "pack.yaml").write_text("pack: {id: my-pack}\n", "utf-8")
    result = call("new", "vine", "Ladder", "--vines", "n-s, e", "--yes")
    assert result.code == 1
    assert "packs/my-pack/pack.yaml:1:7: error SCHEMA-REQUIRED" in result.err
    assert "    1 | pack: {id: my-pack}" in result.err
    assert [path.name for path in pack.iterdir()] == ["pack.yaml"]


def test_a_folder_in_the_place_of_the_description_is_told(root: Path) -> None:
    (root / "packs/my-pack/pack.yaml").mkdir(parents=True)
    result = call("new", "vine", "Ladder", "--vines", "n-s, e", "--yes")
    assert (result.code, result.err) == (
        2,
        "cloudy-pnp: packs/my-pack/pack.yaml is not a plain file, so this is not a pack\n",
    )


def test_nothing_is_written_through_a_link_out_of_the_pack(
    root: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (root / "packs/my-pack").mkdir(parents=True)
    (root / "packs/my-pack/vines").symlink_to(outside)
    result = call("new", "vine", "Ladder", "--vines", "n-s, e", "--yes")
    assert result.code == 2
    assert "is a symlink that points outside packs/my-pack" in result.err
    assert list(outside.iterdir()) == []


def test_what_else_lies_in_a_pack_does_not_matter(root: Path) -> None:
    pack = root / "packs/my-pack"
    pack.mkdir(parents=True)
    os.mkfifo(pack / "pipe")
    (pack / "nowhere.png").symlink_to("gone.png")
    assert call("new", "vine", "Ladder", "--vines", "n-s, e", "--yes").code == 0


# --- on a terminal -----------------------------------------------------------------------------------------


def test_a_doubtful_text_is_chosen_among_its_readings(root: Path) -> None:
    words = ["new", "spell", "Purple", "--text", "Look at the top two purple cards."]
    none = at_terminal(words, root, [("Number", "2")])
    assert (none.code, "nothing has been written" in none.out) == (1, True)
    done = at_terminal(words, root, [("Number", "7"), ("Number", "1")])
    doubt = "[purple] cards.; what is in [brackets] is not understood, and the steps do not say it; what do you mean?"
    assert f"{doubt}\n   1 Look" in done.out
    assert done.code == 0, done.out
    entry = yaml.safe_load((root / "packs/my-pack/spells/purple.yaml").read_text("utf-8"))["spells"][0]
    assert entry["effect"] == [{"look": {"from": "draw-pile", "count": 2, "sort": True}}]


def test_a_part_that_is_not_understood_may_be_for_the_players(root: Path) -> None:
    peek = "Sieh dir die beiden obersten Karten des Zugstapels an und lege sie in beliebiger Reihenfolge zurück."
    text = f"{peek} Alle singen ein Lied!"
    done = at_terminal(["new", "spell", "Choir", "--lang", "de", "--text", text], root, [("Number", "2")])
    assert done.code == 0, done.out
    entry = yaml.safe_load((root / "packs/my-pack/spells/choir.yaml").read_text("utf-8"))["spells"][0]
    words = "Alle singen ein Lied!"
    assert entry["effect"] == [
        {"look": {"from": "draw-pile", "count": 2, "sort": True}},
        {"say": {"en": words, "de": words}},
    ]


# --- templates ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "comment"),
    [
        (("spell", "Big Choice"), "#   - swap: {which: stacks}\n"),
        (("spell", "Große Wahl", "--lang", "de"), "#   - swap: {which: stacks}\n"),
        (("vine", "Rickety"), "# A break: breaks: [{at: e, kind: hole}]"),
        (("card", "Lighthouse", "--game", "fantasy-realms"), "# bonus: [{once: "),
    ],
)
def test_without_options_a_commented_template_is_written(root: Path, words: tuple[str, ...], comment: str) -> None:
    done = call("new", *words)
    assert (done.code, done.err) == (0, "")
    [path] = [path for path in (root / "packs/my-pack").rglob("*.yaml") if path.name != "pack.yaml"]
    assert comment in path.read_text("utf-8")
    assert call("check", "--no-render", "--pack", "my-pack", *words[2:] * (words[0] == "card")).code == 0


def test_a_template_of_a_game_without_code(root: Path) -> None:
    """Every field has the least value that it may have; what only the author can know is an option that is missing."""
    done = call("new", "lights", "Gull", "--game", "harbour-lights")
    assert (done.code, done.err) == (0, "")
    assert "lamp: amber" in (root / "packs/my-pack/lights/gull.yaml").read_text("utf-8")


def test_words_and_steps_are_a_spell_with_its_own_text() -> None:
    made = MAKERS["spell"].make({"step": ["swap: {which: stacks}"], "words": ["Swap two piles."]})
    assert made == {"effect": [{"swap": {"which": "stacks"}}], "text": "Swap two piles."}


# --- YAML as people write it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "entry",
    [
        {"id": "a", "name": {"en": "on", "de": "no: yes", "fr": " # x", "hu": "2023"}, "effect": [{"draw": 1}]},
        {
            "id": "b",
            "effect": [
                {
                    "choose": [
                        [{"swap": {"which": "stacks"}}],
                        [{"draw": 1}, {"look": {"from": "draw-pile", "count": 2, "sort": True}}],
                    ]
                }
            ],
        },
        {"id": "c", "effect": [{"repeat": {"times": 2, "steps": [{"draw": 1}]}}], "name": {"en": "“x” " * 40}},
        {"id": "d", "count": 2, "vines": [["n", "s"], ["e"]], "breaks": [{"at": "e", "kind": "hole"}]},
    ],
)
def test_a_written_card_reads_as_it_was(entry: dict[str, object]) -> None:
    assert yaml.safe_load(list_file("spells", entry, ["note"])) == {"spells": [entry]}


def test_a_folder_with_nothing_but_packs_goes_with_the_shipped_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody at home starts in an empty folder, and every command finds what `new` wrote there."""
    monkeypatch.chdir(tmp_path)
    assert call("new", "spell", "Gust", *STEPS, "--yes").code == 0
    text = (tmp_path / "packs/my-pack/spells/gust.yaml").read_text("utf-8")
    assert text.startswith("# yaml-language-server: $schema=https://")  # no path into wherever the tool is installed
    assert "2 files, 1 card: 0 errors, 0 warnings\n" in call("check").out
    assert call("show", "gust").out.startswith("gust (spells, pack my-pack), packs/my-pack/spells/gust.yaml:")
    (tmp_path / "deeper").mkdir()
    monkeypatch.chdir(tmp_path / "deeper")
    assert call("check", "--pack", "my-pack").code == 0
    broken = call("check", "--game", "nothing")
    assert broken.code == 2
    assert broken.err.startswith('cloudy-pnp: there is no game "nothing"; Known: cloudy-kingdom, ')
