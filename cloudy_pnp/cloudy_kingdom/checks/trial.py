"""SPL-13: test-play custom spells in reachable positions.

Random games are played from the shipped layouts; in many of their positions the spell is cast, with random choices.
The invariants of the game are checked after every choice, and the results of the casts are counted: a spell that
no player could ever cast, that never changed anything, or that always connected its caster is reported; so is a step
without which every cast leads to the same position.
The same data gives the same games: the random numbers come from a fixed seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.cloudy_kingdom.checks.effect import MOST_STEPS
from cloudy_pnp.cloudy_kingdom.model import steps as kinds
from cloudy_pnp.cloudy_kingdom.model.cards import Kingdom, Spell
from cloudy_pnp.cloudy_kingdom.rules.board import FAR, field_name, parallel, remaining, standing
from cloudy_pnp.cloudy_kingdom.rules.spells.casting import cast_problem, step_to_choose
from cloudy_pnp.cloudy_kingdom.rules.state import CastSpell, GameState, Move, PlayVine, TakeOption
from cloudy_pnp.cloudy_kingdom.rules.turns import apply, legal_moves, move_problem, start
from cloudy_pnp.core import budget
from cloudy_pnp.core.problems import Finding, Severity
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
_STAND_INS: Mapping[str, tuple[kinds.Step, ...]] = {
    "#remove": (kinds.Remove("top-vine", "box"),),
    "#draw": (kinds.Draw(2), kinds.Play("drawn", 1, "growth"), kinds.Discard("drawn")),
    "#turn": (kinds.Turn("stack", 1),),
}


class IdleStep(Struct, frozen=True):
    """A step that is left out in a trial: its place in the effect, and the spell without it."""

    path: tuple[str | int, ...]
    step: kinds.Step
    conditional: bool  # an only-if, or inside one
    parts: frozenset[int]  # identities of the step and of those inside it
    rest: tuple[kinds.Step, ...]
    option: int = 0  # of a `choose` that it is in, from 1
    reached: int = 0  # casts that had the same result without it

    def is_reached(self, asked: Sequence[tuple[kinds.Step | None, Move]]) -> bool:
        """Return whether a cast took the option that the step is in, if it is in one."""
        return not self.option or TakeOption(self.option) in (move for _, move in asked)


class SpellTrial(Struct, frozen=True):
    """The results of casting a spell in many positions."""

    positions: int  # in which it was tried
    casts: int  # how often it could be cast
    changed: int  # how often it left more behind than a cast spell and a paid card
    connected: int  # how often its caster found a way to be connected by it
    idle: tuple[IdleStep, ...] = ()  # steps without which every cast had the same result
    broken: str = ""  # something that must hold in every game and did not: a mistake of the engine


def trial_findings(kingdom: Kingdom, spell: str, positions: Iterable[GameState]) -> list[Finding]:
    """SPL-13: return the findings of a trial; paths start at the spell."""
    trial, steps = try_spell(kingdom, spell, positions), kingdom.spells[spell].steps
    # players do more than the computer knows of
    if any(isinstance(step, kinds.Say) for step, _ in kinds.every_step(steps)):
        trial = replace(trial, changed=max(1, trial.changed))
    return list(_findings(trial, any(isinstance(step, kinds.OnlyIf) for step in steps)))


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
    for idle in trial.idle if trial.changed else ():
        name, unmet = kinds.ROW_OF[type(idle.step)].name, ", or its condition was never met" if idle.conditional else ""
        message = f"the step {name} does nothing here{unmet}: all {idle.reached} casts had the same result without it"
        rare = "; if it is intended to be rare: # cloudy-pnp: ignore SPL-13" if idle.conditional else ""
        yield Finding(
            "SPL-13", (*path, *idle.path), message, f"delete it, or change the steps before it{rare}", Severity.WARNING
        )


def try_spell(kingdom: Kingdom, spell: str, positions: Iterable[GameState]) -> SpellTrial:
    """SPL-13: cast a spell in reachable positions (`Positions`)."""
    rng = random.Random(spell)  # noqa: S311
    idle_steps = list(_each_left_out(kingdom.spells[spell].steps))
    trials = casts = changed = connected = work = 0
    idle = _with_steps(kingdom, spell, ())
    for position in positions:
        trials += 1
        state = _give_spell(position, spell)
        if cast_problem(state, spell) is not None:
            continue
        asked: list[tuple[kinds.Step | None, Move]] = []

        def choose(
            at: GameState, moves: Sequence[Move], asked: list[tuple[kinds.Step | None, Move]] = asked
        ) -> tuple[Move, int]:
            asked.append((step_to_choose(at), rng.choice(moves)))
            return asked[-1][1], 1

        after, done, broken = _cast(state, spell, choose)
        if broken:
            budget.spend("trials", work)
            return SpellTrial(trials, casts, changed, connected, broken=broken)
        nothing = apply(replace(state, setting=replace(state.setting, kingdom=idle)), CastSpell(spell))
        changed += _lasting_part(after) != _lasting_part(nothing)
        if spell not in state.setting.edition.effects:
            done += _CARRIED_OUT * len(asked) * len(idle_steps)
            idle_steps = [
                replace(left, reached=left.reached + left.is_reached(asked))
                for left in idle_steps
                if not left.is_reached(asked) or _same_without(state, spell, left, asked, after)
            ]
        if connected == casts:  # as long as it could always be done
            best, more, _ = _cast(state, spell, _towards_connection)
            done += more
            connected += any(family == state.family for family, _ in best.connected - state.connected)
        casts += 1
        work += done
        seldom = any(left.reached < _CASTS for left in idle_steps)
        if (casts >= _CASTS and changed and connected < casts and not seldom) or work >= _WORK:
            break
    budget.spend("trials", work + _POSITION * trials)
    idle_steps = [left for left in idle_steps if left.reached >= _SURE]
    places = [left.path for left in idle_steps]
    outer = (left for left in idle_steps if left.path[:1] not in places or len(left.path) == 1)
    return SpellTrial(trials, casts, changed, connected, tuple(outer))


def _with_steps(kingdom: Kingdom, spell: str, steps: tuple[kinds.Step, ...]) -> Kingdom:
    """Return the game in which a spell has other steps, in every edition."""
    editions = {id: replace(edition, effects={spell: steps}) for id, edition in kingdom.editions.items()}
    return replace(kingdom, editions=editions)


def _each_left_out(steps: tuple[kinds.Step, ...]) -> Iterator[IdleStep]:
    """Yield the spell without each of its steps in turn.

    What the players carry out, or discard at the end anyway, is written for the reader: it is never left out.
    """
    for index, step in enumerate(steps):
        before, after = steps[:index], steps[index + 1 :]
        conditional = isinstance(step, kinds.OnlyIf)
        inner: list[tuple[tuple[str | int, ...], kinds.Step, kinds.Step]] = []
        match step:
            case kinds.ChooseOne(options):
                for number, option in enumerate(options):
                    for at, part in enumerate(option):
                        kept = (*options[:number], (*option[:at], *option[at + 1 :]), *options[number + 1 :])
                        inner.append((("choose", number, at), part, kinds.ChooseOne(kept)))
            case kinds.Repeat(_, parts) | kinds.OnlyIf(steps=parts) if len(parts) > 1:
                name = kinds.ROW_OF[type(step)].name
                for at, part in enumerate(parts):
                    inner.append(((name, "steps", at), part, replace(step, steps=(*parts[:at], *parts[at + 1 :]))))
        held = {id(left) for _, left, _ in inner} | {id(part) for part in getattr(step, "steps", ())}
        if not isinstance(step, kinds.Discard | kinds.Say):
            yield IdleStep((index,), step, conditional, frozenset({id(step), *held}), (*before, *after))
        for path, left, shorter in inner:
            if not isinstance(left, kinds.Discard | kinds.Say):
                rest = (*before, shorter, *after)
                chosen = int(path[1]) + 1 if path[0] == "choose" else 0
                yield IdleStep((index, *path), left, conditional, frozenset({id(left)}), rest, chosen)


def _same_without(
    state: GameState, spell: str, left: IdleStep, asked: Sequence[tuple[kinds.Step | None, Move]], after: GameState
) -> bool:
    """Cast a spell without one of its steps, with the same choices for the others; compare the results."""
    other = replace(state, setting=replace(state.setting, kingdom=_with_steps(state.setting.kingdom, spell, left.rest)))
    edition = other.setting.kingdom.editions[state.setting.edition.id]
    other = replace(other, setting=replace(other.setting, edition=edition))
    moves: list[Move] = [CastSpell(spell), *(move for step, move in asked if id(step) not in left.parts)]
    for move in moves:
        if other.turns != state.turns or move_problem(other, move) is not None:
            return False
        other = apply(other, move)
    finished = other.casting is None or other.ending is not None
    return finished and _lasting_part(other) == _lasting_part(after)


def _give_spell(state: GameState, spell: str) -> GameState:
    """Return the same position, with the spell in the hand of the current player."""
    mine = (*state.spells[state.player], spell)
    return replace(state, spells=(*state.spells[: state.player], mine, *state.spells[state.player + 1 :]))


def _lasting_part(state: GameState) -> GameState:
    """Return a position without the parts that every cast changes."""
    return replace(state, setting=None, spells=(), box=(), turns=0)


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
        if wrong := parallel(after.board, field):
            return wrong
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
