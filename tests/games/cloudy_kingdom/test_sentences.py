"""From sentences to steps: composed texts come back exactly, free ones often, and a doubt is asked back."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from chance import examples
from cli.command import call
from games.cloudy_kingdom.spell_strategy import Effect, says_nothing, spells
from hypothesis import HealthCheck, assume, given, settings

from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, parse_steps, steps_data
from cloudy_pnp.cloudy_kingdom.present.sentences import (
    LONGEST,
    Understanding,
    example_steps,
    marked,
    nearest_texts,
    understand,
)
from cloudy_pnp.cloudy_kingdom.wording.compose import LANGUAGES, SpellTexts, spell_text
from cloudy_pnp.cloudy_kingdom.wording.concepts import FOLDER, synonyms
from cloudy_pnp.cloudy_kingdom.wording.frames import Frame
from cloudy_pnp.cloudy_kingdom.wording.readings import normal_form
from cloudy_pnp.cloudy_kingdom.wording.understand import steps_worded

HERE = Path(__file__).parent
# How many frozen sentences of a language are understood as their writers meant them, without a doubt: at least. By set:
# the first has 200, 10 of which mean no steps; the second 40, two or three of which mean none; the third 60, and five;
# the fourth 100, and eight; "unseen" 40, and three. The last set of 20, two of which mean none, was not used to improve
# anything.
RIGHT = {
    ".": {"en": 152, "de": 117, "fr": 144, "hu": 123},
    "second": {"en": 34, "de": 32, "fr": 36, "hu": 36},
    "third": {"en": 48, "de": 43, "fr": 48, "hu": 44},
    "fourth": {"en": 71, "de": 67, "fr": 74, "hu": 60},
    "unseen": {"en": 24, "de": 18, "fr": 19, "hu": 16},
    "fifth": {"en": 12, "de": 11, "fr": 15, "hu": 13},
}
# And how many are so after one confirmation: their first reading is the right one, its doubts are shown.
CONFIRMED = {
    ".": {"en": 180, "de": 174, "fr": 179, "hu": 167},
    "second": {"en": 37, "de": 37, "fr": 38, "hu": 38},
    "third": {"en": 55, "de": 54, "fr": 54, "hu": 53},
    "fourth": {"en": 92, "de": 91, "fr": 92, "hu": 89},
    "unseen": {"en": 30, "de": 30, "fr": 33, "hu": 31},
    "fifth": {"en": 16, "de": 14, "fr": 17, "hu": 15},
}
SIZES = {".": 200, "second": 40, "third": 60, "fourth": 100, "unseen": 40, "fifth": 20}
# Sentences of the first set that had no steps when they were written: `keep` is newer.
SINCE_KEEP = {
    "Draw two cards, play one and keep the other in your hand.",
    "Ziehe zwei Karten, spiele eine und behalte die andere auf der Hand.",
    "Piochez deux cartes, posez-en une et gardez l'autre en main.",
    "Húzz két lapot, egyet tegyél le, a másikat tartsd meg a kezedben.",
}
SINCE_LOOK = {  # and these: a card in hand could not be looked at
    "Look at an opponent's hand.",
    "Schau einem Gegner in die Karten.",
    "Regardez la carte en main d'un adversaire.",
    "Nézz bele az egyik ellenfeled lapjába.",
}
LOOK: Effect = [{"look": {"from": "hand", "who": "chosen"}}]
KEEP: Effect = [{"draw": 2}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}, {"keep": "drawn"}]


@settings(max_examples=examples(100), suppress_health_check=list(HealthCheck))
@given(spells())
def test_a_composed_text_is_read_back(effect: Effect) -> None:
    steps = parse_steps(effect)
    assume(not says_nothing(steps) and "say" not in str(effect))  # any words could be those of a step `say`
    normal = normal_form(steps)
    for lang in LANGUAGES:
        text = spell_text(steps, lang)
        assert spell_text(normal, lang) == text
        assert steps_worded(text, lang) == [normal], text


def test_a_long_text_with_many_readings_is_read_back() -> None:
    """In Hungarian `steal` and `take` sound alike: a text of eight sentences had thousands of readings."""
    steal, take, play = (
        {"take": {"from": "hand", "who": "chosen"}},
        {"take": {"from": "discard", "which": "top"}},
        {"from": "taken", "count": 1, "where": "on-last"},
    )
    start: Effect = [{"draw": 1}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}]
    again: Effect = [take, {"play": play}, steal, {"play": play}]
    steps = parse_steps([*start, *again * 3, {"look": {"from": "draw-pile", "count": 2, "sort": True}}])
    assert steps_worded(spell_text(steps, "hu"), "hu") == [normal_form(steps)]


def test_a_choice_of_long_options_is_read_back() -> None:
    """Every option has many readings; together they had thousands."""
    play, steal = {"from": "taken", "count": 1}, {"take": {"from": "hand", "who": "chosen"}}
    options: list[Effect] = [
        [
            steal,
            {"play": {**play, "where": "growth"}},
            {"take": {"from": "board", "which": "last"}},
            {"play": {**play, "where": where}},
        ]
        for where in ("empty", "anywhere", "on-last")
    ]
    steps = parse_steps([{"choose": options}])
    assert steps_worded(spell_text(steps, "hu"), "hu") == [normal_form(steps)]


@given(spells())
def test_the_normal_form_stays_as_it_is(effect: Effect) -> None:
    assume(not says_nothing(parse_steps(effect)))
    normal = normal_form(parse_steps(effect))
    assert normal_form(normal) == normal
    assert parse_steps(steps_data(normal)) == normal or "say" in str(effect)


def test_a_discard_that_says_nothing_does_not_part_equal_steps() -> None:
    protect, discard = {"protect": {"against": "spells"}}, {"discard": {"from": "drawn"}}
    before: Effect = [{"draw": 3}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}, discard]
    steps = parse_steps([*before, protect, discard, protect, discard])
    assert normal_form(steps) == parse_steps([*before, protect, protect])
    for lang in LANGUAGES:
        assert steps_worded(spell_text(steps, lang), lang) == [normal_form(steps)]


def test_the_normal_form_is_the_explicit_one() -> None:
    play = {"play": {"from": "drawn", "count": 1, "where": "growth"}}
    short, explicit = parse_steps([{"draw": 2}, play]), parse_steps([{"draw": 2}, play, {"discard": {"from": "drawn"}}])
    assert normal_form(short) == normal_form(explicit) == explicit


# --- free sentences ----------------------------------------------------------------------------------------


@cache
def frozen(lang: str, corpus: str) -> list[tuple[Understanding, tuple[Any, ...] | None, str]]:
    """Frozen sentences of a language: what is understood, what was meant, and the text."""
    entries = yaml.safe_load((HERE / "sentences" / corpus / f"{lang}.yaml").read_text("utf-8"))
    newer: dict[str, Effect] = {**dict.fromkeys(SINCE_KEEP, KEEP), **dict.fromkeys(SINCE_LOOK, LOOK)}
    meant = [newer.get(item["text"], item["effect"]) for item in entries]
    return [
        (understand(item["text"], lang), normal_form(parse_steps(effect)) if effect else None, item["text"])
        for item, effect in zip(entries, meant, strict=True)
    ]


@pytest.mark.parametrize("corpus", RIGHT)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_share_of_the_frozen_sentences(lang: str, corpus: str) -> None:
    right = [text for found, meant, text in frozen(lang, corpus) if meant and found.sure and found.readings == (meant,)]
    assert len(frozen(lang, corpus)) == SIZES[corpus]
    assert len(right) >= RIGHT[corpus][lang]
    confirmed = [text for found, meant, text in frozen(lang, corpus) if meant and found.readings[:1] == (meant,)]
    assert len(confirmed) >= CONFIRMED[corpus][lang]


@pytest.mark.parametrize("corpus", RIGHT)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_sentence_is_misread_without_a_doubt(lang: str, corpus: str) -> None:
    assert [text for found, meant, text in frozen(lang, corpus) if found.sure and found.readings != (meant,)] == []


@pytest.mark.parametrize(
    ("text", "step"),
    [
        ("Draw 2 cards, play 1 and discard the other.", {"draw": 2}),
        ("DRAW TWO CARDS!! play one; discard the other", {"draw": 2}),
        ("Darw two vine crads, play one of them, discard the other.", {"draw": 2}),
        ("Swap two neigbouring stacks", {"swap": {"which": "neighbours"}}),
        ("Swap two castles on one side (of the board).", {"swap": {"which": "castles"}}),
    ],
)
def test_spelling_numerals_and_marks_do_not_matter(text: str, step: dict[str, Any]) -> None:
    assert steps_data(understand(text, "en").readings[0])[0] == step


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "Take the top card of the discard pile and keep it in your hand.",
            [{"take": {"from": "discard", "which": "top"}}, {"keep": "taken"}],
        ),
        ("Nobody else may cast a spell until your next turn.", [{"forbid": "spells"}]),
        ("Everybody passes their vine card to the left.", [{"pass": "left"}]),
        ("Remove a single hole of an uncovered card.", [{"clear": {"what": "break"}}]),
        (
            "Toss a coin. If it shows heads, take another turn.",
            [{"only-if": {"what": "coin", "at-least": 1, "steps": [{"extra-turn": "self"}]}}],
        ),
        (
            "Roll a die: if it shows at least 4, take another turn.",
            [{"only-if": {"what": "die", "at-least": 4, "steps": [{"extra-turn": "self"}]}}],
        ),
    ],
)
def test_new_steps_are_understood(text: str, effect: Effect) -> None:
    found = understand(text, "en")
    assert found.sure
    assert steps_data(found.readings[0]) == effect


PLAY_HAND = {"from": "hand", "count": 1}
DRAW_2, PLAY_1 = {"draw": 2}, {"play": {"from": "drawn", "count": 1, "where": "growth"}}
REMOVE, SWAP = {"remove": {"which": "top", "to": "box"}}, {"swap": {"which": "stacks"}}
TURN: dict[str, Any] = {"extra-turn": "self"}
PROTECT = {"protect": {"against": "everything"}}
IF_EMPTY: dict[str, Any] = {"only-if": {"what": "draw-pile", "at-most": 0, "steps": [TURN]}}


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        ("Remove two uncovered cards from the game.", [{"repeat": {"times": 2, "steps": [REMOVE]}}]),
        ("Swap two stacks. Before that, remove an uncovered card from the game.", [REMOVE, SWAP]),
        (
            "Draw two cards. Play the first by the growth rules and the second on top of it.",
            [DRAW_2, PLAY_1, {"play": {"from": "drawn", "count": 1, "where": "on-last"}}],
        ),
        (
            "Look at the top two cards of the draw pile and put them back in any order, then either swap two stacks or "
            "take another turn.",
            [{"look": {"from": "draw-pile", "count": 2, "sort": True}}, {"choose": [[SWAP], [{"extra-turn": "self"}]]}],
        ),
        ("Play your card on an empty field, following the growth rules.", [{"play": {**PLAY_HAND, "where": "empty"}}]),
        (
            "Draw two cards and play both, but not next to each other.",
            [DRAW_2, PLAY_1, {"play": {"from": "drawn", "count": 1, "where": "apart"}}],
        ),
        ("Swap two heaps of tiles.", [SWAP]),
        ("You may swap two stacks.", [SWAP]),
        ("Swap two stacks; if the draw pile is empty, take another turn.", [SWAP, IF_EMPTY]),
        ("Swap two stacks if the draw pile is empty.", [{"only-if": {**IF_EMPTY["only-if"], "steps": [SWAP]}}]),
        (
            "Do one of the following: swap two stacks; take another turn; or the next player misses a turn.",
            [{"choose": [[SWAP], [TURN], [{"miss-turn": "next"}]]}],
        ),
        ("Choose one: a) swap two stacks b) take another turn", [{"choose": [[SWAP], [TURN]]}]),
        (
            "Choose one: swap two stacks, then take another turn – or remove an uncovered card from the game.",
            [{"choose": [[SWAP, TURN], [REMOVE]]}],
        ),
        (
            "Draw a card. You may play it, otherwise discard it.",
            [{"draw": 1}, {"play": {**PLAY_1["play"], "may": True}}, {"discard": {"from": "drawn"}}],
        ),
        (
            "Take the top card of the discard pile as your new hand card.",
            [{"take": {"from": "discard", "which": "top"}}, {"keep": "taken"}],
        ),
        ("Swap two stacks. Or take another turn.", [{"choose": [[SWAP], [TURN]]}]),
        ("Is the draw pile empty? Then take another turn.", [IF_EMPTY]),
        ("Swap two stacks, then, if the draw pile is empty, take another turn.", [SWAP, IF_EMPTY]),
        (
            "Draw two cards and play both, the second one on top of the first.",
            [DRAW_2, PLAY_1, {"play": {"from": "drawn", "count": 1, "where": "on-last"}}],
        ),
        (
            "Draw two cards and play them, the last one on an empty field.",
            [DRAW_2, PLAY_1, {"play": {"from": "drawn", "count": 1, "where": "empty"}}],
        ),
        ("Draw 2, play 1, the rest to the discard pile.", [DRAW_2, PLAY_1, {"discard": {"from": "drawn"}}]),
        (
            "Roll a die: on a 4, 5 or 6, take another turn.",
            [{"only-if": {"what": "die", "at-least": 4, "steps": [TURN]}}],
        ),
        (
            "If another family has two connections more than you, take another turn.",
            [{"only-if": {"what": "connections-behind", "at-least": 2, "steps": [TURN]}}],
        ),
        (
            "Steal a card from another player and play his card.",
            [{"take": {"from": "hand", "who": "chosen"}}, {"play": {"from": "taken", "count": 1, "where": "growth"}}],
        ),
        ("Nobody else may cast a spell until your next turn. Protect a field.", [{"forbid": "spells"}, PROTECT]),
        ("Toss coin. Heads: take another turn.", [{"only-if": {"what": "coin", "at-least": 1, "steps": [TURN]}}]),
    ],
)
def test_what_sentences_mean(text: str, effect: Effect) -> None:
    found = understand(text, "en")
    assert (found.sure, steps_data(found.readings[0])) == (True, effect)


@pytest.mark.parametrize(
    "text",
    [
        "Turn every stack a quarter turn clockwise.",  # which only one stack could be
        "Draw five cards, play two and discard four.",  # a number that the steps do not have
        "Draw twelve cards and play one.",
        "Look at the top cards of the draw pile and put them back in any order.",  # how many?
        "Turn a stack clockwise.",  # how far?
        "Draw a card, then another player misses their turn.",  # and the card?
        "Swap two stacks. First draw a card and play it.",  # before the swap, or after it?
        "Swap two stacks after you take another turn.",
        "Only if no stack has six cards: swap two stacks.",
        "Choose one of the other players and all their cards; they discard them and draw a new one.",
        "Draw a card and play it, otherwise discard it.",  # it is not said that the player may
        "Swap two stacks, otherwise take another turn.",
        "Put a token on an uncovered card.",
        "Swap two stacks another time or times.",  # how often?
        "Draw a card and play it. Discard it.",  # which card?
        "Draw two cards and play all three of them.",
        "Draw some cards and play them.",  # how many?
        "Swap two stacks, if the draw pile is empty, take another turn.",  # if so, one of them or both?
        "Roll a die: on a 2 or 5, take another turn.",
        "Draw a card and play it. Swap two stacks. Or take another turn.",  # instead of what?
        "Place a card under a stack.",  # which card?
        "Draw a card and play it next to the last one.",  # which no step can
        "Swap two stacks unless the draw pile is empty.",
        "Move a whole stack to an empty field.",
        "Draw a card and place it face down.",
        "Abracadabra! Swap two stacks.",
        "Xylophone: swap two stacks.",
        "If your vines reach at least two of your castles, take another turn.",
        "Swap two stacks or take another turn, then remove an uncovered card from the game.",  # in either case?
    ],
)
def test_a_difference_between_text_and_steps_is_a_doubt(text: str) -> None:
    assert not understand(text, "en").sure


@pytest.mark.parametrize(
    ("lang", "text", "effect"),
    [
        ("de", "Ist der Zugstapel leer, bist du noch einmal dran.", [IF_EMPTY]),
        ("de", "Der nächste Spieler setzt beim nächsten Mal aus.", [{"miss-turn": "next"}]),  # once
        ("de", "Leg sie hin, falls du willst.", None),
        ("de", "Vertausche zwei Stapel, außer wenn der Zugstapel leer ist.", None),
        ("de", "Ziehe zwei Karten und lege eine auf die andere.", None),
        ("de", "Nimm deine zuletzt gelegte Karte zurück und leg sie woanders hin.", None),  # not another card
        ("fr", "Retire tous les trous de toutes les cartes.", None),
        ("fr", "Pioche deux cartes, garde-en une et plante l'autre.", [DRAW_2, {"keep": "drawn"}, PLAY_1]),
        ("fr", "Échangez deux tas.", [SWAP]),
        ("hu", "Cseréld meg két halom helyét.", [SWAP]),
        ("hu", "Cseréljetek meg két tornyot.", [SWAP]),
        ("hu", "Az egyik halom felső indáját tedd a dobozba.", [REMOVE]),
        ("hu", "Nevezz meg egy játékost, aki kimarad egy körből.", [{"miss-turn": "chosen"}]),  # meg is not még
    ],
)
def test_forms_of_words_are_one_word(lang: str, text: str, effect: Effect | None) -> None:
    found = understand(text, lang)
    assert (steps_data(found.readings[0]) if found.sure else None) == effect


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_composed_text_is_never_misread_freely(lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Composed texts are read exactly, but authors change them a little: the other way must agree, or doubt."""
    monkeypatch.setattr("cloudy_pnp.cloudy_kingdom.present.sentences.steps_worded", lambda *_: [])
    examples = [steps for steps in example_steps() if "say" not in str(steps_data(steps))]
    found = [(understand(spell_text(steps, lang), lang), normal_form(steps)) for steps in examples]
    assert [steps for reading, steps in found if reading.sure and reading.readings != (steps,)] == []
    assert sum(reading.sure for reading, _ in found) >= 30, "of 56"


