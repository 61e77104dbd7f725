"""Games that begin in the middle: from a board scenario, from a position set up by hand, with a card to try.

A plan is a game record without its turns, in which the deck, hands and spells may be left to chance.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.core.problems import UserError
from cloudy_pnp.games.cloudy_kingdom.art.board_picture import slot_places
from cloudy_pnp.games.cloudy_kingdom.model.cards import SIDES, Kingdom
from cloudy_pnp.games.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.games.cloudy_kingdom.present.components import style_of
from cloudy_pnp.games.cloudy_kingdom.present.play import PLAY, layout_for, three_spells
from cloudy_pnp.games.cloudy_kingdom.present.table import name_of
from cloudy_pnp.games.cloudy_kingdom.present.table_words import EDITOR, MOVES
from cloudy_pnp.games.cloudy_kingdom.rules.board import Board, standing
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cast_problem
from cloudy_pnp.games.cloudy_kingdom.rules.state import GameState, Move, PlayVine
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves
from cloudy_pnp.games.cloudy_kingdom.scenarios.board import evaluate_board
from cloudy_pnp.games.cloudy_kingdom.scenarios.laid import cards_on, impossible, lay_cards, placeable, placed_card
from cloudy_pnp.games.cloudy_kingdom.scenarios.record import RECORDS, record_of
from cloudy_pnp.games.cloudy_kingdom.scenarios.record_checks import SPELLS_A_PLAYER, with_defined
from cloudy_pnp.games.contract import Arranging, Data, Plan, Spots, choice
from cloudy_pnp.games.kit.plans import count_choice, first_choice, put_first, replace_item, rotate

_GROWN = (7, 11, 5, 15)  # vine cards on the board of a position in which a card is tried: the first that will do
_DISCARDED = 2
_GROWTHS = ("edges", "vines")

# --- plans -------------------------------------------------------------------------------------------------


def _blank(kingdom: Kingdom, players: int) -> Plan:
    layout = layout_for(kingdom, players)
    return _plan(kingdom, {side: list(layout.castles[side]) for side in SIDES}, players)


def _plan(kingdom: Kingdom, castles: Mapping[str, Sequence[str | None]], players: int, **more: Any) -> dict[str, Any]:
    families = _families(kingdom, castles)[:players]
    return {
        "players": families,
        "castles": castles,
        "edition": next(iter(kingdom.editions)),
        "options": {"growth": "edges"},
        "define": {},
        "cards": [],
        "discard": [],
        "hands": [None] * len(families),
        "spells": [[None] * SPELLS_A_PLAYER for _ in families],
        **more,
    }


def _families(kingdom: Kingdom, castles: Mapping[str, Sequence[str | None]]) -> list[str]:
    """List the families with a castle; if only one has any, the others follow."""
    owners = list(dict.fromkeys(family for side in SIDES for family in castles[side] if family))
    return owners if len(owners) > 1 else list(dict.fromkeys([*owners, *kingdom.families]))


def _scenario(kingdom: Kingdom, document: Mapping[str, Any]) -> Plan:
    """Return a plan with the board of a scenario up to its first illegal card.

    Without castles it gets those of a layout of its size.
    """
    result = evaluate_board(kingdom, document)
    if result.board is None:
        raise UserError(next((finding.message for finding in result.findings), "this is not a board scenario"))
    board = result.board
    castles: dict[str, list[str | None]] = {side: list(slots) for side, slots in zip(SIDES, board.castles, strict=True)}
    if not any(family for slots in castles.values() for family in slots):
        sizes = ((layout, (layout.rows, layout.cols)) for layout in kingdom.layouts.values())
        fitting = next((layout for layout, size in sizes if size == (board.rows, board.cols)), None)
        castles = {side: list(fitting.castles[side]) for side in SIDES} if fitting else castles
    names = {name: _free_name(kingdom, name) for name in document.get("define", {})}
    return _plan(
        kingdom,
        castles,
        2,
        edition=document.get("edition", next(iter(kingdom.editions))),
        options={"growth": document.get("options", {}).get("growth", "edges")},
        define={names[name]: face for name, face in document.get("define", {}).items()},
        cards=[{**card, "card": names.get(card["card"], card["card"])} for card in cards_on(board)],
    )


def _free_name(kingdom: Kingdom, name: str) -> str:
    """Return a name that no card of the game has, for a face that a record defines."""
    while name in kingdom.vines or name in kingdom.spells:
        name += "-here"
    return name


def _of_state(state: GameState) -> dict[str, Any]:
    """Return a position as a plan, beginning with the player to move."""
    if state.casting is not None or state.ending is not None:
        raise UserError("go to the beginning of a turn first")
    record = record_of(state, [])
    order = rotate(range(len(state.hands)), state.player)
    return {
        **{key: record[key] for key in ("castles", "edition", "options")},
        "define": dict(state.setting.define),
        "players": [state.setting.players[seat] for seat in order],
        "cards": cards_on(state.board),
        "discard": list(state.discard_pile),
        "hands": [state.hands[seat] for seat in order],
        "spells": [list(state.spells[seat]) for seat in order],
    }


# --- beginning ---------------------------------------------------------------------------------------------


def _begin(kingdom: Kingdom, plan: Plan, seed: int) -> GameState:
    """TURN-1: deal the open parts of the plan by the seed, from the cards not in use yet."""
    return RECORDS.begin(kingdom, _record(kingdom, plan, random.Random(seed)))  # noqa: S311 - a game, not a secret


def _record(kingdom: Kingdom, plan: Plan, rng: random.Random) -> dict[str, Any]:
    edition = kingdom.editions.get(plan["edition"])
    if edition is None:
        raise UserError(f"there is no edition {plan['edition']}")
    lying = Counter([*(card["card"] for card in plan["cards"]), *plan["discard"], *filter(None, plan["hands"])])
    left = [name for name, card in kingdom.vines.items() for _ in range(max(0, card.count - lying[name]))]
    rng.shuffle(left)
    open_hands = sum(card is None for card in plan["hands"])
    if len(left) < open_hands:
        raise UserError("TURN-1: too few vine cards are left for all players")
    dealt, pile = left[:open_hands], left[open_hands:]
    hands = [dealt.pop(0) if card is None else card for card in plan["hands"]]
    three = three_spells(kingdom, edition, rng)
    setup = {"cards": plan["cards"], "discard": plan["discard"]}
    return {
        "players": plan["players"],
        "castles": plan["castles"],
        "edition": plan["edition"],
        "options": plan["options"],
        "define": plan["define"],
        "deck": [*hands, *pile],
        "spells": [_spells(hand, three) for hand in plan["spells"]],
        "setup": setup,
        "turns": [],
    }


def _spells(hand: Sequence[str | None], three: Sequence[str]) -> list[str]:
    """Return the chosen spells, with random ones in the open places. An empty text is a spell that was cast before."""
    chance = [spell for spell in three if spell not in hand]
    return [spell or chance.pop(0) for spell in hand if spell or (spell is None and chance)]


# --- changing ----------------------------------------------------------------------------------------------


def _change(kingdom: Kingdom, plan: Plan, act: Mapping[str, Any], lang: str) -> Plan:
    """Apply a click. Raise UserError with the rule that even a set-up position must obey."""
    new = {**plan, "cards": list(plan["cards"])}
    match act:
        case {"lay": str(card), "at": str(at), "facing": str(facing)} if facing in DIRECTION:
            _lay(kingdom, new, card, _field(at), facing, lang)
        case {"take": str(at)}:
            tops = [index for index, card in enumerate(new["cards"]) if card["at"] == _field(at)]
            if tops:
                del new["cards"][tops[-1]]
        case {"clear": True}:
            new["cards"] = []
        case {"slot": str(slot)}:
            _next_castle(kingdom, new, slot)
        case {"layout": True, "value": str(name)} if name in kingdom.layouts:
            _lay_out(kingdom, new, {side: list(kingdom.layouts[name].castles[side]) for side in SIDES})
        case {"many": True, "value": value}:
            _seat(kingdom, new, int(value))
        case {"seat": int(seat), "value": str(family)} if family in kingdom.families:
            _sit_down(new, seat, family)
        case {"first": True, "value": str(family)} if family in new["players"]:
            new = put_first(new, family, ("players", "hands", "spells"))
        case {"hand": int(seat), "value": str(card)}:
            new["hands"] = replace_item(new["hands"], seat, card or None)
        case {"spells": int(seat), "place": int(place), "value": str(spell)}:
            chosen = None if spell == "?" else spell
            new["spells"] = replace_item(new["spells"], seat, replace_item(new["spells"][seat], place, chosen))
        case {"edition": True, "value": str(edition)} if edition in kingdom.editions:
            new["edition"] = edition
        case {"growth": True, "value": str(growth)} if growth in _GROWTHS:
            new["options"] = {"growth": growth}
        case _:
            raise ValueError("this would change something that does not exist")
    return new


def _field(name: str) -> list[int]:
    row, col = name.split(",")
    return [int(row), int(col)]


def _board(kingdom: Kingdom, plan: Plan) -> Board:
    castles = {side: tuple(plan["castles"][side]) for side in SIDES}
    empty = Board.empty(len(castles["west"]), len(castles["north"]), castles)
    return lay_cards(with_defined(kingdom, plan["define"]), empty, plan["cards"])


def _lay(kingdom: Kingdom, new: dict[str, Any], card: str, at: list[int], facing: str, lang: str) -> None:
    """GEO-1, GEO-5: lay a card on a field, across the one below it."""
    extended = with_defined(kingdom, new["define"])
    if card not in placeable(extended):
        raise ValueError(f"{card} is not a card on the board")
    entry = {"card": card, "at": at, "facing": facing}
    place, placed = placed_card(extended, entry)
    for finding in impossible(_board(kingdom, new), placed, place):
        raise UserError(f"{finding.code}: {MOVES.reason(finding.code, lang)}")
    new["cards"].append(entry)


def _next_castle(kingdom: Kingdom, new: dict[str, Any], slot: str) -> None:
    side, _, number = slot.partition(",")
    order = [*kingdom.families, None]
    slots = list(new["castles"][side])
    following = order[(order.index(slots[int(number)]) + 1) % len(order)]
    new["castles"] = {**new["castles"], side: replace_item(slots, int(number), following)}


def _lay_out(kingdom: Kingdom, new: dict[str, Any], castles: dict[str, list[str | None]]) -> None:
    """Change the castles; drop cards beyond the board, and players whose family has no castle any more."""
    rows, cols = len(castles["west"]), len(castles["north"])
    new["castles"] = castles
    new["cards"] = [card for card in new["cards"] if card["at"][0] < rows and card["at"][1] < cols]
    families = _families(kingdom, castles)
    if not set(new["players"]) <= set(families):
        count = min(len(new["players"]), len(families))
        new["players"] = [*(family for family in new["players"] if family in families), *families]
        new["players"] = list(dict.fromkeys(new["players"]))[:count]
        new["hands"], new["spells"] = new["hands"][:count], new["spells"][:count]


def _seat(kingdom: Kingdom, new: dict[str, Any], many: int) -> None:
    families = list(dict.fromkeys([*new["players"], *_families(kingdom, new["castles"]), *kingdom.families]))
    if not 2 <= many <= len(families):
        raise ValueError("the game is not for that many players")
    new["players"] = families[:many]
    more = [None] * many
    new["hands"] = [*new["hands"], *more][:many]
    new["spells"] = [*new["spells"], *([None] * SPELLS_A_PLAYER for _ in more)][:many]


def _sit_down(new: dict[str, Any], seat: int, family: str) -> None:
    """Seat a family; if it is seated already, the two seats swap families."""
    players = list(new["players"])
    other = players.index(family) if family in players else None
    before = players[seat]
    players = replace_item(players, seat, family)
    new["players"] = players if other is None or other == seat else replace_item(players, other, before)


# --- choices -----------------------------------------------------------------------------------------------


def _choices(kingdom: Kingdom, plan: Plan, lang: str) -> Mapping[str, Any]:
    extended = with_defined(kingdom, plan["define"])
    names = {family: name_of(kingdom.families[family], lang) for family in kingdom.families}
    tools = [
        {"id": card, "title": name_of(extended.spells[card], lang) if card in extended.spells else card}
        for card in placeable(extended)
    ]
    slots = {
        f"{side},{slot}": names[family] if family else EDITOR.say("vacant", lang)
        for side in SIDES
        for slot, family in enumerate(plan["castles"][side])
    }
    return {
        "tools": tools,
        "turns": True,
        "slots": slots,
        "fields": list(_fields(kingdom, plan, lang, names)),
        "notes": list(_notes(kingdom, plan, lang, names)),
    }


def _fields(kingdom: Kingdom, plan: Plan, lang: str, names: Mapping[str, str]) -> Iterator[dict[str, Any]]:
    say = partial(EDITOR.say, lang=lang)
    current = next(
        (
            id
            for id, layout in kingdom.layouts.items()
            if {s: list(layout.castles[s]) for s in SIDES} == plan["castles"]
        ),
        "",
    )
    layouts = [(id, f"{id} ({layout.rows} × {layout.cols})") for id, layout in kingdom.layouts.items()]
    yield choice(say("layout"), {"layout": True}, current, [*([] if current else [("", say("own"))]), *layouts])
    yield count_choice(EDITOR, lang, range(2, len(kingdom.families) + 1), len(plan["players"]))
    yield first_choice(EDITOR, lang, [(family, names[family]) for family in plan["players"]])
    spells = [
        ("?", say("chance")),
        ("", say("none")),
        *((id, name_of(spell, lang)) for id, spell in kingdom.spells.items() if not kingdom.is_manual(id)),
    ]
    vines = [("", say("chance")), *((vine, vine) for vine in with_defined(kingdom, plan["define"]).vines)]
    for seat, family in enumerate(plan["players"]):
        label = say("seat", number=seat + 1)
        yield choice(label, {"seat": seat}, family, list(names.items()), group=family)
        yield choice(say("hand", family=names[family]), {"hand": seat}, plan["hands"][seat] or "", vines, group=family)
        for place, spell in enumerate(plan["spells"][seat]):
            label = say("spell", number=place + 1, family=names[family])
            value = "?" if spell is None else spell
            yield choice(label, {"spells": seat, "place": place}, value, spells, group=family)
    editions = [(id, name_of_edition(kingdom, id, lang)) for id in kingdom.editions]
    yield choice(say("edition"), {"edition": True}, plan["edition"], editions)
    growths = [(growth, say(growth)) for growth in _GROWTHS]
    yield choice(say("growth"), {"growth": True}, plan["options"]["growth"], growths)


def name_of_edition(kingdom: Kingdom, edition: str, lang: str) -> str:
    """Return the name of an edition in a language, or in its first language."""
    name = kingdom.editions[edition].name
    return name[lang] if lang in name else next((name[other] for other in name), edition)


def _notes(kingdom: Kingdom, plan: Plan, lang: str, names: Mapping[str, str]) -> Iterator[str]:
    for family, _ in sorted(standing(_board(kingdom, plan))):
        yield EDITOR.say("connected", lang, family=names[family])
    if not any(family for side in SIDES for family in plan["castles"][side]):
        yield EDITOR.say("castles", lang)


def _spots(data: Data, state: GameState) -> Spots:
    """Return the castle slots."""
    return {
        f"{SIDES[castle.side]},{castle.slot}": (box.x, box.y, box.width, box.height)
        for castle, box in slot_places(state.board, style_of(data)).items()
    }


# --- trying a card -----------------------------------------------------------------------------------------


def _trial(kingdom: Kingdom, kind: str, card: str, seed: int) -> Plan:
    """Return a two-player position in mid-game in which the player to move can use the card, if possible."""
    if kind == "spells" and (card not in kingdom.spells or kingdom.is_manual(card)):
        raise UserError(f"the computer does not play {card}: only its text says what it does")
    if kind == "vines" and card not in kingdom.vines:
        raise UserError(f"there is no vine card {card}")
    plan: dict[str, Any] = {}
    for number, grown in enumerate(_GROWN):
        plan = _of_state(_grow(kingdom, seed + number, grown))
        if kind == "vines":
            return {**plan, "hands": replace_item(plan["hands"], 0, card)}
        others = [spell for spell in plan["spells"][0] if spell != card][: SPELLS_A_PLAYER - 1]
        plan["spells"] = replace_item(plan["spells"], 0, [card, *others])
        if cast_problem(_begin(kingdom, plan, seed), card) is None:
            break
    return plan


def _grow(kingdom: Kingdom, seed: int, cards: int) -> GameState:
    """Play a game in which no spell has been cast yet, and two cards were discarded."""
    state = PLAY.start(kingdom, 2, seed)
    choose, rng = _chooser(), random.Random(seed)  # noqa: S311 - a game, not a secret
    for _ in range(cards):
        vines = [move for move in legal_moves(state) if isinstance(move, PlayVine)]
        harmless = [move for move in vines if apply(state, move).ending is None]
        if not harmless:
            break
        state = apply(state, harmless[choose(state, harmless, rng.getrandbits(30))])
    thrown, pile = state.draw_pile[:_DISCARDED], state.draw_pile[_DISCARDED:]
    return replace(state, discard_pile=thrown, draw_pile=pile)


def _chooser() -> Callable[[GameState, Sequence[Move], int], int]:
    """Return the greedy player; without the extra it needs, any player."""
    try:
        from cloudy_pnp.games.cloudy_kingdom.sim.at_table import greedy
    except ImportError:
        return lambda _state, moves, seed: seed % len(moves)
    return greedy


ARRANGING: Arranging[Kingdom, GameState] = Arranging(
    blank=_blank,
    scenario=_scenario,
    scenarios=("board",),
    of=_of_state,
    change=_change,
    choices=_choices,
    begin=_begin,
    spots=_spots,
    trial=_trial,
    tries=("spells", "vines"),
)
