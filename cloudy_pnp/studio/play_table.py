"""The table: running games, with every position of each, so that players can go back and forth.

A game is its first position and its moves; the page shows a single position. Computer players move when the page
requests it, one move at a time, so that people can follow.
"""

from __future__ import annotations

import dataclasses
import json
import random
import re
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import is_dataclass
from typing import Any

from msgspec import Struct, field
from msgspec.structs import asdict

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import UserError, suggest
from cloudy_pnp.draw.scene import Page
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import Choose, Plan, Play
from cloudy_pnp.game.contract import Table as TablePart
from cloudy_pnp.studio.arrange import Scene, arranging_of, document_of, scenes_of, understood
from cloudy_pnp.studio.project import Project
from cloudy_pnp.workspace.files import Files
from cloudy_pnp.workspace.load import Sound, load, sound_part

HUMAN, RANDOM = "human", "random"
_MOST_GAMES = 20
_MOST_PICTURES = 200
_MOST_MOVES = 5_000
_MOST_SEED = 2**31
_SECRET = ("choosing", "drawn")  # visible only to the player to move, in addition to their hand


class Match(Struct):
    """A game at the table."""

    id: str
    sound: Sound
    seats: list[str]  # a human, or the name of a computer player
    players: list[str]  # by the names that the game gives them
    seed: int
    positions: list[Any]
    plan: Plan | None = None  # of a game that began in the middle
    roles: Mapping[str, int] = field(default_factory=dict)  # seats, by the key of a record
    moves: list[Any] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)  # their indices among the legal moves
    faces: Mapping[str, Any] = field(default_factory=dict)  # of unsaved cards, by language and id
    eyes: str | None = None  # the player at the screen; "": none yet; None: all of them

    def position(self, at: int) -> Any:
        """Return the position after this many moves. Raises UserError if the game has not reached that turn."""
        if not 0 <= at < len(self.positions):
            raise UserError("the game has not reached that turn")
        return self.positions[at]

    def hides_from(self, mover: str) -> bool:
        """Check whether the player to move has to take the screen first, because someone else was looking at it."""
        return self.eyes is not None and self.eyes != mover and self.seats.count(HUMAN) > 1