def test_what_is_not_understood_is_marked() -> None:
    text = "Draw a card and tickle the xylophone."
    found = understand(text, "en")
    assert not found.sure
    assert "[tickle]" in marked(text, found.unclear) and "[xylophone]" in marked(text, found.unclear)
    assert found.nearest and all(steps_worded(near, "en") for near in found.nearest)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_contradictions_are_not_steps(lang: str) -> None:
    texts = {
        "en": "Discard the card you drew.",
        "de": "Wirf die gezogene Karte ab.",
        "fr": "Défaussez la carte piochée.",
        "hu": "Dobd el a húzott kártyát.",
    }
    found = understand(texts[lang], lang)
    assert not found.sure


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        ".",
        "日本語のカードを二枚引く",
        "Draw 日本 карты ∑∆ two",
        "draw " * 390,
        "if " * 600,
        "or " * 600,
        "(" * LONGEST,
        "only if only if only if the draw pile is empty: draw 2",
        "Draw 99999999999999999999 cards.",
        "e\u0301" * 900,
        "\x00\x1b[31m",
    ],
)
def test_bad_input_gets_an_answer(text: str) -> None:
    for lang in LANGUAGES:
        found = understand(text, lang)
        assert not found.sure
        marked(text, found.unclear)


def test_a_text_that_is_too_long_is_not_read() -> None:
    assert "100,000 characters" in understand("a" * 100_000, "en").why


