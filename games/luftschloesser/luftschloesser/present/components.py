"""The printed parts: weather cards, player aids, the board, clouds, beings, castles, a box, a bag label."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from hashlib import sha256
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.geometry import Rect
from cloudy_pnp.draw.kit.lettering import Drawn, Letterer
from cloudy_pnp.draw.markup import pseudo
from cloudy_pnp.draw.scene import Font, Outline, Symbol
from cloudy_pnp.draw.shapes import rounded
from cloudy_pnp.game import contract as ct
from cloudy_pnp.game.kit.printing import BoxLabels, box_net, close_colours, label_box
from cloudy_pnp.i18n.localized import name_of
from cloudy_pnp.i18n.pairs import Words, text_in
from luftschloesser.art import cards
from luftschloesser.art.board import board_items, board_size, field_rect
from luftschloesser.art.look import BLEED, Look, Pen, look_for, pen_for
from luftschloesser.model.realm import PLAYERS, Realm, card_id, realm_from_data

Entry = Mapping[str, Any]
NO_SHAPES = (("#888888", "round"), ("#888888", "square"))  # two beings, where the data has no colours


def components(data: ct.Data, options: ct.RenderOptions) -> ct.PrintSet:
    """Return all parts in one language, in the order of a fresh box; or only those that show some entries."""
    [game] = data.get("game") or [{}]
    name = game.get("name", {}).get(options.lang, "")
    box = _Box(data, look_of(data, options), options)
    every = list(box.components(name))
    if options.entries is not None:
        every = [part for part in every if any(shown.id in options.entries for shown in part.shows)]
    faces = {
        sketch.name: sketch for part in every for sketch in (part.front(1), *([part.back(1)] if part.back else []))
    }
    colours = [(entry["id"], entry["colour"]) for entry in data.get("colours", ())]
    findings = [(ct.EntryRef("colours", entry), finding) for entry, finding in close_colours(colours)]
    return ct.PrintSet(name, every, list(faces.values()), findings, second=options.second)


def look_of(data: ct.Data, options: ct.RenderOptions) -> Look:
    """Return the requested look."""
    look = look_for(data)
    look = look if options.card_size is None else look.sized(*options.card_size)
    return replace(look, ink_saving=options.ink_saving)


class _Box:
    """Everything in one language."""

    def __init__(self, data: ct.Data, look: Look, options: ct.RenderOptions) -> None:
        self.data, self.lang, self.second, self.options = data, options.lang, options.second, options
        self.realm: Realm = realm_from_data(data)
        self.pen: Pen = pen_for(look)
        self.letterer = Letterer(self.pen, options.lang)
        self.longer = pseudo if options.pseudo else lambda text: text
        self.distribution = self.realm.options.distribution

    @cached_property
    def looks(self) -> str:
        """Look and language in a word, for the keys of sketches."""
        return sha256(repr((self.pen.style, self.lang, *filter(None, [self.second]))).encode()).hexdigest()

    def components(self, name: str) -> Iterator[ct.Component]:
        parts = [*self.weather(), *self.aids(), self.board(), *self.pieces()]
        yield from parts
        if name:
            yield self.bag_label(name)
            yield self.tuck_box(name, parts)

    # --- cards ---

    def weather(self) -> Iterator[ct.Component]:
        """AIR-4, AIR-5: yield a card for each field of a kind that has fields, and its copies."""
        for entry in self.data.get("weather", ()):
            if self.lang not in entry["name"] or self.lang not in entry["text"]:
                continue
            kind = self.realm.weather[entry["id"]]
            fields = kind.fields_of(self.distribution)
            copies: dict[int | None, int] = {at: fields.count(at) for at in fields} or {None: kind.count}
            for at, count in copies.items():
                yield self.card(card_id(kind.id, at), partial(self.weather_face, entry, at), entry, count)

    def weather_face(self, entry: Entry, at: int | None) -> Drawn:
        name, text = self.words(entry)
        return cards.weather_face(
            self.pen, self.letterer, entry["does"], at, self.realm.board, self.player_looks, name, text
        )

    @cached_property
    def player_looks(self) -> cards.Looks:
        """Two players, for pictures."""
        shown = [(entry["colour"], entry["shape"]) for entry in self.data.get("colours", ())][:2]
        return tuple(shown) if len(shown) == 2 else NO_SHAPES

    def card(self, name: str, draw: Callable[[], Drawn], entry: Entry, copies: int) -> ct.Component:
        about = ct.EntryRef("weather", entry["id"])
        size = (self.pen.frame.width, self.pen.frame.height)
        front = self.sketch(name, "weather", draw, entry, about)
        back = ct.Sketch("weather-back", "backs", lambda: ct.DrawnFace(self.back()), f"{self.looks} back")
        pile = self.word("weather-card", plural=True)
        return ct.Component(name, size, lambda _: front, lambda _: back, copies, shows=(about,), pile=pile)

    def back(self) -> Symbol:
        return self.pen.kept("weather-back", lambda: self.pen.frame.symbol("weather-back", cards.card_back(self.pen)))

    def aids(self) -> Iterator[ct.Component]:
        """Yield a player aid for each player."""
        sides = [
            self.sketch(f"aid-{entry['id']}", "aids", partial(self.aid, entry), entry, ct.EntryRef("aids", entry["id"]))
            for entry in self.data.get("aids", ())[:2]
            if self.lang in entry["name"] and self.lang in entry["text"]
        ]
        if sides:
            size = (self.pen.frame.width, self.pen.frame.height)
            shows = tuple(side.entry for side in sides if side.entry)
            aid = ct.Component("player-aid", size, lambda _: sides[0], lambda _: sides[-1], max(PLAYERS), shows=shows)
            yield replace(aid, name=self.word("player-aid"), pile=self.word("player-aid", plural=True))

    def aid(self, entry: Entry) -> Drawn:
        figures = entry.get("figures", ())
        return cards.aid_face(self.pen, self.letterer, *self.words(entry), figures, self.player_looks)

    def words(self, entry: Entry) -> tuple[Words, Words]:
        """Return the name and the text of a card, in one language or in two."""
        name = text_in(lambda lang: str(entry["name"].get(lang, "")), self.lang, self.second)
        return name, text_in(lambda lang: self.longer(entry["text"].get(lang, "")), self.lang, self.second)

    def sketch(self, name: str, group: str, draw: Callable[[], Drawn], entry: Entry, about: ct.EntryRef) -> ct.Sketch:
        def face() -> ct.DrawnFace:
            drawn = draw()
            return ct.DrawnFace(self.pen.frame.symbol(name, drawn.items), drawn.findings)

        title, text = entry["name"][self.lang], entry["text"][self.lang]
        key = f"{self.looks} {self.player_looks} {name} {title} {text}"
        return ct.Sketch(name, group, face, key, about, title, text)

    # --- board and pieces ---

    def board(self) -> ct.Component:
        size = board_size(self.realm.board)

        def draw() -> ct.DrawnFace:
            items = board_items(self.pen, self.realm.board)
            return ct.DrawnFace(Symbol("board", items, Rect(0, 0, *size).inset(-BLEED)))

        middles = [field_rect(self.realm.board, at).centre for at in self.realm.board.fields]
        plain = self.plain("board", ct.ComponentKind.BOARD, size, draw, 1)
        return replace(plain, places=tuple((middle.x, middle.y) for middle in middles))

    def pieces(self) -> Iterator[ct.Component]:
        """AIR-2, AIR-3: yield the clouds, and the beings and castles of each player."""
        board, pen = self.realm.board, self.pen
        outline, size, face = cards.cloud_token(pen)
        yield self.plain("cloud", ct.ComponentKind.TOKEN, size, lambda: face, board.clouds, outline=outline)
        for entry in self.data.get("colours", ()):
            about, look = ct.EntryRef("colours", entry["id"]), (entry["colour"], entry["shape"])
            for piece_name, term, count in (
                ("castle", "castle", board.castles),
                ("being", "cloud-being", board.beings),
            ):
                net = cards.NETS[piece_name]
                draw = partial(cards.figure, pen, piece_name, look)
                name = f"{piece_name}-{entry['id']}"
                kind = ct.ComponentKind.STANDEE
                piece = self.plain(name, kind, net.size, draw, count, outline=net.cut, folds=net.folds, about=about)
                yield replace(piece, name=" – ".join(filter(None, (self.word(term), entry["name"].get(self.lang)))))

    def bag_label(self, name: str) -> ct.Component:
        size = cards.LABEL
        outline = rounded(Rect(0, 0, *size), 6)
        draw = partial(cards.label, self.pen, self.letterer, name)
        return self.plain("bag-label", ct.ComponentKind.TOKEN, size, draw, 1, outline=outline)

    def tuck_box(self, name: str, parts: Sequence[ct.Component]) -> ct.Component:
        net = box_net(self.data, self.options, [part for part in parts if part.kind is ct.ComponentKind.CARD])
        labels = BoxLabels.of(self.data, parts, self.lang, Font(self.pen.style.fonts.display, 600))

        def draw() -> ct.DrawnFace:
            return label_box(cards.box(self.pen, self.letterer, net, name), net, labels)

        return self.plain("tuck-box", ct.ComponentKind.BOX, net.size, draw, 1, outline=net.cut, folds=net.folds)

    def plain(
        self,
        name: str,
        kind: ct.ComponentKind,
        size: tuple[float, float],
        draw: Callable[[], ct.DrawnFace],
        copies: int,
        *,
        outline: Outline | None = None,
        folds: Outline | None = None,
        about: ct.EntryRef | None = None,
    ) -> ct.Component:
        """Return a part without a printed back: it is glued to cardboard, or folded."""
        kept: list[ct.DrawnFace] = []

        def once() -> ct.DrawnFace:
            if not kept:
                kept.append(draw())
            return kept[0]

        sketch = ct.Sketch(name, f"{kind}s", once, f"{self.looks} {name} {size}", about, name)
        shows = (about,) if about else ()
        plain = ct.Component(
            name, size, lambda _: sketch, None, copies, kind, outline=outline, shows=shows, folds=folds
        )
        return replace(plain, name=self.word(name))

    def word(self, term: str, *, plural: bool = False) -> str:
        """Return the glossary's word for a thing in the language."""
        return name_of(self.data.get("glossary", ()), term, self.lang, plural=plural)
