"""WEA: the choices and the effect of each weather card. Each rule is one pure function on the sky.

`choices` lists in a fixed order every way to play a card; `play_problem` returns the problem of one; `apply_play`
carries it out. The compiled simulator relies on the order of the lists.
"""

from __future__ import annotations

from collections.abc import Iterator

from luftschloesser.model import state as st
from luftschloesser.model.board import Board, Direction, Field, Sky
from luftschloesser.model.realm import Card

# --- effects of weather ------------------------------------------------------------------------------------


def sun(board: Board, sky: Sky, at: int) -> Sky:
    """WEA-1: put one cloud from the supply onto a field; nothing happens if the field is full or the supply empty.

    >>> board = Board(clouds=1)
    >>> once = sun(board, Sky.clear(board, 2), 6)
    >>> once[6].empty, once.clouds, sun(board, once, 6) == once
    (1, 0, True)
    """
    field = sky[at]
    if field.clouds >= board.clouds_per_field or not sky.clouds:
        return sky
    return sky.changed(at, Field(field.empty + 1, field.castles, field.beings), clouds=-1)


def rain(sky: Sky, at: int, castle: int | None = None) -> Sky:
    """WEA-2: return one cloud of a field to the supply, an empty one if there is one; a castle returns to its owner.

    >>> wet = rain(Sky.clear(Board(), 2).changed(6, Field(0, (0, 1), (0, 0)), clouds=-2), 6, castle=1)
    >>> wet[6].castles, wet.castles, wet.clouds
    ((0,), (4, 5), 19)
    """
    field = sky[at]
    if field.empty:
        return sky.changed(at, Field(field.empty - 1, field.castles, field.beings), clouds=1)
    if castle is None:
        return sky
    rest = Field(0, field.without_castle(castle), field.beings)
    return sky.changed(at, rest, clouds=1).supplied(castle, castles=1)


def castles_at_stake(sky: Sky, at: int) -> tuple[int | None, ...]:
    """WEA-2: return the owners whose castle may go with a cloud of a field; only None if no castle goes."""
    field = sky[at]
    return (None,) if field.empty or not field.castles else field.owners()


def storm(board: Board, sky: Sky, towards: Direction) -> Sky:
    """WEA-4 (reading): move every empty cloud one field, all at once; those without a field or room go to the supply.

    >>> blown = storm(board := Board(), sun(board, Sky.clear(board, 2), 4), Direction.E)
    >>> blown == Sky.clear(board, 2)
    True
    """
    arriving = [0] * board.size
    for at in board.fields:
        target = board.step(at, towards)
        if target is not None:
            arriving[target - 1] = sky[at].empty
    fields = tuple(
        Field(min(more, board.clouds_per_field - len(field.castles)), field.castles, field.beings)
        for field, more in zip(sky.fields, arriving, strict=True)
    )
    lost = sum(field.empty for field in sky.fields) - sum(field.empty for field in fields)
    return Sky(fields, sky.clouds + lost, sky.beings, sky.castles)


def lightning(sky: Sky, at: int) -> Sky:
    """WEA-5: return all beings of a field to their owners; clouds and castles stay.

    >>> board = Board()
    >>> sky = Sky.clear(board, 2).changed(6, Field(0, (), (2, 1))).supplied(0, beings=-2).supplied(1, beings=-1)
    >>> lightning(sky, 6) == Sky.clear(board, 2)
    True
    """
    field = sky[at]
    struck = sky.changed(at, Field(field.empty, field.castles, (0,) * len(field.beings)))
    for player, beings in enumerate(field.beings):
        struck = struck.supplied(player, beings=beings) if beings else struck
    return struck


def rainbow(sky: Sky, first: st.Being, second: st.Being) -> Sky:
    """WEA-6: swap two beings on different fields, of any players.

    >>> sky = Sky.clear(Board(), 2).changed(1, Field(0, (), (1, 0))).changed(16, Field(0, (), (0, 2)))
    >>> slid = rainbow(sky, st.Being(0, 1), st.Being(1, 16))
    >>> slid[1].beings, slid[16].beings
    ((0, 1), (1, 1))
    """
    here, opposite = sky[first.at], sky[second.at]
    here = here.with_beings(first.player, -1).with_beings(second.player, 1)
    opposite = opposite.with_beings(second.player, -1).with_beings(first.player, 1)
    return sky.changed(first.at, here).changed(second.at, opposite)


def apply_play(board: Board, sky: Sky, play: st.Play) -> Sky:
    """TURN-1: return the sky after a card that `play_problem` allows."""
    match play:
        case st.Sun(_, at):
            return sun(board, sky, at)
        case st.Rain(_, at, castle):
            return rain(sky, at, castle)
        case st.Storm(_, towards):
            return storm(board, sky, towards)
        case st.Lightning(_, at):
            return lightning(sky, at)
        case st.Rainbow(_, swap):
            return sky if swap is None else rainbow(sky, *swap)


# --- every way to play a card ------------------------------------------------------------------------------


