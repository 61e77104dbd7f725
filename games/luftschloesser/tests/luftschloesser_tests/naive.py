"""The game a second time, written from the rules and differently: pieces are things that lie somewhere.

Clouds, beings and castles are objects with a place; moves are the plain entries of records; what is legal is found by
trying everything that somebody could write. Nothing of the engine is used here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

Entry = dict[str, Any]
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
DIAGONALS = {"ne": (-1, 1), "se": (1, 1), "sw": (1, -1), "nw": (-1, -1)}
ROW = [(number, ((number - 1) // 4, (number - 1) % 4)) for number in range(1, 17)]
PLACE = dict(ROW)
NUMBER = {place: number for number, place in ROW}


class Illegal(Exception):
    """Against the rules."""


class Dice:
    """splitmix64, written down once more."""

    def __init__(self, seed: int) -> None:
        self.x = seed

    def roll(self, sides: int) -> int:
        """From 0 to sides − 1."""
        self.x = (self.x + 0x9E3779B97F4A7C15) % 2**64
        z = self.x
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) % 2**64
        z ^= z >> 31
        return ((z >> 32) * sides) >> 32

    def shuffle(self, cards: list[str]) -> None:
        """In place, from the last card down."""
        for last in reversed(range(1, len(cards))):
            other = self.roll(last + 1)
            cards[last], cards[other] = cards[other], cards[last]


class Piece:
    """A cloud, a being or a castle. `at` is a field, or None in the supply; a castle lies on a cloud instead."""

    def __init__(self, owner: str | None = None) -> None:
        self.owner = owner
        self.at: int | None = None
        self.on: Piece | None = None  # a castle's cloud


class Table:
    """A whole game."""

    def __init__(self, players: list[str], deck: list[str], seed: int, storm: str = "four") -> None:
        self.players = players
        self.winds = {**STEPS, **(DIAGONALS if storm == "eight" else {})}
        self.dice = Dice(seed)
        self.clouds = [Piece() for _ in range(20)]
        self.beings = [Piece(owner) for owner in players for _ in range(6)]
        self.castles = [Piece(owner) for owner in players for _ in range(4)]
        self.pile, self.played = list(deck), list[str]()
        self.hands = {player: [self.pile.pop(0) for _ in range(3)] for player in players}
        for player in players:
            self.swap_new_hands(player)
        self.turn = 0
        self.weather: str | None = None  # the card played in this turn
        self.winner: str | None = None

    # --- looking ---

    @property
    def now(self) -> str:
        """Return who is on."""
        return self.players[self.turn % len(self.players)]

    def carried(self) -> set[int]:
        """Clouds (by identity) that carry a castle."""
        return {id(castle.on) for castle in self.castles if castle.on}

    def lying(self, field: int, empty: bool) -> list[Piece]:
        """Clouds of a field, with or without castles."""
        carried = self.carried()
        return [cloud for cloud in self.clouds if cloud.at == field and (id(cloud) not in carried) == empty]

    def castle_on(self, cloud: Piece) -> Piece:
        """The castle of a cloud that has one."""
        return next(castle for castle in self.castles if castle.on is cloud)

    def standing(self, owner: str, field: int | None = None) -> list[Piece]:
        """Beings of a player, on a field or anywhere on the board."""
        mine = [being for being in self.beings if being.owner == owner and being.at]
        return [being for being in mine if field is None or being.at == field]

    def built(self, owner: str) -> int:
        """Castles standing."""
        return len([castle for castle in self.castles if castle.owner == owner and castle.on])

    # --- cards ---

    def swap_new_hands(self, player: str) -> None:
        """SET-2."""
        hand = self.hands[player]
        for index in range(len(hand)):
            while hand[index] == "new-hands":
                self.pile.append(hand[index])
                if set(self.pile) == {"new-hands"}:
                    self.pile += self.played
                    self.played = []
                self.dice.shuffle(self.pile)
                hand[index] = self.take()

    def take(self) -> str:
        """TURN-3: the next card."""
        if len(self.pile) == 0:
            self.pile, self.played = self.played, []
            self.dice.shuffle(self.pile)
        return self.pile.pop(0)

    def draw(self) -> None:
        """TURN-3 and TURN-4."""
        card = self.take()
        if card != "new-hands":
            self.hands[self.now].append(card)
            return
        self.played.append(card)
        first = self.players.index(self.now)
        around = self.players[first:] + self.players[:first]
        self.played = [card for player in around for card in self.hands[player]] + self.played
        for player in around:
            self.hands[player] = [self.take(), self.take(), self.take()]
            self.swap_new_hands(player)

    # --- moves ---

    def do(self, entry: Entry) -> None:
        """A card or an action as records write it; raises Illegal, and then the table is spoilt."""
        if self.winner:
            raise Illegal("over")
        if "play" in entry:
            if self.weather or entry["play"] not in self.hands[self.now]:
                raise Illegal("card")
            self.hands[self.now].remove(entry["play"])
            self.played.append(entry["play"])
            self.weather = entry["play"]
            kind = entry["play"].rstrip("0123456789").rstrip("-")
            bound = entry["play"][len(kind) + 1 :]
            getattr(self, f"_{kind.replace('-', '_')}")({"at": int(bound), **entry} if bound else entry)
            return
        if not self.weather:
            raise Illegal("no card yet")
        [name] = [key for key in entry if key != "castle"]
        getattr(self, f"_{name}")(entry)
        self.weather = None
        goal = 3 if len(self.players) == 4 else 4
        if self.built(self.now) >= goal:
            self.winner = self.now
        else:
            self.draw()
        self.turn += 1

    def _sun(self, entry: Entry) -> None:
        here = [cloud for cloud in self.clouds if cloud.at == entry["at"]]
        left = [cloud for cloud in self.clouds if cloud.at is None]
        if len(here) < 3 and left:
            left[0].at = entry["at"]

    _sun_joker = _sun

    def _rain(self, entry: Entry) -> None:
        empty, full = self.lying(entry["at"], True), self.lying(entry["at"], False)
        owners = {self.castle_on(cloud).owner for cloud in full}
        if empty or not full:
            if "castle" in entry:
                raise Illegal("an empty one first")
            if empty:
                empty[0].at = None
            return
        if "castle" not in entry and len(owners) > 1:
            raise Illegal("which?")
        if entry.get("castle", *(owners if len(owners) == 1 else [None])) not in owners:
            raise Illegal("not here")
        owner = entry.get("castle") or owners.pop()
        castle = next(found for found in map(self.castle_on, full) if found.owner == owner)
        assert castle.on
        castle.on.at, castle.on = None, None

    _rain_joker = _rain

    def _storm(self, entry: Entry) -> None:
        if entry["towards"] not in self.winds:
            raise Illegal("no such wind")
        down, right = self.winds[entry["towards"]]
        carried = self.carried()
        for cloud in self.clouds:
            if cloud.at and id(cloud) not in carried:
                row, col = PLACE[cloud.at]
                cloud.at = NUMBER.get((row + down, col + right))
        for field in PLACE:
            while len([cloud for cloud in self.clouds if cloud.at == field]) > 3:
                self.lying(field, True)[0].at = None

    def _lightning(self, entry: Entry) -> None:
        for being in self.beings:
            if being.at == entry["at"]:
                being.at = None

    def _rainbow(self, entry: Entry) -> None:
        if entry.get("pass"):
            return
        one, two = entry["swap"]
        if one["at"] == two["at"]:
            raise Illegal("different fields")
        first, second = self.standing(one["being"], one["at"]), self.standing(two["being"], two["at"])
        if not first or not second:
            raise Illegal("nobody there")
        first[0].at, second[0].at = two["at"], one["at"]

    def _put(self, entry: Entry) -> None:
        left = [being for being in self.beings if being.owner == self.now and not being.at]
        if not left:
            raise Illegal("none left")
        left[0].at = entry["put"]

    def _move(self, entry: Entry) -> None:
        start, goal = entry["move"]
        mine = self.standing(self.now, start)
        distance = max(abs(PLACE[start][axis] - PLACE[goal][axis]) for axis in (0, 1))
        if not mine or distance != 1:
            raise Illegal("not a step")
        mine[0].at = goal

    def _build(self, entry: Entry) -> None:
        self._pay(entry["build"], 2, self.lying(entry["build"], True)[:1])

    def _oust(self, entry: Entry) -> None:
        others = [cloud for cloud in self.lying(entry["oust"], False) if self.castle_on(cloud).owner != self.now]
        if "castle" not in entry and len({self.castle_on(cloud).owner for cloud in others}) > 1:
            raise Illegal("which?")
        if "castle" in entry:
            others = [cloud for cloud in others if self.castle_on(cloud).owner == entry["castle"]]
        self._pay(entry["oust"], 4, others[:1])

    def _pay(self, field: int, price: int, cloud: list[Piece]) -> None:
        mine = self.standing(self.now, field)
        if len(mine) < price or not cloud:
            raise Illegal("too few")
        for being in mine[:price]:
            being.at = None
        for castle in self.castles:
            if castle.on is cloud[0]:
                castle.on = None
        next(castle for castle in self.castles if castle.owner == self.now and not castle.on).on = cloud[0]

    # --- everything that could be written ---

    def thinkable(self) -> Iterator[Entry]:
        """Moves of all shapes, legal or not; those that records would write shorter are left out by `legal`."""
        if self.weather:
            for field in PLACE:
                yield {"put": field}
                yield {"build": field}
                yield {"oust": field}
                yield from ({"oust": field, "castle": player} for player in self.players)
                yield from ({"move": [field, goal]} for goal in PLACE)
            return
        for card in set(self.hands[self.now]):
            places = [{}] if card[-1].isdigit() else [{"at": field} for field in PLACE]
            if card == "storm":
                yield from ({"play": card, "towards": wind} for wind in (*STEPS, *DIAGONALS))
            elif card == "rainbow":
                yield {"play": card, "pass": True}
                spots = [(field, player) for field in PLACE for player in self.players]
                for (one, first), (two, second) in combinations(spots, 2):
                    if self.standing(first, one) and self.standing(second, two):  # the rest only takes time
                        yield {"play": card, "swap": [{"being": first, "at": one}, {"being": second, "at": two}]}
            else:
                for place in places:
                    yield {"play": card, **place}
                    if card.startswith("rain"):
                        yield from ({"play": card, **place, "castle": player} for player in self.players)

    def legal(self) -> list[Entry]:
        """Those that can be done, each written once: `castle` only where it has to be said."""
        found = [entry for entry in self.thinkable() if self.can(entry)]
        short = [entry for entry in found if "castle" not in entry]
        return [
            entry
            for entry in found
            if "castle" not in entry or {key: entry[key] for key in entry if key != "castle"} not in short
        ]

    def can(self, entry: Entry) -> bool:
        """Return whether a move is legal: do it, and put everything back."""
        pieces = [*self.clouds, *self.beings, *self.castles]
        places = [(piece, piece.at, piece.on) for piece in pieces]
        cards = {player: list(hand) for player, hand in self.hands.items()}, list(self.pile), list(self.played)
        rest = self.turn, self.weather, self.winner, self.dice.x
        try:
            self.do(entry)
        except Illegal:
            return False
        else:
            return True
        finally:
            for piece, at, on in places:
                piece.at, piece.on = at, on
            self.hands, self.pile, self.played = cards
            self.turn, self.weather, self.winner, self.dice.x = rest

    def ranking(self) -> dict[str, int]:
        """END-2."""
        order = {
            player: (player == self.winner, self.built(player), len(self.standing(player))) for player in self.players
        }
        return {player: 1 + sum(order[other] > order[player] for other in self.players) for player in self.players}

    def view(self) -> dict[str, Any]:
        """Everything there is, to be compared."""
        fields: list[tuple[list[int], list[int], list[int]]] = [([0], [], [0] * len(self.players)) for _ in PLACE]
        carrying = {id(castle.on): self.players.index(str(castle.owner)) for castle in self.castles if castle.on}
        for cloud in self.clouds:
            if cloud.at and id(cloud) in carrying:
                fields[cloud.at - 1][1].append(carrying[id(cloud)])
            elif cloud.at:
                fields[cloud.at - 1][0][0] += 1
        for being in self.beings:
            if being.at:
                fields[being.at - 1][2][self.players.index(str(being.owner))] += 1
        return {
            "fields": [(empty[0], sorted(castles), beings) for empty, castles, beings in fields],
            "clouds": len([cloud for cloud in self.clouds if cloud.at is None]),
            "hands": [list(self.hands[player]) for player in self.players],
            "pile": list(self.pile),
            "played": list(self.played),
            "winner": self.winner,
            "turns": self.turn,
            "ranking": self.ranking(),
        }
