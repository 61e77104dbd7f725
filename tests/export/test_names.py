"""File names: two different files never share one, whatever the options."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import fields, replace

from cloudy_pnp import api
from cloudy_pnp.core import fingerprint
from cloudy_pnp.draw.inks import Inks, Standard
from cloudy_pnp.export.exporter import exporter_names, target_names
from cloudy_pnp.export.paper import Flip, Printer, keep
from cloudy_pnp.export.request import BOX, DEFAULT_SHEETS, SHEET, BuildRequest, ExportOptions, PrintOptions
from export.house import kinds_root

# A value besides the default for every option, by the part of a request that it belongs to.
OPTIONS: dict[str, Any] = {
    "sheets": ("cards-letter-duplex",),
    "card_format": "tarot",
    "ink_saving": True,
    "paper": "letter",
    "flip": Flip.SHORT,
    "inks": Inks.CMYK,
    "shift_back": (1.0, 1.0),
    "cards": ("heroes-1",),
    "quantity": {"heroes-1": 3},
    "box": "glued",
    "sleeves": True,
}
PRINTING: dict[str, Any] = {
    "bleed": 2.0,
    "gutter": 8.0,
    "corner": 2.0,
    "borderless": True,
    "pdfx": Standard.X1A,
    "ink": 240.0,
    "printer": "office",
}
EXPORT: dict[str, Any] = {"dpi": 40, "images_at": "https://example.org/game/", "marks": 4}
NOT_BYTES = {
    *("languages", "only", "services"),  # a folder or a file each
    *("changed", "entries", "names"),  # they depend on earlier output, or have another folder
    *("options", "printing", "export"),  # of a game; below
}


def changed(request: BuildRequest, name: str, value: object) -> BuildRequest:
    if name in PRINTING:
        return replace(request, printing=replace(request.printing, **{name: value}))
    if name in EXPORT:
        return replace(request, export=replace(request.export, **{name: value}))
    return replace(request, **{name: value})


ALL = {**OPTIONS, **PRINTING, **EXPORT}


@pytest.fixture(scope="module", autouse=True)
def _printers(tmp_path_factory: pytest.TempPathFactory) -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        keep(Printer("office", (210, 297), (0.5, 0.5), (0.0, 0.0, 0.0, 0.0), 0.0))
        yield


def test_every_option_is_tried() -> None:
    known = {field.name for part in (BuildRequest, PrintOptions, ExportOptions) for field in fields(part)}
    assert known - NOT_BYTES == set(ALL)


def test_no_two_choices_of_options_have_the_same_ending() -> None:
    names = [name for name in ALL if name not in ("sheets", "marks", "dpi", "images_at")]
    endings = set()
    for chosen in itertools.product((False, True), repeat=len(names)):
        request = BuildRequest()
        for name, on in zip(names, chosen, strict=True):
            request = changed(request, name, ALL[name]) if on else request
        endings.add(request.ending(*SHEET, *BOX))
    assert len(endings) == 2 ** len(names)


def test_an_ending_is_part_of_a_file_name() -> None:
    """Whatever is chosen; and what is long gets a fingerprint."""
    for cards in (("../../x",), tuple(f"card-{number}" for number in range(99)), ("a", "b"), ("a+b",)):
        ending = BuildRequest(cards=cards).ending("selection")
        assert "/" not in ending and len(ending) < 80
    one, other = (BuildRequest(cards=(f"../{name}",)).ending("selection") for name in "ab")
    assert one != other
    addresses = ("https://example.org/a/b", "https://example.org:80/a", "http://example.org/a/b")
    exports = [ExportOptions(images_at=address) for address in addresses]
    assert len({BuildRequest(export=export).ending("images_at") for export in exports}) == 3
    with pytest.raises(ValueError, match="pages"):
        BuildRequest().ending("pages")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = kinds_root(tmp_path_factory.mktemp("names"))
    game = place / "cards/deck/game.yaml"
    game.write_text(game.read_text("utf-8") + "  box: {}\n", "utf-8")
    (place / "templates/deck/rulebook").mkdir()
    (place / "templates/deck/rulebook/en.md.j2").write_text("# Deck {#deck}\n\nDraw a card.\n", "utf-8")
    return place


def build(root: Path, out: Path, request: BuildRequest) -> Mapping[str, str]:
    """Build, and return the bytes of everything that is there then."""
    api.build(root, request, "deck", out)
    return {
        path.relative_to(out).as_posix(): fingerprint.of_file(path)
        for path in out.rglob("*")
        if path.is_file() and path.name != "manifest.json"
    }


@pytest.mark.parametrize("only", [*exporter_names(), *target_names()])
def test_the_same_path_has_the_same_bytes(only: str, root: Path, tmp_path: Path) -> None:
    """For each option alone: with `test_no_two_choices_of_options_have_the_same_ending`, for all choices of them."""
    export = ExportOptions(dpi=30, services=("the-game-crafter",))
    usual = BuildRequest(("en",), (only,), sheets=DEFAULT_SHEETS[:1], export=export, card_format="tcg")
    before = build(root, tmp_path, usual)
    for name, value in ALL.items():
        after = build(root, tmp_path, changed(usual, name, value))
        replaced = [path for path in before if after.get(path, before[path]) != before[path]]
        assert not replaced, f"{name} replaces {replaced}"
        before = {**before, **after}
    assert before or only in ("boards", "pages", "blanks"), "there is something to compare"