def choices(table: st.Table, sky: Sky, card: Card) -> Iterator[st.Play]:
    """WEA-3 to WEA-7: yield every way to play a card, including those without effect.

    >>> from luftschloesser.model.realm import base_realm
    >>> from luftschloesser.model.realm import Options
    >>> realm = base_realm()
    >>> table = st.Table(realm, ("red", "blue"), Options())
    >>> sky = Sky.clear(realm.board, 2)
    >>> [len(list(choices(table, sky, realm.cards[card]))) for card in ("sun-1", "sun-joker", "storm", "rainbow")]
    [1, 16, 4, 1]
    """
    targets = table.board.fields if card.at is None else (card.at,)
    match card.does:
        case "sun":
            for at in targets:
                yield st.Sun(card.id, at)
        case "rain":
            for at in targets:
                for castle in castles_at_stake(sky, at):
                    yield st.Rain(card.id, at, castle)
        case "storm":
            for towards in table.directions:
                yield st.Storm(card.id, towards)
        case "lightning":
            for at in targets:
                yield st.Lightning(card.id, at)
        case "rainbow":
            yield st.Rainbow(card.id)
            for pair in swaps(sky):
                yield st.Rainbow(card.id, pair)


def swaps(sky: Sky) -> Iterator[tuple[st.Being, st.Being]]:
    """WEA-6: yield every two beings on different fields; a player's beings on one field are interchangeable."""
    standing = [
        st.Being(player, at)
        for at, field in enumerate(sky.fields, 1)
        for player, beings in enumerate(field.beings)
        if beings
    ]
    for index, first in enumerate(standing):
        for second in standing[index + 1 :]:
            if first.at != second.at:
                yield first, second


# --- illegal plays -----------------------------------------------------------------------------------------


def play_problem(table: st.Table, sky: Sky, play: st.Play) -> st.Broken | None:
    """Return the rule that playing a card breaks, or None if it is legal; TURN-1 checks the hand."""
    card = table.realm.cards.get(play.card)
    if card is None:
        return st.Broken("AIR-4", f"{play.card} is not a card of the game", "play")
    if card.does == "new-hands":
        return st.Broken("TURN-4", f"{card.id} is never played; it works when it is drawn", "play")
    if not isinstance(play, _MOVES[card.does]):
        return st.Broken("TURN-1", f"{card.id} is played as {card.does}, not as {type(play).__name__.lower()}", "play")
    match play:
        case st.Sun(_, at) | st.Lightning(_, at):
            return _field_problem(table, card, at)
        case st.Rain(_, at, castle):
            return _field_problem(table, card, at) or _castle_problem(table, sky, at, castle)
        case st.Storm(_, towards):
            return _direction_problem(table, towards)
        case st.Rainbow(_, swap):
            return None if swap is None else _swap_problem(table, sky, *swap)


_MOVES = {"sun": st.Sun, "rain": st.Rain, "storm": st.Storm, "lightning": st.Lightning, "rainbow": st.Rainbow}
_RULE = {"sun": "WEA-1", "rain": "WEA-2", "lightning": "WEA-5"}


def off_the_board(board: Board, at: int, key: str = "at") -> st.Broken | None:
    """AIR-1: reject a field that does not exist."""
    if at in board.fields:
        return None
    return st.Broken("AIR-1", f"there is no field {at}; they are 1 to {board.size}", key)


def _field_problem(table: st.Table, card: Card, at: int) -> st.Broken | None:
    """AIR-1: require a field of the board; WEA-1, WEA-2: the field that the card is bound to, if any."""
    if card.at is not None and at != card.at:
        return st.Broken(_RULE[card.does], f"{card.id} works on field {card.at}, not on field {at}", "at")
    return off_the_board(table.board, at)


def _castle_problem(table: st.Table, sky: Sky, at: int, castle: int | None) -> st.Broken | None:
    """WEA-2: allow a castle only if every cloud carries one, and then require its owner."""
    possible = castles_at_stake(sky, at)
    if castle in possible:
        return None
    names = " or ".join(table.players[owner] for owner in possible if owner is not None)
    field = sky[at]
    if castle is None:
        return st.Broken("WEA-2", f"all clouds of field {at} carry castles: say whose goes, {names}", "castle")
    owner = table.players[castle]
    if field.empty:
        return st.Broken(
            "WEA-2", f"an empty cloud of field {at} goes first, not one with a castle of {owner}", "castle"
        )
    rest = f"only of {names}" if names else "no cloud at all"
    return st.Broken("WEA-2", f"there is no castle of {owner} on field {at}: {rest}", "castle")


def _direction_problem(table: st.Table, towards: Direction) -> st.Broken | None:
    """WEA-4: require one of four directions, or of eight by the option."""
    if towards in table.directions:
        return None
    names = ", ".join(direction.text for direction in table.directions)
    return st.Broken("WEA-4", f"the storm blows to {names}, not to {towards.text}", "towards")


def _swap_problem(table: st.Table, sky: Sky, first: st.Being, second: st.Being) -> st.Broken | None:
    """WEA-6: require two beings on different fields."""
    for being in (first, second):
        broken = off_the_board(table.board, being.at, "swap")
        if broken is not None:
            return broken
        if not sky[being.at].beings[being.player]:
            name = table.players[being.player]
            return st.Broken("WEA-6", f"no being of {name} stands on field {being.at}", "swap")
    if first.at == second.at:
        return st.Broken(
            "WEA-6", f"both beings stand on field {first.at}; they must come from different fields", "swap"
        )
    return None