class Tables:
    """All running games of a studio."""

    def __init__(self, project: Project, packs: Sequence[Any] = ()) -> None:
        self._project = project
        self._packs = packs
        self._matches: OrderedDict[str, Match] = OrderedDict()
        self._boards: OrderedDict[str, tuple[Callable[..., Page], Any, Any]] = OrderedDict()
        self._lock = threading.RLock()

    # --- options ---

    @property
    def play(self) -> Play[Any, Any, Any]:
        """The rules. Raises UserError for a game that cannot be played."""
        return self._project.home.game.need(self._project.home.game.play, "cannot be played by the computer")

    @property
    def table(self) -> TablePart[Any, Any, Any] | None:
        """The parts of the game for the screen."""
        return self.play.table.load() if self.play.table else None

    def options(self, lang: str = "en") -> dict[str, Any]:
        """Return the numbers of players, the computer players, and the possible starts of a game."""
        names = [RANDOM, *(self.table.players if self.table else ())]
        usable = [name for name in names if name == RANDOM or self._is_usable(name)]
        arranges = bool(self.table and self.table.arranging)
        return {
            "seats": list(self.play.seats(self._sound().model)),
            "computers": usable,
            "records": [name for name in self._project.names() if self.table and name.endswith(self._record_endings())],
            "scenarios": [scene.as_dict() for scene in self._scenes(lang)] if arranges else [],
            "tries": list(arranging_of(self.table).tries) if arranges else [],
            "roles": arranging_of(self.table).roles if arranges else {},
        }

    def _is_usable(self, name: str) -> bool:
        """Check whether a player is usable; some need an extra that is not installed."""
        try:
            self._chooser(name)
        except (UserError, ImportError):
            return False
        return True

    def _chooser(self, name: str) -> Choose:
        choosers = self.table.players if self.table else {}
        if name not in choosers:
            raise UserError(f'there is no player "{name}"; {suggest(name, (HUMAN, RANDOM, *choosers))}')
        return choosers[name].load()

    def _record_endings(self) -> tuple[str, ...]:
        """Return the endings of records of whole games."""
        endings = [ending for kind in self._project.home.game.scenarios.values() for ending in kind.endings]
        return tuple(ending for ending in endings if ".game." in ending)

    def _sound(self, files: Files | None = None) -> Sound:
        return sound_part(load(self._project.home, self._packs, files))

    def _scenes(self, lang: str) -> list[Scene]:
        return list(scenes_of(self._project, arranging_of(self.table).scenarios, lang))

    # --- beginning ---

    def begin(
        self,
        seats: Sequence[str],
        seed: int = 0,
        moves: Sequence[int] = (),
        plan: Plan | None = None,
        lang: str = "en",
        curtain: bool = False,
        roles: Mapping[str, int] | None = None,
    ) -> dict[str, Any]:
        """Begin a new game, from the beginning or by a plan; `moves` (indices of legal ones) continue an earlier one.

        `curtain`: cards are covered until the player to move looks at the screen. `roles`: the seat of whoever begins,
        for example, by the game's keys.
        """
        with self._lock:
            sound, seed = self._sound(), seed % _MOST_SEED
            for name in seats:
                if name not in (HUMAN, RANDOM):
                    self._chooser(name)
            if plan is None:
                if len(seats) not in self.play.seats(sound.model):
                    raise UserError(f"this cannot be played with {len(seats)}")
                first = self.play.start(sound.model, len(seats), seed)
            else:
                first = self._first(sound, plan, seed)
            if roles:
                first = self._give_roles(sound, first, roles)
            match = self._seat_players(sound, list(seats), seed, first, plan)
            match.roles = roles or {}
            match.eyes = "" if curtain else None
            for number in moves[:_MOST_MOVES]:
                legal = self.play.legal(match.positions[-1])
                if not 0 <= number < len(legal):
                    break
                self._add_move(match, legal[number], number)
            return self.view(match.id, len(match.moves), lang)

    def _first(self, sound: Sound, plan: Plan, seed: int) -> Any:
        with understood("this position"):
            return arranging_of(self.table).begin(sound.model, plan, seed)

    def _give_roles(self, sound: Sound, first: Any, roles: Mapping[str, int]) -> Any:
        with understood("this start"):
            record, known = self.play.encode(first, []), arranging_of(self.table).roles
            named = {key: record["players"][seat] for key, seat in roles.items() if key in known}
            return self.table and self.table.read(sound.model, {**record, **named})[0]

    def load(self, name: str, lang: str = "en") -> dict[str, Any]:
        """Load a game from its record, at its beginning; people continue it."""
        with self._lock:
            if self.table is None:
                raise UserError("records of this game are replayed on the command line only")
            sound = self._sound()
            record = document_of(self._project, name, 0)
            first, moves = self.table.read(sound.model, record)
            players = list(self.play.view(first)["players"])
            match = self._seat_players(sound, [HUMAN] * len(players), 0, first)
            for move in moves[:_MOST_MOVES]:
                self._add_move(match, move, list(self.play.legal(match.positions[-1])).index(move))
            return self.view(match.id, 0, lang)

    def try_card(self, name: str, text: str, card: str, faces: Mapping[str, Any], lang: str = "en") -> dict[str, Any]:
        """Begin a game in the middle, in which a person holds a card (kind/id) of a file that need not be saved."""
        kind, _, card_id = card.partition("/")
        arranging = arranging_of(self.table)
        if kind not in arranging.tries:
            raise UserError(f"cards of the kind {kind} cannot be tried at a table")
        with self._lock:
            sound = self._sound(Files(self._project.unsaved(name, text)))
            if not any(entry.get("id") == card_id for entry in sound.data.get(kind, ())):
                raise UserError(f"{card_id} has errors: fix them first, then try it")
            plan = arranging.trial(sound.model, kind, card_id, 1)
            first = arranging.begin(sound.model, plan, 1)
            count = len(self.play.view(first)["players"])
            rival = "greedy" if self._is_usable("greedy") else RANDOM
            match = self._seat_players(sound, [HUMAN, *[rival] * (count - 1)], 1, first)
            match.faces = faces
            return self.view(match.id, 0, lang)

    def _seat_players(self, sound: Sound, seats: list[str], seed: int, first: Any, plan: Plan | None = None) -> Match:
        players = [str(name) for name in self.play.view(first)["players"]]
        if len(players) != len(seats):
            raise UserError(f"{len(players)} play here, not {len(seats)}")
        match = Match(f"{random.getrandbits(64):016x}", sound, seats, players, seed, [first], plan)
        self._matches[match.id] = match
        while len(self._matches) > _MOST_GAMES:
            self._matches.popitem(last=False)
        return match

    def scene(self, name: str, number: int, lang: str = "en") -> dict[str, Any]:
        """Return the plan of a game that begins with a document of a scenario file, and its picture."""
        with self._lock, understood("this scenario"):
            arranging, sound = arranging_of(self.table), self._sound()
            plan = arranging.scenario(sound.model, document_of(self._project, name, number))
            position = arranging.begin(sound.model, plan, 0)
            return {
                "plan": plan,
                "board": self._board(sound, position)["board"],
                "players": [str(player) for player in self.play.view(position)["players"]],
                "tells": self._tells(sound, position, lang, ()),
            }

    # --- playing ---

    def move(self, name: str, at: int, number: int, lang: str = "en") -> dict[str, Any]:
        """Make one of the legal moves; moves played after this position are discarded."""
        with self._lock:
            match = self._match(name)
            legal = self.play.legal(match.position(at))
            if not 0 <= number < len(legal):
                raise UserError("this is not one of the legal moves")
            self._back_to(match, at)
            self._add_move(match, legal[number], number)
            return self.view(name, at + 1, lang)

    def step(self, name: str, at: int, lang: str = "en") -> dict[str, Any]:
        """Let the computer make the move of the player to move. It thinks while others continue."""
        with self._lock:
            match = self._match(name)
            position = match.position(at)
            legal = self.play.legal(position)
            player = self._player_kind(match, position)
            if not legal or player == HUMAN:
                return self.view(name, at, lang)
            if at < len(match.moves):
                return self.view(name, at + 1, lang)
        seed = match.seed * 1_000_003 + at
        number = random.Random(seed).randrange(len(legal))  # noqa: S311 - a game
        if player != RANDOM:
            number = self._chooser(player)(position, legal, seed)
        with self._lock:
            if len(match.moves) == at and match.positions[at] is position:  # no one went back meanwhile
                self._add_move(match, legal[number], number)
            return self.view(name, min(at + 1, len(match.moves)), lang)

    def why(self, name: str, at: int, entry: Mapping[str, Any], lang: str = "en") -> dict[str, Any]:
        """Return the rule that forbids a move, in words."""
        with self._lock:
            refused = self.table.refusal(self._match(name).position(at), entry, lang) if self.table else None
            return {"rule": refused[0], "why": refused[1]} if refused else {"rule": "", "why": ""}

    def record(self, name: str) -> Mapping[str, Any]:
        """Return the record of the game so far."""
        with self._lock:
            match = self._match(name)
            return self.play.encode(match.positions[0], match.moves)

    def save(self, name: str, file: str) -> dict[str, Any]:
        """Write the record into the project, where `replay` and this page find it."""
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", file) or len(file) > 60:
            raise UserError("a name is made of a-z, 0-9 and -")
        endings = (ending for ending in self._record_endings() if ending.endswith(".yaml"))
        ending = next(endings, ".game.yaml")
        path = f"{self._project.name_of(self._project.folders[0])}/games/{file}{ending}"
        text = json.dumps(self.record(name), ensure_ascii=False, indent=1) + "\n"  # JSON is also YAML
        self._project.write(path, text, "")
        return {"file": path}

    def _match(self, name: str) -> Match:
        if name not in self._matches:
            raise UserError("this game is no longer on the table")
        self._matches.move_to_end(name)
        return self._matches[name]

    def _back_to(self, match: Match, at: int) -> None:
        del match.moves[at:], match.numbers[at:], match.positions[at + 1 :]

    def _add_move(self, match: Match, move: Any, number: int) -> None:
        match.positions.append(self.play.apply(match.positions[-1], move))
        match.numbers.append(number)
        match.moves.append(move)

    def _player_kind(self, match: Match, position: Any) -> str:
        player = self.play.to_move(position)
        return match.seats[match.players.index(player)] if player in match.players else HUMAN

    # --- views of the page ---

    def look(self, name: str, at: int, eyes: str, lang: str = "en") -> dict[str, Any]:
        """Set the player who looks at the screen from now on."""
        with self._lock:
            match = self._match(name)
            if match.eyes is not None and eyes in match.players:
                match.eyes = eyes
            return self.view(name, at, lang)

    def view(self, name: str, at: int, lang: str = "en") -> dict[str, Any]:
        """Return a position, the possible moves, and the history of the game."""
        with self._lock:
            match = self._match(name)
            position = match.position(at)
            outcome = self.play.outcome(position)
            mover = self.play.to_move(position)
            position_view = self.play.view(position)
            human = self._player_kind(match, position) == HUMAN
            veiled = human and not outcome and match.hides_from(mover) and isinstance(position_view.get("hands"), list)
            human = human and not veiled
            mine = [outcome is not None or (player == mover and human) for player in match.players]
            legal = self.play.legal(position) if human else []
            return {
                "id": name,
                "at": at,
                "length": len(match.moves),
                "seats": match.seats,
                "players": match.players,
                "mover": mover,
                "human": human,
                "veiled": veiled,
                "position": _visible_parts(position_view, mine, human or outcome is not None),
                "moves": [self._entry(position, move, lang) for move in legal],
                "log": self._log(match, lang),
                "numbers": match.numbers,
                "seed": match.seed,
                "plan": match.plan,
                "roles": match.roles,
                "outcome": self._outcome(position, outcome, lang) if outcome else None,
                "tells": self._tells(match.sound, position, lang, mine),
                "faces": match.faces.get(lang, {}),
                **self._board(match.sound, position),
            }

    def _outcome(self, position: Any, outcome: Any, lang: str) -> dict[str, Any]:
        ended = self.table.ended(position, lang) if self.table and self.table.ended else ""
        return {"winners": list(outcome.winners), "by": outcome.by, "words": ended}

    def _tells(self, sound: Sound, position: Any, lang: str, mine: Sequence[bool]) -> dict[str, Any]:
        """Return additional data to show, and the names of everything."""
        details = self.table.tells(position, lang, mine) if self.table and self.table.tells else {}
        names = {
            str(entry["id"]): entry["name"].get(lang) or next(iter(entry["name"].values()))
            for kind in (self.table.named if self.table else ())
            for entry in sound.data.get(kind, ())
            if entry.get("name")
        }
        return {**details, "names": names}

    def _log(self, match: Match, lang: str) -> list[dict[str, str]]:
        """Return every move: the player, and a description."""
        return [
            {"who": self.play.to_move(position), "words": self._words(position, move, lang)}
            for position, move in zip(match.positions, match.moves, strict=False)
        ]

    def _entry(self, position: Any, move: Any, lang: str) -> dict[str, Any]:
        entry = self.table.entry(position, move, lang) if self.table else _plain(move)
        return {"entry": dict(entry), "words": self._words(position, move, lang)}

    def _words(self, position: Any, move: Any, lang: str) -> str:
        return self.table.words(position, move, lang) if self.table else _describe_move(move)

    def _board(self, sound: Sound, position: Any) -> dict[str, Any]:
        if self.table is None or self.table.size is None:
            return {"board": None}
        size, spots = self.table.size(sound.data, position)
        board: dict[str, Any] = {"size": list(size), "spots": dict(spots)}
        if self.table.picture:
            board["picture"] = self._picture_address(sound, position, self.table.picture, self.play.view(position))
        if self.table.ground:
            draw, made_of = self.table.ground
            board["ground"] = self._picture_address(sound, position, draw, made_of(position))
        return {"board": board}

    def _picture_address(self, sound: Sound, position: Any, draw: Callable[..., Page], made_of: Any) -> str:
        """Return the address of a picture, which is drawn on demand."""
        key = fingerprint.of_bytes(f"{sound.mark} {made_of!r}".encode())
        self._boards[key] = (draw, sound.data, position)
        self._boards.move_to_end(key)
        while len(self._boards) > _MOST_PICTURES:
            self._boards.popitem(last=False)
        return f"picture/{key}.svg"

    def picture(self, key: str) -> bytes | None:
        """Return a recently shown board, drawn on demand."""
        board = self._boards.get(key)
        if board is None:
            return None
        draw, data, position = board
        return svg_text(draw(data, position), title="").encode()


