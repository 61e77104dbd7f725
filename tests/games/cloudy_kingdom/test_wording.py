"""The text on a spell card says what its steps do, in every language.

The golden file is proof-read by hand. After a change that is meant, write it anew with
`PYTHONPATH=tests python tests/games/cloudy_kingdom/test_wording.py` and read the difference.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from games.cloudy_kingdom.spell_strategy import COUNTED, spells
from hypothesis import assume, given
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.checks.effect import effect_findings
from cloudy_pnp.cloudy_kingdom.model.steps import STEPS, Draw, operation, parse_steps
from cloudy_pnp.cloudy_kingdom.wording.compose import FOLDER, LANGUAGES, spell_text
from cloudy_pnp.cloudy_kingdom.wording.phrases import ROWS, sentence_phrase
from cloudy_pnp.cloudy_kingdom.wording.plan import plan
from cloudy_pnp.core.problems import Severity
from cloudy_pnp.i18n.lint import terms_from_glossary, text_findings
from cloudy_pnp.i18n.wording import Phrase, shipped_rows, table_findings

CARDS = Path(__file__).parents[3] / "cards" / "cloudy-kingdom"
GOLDEN = Path(__file__).parent / "golden"
LONGEST = 220  # characters that a small card takes in a readable size


def listed(path: Path, kind: str) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = yaml.load(path.read_bytes(), yaml.CSafeLoader)[kind]
    return entries


def shipped(kind: str) -> list[dict[str, Any]]:
    return listed(CARDS / f"{kind}.yaml", kind)


SPELLS: dict[str, list[dict[str, Any]]] = {spell["id"]: spell["effect"] for spell in shipped("spells")}
TEN_SPELLS = listed(GOLDEN / "ten-spells.yaml", "spells")
IDEAS = listed(GOLDEN / "ideas.yaml", "spells")
EDITIONS: dict[str, list[dict[str, Any]]] = {
    f"{spell}, edition {edition['id']}": effect
    for edition in shipped("editions")
    for spell, effect in edition.get("effects", {}).items()
}


def texts(effect: list[dict[str, Any]]) -> dict[str, str]:
    return {lang: spell_text(parse_steps(effect), lang) for lang in LANGUAGES}


def play(source: str = "drawn", count: int | str = 1, where: str = "growth", **more: Any) -> dict[str, Any]:
    return {"play": {"from": source, "count": count, "where": where, **more}}


TAKE, REMOVE = {"take": {"from": "discard", "which": "top"}}, {"remove": {"which": "top", "to": "box"}}
TURN = {"turn": {"which": "stack", "by": "quarter", "way": "right"}}
SWAP, PEEK, EXTRA = (
    {"swap": {"which": "stacks"}},
    {"look": {"from": "draw-pile", "count": 3, "sort": True}},
    {"extra-turn": "self"},
)


def only_if(what: str, compare: str, number: int, *steps: dict[str, Any]) -> dict[str, Any]:
    return {"only-if": {"what": what, compare: number, "steps": list(steps or [{"miss-turn": "next"}])}}


# What the spells in the golden files leave out of the grown vocabulary: each value of a step, and how blocks begin,
# end and follow each other.
STEP_BY_STEP: list[list[dict[str, Any]]] = [
    *([{"move": {"which": "top", "where": where}}] for where in ("empty", "on-card", "anywhere")),
    *([{"clear": {"what": kind}}] for kind in ("holes", "breaks")),
    [{"look": {"from": "draw-pile", "count": 2, "sort": True}}],
    [{"miss-turn": "next"}, {"miss-turn": "next"}],
    [{"miss-turn": "chosen"}, {"miss-turn": "chosen"}],
    *(
        [only_if(what, compare, number)]
        for what in COUNTED
        for compare, number in (("at-least", 1), ("at-least", 4), ("at-most", 12), ("at-most", 0))
    ),
    [only_if("draw-pile", "at-least", 4, {"draw": 2}, play()), only_if("empty-fields", "at-most", 3), EXTRA],
    [
        PEEK,
        only_if("draw-pile", "at-least", 9),
        {"discard": {"from": "hand", "who": "others", "may": True}},
        TURN,
        {"protect": {"against": "everything"}},
    ],
    [only_if("discard-pile", "at-most", 2), {"choose": [[TURN], [PEEK]]}, {"discard": {"from": "hand"}}],
    [only_if("discard-pile", "at-most", 2), play("hand", may=True)],
    [{"draw": 2}, {"choose": [[play(count=2)], [play(may=True), SWAP], [{"discard": {"from": "drawn"}}]]}, TURN],
    [
        {"choose": [[REMOVE, REMOVE], [{"protect": {"against": "everything"}}, {"miss-turn": "next"}]]},
        {"draw": 1},
        play(),
    ],
    [
        {
            "choose": [
                [EXTRA],
                [
                    {"place-self": {"where": "on-card", "sealed": True}},
                    {"discard": {"from": "hand", "who": "others", "may": True}},
                ],
            ]
        }
    ],
    [TURN, {"repeat": {"times": 4, "steps": [{"draw": 2}, play()]}}, PEEK],
    [{"repeat": {"times": 2, "steps": [TAKE, play("taken", where="empty", may=True)]}}, SWAP],
    [{"draw": 3}, {"repeat": {"times": 3, "steps": [play(), TURN, TURN]}}],
    [{"draw": 1}, play(), {"repeat": {"times": 2, "steps": [{"draw": 1}, play(where="on-last")]}}],
    [TURN, TURN],
    [only_if("coin", "at-most", 0), EXTRA],
    *([only_if("die", compare, number)] for compare, number in (("at-most", 1), ("at-most", 4), ("at-least", 6))),
    [{"choose": [[TURN], [{"forbid": "spells"}]]}, EXTRA],
    [{"discard": {"from": "hand", "who": "chosen"}}, TURN, {"discard": {"from": "hand", "who": "others"}}],
    [{"take": {"from": "hand", "who": "chosen"}}, {"take": {"from": "hand", "who": "chosen"}}, play("taken", 2)],
    [{"take": {"from": "hand", "who": "chosen"}}, play("taken", may=True)],
    [
        {
            "choose": [
                [{"give": "chosen"}],
                [{"discard": {"from": "hand", "who": "others"}}],
                [{"swap": {"which": "castles"}}],
            ]
        }
    ],
    [{"take": {"from": "board", "which": "last"}}, play("taken", where="anywhere", may=True)],
    [{"take": {"from": "board", "which": "last"}}, {"draw": 1}, play(where="anywhere")],
    [{"draw": 3}, play(count=2, where="anywhere"), {"discard": {"from": "drawn"}}],
    [{"draw": 3}, play("hand"), play(count=2, where="on-last"), {"discard": {"from": "drawn"}}],
    [{"place-self": {"where": "anywhere"}}, play("hand", where="anywhere")],
    [
        {"repeat": {"times": 2, "steps": [{"swap": {"which": "neighbours"}}, {"protect": {"against": "cards"}}]}},
        {"protect": {"against": "spells"}},
    ],
]


# --- the shipped spells ------------------------------------------------------------------------------------


def proof(effects: Mapping[str, list[dict[str, Any]]]) -> str:
    blocks = []
    for name, effect in effects.items():
        lines = [f"{lang}: {text}" for lang, text in texts(effect).items()]
        blocks.append("\n".join([f"[{name}]", *lines]))
    return "\n\n".join(blocks) + "\n"


def golden() -> dict[str, str]:
    """The golden files by name."""
    ten, ideas = ({spell["id"]: spell["effect"] for spell in some} for some in (TEN_SPELLS, IDEAS))
    return {
        "spell-texts.txt": proof({**SPELLS, **EDITIONS}),
        "ten-spells.txt": proof(ten),
        "ideas.txt": proof(ideas),
        "step-texts.txt": proof({json.dumps(effect): effect for effect in STEP_BY_STEP}),
    }


@pytest.mark.parametrize("name", ["spell-texts.txt", "ten-spells.txt", "ideas.txt", "step-texts.txt"])
def test_spells_read_as_proof_read(name: str) -> None:
    assert golden()[name] == (GOLDEN / name).read_text("utf-8")


def test_golden_file_has_all_spells() -> None:
    assert len(SPELLS) == 8
    assert "green-thumb, edition hu" in EDITIONS


@pytest.mark.parametrize("spell", SPELLS)
def test_shipped_spells_fit_a_small_card(spell: str) -> None:
    assert {lang: text for lang, text in texts(SPELLS[spell]).items() if len(text) > LONGEST} == {}


def every_step(effect: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    """The steps of an effect with those in its blocks."""
    for step in effect:
        for verb, value in step.items():
            name, parts = operation(verb, value)
            yield name, parts
            if name == "choose":
                for option in value:
                    yield from every_step(option)
            elif name in ("repeat", "only-if"):
                yield from every_step(value["steps"])


def test_ten_spells_are_possible_short_and_use_every_new_step() -> None:
    assert len(TEN_SPELLS) == 10
    used = {name for spell in TEN_SPELLS + IDEAS for name, _ in every_step(spell["effect"])}
    assert used >= STEPS.keys() - {"turn", "place-self", "offer-redraw", "discard"}
    assert all(accepted(spell["effect"]) for spell in IDEAS)
    assert all(accepted(spell["effect"]) for spell in TEN_SPELLS)
    long = {
        spell["id"]: lang
        for spell in TEN_SPELLS
        for lang, text in texts(spell["effect"]).items()
        if len(text) > LONGEST
    }
    assert long == {}
    assert [list(text_findings(spell["name"], LANGUAGES, _TERMS)) for spell in TEN_SPELLS] == [[]] * 10


# --- single sentences that the shipped spells do not need --------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "expected"),
    [
        (
            [{"draw": 2}, play(where="empty"), play(where="on-last")],
            {
                "en": "Draw two vine cards. Play one of them on an empty field, following the growth rules. Then "
                "place the other crosswise on the first.",
                "de": "Ziehe zwei Rankenkarten. Lege eine davon auf ein leeres Feld, wie es die Wachstumsregeln "
                "erlauben. Lege dann die andere quer auf die erste.",
                "fr": "Piochez deux cartes Route. Posez-en une selon les règles de pousse, mais uniquement sur "
                "un emplacement vide. Posez ensuite l’autre en travers sur la première.",
                "hu": "Húzz két útvonalkártyát. Az egyiket tedd egy üres mezőre a paszulyszabályok szerint. "
                "Ezután a másikat tedd keresztben az elsőre.",
            },
        ),
        (
            [{"draw": 5}, play(count=3), play(), {"discard": {"from": "drawn"}}],
            {
                "en": "Draw five vine cards. Play three of them following the growth rules. Then play another one "
                "of them following the growth rules and discard the last one.",
                "de": "Ziehe fünf Rankenkarten. Spiele drei davon nach den Wachstumsregeln. Dann spielst du noch "
                "eine davon nach den Wachstumsregeln, die letzte wirfst du ab.",
                "fr": "Piochez cinq cartes Route. Posez-en trois selon les règles de pousse. Posez-en ensuite "
                "encore une selon les règles de pousse\u202f; la carte restante va à la défausse.",
                "hu": "Húzz öt útvonalkártyát. Közülük hármat tegyél le a paszulyszabályok szerint. Ezután még "
                "egyet tegyél le a paszulyszabályok szerint, az utolsót dobd el.",
            },
        ),
        (
            [{"draw": 5}, play(count="all", may=True)],  # what is left over goes, though no step says so (SPL-10)
            {
                "en": "Draw five vine cards. You may play up to five of them following the growth rules. Discard "
                "the rest.",
                "de": "Ziehe fünf Rankenkarten. Du darfst bis zu fünf davon nach den Wachstumsregeln spielen. Den "
                "Rest wirfst du ab.",
                "fr": "Piochez cinq cartes Route. Vous pouvez en poser jusqu’à cinq selon les règles de "
                "pousse. Défaussez le reste.",
                "hu": "Húzz öt útvonalkártyát. Közülük legfeljebb ötöt letehetsz a paszulyszabályok szerint. A "
                "maradékot dobd el.",
            },
        ),
        (
            [{"draw": 3}, play(count=2), play(where="on-last")],
            {
                "en": "Draw three vine cards. Play two of them following the growth rules. Then place the last "
                "one crosswise on the card this spell placed last.",
                "de": "Ziehe drei Rankenkarten. Spiele zwei davon nach den Wachstumsregeln. Lege dann die "
                "letzte quer auf die zuletzt mit diesem Zauber gelegte Karte.",
                "fr": "Piochez trois cartes Route. Posez-en deux selon les règles de pousse. Posez ensuite la "
                "dernière en travers sur la dernière carte posée par ce sort.",
                "hu": "Húzz három útvonalkártyát. Közülük kettőt tegyél le a paszulyszabályok szerint. Ezután "
                "az utolsót tedd keresztben az e varázslattal utoljára letett kártyára.",
            },
        ),
        (
            [{"draw": 5}, {"discard": {"from": "hand", "who": "others", "may": True}}, play(count=5, where="empty")],
            {
                "hu": "Húzz öt útvonalkártyát. A többiek – sorban, az óramutató járása szerint – eldobhatják "
                "az útvonalkártyájukat, és húzhatnak helyette egy újat. Ezután tedd mind az öt húzott "
                "kártyádat egy-egy üres mezőre a paszulyszabályok szerint.",
            },
        ),
        (
            [TAKE, play("taken", may=True)],
            {
                "en": "Take the top card of the discard pile. You may play it following the growth rules. If you do"
                " not, discard it.",
                "de": "Nimm dir die oberste Karte vom Abwurfstapel. Du darfst sie nach den Wachstumsregeln spielen."
                " Wenn nicht, wirf sie ab.",
                "fr": "Prenez la carte du dessus de la défausse. Vous pouvez la poser selon les règles de "
                "pousse. Sinon, défaussez-la.",
                "hu": "Vedd fel a dobópakli legfelső kártyáját. Leteheted a paszulyszabályok szerint. Ha nem "
                "teszed, dobd el.",
            },
        ),
        (
            [TAKE, TAKE, play("taken", 2, "empty")],
            {
                "en": "Take the top two cards of the discard pile and play both on empty fields, following the "
                "growth rules.",
                "de": "Nimm dir die beiden obersten Karten vom Abwurfstapel und lege beide auf leere Felder, wie es"
                " die Wachstumsregeln erlauben.",
                "fr": "Prenez les deux cartes du dessus de la défausse et posez-les toutes les deux selon les "
                "règles de pousse, mais uniquement sur des emplacements vides.",
                "hu": "Vedd fel a dobópakli két legfelső kártyáját, és mindkettőt tedd egy-egy üres mezőre a "
                "paszulyszabályok szerint.",
            },
        ),
        (
            [REMOVE, REMOVE, REMOVE],
            {
                "en": "Remove an uncovered vine card from the game. Do this three times in all.",
                "de": "Entferne eine unverdeckte Rankenkarte aus dem Spiel. Mache das insgesamt dreimal.",
                "fr": "Choisissez une carte Route non recouverte et retirez-la de la partie."
                " Faites-le trois fois en tout.",
                "hu": "Vegyél ki a játékból egy fedetlen útvonalkártyát. Ezt összesen háromszor tedd meg.",
            },
        ),
        (
            [{"place-self": {"where": "growth"}}, play("hand", 1, "on-last")],
            {
                "en": "Play this card following the growth rules, as if it were a vine card. Then place the vine "
                "card in your hand crosswise on this card instead of discarding it.",
                "de": "Spiele diese Karte nach den Wachstumsregeln, als wäre sie eine Rankenkarte. Lege dann die "
                "Rankenkarte aus deiner Hand quer auf diese Karte, statt sie abzuwerfen.",
                "fr": "Posez cette carte selon les règles de pousse, comme une carte Route. Posez ensuite la "
                "carte Route que vous avez en main en travers sur cette carte, au lieu de la défausser.",
                "hu": "Tedd le ezt a kártyát a paszulyszabályok szerint, mintha útvonalkártya volna. Ezután a "
                "kezedben lévő útvonalkártyát ne dobd el, hanem tedd keresztben erre a kártyára.",
            },
        ),
        (
            [{"draw": 1}, play(), TURN, {"draw": 1}, play(where="on-last")],  # "the first" would be the stack
            {
                "en": "Draw a vine card and play it following the growth rules. Then turn a whole stack (or a "
                "card lying on its own) a quarter turn clockwise. The growth rules do not apply here. "
                "Draw another vine card and place it crosswise on the card this spell placed last.",
            },
        ),
        (
            [{"draw": 2}, play(may=True), {"draw": 3}, play(count=2), play(count="all")],
            {
                "en": "Draw two vine cards. You may play one of them following the growth rules. Then draw three "
                "more vine cards. Play two of the remaining cards you drew, following the growth rules. Then "
                "play all of the remaining cards you drew, following the growth rules.",
            },
        ),
        (
            [{"draw": 9}, {"draw": 9}, play(count="all"), {"discard": {"from": "drawn"}}],
            {
                "en": "Draw nine vine cards. Then draw nine more. Play all of the cards you drew, following the "
                "growth rules. Discard any cards you drew but have not played.",
                "de": "Ziehe neun Rankenkarten. Ziehe dann neun weitere. Spiele alle gezogenen Karten nach den "
                "Wachstumsregeln. Wirf gezogene Karten ab, die du nicht gespielt hast.",
                "fr": "Piochez neuf cartes Route. Piochez-en ensuite neuf autres. Posez toutes vos cartes "
                "piochées selon les règles de pousse. Défaussez les cartes piochées que vous n’avez pas "
                "posées.",
                "hu": "Húzz kilenc útvonalkártyát. Ezután húzz még kilencet. Tedd le az összes húzott "
                "kártyádat a paszulyszabályok szerint. Amelyik húzott kártyádat nem tetted le, azt dobd "
                "el.",
            },
        ),
        (  # one card that may still wait is named as one; what the last card lies on is this spell's own
            [TAKE, play("taken", may=True), {"draw": 1}, play(where="on-last")],
            {
                "en": "Take the top card of the discard pile. You may play it following the growth rules. Then "
                "draw a vine card and place it crosswise on the card this spell placed last. Discard the "
                "card you took if you have not played it.",
                "de": "Nimm dir die oberste Karte vom Abwurfstapel. Du darfst sie nach den Wachstumsregeln "
                "spielen. Ziehe dann eine Rankenkarte und lege sie quer auf die zuletzt mit diesem "
                "Zauber gelegte Karte. Wirf deine aufgenommene Karte ab, falls du sie nicht gespielt "
                "hast.",
                "fr": "Prenez la carte du dessus de la défausse. Vous pouvez la poser selon les règles de "
                "pousse. Piochez ensuite une carte Route et posez-la en travers sur la dernière carte "
                "posée par ce sort. Défaussez la carte que vous avez prise si vous ne l’avez pas posée.",
                "hu": "Vedd fel a dobópakli legfelső kártyáját. Leteheted a paszulyszabályok szerint. Ezután "
                "húzz egy útvonalkártyát, és tedd keresztben az e varázslattal utoljára letett kártyára. "
                "Ha a felvett kártyádat nem tetted le, dobd el.",
            },
        ),
        (  # a card of each round may be left: not "the card"
            [{"repeat": {"times": 2, "steps": [TAKE, play("taken", may=True)]}}],
            {
                "en": "Do this twice: take the top card of the discard pile; then you may play one of the "
                "cards you took, following the growth rules. After that, discard any cards you took but have not "
                "played."
            },
        ),
        (  # a condition after options is not a part of the last option
            [
                {"choose": [[{"turn": {"which": "stack", "by": "half"}}], [{"miss-turn": "chosen"}]]},
                {"only-if": {"what": "draw-pile", "at-least": 3, "steps": [{"draw": 1}, play()]}},
            ],
            {
                "en": "Choose one: turn a whole stack (or a card lying on its own) half a turn, ignoring the "
                "growth rules\u00a0– or choose any of the other players, who misses a turn. After that, only if the "
                "draw pile holds at least three cards: draw a vine card and play it following the growth "
                "rules.",
                "de": "Wähle eins: Drehe einen ganzen Stapel (oder eine einzeln liegende Karte) um 180°, "
                "ohne auf die Wachstumsregeln zu achten\u00a0– oder wähle eine beliebige andere "
                "Person, die einen Zug aussetzt. Danach, aber nur wenn im Zugstapel mindestens drei Karten "
                "liegen: Ziehe eine Rankenkarte und spiele sie nach den Wachstumsregeln.",
                "fr": "Au choix\u00a0: faites faire un demi-tour à une pile entière (ou à une carte isolée), sans "
                "tenir compte des règles de pousse\u00a0– ou bien choisissez n’importe lequel des autres "
                "joueurs, qui passe un tour. Une fois cela fait, seulement si la pioche compte au moins trois "
                "cartes\u00a0: piochez une carte Route et posez-la selon les règles de pousse.",
                "hu": "Válassz egy lehetőséget: forgass el egy teljes kupacot (vagy egy magában álló kártyát) "
                "fél fordulattal, nem törődve a paszulyszabályokkal\u00a0– vagy válaszd ki a többi játékos "
                "bármelyikét, aki kimarad egy körből. Ezt követően csak akkor, ha a húzópakliban legalább "
                "három kártya van: húzz egy útvonalkártyát, és tedd le a paszulyszabályok szerint.",
            },
        ),
    ],
)
def test_grammar(effect: list[dict[str, Any]], expected: dict[str, str]) -> None:
    assert {lang: spell_text(parse_steps(effect), lang) for lang in expected} == expected


_BLOCK_ENDS = {"en": "After that", "de": "anach", "fr": "ne fois cela fait", "hu": "Ezt követően"}
_CHOICE = {"choose": [[PEEK], [REMOVE]]}
_REPEAT = {"repeat": {"times": 2, "steps": [REMOVE, TURN]}}
_AFTER_BLOCKS: list[list[dict[str, Any]]] = [
    *([only_if(what, "at-least", 1)] for what in COUNTED),
    *([step] for spell in TEN_SPELLS + IDEAS for step in spell["effect"] if step.keys() <= ROWS.keys()),
    [{"miss-turn": "next"}],
    [{"extra-turn": "self"}],
    [{"discard": {"from": "hand", "who": "others", "may": True}}],
    [{"discard": {"from": "hand"}}],
    [{"say": dict.fromkeys(LANGUAGES, "sing")}],
]


@pytest.mark.parametrize("block", [_CHOICE, _REPEAT], ids=["choose", "repeat"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_tells_where_a_block_ends(block: dict[str, Any], lang: str) -> None:
    """Otherwise the next sentence reads as a part of the last option, or as repeated."""
    before = spell_text(parse_steps([block]), lang)
    for steps in _AFTER_BLOCKS:
        text = spell_text(parse_steps([block, *steps]), lang)
        assert _BLOCK_ENDS[lang] in text.removeprefix(before).split(". ")[0], text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_steps_in_a_block_are_in_order(lang: str) -> None:
    then = {"en": "; then ", "de": " dann ", "fr": " ensuite", "hu": "; ezután "}[lang]
    for step in (
        EXTRA,
        {"miss-turn": "next"},
        {"discard": {"from": "hand", "who": "others", "may": True}},
        {"discard": {"from": "hand", "who": "others"}},
        {"discard": {"from": "hand"}},
    ):
        text = spell_text(parse_steps([{"choose": [[REMOVE, step], [PEEK]]}]), lang)
        assert then in text or (lang == "fr" and step == EXTRA), text  # "after this turn" is clear without


@pytest.mark.parametrize(
    ("lang", "own", "expected"),
    [
        ("en", "stand up!", "Stand up! Then look"),
        ("de", "steht jemand?", "Steht jemand? Sieh dir dann"),
        ("fr", "levez-vous !", "Levez-vous\u202f! Regardez ensuite"),
        ("fr", "chantez : « Oh ? » ; dansez", "Chantez\u00a0: «\u202fOh\u202f?\u202f»\u202f; dansez. Regardez"),
        ("hu", "állj fel…", "Állj fel… Ezután nézd"),
    ],
)
def test_the_author_s_marks_stay(lang: str, own: str, expected: str) -> None:
    assert spell_text(parse_steps([{"say": {lang: own}}, PEEK]), lang).startswith(expected)


def test_unknown_language_fails() -> None:
    with pytest.raises(KeyError):
        spell_text([Draw(1)], "eo")


# --- any spell that passes the check -----------------------------------------------------------------------

_counts = st.integers(1, 9)


def _one(name: str, value: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({name: value})


_plain_steps: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _one("draw", _counts),
    _one(
        "play",
        st.fixed_dictionaries(
            {
                "from": st.sampled_from(["drawn", "drawn", "taken", "hand"]),
                "count": st.one_of(st.integers(1, 3), _counts, st.just("all")),
                "where": st.sampled_from(["growth", "empty", "on-last"]),
                "may": st.booleans(),
            }
        ),
    ),
    st.sampled_from(
        [
            {"discard": {"from": "drawn"}},
            {"discard": {"from": "hand"}},
            TAKE,
            {"discard": {"from": "hand", "who": "others", "may": True}},
            REMOVE,
        ]
    ),
    st.sampled_from(
        [
            {"remove": {"which": "top", "to": "discard"}},
            {"swap": {"which": "stacks"}},
            {"protect": {"against": "everything"}},
        ]
    ),
    st.sampled_from([{"miss-turn": "next"}, {"miss-turn": "chosen"}, {"extra-turn": "self"}]),
    _one("clear", st.builds(dict, what=st.sampled_from(["blocks", "holes", "breaks"]))),
    st.integers(2, 4).map(lambda count: {"look": {"from": "draw-pile", "count": count, "sort": True}}),
    _one("move", st.builds(dict, which=st.just("top"), where=st.sampled_from(["growth", "empty", "on-card"]))),
    st.sampled_from([TURN, {"turn": {"which": "stack", "by": "half"}}]),
    _one("place-self", st.builds(dict, where=st.sampled_from(["growth", "on-card"]), sealed=st.booleans())),
)
BLOCKS = ("choose", "repeat", "only-if")
_few_steps = st.lists(_plain_steps, min_size=1, max_size=3)
_MEASURES = ("draw-pile", "discard-pile", "empty-fields", "tallest-stack")
_steps: st.SearchStrategy[dict[str, Any]] = st.one_of(
    _plain_steps,
    _plain_steps,
    _one("choose", st.lists(_few_steps, min_size=2, max_size=3)),
    _one("repeat", st.builds(dict, times=st.integers(2, 4), steps=_few_steps)),
    _one(
        "only-if",
        st.builds(
            lambda what, compare, number, steps: {"what": what, compare: number, "steps": steps},
            st.sampled_from(_MEASURES),
            st.sampled_from(["at-least", "at-most"]),
            st.integers(0, 12),
            _few_steps,
        ),
    ),
)


def accepted(effect: list[dict[str, Any]]) -> bool:
    has_face = any(name == "place-self" for name, _ in every_step(effect))
    return bool(effect) and not any(f.severity is Severity.ERROR for f in effect_findings(effect, has_face))


@st.composite
def effects(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Steps in any order; those that would make the spell impossible are left out."""
    effect: list[dict[str, Any]] = []
    for step in draw(st.lists(_steps, min_size=1, max_size=8)):
        if accepted([*effect, step]):
            effect.append(step)
    assume(effect)
    return effect


