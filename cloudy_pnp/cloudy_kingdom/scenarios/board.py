"""Board scenarios: cards laid one after the other by the rules, and whether the author's claims about it hold.

Cards on a board from the start: the rules that apply even to them, and how they are placed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.model.cards import Castles, Kingdom, castles_from_data
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION, Face, face_findings
from cloudy_pnp.cloudy_kingdom.model.steps import PlaceSelf
from cloudy_pnp.cloudy_kingdom.rules import board as grid
from cloudy_pnp.cloudy_kingdom.rules.growth import Broken, Options, placement_problem
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import where_problem
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Severity, quoted
from cloudy_pnp.data.entries import unknown_reference


def is_sealed(kingdom: Kingdom, card: str) -> bool:
    """SPL-3: return whether a card is a spell that seals the card it is placed on."""
    spell = kingdom.spells.get(card)
    return spell is not None and any(isinstance(step, PlaceSelf) and step.sealed for step in spell.steps)


def impossible(board: grid.Board, card: grid.Placed, place: tuple[int, int]) -> Iterator[Finding]:
    """Report violations of GEO-1 and GEO-5, which apply even to a card that is only set up."""
    if not grid.on_board(board, place):
        message = f"[{place[0]}, {place[1]}] is not a field of this board of {board.rows} × {board.cols}"
        yield Finding("GEO-1", ("at",), message, "fields are [row, column], from 0")
    elif (stack := board.stack(place)) and grid.upright(stack[-1].facing) == grid.upright(card.facing):
        message = f"the card is parallel to the one below it, which faces {stack[-1].facing.text}"
        yield Finding("GEO-5", ("facing",), message, "turn it by a quarter")


def placeable(kingdom: Kingdom) -> list[str]:
    """List every card that can be on a board: vine cards, and spells with a face."""
    return [*kingdom.vines, *(name for name, spell in kingdom.spells.items() if spell.face)]


def placed_card(kingdom: Kingdom, entry: Mapping[str, Any]) -> tuple[tuple[int, int], grid.Placed]:
    """Return the field and the placed card of an entry."""
    name, (row, col) = entry["card"], entry["at"]
    return (row, col), grid.Placed(name, kingdom.face(name), DIRECTION[entry["facing"]], is_sealed(kingdom, name))


def laid_findings(kingdom: Kingdom, board: grid.Board, cards: Sequence[Mapping[str, Any]]) -> Iterator[Finding]:
    """Report invalid cards that are laid one after the other, without GRO; paths start at the list."""
    cards_to_lay = placeable(kingdom)
    for index, entry in enumerate(cards):
        if entry["card"] not in cards_to_lay:
            yield unknown_reference((index, "card"), entry["card"], "card to lay", cards_to_lay)
            continue
        place, card = placed_card(kingdom, entry)
        wrong = [finding.under(index) for finding in impossible(board, card, place)]
        yield from wrong
        if not wrong:
            board = board.placed(place, card)


def lay_cards(kingdom: Kingdom, board: grid.Board, cards: Sequence[Mapping[str, Any]]) -> grid.Board:
    """Return the board with cards in which `laid_findings` found nothing wrong."""
    for entry in cards:
        board = board.placed(*placed_card(kingdom, entry))
    return board


def cards_on(board: grid.Board) -> list[dict[str, Any]]:
    """List every card on a board, in an order in which they can be laid."""
    return [
        {"card": card.card, "at": list(field), "facing": card.facing.text}
        for field in board.fields()
        for card in board.stack(field)
    ]


def connections_data(connections: Sequence[grid.Connection]) -> list[dict[str, Any]]:
    """Return connections with their routes as the contracts have them."""
    return [
        {"family": item.family, "axis": item.axis, "route": [list(place) for place in item.route]}
        for item in connections
    ]


class BoardResult(Struct, frozen=True):
    """The evaluation of a scenario. `legal` is None if it is not valid data; then `findings` give the reasons."""

    legal: bool | None
    illegal: tuple[int, Broken] | None = None  # the first illegal card, and the rule that it breaks
    board: grid.Board | None = None  # with every card before it
    connections: list[grid.Connection] = field(default_factory=list)
    expected: bool | None = None
    findings: list[Finding] = field(default_factory=list)
    colours: Mapping[str, str] = field(default_factory=dict)  # of the families, for the picture
    laid: tuple[tuple[grid.Field, grid.Placed], ...] = ()  # every card in order; the last one may be illegal
    show: Mapping[str, Any] = field(default_factory=dict)  # the marks in the picture
    boards: tuple[grid.Board, ...] = ()  # after each card

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object of the contracts, without the file, document, title and problems."""
        return {
            "legal": self.legal,
            "illegal": None if self.illegal is None else {"index": self.illegal[0], "code": self.illegal[1].code},
            "connected": connections_data(self.connections),
            "ports": ports_of(self.board) if self.board else {},
            "expected": self.expected,
        }

    def as_text(self) -> str:
        """Return the board in characters, the routes, and why the other families are not connected."""
        from cloudy_pnp.cloudy_kingdom.scenarios.ascii import board_picture, why_not

        if self.board is None:
            return "the scenario is not valid data\n"
        lines = [board_picture(self.board, self.connections, self.colours), ""]
        if self.illegal:
            index, broken = self.illegal
            lines.append(f"card {index} is illegal ({broken.code}): {broken.message}; nothing after it is laid")
        for connection in self.connections:
            route = " ".join(f"[{row}, {col}]" for row, col in connection.route)
            lines.append(f"{connection.family} is connected {connection.axis}: {route}")
        lines += why_not(self.board, self.connections)
        if self.expected is not None:
            lines.append("as expected" if self.expected else "not as expected")
        return "\n".join(lines) + "\n"


