"""The components of Cloudy Kingdom as frozen data, built from card data that has passed `check`.

The motifs that an author composes the picture of a spell from (`picture: [giant, sleeping, cloud]`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.face import Face
from cloudy_pnp.cloudy_kingdom.model.steps import Step, parse_steps
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.i18n.localized import Localized
from cloudy_pnp.i18n.wording import Rows, merged_rows

MOTIF = "motif-"  # `motif-giant.svg`; a project or a pack adds motifs in such files
# Of two pictures for one name the first counts. Without a prefix, `bee.svg` is a motif and `leaf-0.svg` is not.
_PREFIXES = (MOTIF, "spell-", "")
_TITLE = re.compile(r"<title>([^<]*)</title>")


def shipped_art() -> Path:
    """Return the folder with the pictures of the game."""
    return shipped_root() / "templates" / "cloudy-kingdom" / "art"


def motif_files(own: Iterable[str] = ()) -> dict[str, str]:
    """Map the name of each motif to that of its picture; `own` names the pictures of a project and of packs."""
    added = {name.removeprefix(MOTIF): name for name in own if name.startswith(MOTIF)}
    return dict(sorted({**_shipped_motifs(shipped_art()), **added}.items()))


def describe_motifs() -> list[tuple[str, str]]:
    """Return the shipped motifs, each with the title of its picture."""
    folder = shipped_art()
    texts = {name: (folder / f"{file}.svg").read_text("utf-8") for name, file in motif_files().items()}
    return [(name, title[1] if (title := _TITLE.search(text)) else "") for name, text in texts.items()]


@lru_cache(4)
def _shipped_motifs(folder: Path) -> dict[str, str]:
    motifs: dict[str, str] = {}
    names = sorted(path.stem for path in folder.glob("*.svg"))
    for prefix in _PREFIXES:
        for name in names:
            if name.startswith(prefix) and (prefix or "-" not in name):
                motifs.setdefault(name.removeprefix(prefix), name)
    return motifs


Side = Literal["north", "east", "south", "west"]
SIDES: tuple[Side, ...] = ("north", "east", "south", "west")
Castles = Mapping[Side, tuple[str | None, ...]]  # LAY-4 order; None is a vacant slot


class VineCard(Struct, frozen=True):
    """One kind of vine card and how many copies of it the deck has."""

    id: str
    count: int
    face: Face


class Family(Struct, frozen=True):
    """A noble family, distinguished by emblem and pattern as well as by colour."""

    id: str
    name: Localized
    colour: str
    emblem: str


class Castle(Struct, frozen=True):
    """A castle card: its family, and the arrangement of the clouds and leaves around its castle."""

    id: str
    family: str
    sky: int


class Layout(Struct, frozen=True):
    """LAY-5 (reading): where the castles lie, and for how many players."""

    id: str
    rows: int
    cols: int
    players: tuple[int, ...]
    castles: Castles


class Spell(Struct, frozen=True):
    """A spell: the engine executes its steps; `face` is its picture when it is placed on the board."""

    id: str
    name: Localized
    steps: tuple[Step, ...]
    text: Localized | None = None  # the author's own; in languages that it lacks, the text is composed
    face: Face | None = None
    picture: tuple[str, ...] = ()  # the motifs it is composed of; without them the steps decide

    def own_text(self, lang: str) -> str | None:
        """Return the author's wording in a language, if there is one."""
        return self.text[lang] if self.text is not None and lang in self.text else None


class Edition(Struct, frozen=True):
    """The differences between printings of the game; see the table "Editions" of the rules."""

    id: str
    name: Localized
    castles: Literal["all", "players"]  # LAY-5: which castles are laid
    last_card: Literal["must", "may"]  # END-5: whether the last vine card has to be played
    first_game: tuple[str, ...]  # TURN-1: the spells of the first game
    pairs: tuple[tuple[str, str], ...]  # SPL-12 (reading): double-sided spell cards
    effects: Mapping[str, tuple[Step, ...]]  # spells that work differently in this edition