def _visible_parts(position: Mapping[str, Any], mine: Sequence[bool], own: bool) -> dict[str, Any]:
    """Return the visible parts of a position: the cards of others are hidden."""
    seen = {key: value for key, value in position.items() if key != "moves"}
    hands = seen.get("hands")
    if isinstance(hands, list):
        seen["hands"] = [hand if show else _cover(hand) for hand, show in zip(hands, mine, strict=True)]
    if not own:
        seen |= {key: _cover(seen[key]) for key in _SECRET if key in seen}
    return seen


def _cover(hand: Any) -> Any:
    """Return only the number of cards."""
    return [None] * len(hand) if isinstance(hand, list | tuple) else hand if isinstance(hand, int) else None


def _plain(move: Any) -> dict[str, Any]:
    """Return any move as plain data: the name of its class, and its fields."""
    if isinstance(move, Struct):
        values = asdict(move)
    elif is_dataclass(move) and not isinstance(move, type):
        values = dataclasses.asdict(move)
    else:
        values = {"value": str(move)}
    return {"move": type(move).__name__, **values}


def _describe_move(move: Any) -> str:
    """Describe any move in a few words.

    >>> from dataclasses import make_dataclass
    >>> _describe_move(make_dataclass("TakeCard", ["card"])("king"))
    'take card: king'
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(move).__name__).lower()
    values = _plain(move)
    values.pop("move")
    words = [str(value) for value in values.values() if value not in (None, (), [], False)]
    return f"{name}: {', '.join(words)}" if words else name