def test_a_table_without_synonyms_reads_its_own_sentences() -> None:
    """A pack's language: its own rows are enough."""
    texts = SpellTexts({"eo": {**SpellTexts().rows("en"), "extra-turn": "ludu denove"}})
    assert understand("Ludu denove.", "eo", texts).readings == (parse_steps([{"extra-turn": "self"}]),)
    assert "only those of its wording table" in understand("Ludu duoble.", "eo", texts).why


def test_nearest_sentences_are_similar() -> None:
    assert "castles" in nearest_texts("Swap my castles", "en")[0]


# --- the data ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_concept_of_a_language_is_used(lang: str) -> None:
    data = yaml.safe_load((FOLDER / "frames.yaml").read_text("utf-8"))["synonyms"]
    frames = [Frame.of(item) for item in (*data["frames"], *data["conditions"])]
    known = frozenset().union(*(frame.explained | frame.excludes for frame in frames))
    listed = {word for key in ("verbs", "free", "reversing") for word in data[key].split()}
    structure = {".", "and", "then", "or", "either", "if", "repeat", "times", "before", "earlier", "tails"}
    words = synonyms(lang)
    assert words is not None
    named = {name for names in words.data["concepts"] for name in names.split()}
    assert named - known - listed - structure == set()


def test_every_frame_is_a_step() -> None:
    data = yaml.safe_load((FOLDER / "frames.yaml").read_text("utf-8"))["synonyms"]
    extra = {"nothing", "seal", "play-hand", "discard-hand"}
    rows = {row for item in data["frames"] for row in item["row"].split("+")}
    assert rows - extra <= STEPS.keys()
    assert {item["row"] for item in data["conditions"]} <= set(STEPS["only-if"].schema["properties"]["what"]["enum"])


