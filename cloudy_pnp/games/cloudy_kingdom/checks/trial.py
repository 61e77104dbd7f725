"""SPL-13: test-play custom spells in reachable positions.

Random games are played from the shipped layouts; in many of their positions the spell is cast, with random choices.
The invariants of the game are checked after every choice, and the results of the casts are counted: a spell that
no player could ever cast, that never changed anything, or that always connected its caster is reported.
The same data gives the same games: the random numbers come from a fixed seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice, pairwise, zip_longest

from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.games.cloudy_kingdom.checks.effect import MOST_STEPS
from cloudy_pnp.games.cloudy_kingdom.model.cards import Kingdom, Spell
from cloudy_pnp.games.cloudy_kingdom.model.steps import Discard, Draw, OnlyIf, Play, Remove, Step, Turn
from cloudy_pnp.games.cloudy_kingdom.rules.board import field_name, standing, upright
from cloudy_pnp.games.cloudy_kingdom.rules.distance import FAR, remaining
from cloudy_pnp.games.cloudy_kingdom.rules.spells.choices import cast_problem
from cloudy_pnp.games.cloudy_kingdom.rules.state import CastSpell, GameState, Move, PlayVine
from cloudy_pnp.games.cloudy_kingdom.rules.turns import apply, legal_moves, start
from cloudy_pnp.i18n.localized import Localized

_ROUNDS = 3  # of random games, one for each edition, layout and number of players
_SURE = 10  # casts that must all bring a connection before the spell is reported
_CASTS = 100  # after this many casts without a finding, a spell passes
_WORK = 60_000  # options listed in all casts: a spell that offers many is tried less often
_CARRIED_OUT = 20  # carrying out an option takes as long as listing so many
_WEIGHED = 50  # options of one choice, on the way to a connection
_LARGEST = 64  # fields of a board: on larger ones, listing the options of one choice takes too long
_MOST_POSITIONS = 1_500  # in which a spell that cannot be cast is tried; the shipped game has 559
_MOST_GAMES = 60  # of one round
_DECK = 200  # cards of a game: the game is won before more are drawn
_POSITION = 20  # looking at a position takes as long as listing so many options
_PLAYS = 0.9  # how often a vine card is played; otherwise anything, most of it spells
_LONGEST = 2 * MOST_STEPS + 1  # choices in one cast: no spell has more steps and cards to play
# Spells that bring a game into all kinds of positions; no card has such an id.
_STAND_INS: Mapping[str, tuple[Step, ...]] = {
    "#remove": (Remove("top-vine", "box"),),
    "#draw": (Draw(2), Play("drawn", 1, "growth"), Discard("drawn")),
    "#turn": (Turn("stack", 1),),
}


@dataclass(frozen=True, slots=True)
class SpellTrial:
    """The results of casting a spell in many positions."""

    positions: int  # in which it was tried
    casts: int  # how often it could be cast
    changed: int  # how often it left more behind than a cast spell and a paid card
    connected: int  # how often its caster found a way to be connected by it
    broken: str = ""  # something that must hold in every game and did not: a mistake of the engine


def trial_findings(kingdom: Kingdom, spell: str, positions: Iterable[GameState]) -> list[Finding]:
    """SPL-13: return the findings of a trial; paths start at the spell."""
    steps = kingdom.spells[spell].steps
    return list(_findings(try_spell(kingdom, spell, positions), any(isinstance(step, OnlyIf) for step in steps)))


def _findings(trial: SpellTrial, conditional: bool) -> Iterator[Finding]:
    path = ("effect",)
    if trial.broken:
        yield Finding("SPL-13", path, f"casting this spell breaks the game: {trial.broken}")
    elif trial.positions and trial.casts == 0:
        message = f"no player could cast this spell in {trial.positions} positions of random games"
        hint = "look for a step that cannot be carried out: too many cards to draw, no place for a card"
        yield Finding("SPL-13", path, message, hint, Severity.WARNING)
    elif trial.casts and trial.changed == 0 and conditional:
        message = (
            f"cast in {trial.casts} positions, this spell changed nothing: its only-if was never met, or its steps were"
            " not possible then"
        )
        hint = "ask for something that happens more often; if it is intended to be rare: # cloudy-pnp: ignore SPL-13"
        yield Finding("SPL-13", path, message, hint, Severity.WARNING)
    elif trial.casts and trial.changed == 0:
        message = f"this spell does nothing: it was cast in {trial.casts} positions and never changed anything"
        yield Finding("SPL-13", path, message, "add a step that changes something", Severity.WARNING)
    elif trial.casts >= _SURE and trial.connected == trial.casts:
        message = f"this spell always wins: in each of {trial.casts} positions it could connect its caster"
        yield Finding("SPL-13", path, message, "let it do less, or only if something is true", Severity.WARNING)


def try_spell(kingdom: Kingdom, spell: str, positions: Iterable[GameState]) -> SpellTrial:
    """SPL-13: cast a spell in reachable positions (`Positions`)."""
    rng = random.Random(spell)  # noqa: S311
    trials = casts = changed = connected = work = 0
    idle = replace(
        kingdom, editions={id: replace(edition, effects={spell: ()}) for id, edition in kingdom.editions.items()}
    )
    for position in positions:
        trials += 1
        state = _give_spell(position, spell)
        if cast_problem(state, spell) is not None:
            continue
        after, done, broken = _cast(state, spell, lambda _, moves: (rng.choice(moves), 1))
        if broken:
            budget.spend("trials", work)
            return SpellTrial(trials, casts, changed, connected, broken)
        nothing = apply(replace(state, setting=replace(state.setting, kingdom=idle)), CastSpell(spell))
        changed += _lasting_part(after) != _lasting_part(nothing)
        if connected == casts:  # as long as it could always be done
            best, more, _ = _cast(state, spell, _towards_connection)
            done += more
            connected += any(family == state.family for family, _ in best.connected - state.connected)
        casts += 1
        work += done
        if (casts >= _CASTS and changed and connected < casts) or work >= _WORK:
            break
    budget.spend("trials", work + _POSITION * trials)
    return SpellTrial(trials, casts, changed, connected)


def _give_spell(state: GameState, spell: str) -> GameState:
    """Return the same position, with the spell in the hand of the current player."""
    mine = (*state.spells[state.player], spell)
    return replace(state, spells=(*state.spells[: state.player], mine, *state.spells[state.player + 1 :]))


def _lasting_part(state: GameState) -> GameState:
    """Return a position without the parts that every cast changes."""
    return replace(state, setting=None, spells=(), box=(), turns=0)  # type: ignore[arg-type]


Choose = Callable[[GameState, Sequence[Move]], tuple[Move, int]]  # which option, and how many were carried out


def _cast(state: GameState, spell: str, choose: Choose) -> tuple[GameState, int, str]:
    """Cast a spell to its end; return the position after it, the work done, and the broken invariant."""
    after = apply(state, CastSpell(spell))
    work = 0
    for _ in range(_LONGEST):
        if (broken := _broken_invariant(state, after)) or after.casting is None or after.ending is not None:
            return after, work, broken
        moves = legal_moves(after)
        move, carried_out = choose(after, moves)
        work += len(moves) + _CARRIED_OUT * carried_out
        after = apply(after, move)
    return after, work, f"it still asks for choices after {_LONGEST} of them"


def _towards_connection(state: GameState, moves: Sequence[Move]) -> tuple[Move, int]:
    """Return the first choice that brings the caster one card nearer and ends no game, or the best one."""
    family = state.family
    aim = max(0, remaining(state.board, family) - 1)
    best, least = moves[0], (True, FAR)
    weighed = moves[:: 1 + len(moves) // _WEIGHED]
    for carried_out, move in enumerate(weighed, 1):
        after = apply(state, move)
        loss = after.ending is not None, remaining(after.board, family)
        if loss <= (False, aim):
            return move, carried_out
        if loss < least:
            best, least = move, loss
    return best, len(weighed)


# --- invariants --------------------------------------------------------------------------------------------


def _broken_invariant(before: GameState, after: GameState) -> str:
    """Return the invariant that a position breaks; empty if none."""
    if _cards(before) != _cards(after):
        return "a card has appeared or disappeared"
    if after.connected != standing(after.board):
        return "the connections are not those of the board"
    for field in after.board.fields():
        old, new = before.board.stack(field), after.board.stack(field)
        if any(upright(lower.facing) == upright(upper.facing) for lower, upper in pairwise(new)):
            return f"GEO-5: two cards are parallel in the stack at {field_name(field)}"
        if old and old[-1].sealed and old != new:
            return f"SPL-3: the sealed stack at {field_name(field)} has changed"
        if field in before.board.warded and old != new:
            return f"SPL-3: the protected field {field_name(field)} has changed"
    return ""


def _cards(state: GameState) -> Counter[str]:
    """Count every card of the game, wherever it is."""
    cards = Counter(state.draw_pile + state.discard_pile + state.box)
    cards.update(card for card in state.hands if card is not None)
    cards.update(spell for hand in state.spells for spell in hand)
    cards.update(card.card for stack in state.board.stacks for card in stack)
    if state.casting is not None:
        cards.update(state.casting.drawn + state.casting.taken)
        cards.update(() if state.casting.kept is None else (state.casting.kept,))
        cards.update(() if state.casting.placed_self else (state.casting.spell,))
    return cards


# --- positions ---------------------------------------------------------------------------------------------


class Positions:
    """Positions at the start of a turn: one of each of several random games, then the next of each, and so on.

    They are played when they are asked for, and kept for the next spell. Only stand-ins are cast in them, so that they
    are the same whatever spells there are.
    """

    def __init__(self, kingdom: Kingdom) -> None:
        self._known: list[GameState] = []
        stand_ins = {name: Spell(name, Localized.of({}), steps) for name, steps in _STAND_INS.items()}
        self._more = _positions(replace(kingdom, spells={**kingdom.spells, **stand_ins}))

    def __iter__(self) -> Iterator[GameState]:
        yield from self._known
        for state in islice(self._more, _MOST_POSITIONS - len(self._known)):
            self._known.append(state)
            yield state


def _positions(kingdom: Kingdom) -> Iterator[GameState]:
    rng = random.Random(13)  # noqa: S311
    for _ in range(_ROUNDS):
        tables = (
            (edition, layout, players)
            for edition in kingdom.editions
            for layout in kingdom.layouts
            if kingdom.layouts[layout].rows * kingdom.layouts[layout].cols <= _LARGEST
            for players in kingdom.layouts[layout].players
        )
        games = [_game(kingdom, *table, rng) for table in islice(tables, _MOST_GAMES)]
        for turn in zip_longest(*games):
            yield from (state for state in turn if state is not None)


def _game(kingdom: Kingdom, edition: str, layout: str, players: int, rng: random.Random) -> Iterator[GameState]:
    castles = kingdom.layouts[layout].castles
    families = rng.sample(sorted({family for side in castles.values() for family in side if family}), players)
    deck = _deck(kingdom, rng)
    if len(deck) < players:
        return
    spells = [list(_STAND_INS)] * players
    state = start(kingdom, families, castles=castles, deck=deck, spells=spells, edition=edition)
    while state.ending is None and state.last_turns is None:
        if state.casting is None:
            yield state
        moves = legal_moves(state)
        budget.spend("trials", _POSITION + len(moves))
        plays = [move for move in moves if isinstance(move, PlayVine)]
        state = apply(state, rng.choice(plays if plays and rng.random() < _PLAYS else moves))


def _deck(kingdom: Kingdom, rng: random.Random) -> list[str]:
    """Return a shuffled deck of all cards, or a random sample in the same proportions if it is too large."""
    cards, counts = [card.id for card in kingdom.vines.values()], [card.count for card in kingdom.vines.values()]
    if sum(counts) > _DECK:
        return rng.choices(cards, counts, k=_DECK)
    deck = [card for card, count in zip(cards, counts, strict=True) for _ in range(count)]
    rng.shuffle(deck)
    return deck


def begin_trials(kingdom: Kingdom) -> Callable[[str], list[Finding]]:
    """Return a function that test-plays a spell; positions are played on demand and shared by all spells."""
    played = kingdom.played
    positions = cache(lambda: Positions(played))
    return lambda spell: [] if kingdom.is_manual(spell) else trial_findings(played, spell, positions())