@given(st.one_of(effects(), spells()))
def test_any_spell_has_a_whole_text(effect: list[dict[str, Any]]) -> None:
    sealed = any(name == "place-self" and value.get("sealed") for name, value in every_step(effect))
    for lang, text in texts(effect).items():
        assert not re.search(r"[{}\[\]*_<>]|None|  | [.,]|\.\.|,,|:[ .;]*[:;.]|;[ ;.:]*[;.:]| $|^ |\(\)", text), text
        assert text[0].isupper() and text[-1] == ".", text
        assert all(sentence[0].isupper() for sentence in text.split(". ")), text
        if sealed:
            assert {"en": "no spell", "de": "kein Zauber", "fr": "aucun sort", "hu": "egyetlen varázslat"}[lang] in text


_TERMS = terms_from_glossary(shipped("glossary"), "en")


@given(st.one_of(effects(), spells()))
def test_any_text_is_well_set_and_uses_the_glossary(effect: list[dict[str, Any]]) -> None:
    assert [finding.message for finding in text_findings(texts(effect), LANGUAGES, _TERMS)] == []


def renumbered(step: dict[str, Any], number: int) -> dict[str, Any] | None:
    match step:
        case {"draw": int(count)} if count != number:
            return {"draw": number}
        case {"play": {"count": int(count)} as data} if count != number:
            return {"play": {**data, "count": number}}
        case {"turn": {"by": "quarter", "which": which}} if number == 2:
            return {"turn": {"which": which, "by": "half"}}
        case {"look": {"count": int(count)}} if count != number and 2 <= number <= 4:
            return {"look": {"from": "draw-pile", "count": number, "sort": True}}
        case {"repeat": {"times": int(count)} as data} if count != number and 2 <= number <= 4:
            return {"repeat": {**data, "times": number}}
        case {"only-if": {"at-least": int(count)} as data} if count != number:
            return {"only-if": {**data, "at-least": number}}
        case {"only-if": {"at-most": int(count)} as data} if count != number:
            return {"only-if": {**data, "at-most": number}}
    return None