class Kingdom(Struct, frozen=True):
    """Everything in the box: the game as the engine, the sheets and the rulebook read it."""

    families: Mapping[str, Family]
    layouts: Mapping[str, Layout]
    editions: Mapping[str, Edition]
    vines: Mapping[str, VineCard]
    spells: Mapping[str, Spell]
    source: str = ""  # the first language of the game, in which reports name things
    wording: Mapping[str, Rows] = field(default_factory=dict)  # by language: rows of the project and of packs
    castles: Mapping[str, Castle] = field(default_factory=dict)

    def name_of(self, item: Family | Spell) -> str:
        """Return the name of a family or a spell in the first language."""
        return item.name[self.source]

    def is_manual(self, spell: str) -> bool:
        """Return whether a spell has only a text: every spell that the computer plays has steps."""
        return not self.spells[spell].steps

    @property
    def played(self) -> Kingdom:
        """The game as the computer plays it: without manual spells."""
        return self.without_spells([name for name, spell in self.spells.items() if not spell.steps])

    def without_spells(self, names: Collection[str]) -> Kingdom:
        """Return the game without some spells, and without their pairs."""
        if not names:
            return self
        spells = {name: spell for name, spell in self.spells.items() if name not in names}
        editions = {
            name: replace(edition, pairs=tuple(pair for pair in edition.pairs if set(pair) <= spells.keys()))
            for name, edition in self.editions.items()
        }
        return replace(self, spells=MappingProxyType(spells), editions=MappingProxyType(editions))

    def steps(self, spell: str, edition: str) -> tuple[Step, ...]:
        """Return the steps of a spell in an edition."""
        return self.editions[edition].effects.get(spell, self.spells[spell].steps)

    def face(self, card: str) -> Face:
        """Return the face of a vine card or of a spell that is placed on the board."""
        if card in self.vines:
            return self.vines[card].face
        face = self.spells[card].face
        if face is None:
            raise KeyError(card)
        return face


def unpaired(pairs: Iterable[Sequence[str]], spells: Iterable[str]) -> list[str]:
    """SPL-12: list the spells that share their card with no other one, in an edition with double-sided cards."""
    paired = {spell for pair in pairs for spell in pair}
    return [spell for spell in spells if spell not in paired]


def castles_from_data(data: Mapping[str, Sequence[str | None]]) -> Castles:
    """Return the four sides of a layout or of a board scenario."""
    return MappingProxyType({side: tuple(data[side]) for side in SIDES})


def kingdom_from_data(data: Mapping[str, Sequence[Mapping[str, Any]]]) -> Kingdom:
    """Build the game from the lists of its kinds (`{"vines": [...], "spells": [...], ...}`), already checked.

    An edition may name an invalid spell that is missing here: it is ignored.
    """
    spell_ids = {item["id"] for item in data.get("spells", ())}
    return Kingdom(
        families=_by_id(_family(item) for item in data.get("families", ())),
        layouts=_by_id(_layout(item) for item in data.get("layouts", ())),
        editions=_by_id(_edition(item, spell_ids) for item in data.get("editions", ())),
        vines=_by_id(VineCard(item["id"], item["count"], Face.from_data(item)) for item in data.get("vines", ())),
        spells=_by_id(_spell(item) for item in data.get("spells", ())),
        source=next((item["languages"][0] for item in data.get("game", ())), ""),
        wording=merged_rows(data.get("wording", ())),
        castles=_by_id(Castle(item["id"], item["family"], item["sky"]) for item in data.get("castles", ())),
    )


def _by_id(items: Any) -> MappingProxyType[str, Any]:
    return MappingProxyType({item.id: item for item in items})


def _family(item: Mapping[str, Any]) -> Family:
    return Family(item["id"], Localized.of(item["name"]), item["colour"], item["emblem"])


def _layout(item: Mapping[str, Any]) -> Layout:
    return Layout(item["id"], item["rows"], item["cols"], tuple(item["players"]), castles_from_data(item["castles"]))


def _spell(item: Mapping[str, Any]) -> Spell:
    text, face = item.get("text"), item.get("face")
    return Spell(
        item["id"],
        Localized.of(item["name"]),
        parse_steps(item["effect"]),
        Localized.of(text) if text else None,
        Face.from_data(face) if face else None,
        tuple(item.get("picture", ())),
    )


def _edition(item: Mapping[str, Any], spell_ids: Collection[str]) -> Edition:
    effects = {spell: parse_steps(steps) for spell, steps in item.get("effects", {}).items() if spell in spell_ids}
    pairs = [(first, second) for first, second in item.get("pairs", ()) if first in spell_ids and second in spell_ids]
    return Edition(
        item["id"],
        Localized.of(item["name"]),
        item["castles"],
        item["last-card"],
        tuple(item["first-game"]),
        tuple(pairs),
        MappingProxyType(effects),
    )
