"""The table: games that are being played, every position of each kept, so that one can go back and forth.

A game is its first position and its moves; what the page sees is made from one position. Computer players move when the
page asks for it, one move at a time, so that people can follow.
"""

from __future__ import annotations

import json
import random
import re
import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, is_dataclass
from typing import Any

from cloudy_pnp.core.problems import UserError, meant
from cloudy_pnp.data.source import parse_source
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.export.store import sha256_of
from cloudy_pnp.games.contract import Choose, Play
from cloudy_pnp.games.contract import Table as TablePart
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.load import Sound, load, sound_part

HUMAN, RANDOM = "human", "random"
_MOST_GAMES = 20
_MOST_PICTURES = 200
_MOST_MOVES = 5_000


@dataclass(slots=True)
class Match:
    """One game at the table."""

    id: str
    sound: Sound
    seats: list[str]  # who plays: a human, or the name of a computer player
    players: list[str]  # by the names that the game gives them
    seed: int
    positions: list[Any]
    moves: list[Any] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # which of the legal moves each was: enough to play it again

    def position(self, at: int) -> Any:
        """After so many moves. Raises UserError where the game has not come that far."""
        if not 0 <= at < len(self.positions):
            raise UserError("the game has not come that far")
        return self.positions[at]


class Tables:
    """All games that are being played in a studio."""

    def __init__(self, project: Project, packs: Sequence[Any] = ()) -> None:
        self._project = project
        self._packs = packs
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._boards: OrderedDict[str, tuple[Any, Any]] = OrderedDict()
        self._lock = threading.RLock()

    # --- what there is ---

    @property
    def play(self) -> Play[Any, Any, Any]:
        """The rules. Raises UserError for a game that cannot be played."""
        return self._project.home.game.need(self._project.home.game.play, "cannot be played by the computer")

    @property
    def table(self) -> TablePart[Any, Any, Any] | None:
        """What the game has for a screen."""
        return self.play.table.load() if self.play.table else None

    def offered(self) -> dict[str, Any]:
        """How many may play, and who plays for the computer."""
        names = [RANDOM, *(self.table.players if self.table else ())]
        usable = [name for name in names if name == RANDOM or self._is_usable(name)]
        return {
            "seats": list(self.play.seats(self._sound().model)),
            "computers": usable,
            "records": [name for name in self._project.names() if self.table and name.endswith(self._record_endings())],
        }

    def _is_usable(self, name: str) -> bool:
        """Some players need an extra that is not installed."""
        try:
            self._chooser(name)
        except (UserError, ImportError):
            return False
        return True

    def _chooser(self, name: str) -> Choose:
        known = self.table.players if self.table else {}
        if name not in known:
            raise UserError(f'there is no player "{name}"; {meant(name, (HUMAN, RANDOM, *known))}')
        return known[name].load()

    def _record_endings(self) -> tuple[str, ...]:
        """How records of whole games are called."""
        endings = [ending for kind in self._project.home.game.scenarios.values() for ending in kind.endings]
        return tuple(ending for ending in endings if ".game." in ending)

    def _sound(self) -> Sound:
        return sound_part(load(self._project.home, self._packs))

    # --- playing ---

    def begin(self, seats: Sequence[str], seed: int, moves: Sequence[int] = ()) -> dict[str, Any]:
        """A new game; `moves` (each the number of a legal one) go on where somebody left off."""
        with self._lock:
            sound = self._sound()
            if len(seats) not in self.play.seats(sound.model):
                raise UserError(f"nobody plays this with {len(seats)}")
            for name in seats:
                if name not in (HUMAN, RANDOM):
                    self._chooser(name)
            first = self.play.start(sound.model, len(seats), seed)
            match = self._seated(sound, list(seats), seed, first)
            for number in moves[:_MOST_MOVES]:
                legal = self.play.legal(match.positions[-1])
                if not 0 <= number < len(legal):
                    break
                self._moved(match, legal[number], number)
            return self.view(match.id, len(match.moves))

    def load(self, name: str) -> dict[str, Any]:
        """A game from its record, at its end; people play on."""
        with self._lock:
            if self.table is None:
                raise UserError("records of this game are replayed on the command line only")
            text = self._project.read(name).text
            documents = parse_source(text.encode(), name).documents
            if not documents or not isinstance(documents[0], dict):
                raise UserError(f"{name} holds no game record")
            sound = self._sound()
            first, moves = self.table.read(sound.model, documents[0])
            players = list(self.play.view(first)["players"])
            match = self._seated(sound, [HUMAN] * len(players), 0, first)
            for move in moves[:_MOST_MOVES]:
                self._moved(match, move, list(self.play.legal(match.positions[-1])).index(move))
            return self.view(match.id, 0)

    def _seated(self, sound: Sound, seats: list[str], seed: int, first: Any) -> Match:
        players = [str(name) for name in self.play.view(first)["players"]]
        match = Match(f"{random.getrandbits(64):016x}", sound, seats, players, seed, [first])
        self._matches[match.id] = match
        while len(self._matches) > _MOST_GAMES:
            self._matches.popitem(last=False)
        return match

    def move(self, name: str, at: int, number: int) -> dict[str, Any]:
        """Make one of the legal moves; what was played after this position is given up."""
        with self._lock:
            match = self._match(name)
            legal = self.play.legal(match.position(at))
            if not 0 <= number < len(legal):
                raise UserError("this is not one of the legal moves")
            self._back_to(match, at)
            self._moved(match, legal[number], number)
            return self.view(name, at + 1)

    def step(self, name: str, at: int) -> dict[str, Any]:
        """Let the computer make the move of the player whose turn it is."""
        with self._lock:
            match = self._match(name)
            position = match.position(at)
            legal = self.play.legal(position)
            who = self._who(match, position)
            if not legal or who == HUMAN:
                return self.view(name, at)
            if at < len(match.moves):
                return self.view(name, at + 1)
            seed = match.seed * 1_000_003 + at
            number = random.Random(seed).randrange(len(legal))  # noqa: S311 - a game
            if who != RANDOM:
                number = self._chooser(who)(position, legal, seed)
            self._moved(match, legal[number], number)
            return self.view(name, at + 1)

    def why(self, name: str, at: int, entry: Mapping[str, Any]) -> dict[str, Any]:
        """The rule that forbids a move, in words."""
        with self._lock:
            refused = self.table.refusal(self._match(name).position(at), entry) if self.table else None
            return {"rule": refused[0], "why": refused[1]} if refused else {"rule": "", "why": ""}

    def record(self, name: str) -> Mapping[str, Any]:
        """The record of the game so far."""
        match = self._match(name)
        return self.play.encode(match.positions[0], match.moves)

    def save(self, name: str, file: str) -> dict[str, Any]:
        """Write the record into the project, where `replay` and this page find it."""
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", file) or len(file) > 60:
            raise UserError("a name is made of a-z, 0-9 and -")
        ending = next((one for one in self._record_endings() if one.endswith(".yaml")), ".game.yaml")
        path = f"{self._project.name_of(self._project.folders[0])}/games/{file}{ending}"
        text = json.dumps(self.record(name), ensure_ascii=False, indent=1) + "\n"  # JSON is YAML too
        self._project.write(path, text, "")
        return {"file": path}

    def _match(self, name: str) -> Match:
        if name not in self._matches:
            raise UserError("this game is not at the table any more")
        self._matches.move_to_end(name)
        return self._matches[name]

    def _back_to(self, match: Match, at: int) -> None:
        del match.moves[at:], match.words[at:], match.numbers[at:], match.positions[at + 1 :]

    def _moved(self, match: Match, move: Any, number: int) -> None:
        position = match.positions[-1]
        match.numbers.append(number)
        who = self.play.to_move(position)
        match.words.append(f"{who} {self._words(position, move)}")
        match.positions.append(self.play.apply(position, move))
        match.moves.append(move)

    def _who(self, match: Match, position: Any) -> str:
        player = self.play.to_move(position)
        return match.seats[match.players.index(player)] if player in match.players else HUMAN

    # --- what the page sees ---

    def view(self, name: str, at: int) -> dict[str, Any]:
        """A position, what may be done in it, and how the game came there."""
        with self._lock:
            match = self._match(name)
            position = match.position(at)
            outcome = self.play.outcome(position)
            seen = dict(self.play.view(position))
            who = self._who(match, position)
            mover = self.play.to_move(position)
            hands = seen.get("hands")
            if isinstance(hands, list):  # nobody looks into the cards of others
                open_hands = outcome is not None
                mine = [player == mover and who == HUMAN for player in match.players]
                seen["hands"] = [
                    hand if open_hands or show else _covered(hand) for hand, show in zip(hands, mine, strict=True)
                ]
            legal = self.play.legal(position) if who == HUMAN else []
            return {
                "id": name,
                "at": at,
                "length": len(match.moves),
                "seats": match.seats,
                "players": match.players,
                "mover": mover,
                "human": who == HUMAN,
                "position": seen,
                "moves": [self._entry(position, move) for move in legal],
                "words": match.words,
                "numbers": match.numbers,
                "seed": match.seed,
                "outcome": {"winners": list(outcome.winners), "by": outcome.by} if outcome else None,
                **self._board(match, position),
            }

    def _entry(self, position: Any, move: Any) -> dict[str, Any]:
        entry = self.table.entry(position, move) if self.table else _plain(move)
        return {"entry": dict(entry), "words": self._words(position, move)}

    def _words(self, position: Any, move: Any) -> str:
        return self.table.words(position, move) if self.table else _said(move)

    def _board(self, match: Match, position: Any) -> dict[str, Any]:
        if self.table is None:
            return {"board": None}
        size, spots = self.table.size(match.sound.data, position)
        key = sha256_of(f"{match.sound.mark} {self.play.view(position)!r}".encode())
        self._boards[key] = (match.sound.data, position)
        while len(self._boards) > _MOST_PICTURES:
            self._boards.popitem(last=False)
        return {"board": {"picture": f"/picture/{key}.svg", "size": list(size), "spots": dict(spots)}}

    def picture(self, key: str) -> bytes | None:
        """A board that was shown not long ago, drawn when somebody looks at it."""
        if key not in self._boards or self.table is None:
            return None
        return svg_text(self.table.picture(*self._boards[key]), title="").encode()


def _covered(hand: Any) -> Any:
    """How many cards there are, and nothing else."""
    return [None] * len(hand) if isinstance(hand, list | tuple) else None


def _plain(move: Any) -> dict[str, Any]:
    """Any move as plain data: the name of its class, and its fields."""
    values = asdict(move) if is_dataclass(move) and not isinstance(move, type) else {"value": str(move)}
    return {"move": type(move).__name__, **values}


def _said(move: Any) -> str:
    """Any move in a few words.

    >>> from dataclasses import make_dataclass
    >>> _said(make_dataclass("TakeCard", ["card"])("king"))
    'take card: king'
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(move).__name__).lower()
    values = _plain(move)
    values.pop("move")
    words = [str(value) for value in values.values() if value not in (None, (), [], False)]
    return f"{name}: {', '.join(words)}" if words else name
