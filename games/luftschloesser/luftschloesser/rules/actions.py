"""ACT: the actions of a player with their beings. Each rule is one pure function on the sky."""

from __future__ import annotations

from collections.abc import Iterator

from luftschloesser.model import state as st
from luftschloesser.model.board import Field, Sky
from luftschloesser.rules.weather import off_the_board

FOR_A_CASTLE = 2  # ACT-3: beings
FOR_ANOTHERS_PLACE = 4  # ACT-4: beings

# --- effects of actions ------------------------------------------------------------------------------------


def put(sky: Sky, player: int, at: int) -> Sky:
    """ACT-1: put a being from the supply onto any field.

    >>> from luftschloesser.model.board import Board
    >>> sky = put(Sky.clear(Board(), 2), 1, 6)
    >>> sky[6].beings, sky.beings
    ((0, 1), (6, 5))
    """
    return sky.changed(at, sky[at].with_beings(player, 1)).supplied(player, beings=-1)


def move(sky: Sky, player: int, at: int, to: int) -> Sky:
    """ACT-2: move a being to a neighbouring field."""
    return sky.changed(at, sky[at].with_beings(player, -1)).changed(to, sky[to].with_beings(player, 1))


def build(sky: Sky, player: int, at: int) -> Sky:
    """ACT-3: return two beings of one field to the supply, and build a castle on an empty cloud there.

    >>> from luftschloesser.model.board import Board
    >>> sky = Sky.clear(Board(), 2).changed(6, Field(1, (), (2, 0)), clouds=-1).supplied(0, beings=-2)
    >>> built = build(sky, 0, 6)
    >>> built[6], built.beings, built.castles
    (Field(empty=0, castles=(0,), beings=(0, 0)), (6, 6), (3, 4))
    """
    field = sky[at].with_beings(player, -FOR_A_CASTLE)
    field = Field(field.empty - 1, tuple(sorted((*field.castles, player))), field.beings)
    return sky.changed(at, field).supplied(player, beings=FOR_A_CASTLE, castles=-1)


def oust(sky: Sky, player: int, at: int, castle: int) -> Sky:
    """ACT-4 (reading): return four beings, and build a castle on the cloud of another's, which returns to its owner."""
    field = sky[at].with_beings(player, -FOR_ANOTHERS_PLACE)
    field = Field(field.empty, tuple(sorted((*field.without_castle(castle), player))), field.beings)
    return sky.changed(at, field).supplied(player, beings=FOR_ANOTHERS_PLACE, castles=-1).supplied(castle, castles=1)


def apply_action(sky: Sky, player: int, action: st.Action) -> Sky:
    """TURN-2: return the sky after an action that `action_problem` allows."""
    match action:
        case st.Put(at):
            return put(sky, player, at)
        case st.Move(at, to):
            return move(sky, player, at, to)
        case st.Build(at):
            return build(sky, player, at)
        case st.Oust(at, castle):
            return oust(sky, player, at, castle)


# --- every action ------------------------------------------------------------------------------------------


def actions(table: st.Table, sky: Sky, player: int) -> Iterator[st.Action]:
    """TURN-2: yield every action of a player: puts, moves, castles on empty clouds, castles in another's place.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.model.realm import Options
    >>> table = st.Table(base_realm(), ("red", "blue"), Options())
    >>> len(list(actions(table, Sky.clear(table.board, 2), 0)))
    16
    """
    occupied = [(at, field) for at, field in enumerate(sky.fields, 1) if field.beings[player]]
    if sky.beings[player]:
        yield from (st.Put(at) for at in table.board.fields)
    for at, _ in occupied:
        yield from (st.Move(at, to) for to in table.board.neighbours(at))
    if not sky.castles[player]:
        return
    yield from (st.Build(at) for at, field in occupied if field.beings[player] >= FOR_A_CASTLE and field.empty)
    for at, field in occupied:
        if field.beings[player] >= FOR_ANOTHERS_PLACE:
            yield from (st.Oust(at, owner) for owner in field.owners() if owner != player)


# --- illegal actions ---------------------------------------------------------------------------------------


def action_problem(table: st.Table, sky: Sky, player: int, action: st.Action) -> st.Broken | None:
    """Return the rule that an action breaks, or None if it is legal."""
    name = table.players[player]
    broken = off_the_board(table.board, action.at, _KEYS[type(action)])
    if broken is not None:
        return broken
    match action:
        case st.Put():
            return None if sky.beings[player] else st.Broken("ACT-1", f"{name} has no being left in the supply", "put")
        case st.Move(at, to):
            return off_the_board(table.board, to, "move") or _move_problem(table, sky, player, at, to)
        case st.Build(at):
            return _castle_problem(table, sky, player, at, "ACT-3") or _cloud_problem(sky, at)
        case st.Oust(at, castle):
            return _castle_problem(table, sky, player, at, "ACT-4") or _ousted_problem(table, sky, player, at, castle)


_KEYS: dict[type, str] = {st.Put: "put", st.Move: "move", st.Build: "build", st.Oust: "oust"}


def _move_problem(table: st.Table, sky: Sky, player: int, at: int, to: int) -> st.Broken | None:
    """ACT-2: require a being of the player, and a neighbouring field."""
    if not sky[at].beings[player]:
        return st.Broken("ACT-2", f"no being of {table.players[player]} stands on field {at}", "move")
    if to not in table.board.neighbours(at):
        around = ", ".join(map(str, table.board.neighbours(at)))
        return st.Broken("ACT-2", f"field {to} does not touch field {at}; its neighbours are {around}", "move")
    return None


def _castle_problem(table: st.Table, sky: Sky, player: int, at: int, code: str) -> st.Broken | None:
    """ACT-3, ACT-4: require enough beings on the field, and a castle in the supply."""
    name, (key, needed) = table.players[player], _PRICE[code]
    beings = sky[at].beings[player]
    if beings < needed:
        return st.Broken(code, f"{name} needs {needed} beings on field {at} and has {beings}", key)
    return None if sky.castles[player] else st.Broken(code, f"{name} has no castle left in the supply", key)


_PRICE = {"ACT-3": ("build", FOR_A_CASTLE), "ACT-4": ("oust", FOR_ANOTHERS_PLACE)}


def _cloud_problem(sky: Sky, at: int) -> st.Broken | None:
    """ACT-3: require an empty cloud on the field."""
    field = sky[at]
    if field.empty:
        return None
    reason = f"all {len(field.castles)} carry castles" if field.castles else "no cloud lies there"
    return st.Broken("ACT-3", f"field {at} has no empty cloud: {reason}", "build")


def _ousted_problem(table: st.Table, sky: Sky, player: int, at: int, castle: int) -> st.Broken | None:
    """ACT-4: require another player's castle on the field, never the player's own."""
    owner = table.players[castle]
    if castle == player:
        return st.Broken("ACT-4", f"{owner} cannot oust a castle of {owner}'s own", "castle")
    if castle not in sky[at].castles:
        return st.Broken("ACT-4", f"no castle of {owner} stands on field {at}", "castle")
    return None