def ports_of(board: grid.Board) -> dict[str, list[list[str]]]:
    """CON-2 to CON-5: return the joined ports of each field with cards, as sorted characters."""
    return {
        f"{row},{col}": sorted(
            sorted(port.text for port in group) for group in grid.joined_ports(board.stack((row, col)))
        )
        for row, col in board.fields()
        if board.stack((row, col))
    }


def evaluate_board(kingdom: Kingdom, data: Mapping[str, Any]) -> BoardResult:
    """Lay the cards of a scenario that has the shape of the board schema.

    >>> from cloudy_pnp.api import load
    >>> cards = [{"card": "stem", "at": [row, 0], "facing": "n"} for row in range(2)]
    >>> sides = {"north": ["sun"], "east": [None, None], "south": ["sun"], "west": [None, None]}
    >>> result = evaluate_board(load("cloudy-kingdom"), {"castles": sides, "cards": cards})
    >>> [(found.family, found.axis, found.route) for found in result.connections]
    [('sun', 'north-south', ((0, 0), (1, 0)))]
    """
    findings = [*_set_up(kingdom, data), *_faces(kingdom, data)]
    if any(finding.severity is Severity.ERROR for finding in findings):
        return BoardResult(None, findings=findings)
    board = grid.Board.empty(*_size(kingdom, data), _castles(kingdom, data))
    defined = {name: Face.from_data(face) for name, face in data.get("define", {}).items()}
    options = Options(growth=data.get("options", {}).get("growth", "edges"))
    if not _is_bearable(board, len(data["cards"])):
        return BoardResult(None, findings=list(_not_laid()))
    illegal = None
    laid: list[tuple[grid.Field, grid.Placed]] = []
    boards: list[grid.Board] = []
    for index, card in enumerate(data["cards"]):
        name, place, facing = card["card"], (card["at"][0], card["at"][1]), DIRECTION[card["facing"]]
        face = defined[name] if name in defined else kingdom.face(name)
        placed = grid.Placed(name, face, facing, name not in defined and is_sealed(kingdom, name))
        laid.append((place, placed))
        if card.get("setup", False):
            findings += [finding.under("cards", index) for finding in impossible(board, placed, place)]
            if findings and findings[-1].severity is Severity.ERROR:
                return BoardResult(None, findings=findings)
        else:
            broken = _where_problem(kingdom, defined, name, board, place)
            broken = broken or placement_problem(board, face, place, facing, options)
            if broken is not None:
                illegal = (index, broken)
                break
        board = board.placed(place, placed)
        boards.append(board)
    findings += _pointed_out(board, data.get("show", {}), len(laid))
    colours = {family.id: family.colour for family in kingdom.families.values()}
    result = BoardResult(
        illegal is None,
        illegal,
        board,
        grid.connected(board),
        findings=findings,
        colours=colours,
        laid=tuple(laid),
        show=data.get("show", {}),
        boards=tuple(boards),
    )
    return _check_claims(result, data.get("expect"))


