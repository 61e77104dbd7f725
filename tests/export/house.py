"""What tests of exports share: a toy deck, and exporting a game of the repository into a folder."""

from __future__ import annotations

import json
from pathlib import Path

from cloudy_pnp import api
from cloudy_pnp.export.request import BuildRequest, ExportOptions, PrintOptions
from cloudy_pnp.workspace.home import home_of
from cloudy_pnp.workspace.report import Report

QUICK = "harbour-lights"  # the game that is drawn fastest
HOSTILE = '=cmd|"/c calc"!A1 <script>alert(1)</script> ]]> & ]] * [x](javascript:y)'


def export(
    out: Path,
    *targets: str,
    game: str = QUICK,
    lang: str = "en",
    root: Path | None = None,
    cards: tuple[str, ...] = (),
    card_format: str | None = None,
    paper: str | None = None,
    printing: PrintOptions | None = None,
    packs: tuple[Path, ...] = (),
    **options: object,
) -> tuple[Path, Report]:
    """Export a game: the folder of its language, and the report."""
    request = BuildRequest(
        (lang,),
        targets,
        cards=cards,
        card_format=card_format,
        paper=paper,
        printing=printing or PrintOptions(),
        export=ExportOptions(**options),  # type: ignore[arg-type]
    )
    result, report = api.build(root or home_of(game).root, request, game, out, None, packs)
    return result.folder / lang, report


def kinds_root(place: Path) -> Path:
    """A root with a game of five kinds: two of cards with one back, two tiles with one back, and tokens without."""
    (place / "cards/deck").mkdir(parents=True)
    (place / "templates/deck/layouts").mkdir(parents=True)
    kinds = {
        "heroes": ("Heroes", "{layout: card, back: card-back, %s}"),
        "monsters": ("Monsters", "{layout: card, back: card-back, %s}"),
        "lands": ("Lands", "{component: tile, layout: tile, back: tile-back, %s}"),
        "coins": ("Coins", "{component: token, layout: coin, back: coin-back, %s}"),
        "marks": ("Marks", "{component: token, layout: coin, %s}"),
    }
    fields = "fields: {name: words, rules: words, flavour: {type: words, optional: true}}"
    listed = "".join(
        f"    {kind}: {spec.replace('%s', f'name: {{en: {name}}}, copies: 2, {fields}')}\n"
        for kind, (name, spec) in kinds.items()
    )
    (place / "cards/deck/game.yaml").write_text(
        f"game:\n  id: deck\n  name: {{en: Deck}}\n  languages: [en]\n  kinds:\n{listed}", "utf-8"
    )
    for kind in kinds:
        cards = "".join(
            f"  - {{id: {kind}-{number}, name: {{en: {kind} {number}}}, flavour: {{en: Brave.}},"
            f" rules: {{en: Draw {number} cards and choose one.}}}}\n"
            for number in (1, 2)
        )
        (place / f"cards/deck/{kind}.yaml").write_text(f"{kind}:\n{cards}", "utf-8")
    shapes = {
        "card": "size: [63.5, 88.9]",
        "tile": "size: [40, 46], outline: hexagon",
        "coin": "size: [25, 25], outline: round",
    }
    for name, shape in shapes.items():
        for side, colour in (("", "#a0c0e0"), ("-back", "#604020")):
            text = "- text: {text: '{name}', at: safe}" if not side else ""
            (place / f"templates/deck/layouts/{name}{side}.yaml").write_text(
                f"layout:\n  id: {name}{side}\n  {shape.replace('], ', ']' + chr(10) + '  ')}\n"
                f"  boxes:\n    - rectangle: {{id: sheet, at: bleed, fill: '{colour}'}}\n    {text}\n",
                "utf-8",
            )
    return place


def hostile_root(place: Path) -> Path:
    """A root with a game whose card has a name and a text that every format could stumble over."""
    (place / "cards/deck").mkdir(parents=True)
    (place / "templates/deck/layouts").mkdir(parents=True)
    text = json.dumps(HOSTILE)  # JSON is YAML
    (place / "cards/deck/game.yaml").write_text(
        "game:\n  id: deck\n  name: {en: Deck}\n  languages: [en]\n"
        "  kinds:\n    cards:\n      layout: face\n      fields: {name: words, text: words}\n",
        "utf-8",
    )
    (place / "cards/deck/cards.yaml").write_text(
        f"cards:\n  - {{id: evil, count: 2, name: {{en: {text}}}, text: {{en: {text}}}}}\n", "utf-8"
    )
    (place / "templates/deck/layouts/face.yaml").write_text(
        "layout:\n  id: face\n  size: [63.5, 88.9]\n"
        "  boxes:\n    - rectangle: {id: sheet, at: bleed, fill: '#a0c0e0'}\n",
        "utf-8",
    )
    return place
