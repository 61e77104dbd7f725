"""A table on a screen: moves as plain data and in words, why one is not legal, and the board as a picture.

Games may begin in the middle: from a board scenario, or with a card to try. A plan is a game record
without its turns, in which the deck, hands and spells may be left to chance.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.art.board_picture import cards_scene, field_places, ground_scene
from cloudy_pnp.cloudy_kingdom.model.cards import SIDES, Edition, Family, Kingdom, Layout, Spell, unpaired
from cloudy_pnp.cloudy_kingdom.model.face import DIRECTION
from cloudy_pnp.cloudy_kingdom.model.steps import Remove, Turn
from cloudy_pnp.cloudy_kingdom.present.components import style_of
from cloudy_pnp.cloudy_kingdom.rules import state as states
from cloudy_pnp.cloudy_kingdom.rules.board import connected, field_name, parallel, standing
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import cards_to_place, cast_problem, step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.spells.step_rules import rules_of
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem, start
from cloudy_pnp.cloudy_kingdom.scenarios import record as records
from cloudy_pnp.cloudy_kingdom.scenarios.board import cards_on, evaluate_board
from cloudy_pnp.core.problems import UserError
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.game.contract import Arranging, Data, Lazy, Outcome, Plan, Play, Spots, Table
from cloudy_pnp.game.kit.words import TableWords, read_words, translate, words_by_key

_GROWN = (7, 11, 5, 15)  # vine cards on the board of a position in which a card is tried: the first that will do
_DISCARDED = 2
# --- plans -------------------------------------------------------------------------------------------------


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
        "spells": [[None] * records.SPELLS_A_PLAYER for _ in families],
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


def _of_state(state: states.GameState) -> dict[str, Any]:
    """Return a position as a plan, beginning with the player to move."""
    if state.casting is not None or state.ending is not None:
        raise UserError("go to the beginning of a turn first")
    record = records.record_of(state, [])
    order = [*range(state.player, len(state.hands)), *range(state.player)]
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


def _begin(kingdom: Kingdom, plan: Plan, seed: int) -> states.GameState:
    """TURN-1: deal the open parts of the plan by the seed, from the cards not in use yet."""
    return records.RECORDS.begin(kingdom, _record(kingdom, plan, random.Random(seed)))  # noqa: S311 - a game, not a secret


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
    return {
        **{key: plan[key] for key in ("first", "waits") if key in plan},
        **{key: plan[key] for key in ("players", "castles", "edition", "options", "define")},
        "deck": [*hands, *pile],
        "spells": [_spells(hand, three) for hand in plan["spells"]],
        "setup": {key: plan[key] for key in ("cards", "discard")},
        "turns": [],
    }


def _spells(hand: Sequence[str | None], three: Sequence[str]) -> list[str]:
    """Return the chosen spells, with random ones in the open places. An empty text is a spell that was cast before."""
    chance = [spell for spell in three if spell not in hand]
    return [spell or chance.pop(0) for spell in hand if spell or (spell is None and chance)]


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
            return {**plan, "hands": [card, *plan["hands"][1:]]}
        others = [spell for spell in plan["spells"][0] if spell != card][: records.SPELLS_A_PLAYER - 1]
        plan["spells"] = [[card, *others], *plan["spells"][1:]]
        if cast_problem(_begin(kingdom, plan, seed), card) is None:
            break
    return plan


def _grow(kingdom: Kingdom, seed: int, cards: int) -> states.GameState:
    """Play a game in which no spell has been cast yet, and two cards were discarded."""
    state = PLAY.start(kingdom, 2, seed)
    choose, rng = _chooser(), random.Random(seed)  # noqa: S311 - a game, not a secret
    for _ in range(cards):
        vines = [move for move in legal_moves(state) if isinstance(move, states.PlayVine)]
        harmless = [move for move in vines if apply(state, move).ending is None]
        if not harmless:
            break
        state = apply(state, harmless[choose(state, harmless, rng.getrandbits(30))])
    thrown, pile = state.draw_pile[:_DISCARDED], state.draw_pile[_DISCARDED:]
    return replace(state, discard_pile=thrown, draw_pile=pile)


def _chooser() -> Callable[[states.GameState, Sequence[states.Move], int], int]:
    """Return the greedy player; without the extra it needs, any player."""
    try:
        from cloudy_pnp.cloudy_kingdom.sim.at_table import greedy
    except ImportError:
        return lambda _state, moves, seed: seed % len(moves)
    return greedy


ARRANGING: Arranging[Kingdom, states.GameState] = Arranging(
    scenario=_scenario,
    scenarios=("board",),
    begin=_begin,
    trial=_trial,
    tries=("spells", "vines"),
    roles={"first": "Family that begins", "waits": "Family that sits out the first round"},  # as in the schema
)


_SPELLS = 3  # of each player


def _seats(kingdom: Kingdom) -> list[int]:
    return sorted({players for layout in kingdom.layouts.values() for players in layout.players})


def layout_for(kingdom: Kingdom, players: int) -> Layout:
    """LAY-5: return the layout for this many players."""
    return next(layout for layout in kingdom.layouts.values() if players in layout.players)


def _start(kingdom: Kingdom, players: int, seed: int) -> states.GameState:
    """TURN-1: choose families, deck and spells by the seed."""
    rng = random.Random(seed)  # noqa: S311 - a game, not a secret
    castles = layout_for(kingdom, players).castles
    families = rng.sample(sorted({family for side in castles.values() for family in side if family}), players)
    deck = [card.id for card in kingdom.vines.values() for _ in range(card.count)]
    rng.shuffle(deck)
    edition = next(iter(kingdom.editions.values()))
    spells = [three_spells(kingdom, edition, rng)] * players  # all players have the same three
    return start(kingdom, families, castles=castles, deck=deck, spells=spells, edition=edition.id)


def three_spells(kingdom: Kingdom, edition: Edition, rng: random.Random) -> list[str]:
    """SPL-12: choose three spells, only one side of each card."""
    single = unpaired(edition.pairs, kingdom.spells)
    cards: list[tuple[str, ...]] = [*edition.pairs, *((spell,) for spell in single)]
    cards = [some for sides in cards if (some := tuple(side for side in sides if not kingdom.is_manual(side)))]
    return [rng.choice(sides) for sides in rng.sample(cards, min(_SPELLS, len(cards)))]


def _broken(state: states.GameState) -> list[str]:
    """List the broken invariants."""
    broken = [] if state.connected == standing(state.board) else ["the connections are not those of the board"]
    return [*broken, *filter(None, (parallel(state.board, field) for field in state.board.fields()))]


def _view(state: states.GameState) -> Mapping[str, Any]:
    board, casting = state.board, state.casting
    return {
        "player": state.family,
        "players": list(state.setting.players),
        "hands": list(state.hands),
        "spells": [list(hand) for hand in state.spells],
        "casting": casting.spell if casting else None,
        "choosing": list(dict.fromkeys(cards_to_place(state))),
        "connected": [list(connection) for connection in sorted(state.connected)],
        "last_turns": state.last_turns,
        "draw_pile": len(state.draw_pile),
        "discard_pile": list(state.discard_pile),
        "fields": {
            field_name(field): [{"card": card.card, "facing": card.facing.text} for card in board.stack(field)]
            for field in board.fields()
            if board.stack(field)
        },
    }


def _encode(begin: states.GameState, moves: Sequence[states.Move]) -> Mapping[str, Any]:
    """Encode a game; a spell not yet cast to its end is omitted."""
    state, whole = begin, 0
    for number, move in enumerate(moves, 1):
        state = apply(state, move)
        whole = number if state.casting is None or state.ending else whole
    return {"game": "cloudy-kingdom", **records.record_of(begin, moves[:whole])}


PLAY: Play[Kingdom, states.GameState, states.Move] = Play(
    seats=_seats,
    start=_start,
    to_move=lambda state: state.family,
    legal=lambda state: [] if state.ending else legal_moves(state),
    apply=apply,
    outcome=lambda state: Outcome(state.ending.winners, state.ending.by) if state.ending else None,
    broken=_broken,
    view=_view,
    encode=_encode,
    table=Lazy("cloudy_pnp.cloudy_kingdom.present.table:TABLE"),
)


ARROWS = {"n": "↑", "e": "→", "s": "↓", "w": "←"}
_FOLDER = shipped_root() / "templates/cloudy-kingdom/words"

MOVES = TableWords(read_words(_FOLDER, "moves"), words_by_key(_FOLDER, "reasons"))
ENDINGS = words_by_key(_FOLDER, "endings")


def name_of(item: Family | Spell, lang: str) -> str:
    """Return the name of a family or a spell in a language, or in its first language."""
    return item.name[lang] if lang in item.name else next((item.name[other] for other in item.name), item.id)


# --- moves as plain data -----------------------------------------------------------------------------------


def _entry(state: states.GameState, move: states.Move, _lang: str) -> dict[str, Any]:
    match move:
        case states.PlayVine(at, facing):
            return {"card": state.hand, "at": _name(at), "facing": facing.text}
        case states.CastSpell(spell):
            return {"spell": spell}
        case states.DiscardVine():
            return {"discard": True}
        case states.Pass():
            return {"pass": True}
    entry = records.choice_entry(move, name_card=True)
    return {key: _name(value) if key in ("at", "to", "with") else value for key, value in entry.items()}


def _name(field: Any) -> str:
    """Return the name of a field in the picture."""
    return f"{field[0]},{field[1]}"


def _move(state: states.GameState, entry: Mapping[str, Any]) -> states.Move | None:
    """Parse a move from plain data; None if there is none."""
    read = {
        key: [int(part) for part in str(value).split(",")] if key in ("at", "to", "with") else value
        for key, value in entry.items()
    }
    match read:
        case {"spell": str(spell)}:
            return states.CastSpell(spell)
        case {"discard": True}:
            return states.DiscardVine()
        case {"pass": True}:
            return states.Pass()
        case {"skip": True}:
            return states.Skip()
        case {"at": [row, col], "facing": str(facing)} if state.casting is None and facing in DIRECTION:
            return states.PlayVine((row, col), DIRECTION[facing])
    step = step_to_choose(state)
    answer = rules_of(step).answer_to(step) if step else None
    if answer is None or not records.is_entry_of(answer, read):
        return None
    cards = cards_to_place(state)
    move: states.Move = records.choice_from(answer, {"card": cards[0], **read} if cards else read)
    return move


def _refusal(state: states.GameState, entry: Mapping[str, Any], lang: str) -> tuple[str, str] | None:
    try:
        move = _move(state, entry)
    except (ValueError, KeyError, TypeError):
        move = None
    if move is None:
        step = step_to_choose(state)
        prompt = f" ({rules_of(step).prompt(state, step)})" if step and lang == "en" else ""
        return "TURN-2", f"{MOVES.reason('TURN-2', lang)}{prompt}"
    broken = move_problem(state, move)
    if broken is None:
        return None
    detail = f" ({broken.message})" if lang == "en" and broken.code.startswith("SPL") else ""
    return broken.code, f"{MOVES.reason(broken.code, lang)}{detail}"


# --- words -------------------------------------------------------------------------------------------------


def _words(state: states.GameState, move: states.Move, lang: str) -> str:
    """Describe a move in a language."""
    kingdom = state.setting.kingdom

    def say(key: str, **parts: object) -> str:
        return MOVES.say(key, lang, **parts)

    def names(families: Iterable[str]) -> str:
        return MOVES.say("and", lang).join(name_of(kingdom.families[family], lang) for family in families)

    def card(name: str | None) -> str:
        return name_of(kingdom.spells[name], lang) if name and name in kingdom.spells else str(name)

    match move:
        case states.PlayVine(at, facing):
            return say("vine", card=card(state.hand), facing=ARROWS[facing.text], at=place_words(at))
        case states.CastSpell(spell):
            return say("cast", spell=name_of(kingdom.spells[spell], lang))
        case states.DiscardVine():
            return say("discard", card=card(state.hand))
        case states.Pass():
            return say("pass")
        case states.Skip():
            return say("skip")
        case states.PlaceCard(name, at, facing):
            return say("place", card=card(name), facing=ARROWS[facing.text], at=place_words(at))
        case states.TargetField(at):
            step = step_to_choose(state)
            key = "remove" if isinstance(step, Remove) else "turn" if isinstance(step, Turn) else "target"
            return say(key, at=place_words(at))
        case states.Redraw(families):
            key = "redraw-none" if not families else "redraw-one" if len(families) == 1 else "redraw"
            return say(key, families=names(families))
        case states.MoveCard(at, to):
            return say("move", at=place_words(at), to=place_words(to))
        case states.SwapStacks(at, other):
            return say("swap", at=place_words(at), to=place_words(other))
        case states.ExchangeCastles(side, families):
            return say("castles", families=names(families), side=MOVES.say(side, lang))
        case states.Order(cards):
            return say("order", cards=", ".join(cards))
        case states.NamePlayer(family):
            return say("player", family=names([family]))
        case states.TakeOption(number):
            return say("option", number=number)
        case states.ClearBreak(at, place):
            return say("break", at=place_words(at), place=place)
        case states.KeepCard(name):
            return say("keep", card=card(name))
        case states.Roll(number):
            return say("roll", number=number)
        case states.Decide():
            return say("decide")


def place_words(field: tuple[int, int]) -> str:
    """Return a field with row and column counted from 1.

    >>> place_words((0, 2))
    '1·3'
    """
    return f"{field[0] + 1}·{field[1] + 1}"


def _details(state: states.GameState, lang: str, _open: Sequence[bool]) -> dict[str, Any]:
    """Return the colours of the families, and every route that connects one."""
    kingdom = state.setting.kingdom
    families = {family for side in state.board.castles for family in side if family} | set(state.setting.players)
    return {
        "colours": {family: kingdom.families[family].colour for family in sorted(families)},
        "piles": {"draw": MOVES.say("draw-pile", lang), "discard": MOVES.say("discard-pile", lang)},
        "routes": [
            {
                "family": connection.family,
                "axis": connection.axis,
                "route": [_name(field) for field in connection.route],
            }
            for connection in connected(state.board)
        ],
    }


def _describe_ending(state: states.GameState, lang: str) -> str:
    if state.ending is None:
        return ""
    strangers = state.ending.winners and not set(state.ending.winners) & set(state.setting.players)
    sentences = (state.ending.how, "nobody") if strangers else (state.ending.how,)
    return " ".join(translate(ENDINGS[sentence], lang) for sentence in sentences)


# --- the board ---------------------------------------------------------------------------------------------


def _picture(data: Data, state: states.GameState) -> Page:
    return cards_scene(state.board, state.setting.kingdom, style_of(data), connected(state.board))


def _size(data: Data, state: states.GameState) -> tuple[tuple[float, float], Spots]:
    size, places = field_places(state.board, style_of(data))
    return size, {_name(at): (rect.x, rect.y, rect.width, rect.height) for at, rect in places.items()}


TABLE: Table[Kingdom, states.GameState, states.Move] = Table(
    entry=_entry,
    words=_words,
    refusal=_refusal,
    picture=_picture,
    ground=(
        lambda data, state: ground_scene(state.board, state.setting.kingdom, style_of(data)),
        lambda state: state.board.castles,
    ),
    size=_size,
    tells=_details,
    ended=_describe_ending,
    read=records.RECORDS.read,
    players={
        "greedy": Lazy("cloudy_pnp.cloudy_kingdom.sim.at_table:greedy"),
        "ahead": Lazy("cloudy_pnp.cloudy_kingdom.sim.at_table:ahead"),
    },
    cards="vines",
    named=("families", "spells"),
    arranging=Lazy("cloudy_pnp.cloudy_kingdom.present.table:ARRANGING"),
)