def _is_bearable(board: grid.Board, cards: int) -> bool:
    """Return whether the run's budget suffices: the board after each card is kept, with all its fields and stacks."""
    return budget.spend("boards", (cards + 1) * (board.rows * board.cols + cards // 2))


def _not_laid() -> Iterator[Finding]:
    run = budget.current()
    if run is None or run.first_over("boards"):
        message = f"the cards were not laid: {budget.over('boards')}"
        yield Finding("YAML-LIMIT", ("cards",), message, budget.raising("boards"), limit="boards")


def _where_problem(
    kingdom: Kingdom, defined: Mapping[str, Face], card: str, board: grid.Board, place: tuple[int, int]
) -> Broken | None:
    """SPL-3: reject a field that the placed spell card itself excludes."""
    if card in defined or card not in kingdom.spells or not grid.on_board(board, place):
        return None
    steps = [step for step in kingdom.spells[card].steps if isinstance(step, PlaceSelf)]
    return where_problem(board, steps[0].where, None, place) if steps else None


def _pointed_out(board: grid.Board, show: Mapping[str, Any], cards: int) -> Iterator[Finding]:
    """Report fields and cards of a picture that do not exist."""
    for number, index in enumerate(show.get("new", ())):
        if index >= cards:
            message = f"there is no card {index}: cards are counted from 0, and {cards} are laid"
            yield Finding("REF-EXPECT", ("show", "new", number), message)
    for name in ("touch", "stops", "numbers", "turned", "removed"):
        for number, (row, col, *_) in enumerate(show.get(name, ())):
            if not grid.on_board(board, (row, col)):
                message = f"[{row}, {col}] is not a field of this board of {board.rows} × {board.cols}"
                yield Finding("GEO-1", ("show", name, number), message, "fields are [row, column], from 0")


# --- the data ----------------------------------------------------------------------------------------------


def _set_up(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Check edition, size and castles: known, complete and in agreement."""
    edition, layout = data.get("edition"), data.get("layout")
    if edition is not None and edition not in kingdom.editions:
        yield unknown_reference(("edition",), edition, "edition", kingdom.editions)
    if layout is not None and layout not in kingdom.layouts:
        yield unknown_reference(("layout",), layout, "layout", kingdom.layouts)
        return
    if layout is None and "castles" not in data and not data.keys() >= {"rows", "cols"}:
        hint = "write rows: 4 and cols: 4, or castles, or layout: A"
        yield Finding("GEO-1", (), "the size of the board is not given", hint)
        return
    for side, slots in data.get("castles", {}).items():
        for index, family in enumerate(slots):
            if family is not None and family not in kingdom.families:
                yield unknown_reference(("castles", side, index), family, "family", kingdom.families)
    rows, cols = _size(kingdom, data)
    strict = layout is not None or data.get("options", {}).get("layout") == "strict"
    if "castles" in data:
        everything = {"rows": rows, "cols": cols, "castles": data["castles"]}
        yield from (finding for finding in grid.layout_findings(everything) if strict or finding.code == "LAY-4")
    for key, size in (("rows", rows), ("cols", cols)):
        if layout is not None and data.get(key, size) != size:
            message = f"{key} is {data[key]}, but layout {quoted(layout)} has {size}"
            yield Finding("LAY-4", (key,), message, f"delete {key}, or the layout")


def _faces(kingdom: Kingdom, data: Mapping[str, Any]) -> Iterator[Finding]:
    """Check the faces defined here, and that every card is known and can be on a board."""
    defined = data.get("define", {})
    for name, face in defined.items():
        yield from (finding.under("define", name) for finding in face_findings(face))
        if name in kingdom.vines or name in kingdom.spells:
            message = f"{quoted(name)} is also a card of the game; here the face defined in this file counts"
            hint = "choose another name to avoid confusion"
            yield Finding("REF-DUPLICATE", ("define", name), message, hint, Severity.WARNING, at_key=True)
    cards_to_lay = [*defined, *placeable(kingdom)]
    names = set(cards_to_lay)
    for index, card in enumerate(data["cards"]):
        if card["card"] not in names:
            yield unknown_reference(("cards", index, "card"), card["card"], "card to lay", cards_to_lay)


def _size(kingdom: Kingdom, data: Mapping[str, Any]) -> tuple[int, int]:
    if "layout" in data:
        return kingdom.layouts[data["layout"]].rows, kingdom.layouts[data["layout"]].cols
    castles = data.get("castles", {"west": (), "north": ()})
    return data.get("rows", len(castles["west"])), data.get("cols", len(castles["north"]))


def _castles(kingdom: Kingdom, data: Mapping[str, Any]) -> Castles | None:
    if "castles" in data:
        return castles_from_data(data["castles"])
    return kingdom.layouts[data["layout"]].castles if "layout" in data else None


# --- the author's claims -----------------------------------------------------------------------------------


def _check_claims(result: BoardResult, expect: Mapping[str, Any] | None) -> BoardResult:
    """Return the result with the author's claims checked; an illegal card is a problem unless it was claimed."""
    findings = list(result.findings)
    claims = expect or {}
    differences = list(_differences(result, claims))
    if result.illegal and claims.get("legal") is not False and "illegal" not in claims:
        index, broken = result.illegal
        findings.append(Finding(broken.code, ("cards", index, "at"), broken.message))
        reported = [finding for finding in differences if finding.path != ("expect", "legal")]
    else:
        reported = differences
    expected = None if expect is None else not differences
    return replace(result, expected=expected, findings=[*findings, *reported])


def _differences(result: BoardResult, claims: Mapping[str, Any]) -> Iterator[Finding]:
    if "legal" in claims and claims["legal"] != result.legal:
        yield _difference(("legal",), "every card to be legal" if claims["legal"] else "an illegal card", result)
    if "illegal" in claims:
        illegal = None if result.illegal is None else {"index": result.illegal[0], "code": result.illegal[1].code}
        if illegal is None or any(illegal[key] != value for key, value in claims["illegal"].items()):
            yield _difference(("illegal",), quoted(claims["illegal"]), result)
    if "connected" in claims:
        connected = {(connection.family, connection.axis) for connection in result.connections}
        claimed = {(family, axis) for family, axis in claims["connected"]}
        axes = {axis for axis, _, _ in grid.AXES}
        for index, (family, axis) in enumerate(claims["connected"]):
            if axis not in axes:
                yield unknown_reference(("expect", "connected", index, 1), axis, "axis", sorted(axes))
            elif (family, axis) not in connected:
                message = f"{family} is not connected {axis}, but the scenario expects it"
                yield Finding("REF-EXPECT", ("expect", "connected", index), message, "see why: cloudy-pnp board FILE")
        for family, axis in sorted(connected - claimed):
            message = f"{family} is connected {axis}, and the scenario does not expect it"
            yield Finding("REF-EXPECT", ("expect", "connected"), message, f"add [{family}, {axis}]")


def _difference(path: tuple[str, ...], claimed: str, result: BoardResult) -> Finding:
    if result.illegal is None:
        verdict = "every card is legal"
    else:
        index, broken = result.illegal
        verdict = f"card {index} breaks {broken.code}: {broken.message}"
    return Finding("REF-EXPECT", ("expect", *path), f"the scenario expects {claimed}, but {verdict}", "")


def invalid_board(findings: Sequence[Finding]) -> BoardResult:
    """Return the result for a document that has not passed its schema."""
    return BoardResult(None, findings=list(findings))
