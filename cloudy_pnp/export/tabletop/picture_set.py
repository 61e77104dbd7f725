"""Pictures, sheets of them, and a table that describes them: for virtual tabletops with uploads."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct, field

from cloudy_pnp.draw.pixels import pixels_for
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.export.tabletop.room import Pile, piles_of
from cloudy_pnp.export.tabletop.setting import Limits, Setting, atlas_for, split_cards
from cloudy_pnp.export.things import Picture, Thing, grid_page

HEADS = (
    *("id", "kind", "component", "deck", "copies", "name", "text", "front", "back"),
    *("sheet", "column", "row", "width", "height"),
)
Row = list[object]


class PictureSet(Struct):
    """`fronts/`, `backs/`, `sheets/` by the names of their files, each with its page and its pixels."""

    dpi: float
    limits: Limits = field(default_factory=Limits)
    pictures: dict[str, tuple[Page, tuple[int, int]]] = field(default_factory=dict)

    def rows(self, setting: Setting, things: dict[str, Thing]) -> Iterator[Row]:
        """Yield the rows of the table, collecting the pictures on the way."""
        for pile in piles_of(setting):
            yield from self._pile(pile, things)
        for board in setting.boards:
            front = self._alone("fronts", board.copies[0].front)
            about: Row = [board.id, board.group, board.kind.value, "", len(board.copies), board.name, board.text, front]
            yield [*about, "", "", "", "", *board.size]

    def _pile(self, pile: Pile, things: dict[str, Thing]) -> Iterator[Row]:
        places = self._sheets(pile)
        counts: dict[tuple[str, str], int] = {}
        first: dict[tuple[str, str], Row] = {}
        for name, title, copy in pile.copies:
            thing = things[name.rpartition("--")[0]]
            front = self._alone("fronts", copy.front)
            back = self._alone("backs", copy.back) if copy.back else ""
            counts[front, back] = counts.get((front, back), 0) + 1
            about: Row = [thing.id, thing.group, thing.kind.value, pile.label, title, thing.text]
            first.setdefault((front, back), [*about, front, back, *places[copy.front.name], *pile.size])
        for key, row in first.items():
            yield [*row[:4], counts[key], *row[4:]]

    def _sheets(self, pile: Pile) -> dict[str, tuple[str, int, int]]:
        """Return the sheet, column and row (from 1) by the name of a front."""
        looks = {copy.front.name: copy.front for _, _, copy in pile.copies}
        places = {}
        for number, part in enumerate(split_cards(list(looks), pile.size, self.dpi, self.limits), 1):
            atlas = atlas_for(len(part), pile.size, self.dpi, self.limits)
            name = f"sheets/{pile.id}-{number}.png"
            page = grid_page([looks[front].square() for front in part], atlas.columns, atlas.rows, pile.size)
            self.pictures[name] = (page, atlas.pixels)
            for index, front in enumerate(part):
                row, column = divmod(index, atlas.columns)
                places[front] = (name, column + 1, row + 1)
        return places

    def _alone(self, folder: str, picture: Picture) -> str:
        name = f"{folder}/{picture.name}.png"
        if name not in self.pictures:
            page = picture.page()
            fine = min(self.dpi, self.limits.pixels * 25.4 / max(page.width, page.height))
            self.pictures[name] = (page, pixels_for((page.width, page.height), fine))
        return name