# --- the command -------------------------------------------------------------------------------------------


def test_new_spell_from_a_sentence(tmp_path: Path) -> None:
    text = "Draw three cards, play one of them following the growth rules and discard the others."
    done = call("new", "spell", "Sky Hook", "--text", text, "--yes", "--pack", tmp_path / "p", "--out", tmp_path / "o")
    assert (done.code, done.err) == (0, "")
    assert "hu: Húzz három útvonalkártyát." in done.out
    [spell] = yaml.safe_load((tmp_path / "p/spells/sky-hook.yaml").read_text("utf-8"))["spells"]
    play = {"play": {"from": "drawn", "count": 1, "where": "growth"}}
    assert spell["effect"] == [{"draw": 3}, play, {"discard": {"from": "drawn"}}]


def test_a_name_is_stored_in_the_language_that_was_typed(tmp_path: Path) -> None:
    """The source language needs one, too: the typed name stands in, and is reported as not translated."""
    text, out = "Vertausche zwei ganze Stapel.", ("--pack", tmp_path / "p", "--out", tmp_path / "o")
    done = call("new", "spell", "Himmelshaken", "--text", text, "--lang", "de", "--yes", *out)
    assert done.code == 0
    file = (tmp_path / "p/spells/himmelshaken.yaml").read_text("utf-8")
    assert yaml.safe_load(file)["spells"][0]["name"] == {"en": "Himmelshaken", "de": "Himmelshaken"}
    assert "# Not translated yet: en, fr, hu." in file
    call("new", "spell", "Haken", "--text", text, "--lang", "de", "--name", "en=Hook", "--yes", *out)
    file = (tmp_path / "p/spells/haken.yaml").read_text("utf-8")
    assert yaml.safe_load(file)["spells"][0]["name"] == {"en": "Hook", "de": "Haken"}
    assert "# Not translated yet: fr, hu." in file


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        (["--text", "Tickle the xylophone."], 1, "[Tickle] the [xylophone]"),
        (["--text", "Draw a card, play it and tickle the xylophone."], 1, "reading 1:"),
        (["--text", "x", "--step", "draw: 1"], 2, "omit --step"),
        (["--text", "Draw a card.", "--lang", "xx"], 2, '"xx" is not a language of the game'),
        (["--step", "draw: 1", "--lang", "xx"], 2, '"xx" is not a language of the game'),
    ],
)
def test_nothing_is_written_in_doubt(tmp_path: Path, options: list[str], code: int, message: str) -> None:
    done = call("new", "spell", "Doubt", *options, "--yes", "--pack", tmp_path / "p")
    assert done.code == code
    assert message in done.err
    assert not (tmp_path / "p").exists()