@given(effects(), st.data())
def test_another_number_is_another_text(effect: list[dict[str, Any]], data: st.DataObject) -> None:
    changed = [
        [*effect[:index], other, *effect[index + 1 :]]
        for index, step in enumerate(effect)
        for number in range(1, 10)
        if (other := renumbered(step, number)) is not None
    ]
    changed = [other for other in changed if accepted(other)]
    assume(changed)
    other = data.draw(st.sampled_from(changed))
    before, after = texts(effect), texts(other)
    assert [lang for lang in LANGUAGES if before[lang] == after[lang]] == []


@given(effects())
def test_the_text_says_every_kind_of_step(effect: list[dict[str, Any]]) -> None:
    """Without one of its steps the text is another one, as far as the rest is still a spell.

    A discard is the exception: where nothing can be left, it says nothing, and at the end it happens anyway.
    """
    whole = texts(effect)
    for index, step in enumerate(effect):
        rest = effect[:index] + effect[index + 1 :]
        if accepted(rest) and any(name not in (*BLOCKS, "discard") for name, _ in every_step([step])):
            assert [lang for lang in LANGUAGES if whole[lang] == texts(rest)[lang]] == [], step


def test_every_language_of_the_game_has_a_table() -> None:
    game = yaml.safe_load((CARDS / "game.yaml").read_text("utf-8"))["game"]
    assert sorted(LANGUAGES) == sorted(game["languages"]) == sorted(path.stem for path in FOLDER.iterdir())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_shipped_tables_are_complete(lang: str) -> None:
    assert list(table_findings(shipped_rows(FOLDER, lang), ROWS)) == []


@given(spells())
def test_phrases_keep_to_the_rows_that_tables_are_checked_with(effect: list[dict[str, Any]]) -> None:
    """Otherwise a table that passes the check could fail when it is used."""
    waiting = [sentence_phrase(saying) for saying in plan(parse_steps(effect))]
    while waiting:
        phrase = waiting.pop()
        use = ROWS[phrase.row]
        assert phrase.words <= use.words, phrase.row
        assert phrase.slots.keys() == use.slots, phrase.row
        waiting += [part for part in phrase.slots.values() if isinstance(part, Phrase)]


if __name__ == "__main__":
    for file, content in golden().items():
        (GOLDEN / file).write_text(content, "utf-8")
