"""A second scorer, written from the rules and not from the card data: every card by hand, every choice tried.

Slow and plain on purpose; it shares nothing with the package but the ids of the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import cast

from msgspec import Struct

SUITS = {
    "land": "mountain cavern bell-tower forest earth-elemental",
    "flood": "fountain-of-life swamp great-flood island water-elemental",
    "weather": "rainstorm blizzard smoke whirlwind air-elemental",
    "flame": "wildfire candle forge lightning fire-elemental",
    "army": "knights elven-archers light-cavalry dwarvish-infantry rangers",
    "wizard": "collector beastmaster necromancer warlock-lord enchantress",
    "leader": "king queen princess warlord empress",
    "beast": "unicorn basilisk warhorse dragon hydra",
    "weapon": "warship magic-wand sword-of-keth elven-longbow war-dirigible",
    "artifact": "shield-of-keth gem-of-order world-tree book-of-changes protection-rune",
    "wild": "doppelganger mirage shapeshifter",
}
SUIT = {card: suit for suit, cards in SUITS.items() for card in cards.split()}
STRENGTH = dict(
    zip(
        SUIT,
        (
            *(9, 6, 8, 7, 4, 1, 18, 32, 14, 4, 8, 30, 27, 13, 4, 40, 2, 9, 11, 4, 20, 10, 17, 15, 5),
            *(7, 9, 3, 25, 5, 8, 6, 2, 4, 15, 9, 35, 6, 30, 12, 23, 1, 7, 3, 35, 4, 5, 2, 3, 1, 0, 0, 0),
        ),
        strict=True,
    )
)
TEN = [suit for suit in SUITS if suit != "wild"]
MIRAGE = ["army", "land", "weather", "flood", "flame"]
SHAPES = ["artifact", "leader", "wizard", "weapon", "beast"]


class Seat(Struct, dict=True):
    card: str
    name: str
    suit: str
    strength: int
    bad: str  # the card whose penalty it has
    cleared: bool = False
    no_army: bool = False
    blank: bool = False


Pick = dict[str, object]
Count = Callable[..., int]


def picks(hand: list[str]) -> Iterator[Pick]:
    """Every way to decide, possible or not worth it alike."""
    ways: dict[str, list[object]] = {}
    if "doppelganger" in hand:
        ways["doppelganger"] = [None, *(card for card in hand if card != "doppelganger")]
    if "mirage" in hand:
        ways["mirage"] = [None, *(card for card in SUIT if SUIT[card] in MIRAGE)]
    if "shapeshifter" in hand:
        ways["shapeshifter"] = [None, *(card for card in SUIT if SUIT[card] in SHAPES)]
    if "book-of-changes" in hand:
        others = [card for card in hand if card != "book-of-changes"]
        ways["book-of-changes"] = [None, *product(others, TEN)]
    if "island" in hand:
        ways["island"] = [None, *hand]
    for way in product(*ways.values()):
        yield {card: made for card, made in zip(ways, way, strict=True) if made is not None}


def best(hand: list[str]) -> tuple[int, int]:
    """The best total, and the lowest base strength with it."""
    scores = (score(hand, pick) for pick in picks(hand))
    total, base = max((total, -base) for total, base, _ in (found for found in scores if found))
    return total, -base


def score(hand: list[str], pick: Pick) -> tuple[int, int, list[str]] | None:
    """Total, base strength and blanked cards; None when the Island cannot clear what it was told to."""
    seats = [Seat(card, card, SUIT[card], STRENGTH[card], card) for card in hand]
    by_card = {seat.card: seat for seat in seats}
    for wild in ("doppelganger", "mirage", "shapeshifter"):
        if wild in pick:
            copied, seat = str(pick[wild]), by_card[wild]
            seat.name, seat.suit = copied, SUIT[copied]
            if wild == "doppelganger":
                seat.strength, seat.bad = STRENGTH[copied], copied
    if "book-of-changes" in pick:
        changed, suit = cast("tuple[str, str]", pick["book-of-changes"])
        by_card[changed].suit = suit
    if "island" in pick:
        target = by_card[str(pick["island"])]
        if target.suit not in ("flood", "flame"):
            return None
        target.cleared = True
    clear(seats)
    blank(seats)
    alive = [seat for seat in seats if not seat.blank]
    total = sum(worth(seat, alive) for seat in alive)
    return total, sum(seat.strength for seat in alive), sorted(seat.card for seat in seats if seat.blank)


def clear(seats: list[Seat]) -> None:
    held = {seat.card for seat in seats}
    for seat in seats:
        if (
            "protection-rune" in held
            or ("mountain" in held and seat.suit == "flood")
            or ("cavern" in held and seat.suit == "weather")
            or ("beastmaster" in held and seat.suit == "beast")
        ):
            seat.cleared = True
        if "rangers" in held or ("warship" in held and seat.suit == "flood"):
            seat.no_army = True


def blanks(by: Seat, seat: Seat) -> bool:
    if by.cleared:
        return False
    army = seat.suit == "army" and not by.no_army
    match by.bad:
        case "great-flood":
            return (
                army
                or (seat.suit == "land" and seat.name != "mountain")
                or (seat.suit == "flame" and seat.name != "lightning")
            )
        case "rainstorm":
            return seat.suit == "flame" and seat.name != "lightning"
        case "blizzard":
            return seat.suit == "flood"
        case "wildfire":
            spared = seat.name in ("mountain", "great-flood", "island", "unicorn", "dragon")
            return not spared and seat.suit not in ("flame", "wizard", "weather", "weapon", "artifact")
        case "basilisk":
            return army or seat.suit == "leader" or (seat.suit == "beast" and seat is not by)
    return False


def blank(seats: list[Seat]) -> None:
    """Every card gets one of three marks: ? at first, then safe or blank."""
    unsure = list(seats)
    while unsure:
        hitters = {id(seat): [by for by in seats if not by.blank and blanks(by, seat)] for seat in unsure}
        done = [seat for seat in unsure if not hitters[id(seat)]]
        doomed = [seat for seat in unsure if any(by not in unsure for by in hitters[id(seat)])]
        if not done and not doomed:
            doomed = ring(unsure)
        for seat in doomed:
            seat.blank = True
        unsure = [seat for seat in unsure if seat not in done and not seat.blank]
    while True:
        before = sum(seat.blank for seat in seats)
        while True:
            alive = [seat for seat in seats if not seat.blank]
            lonely = [seat for seat in alive if needs(seat) and not any(other.suit == needs(seat) for other in alive)]
            if not lonely:
                break
            for seat in lonely:
                seat.blank = True
        alive = [seat for seat in seats if not seat.blank]
        if any(seat.suit == "weather" for seat in alive):
            for seat in alive:
                if seat.bad == "war-dirigible" and not seat.cleared:
                    seat.blank = True
        if sum(seat.blank for seat in seats) == before:
            return


def ring(unsure: list[Seat]) -> list[Seat]:
    """The cards of a group that hit each other in a circle and that nobody outside hits: walk back from anywhere."""

    def upstream(seat: Seat) -> list[Seat]:
        found: list[Seat] = []
        waiting = [seat]
        while waiting:
            here = waiting.pop()
            for by in unsure:
                if blanks(by, here) and by not in found:
                    found.append(by)
                    waiting.append(by)
        return found

    groups = [upstream(seat) for seat in unsure]
    smallest = min(groups, key=len)
    return [seat for seat in unsure if seat in smallest]


def needs(seat: Seat) -> str | None:
    if seat.cleared:
        return None
    if seat.bad == "war-dirigible":
        return None if seat.no_army else "army"
    return {"smoke": "flame", "warship": "flood"}.get(seat.bad)


def worth(me: Seat, alive: list[Seat]) -> int:
    others = [seat for seat in alive if seat is not me]
    names = {seat.name for seat in alive}

    def of(*suits: str) -> int:
        return sum(seat.suit in suits for seat in alive)

    def other(*suits: str) -> int:
        return sum(seat.suit in suits for seat in others)

    points = me.strength + good(me, alive, names, of, other)
    if me.cleared:
        return points
    army = 0 if me.no_army else of("army")
    match me.bad:
        case "swamp":
            points -= 3 * (army + of("flame"))
        case "blizzard":
            points -= 5 * (army + of("leader", "beast", "flame"))
        case "knights":
            points -= 0 if of("leader") else 8
        case "light-cavalry":
            points -= 2 * of("land")
        case "dwarvish-infantry":
            points -= 0 if me.no_army else 2 * other("army")
        case "warlock-lord":
            points -= 10 * (of("leader") + other("wizard"))
        case "empress":
            points -= 5 * other("leader")
        case "dragon":
            points -= 0 if of("wizard") else 40
    return points


def good(me: Seat, alive: list[Seat], names: set[str], of: Count, other: Count) -> int:
    match me.card:
        case "mountain":
            return 50 * ({"smoke", "wildfire"} <= names)
        case "cavern":
            return 25 * bool({"dwarvish-infantry", "dragon"} & names)
        case "bell-tower":
            return 15 * (of("wizard") > 0)
        case "forest":
            return 12 * sum(seat.suit == "beast" or seat.name == "elven-archers" for seat in alive)
        case "earth-elemental":
            return 15 * other("land")
        case "water-elemental":
            return 15 * other("flood")
        case "air-elemental":
            return 15 * other("weather")
        case "fire-elemental":
            return 15 * other("flame")
        case "fountain-of-life":
            kinds = ("weapon", "flood", "flame", "land", "weather")
            return max([0, *(seat.strength for seat in alive if seat.suit in kinds)])
        case "rainstorm":
            return 10 * of("flood")
        case "whirlwind":
            return 40 * ("rainstorm" in names and bool({"blizzard", "great-flood"} & names))
        case "candle":
            return 100 * ({"book-of-changes", "bell-tower"} <= names and of("wizard") > 0)
        case "forge":
            return 9 * of("weapon", "artifact")
        case "lightning":
            return 30 * ("rainstorm" in names)
        case "elven-archers":
            return 5 * (of("weather") == 0)
        case "rangers":
            return 10 * of("land")
        case "collector":
            return sum(
                {3: 10, 4: 40}.get(n, 100 if n >= 5 else 0)
                for n in (len({seat.name for seat in alive if seat.suit == suit}) for suit in SUITS)
            )
        case "beastmaster":
            return 9 * of("beast")
        case "enchantress":
            return 5 * of("land", "weather", "flood", "flame")
        case "king":
            return (20 if "queen" in names else 5) * of("army")
        case "queen":
            return (20 if "king" in names else 5) * of("army")
        case "princess":
            return 8 * (of("army", "wizard") + other("leader"))
        case "warlord":
            return sum(seat.strength for seat in alive if seat.suit == "army")
        case "empress":
            return 10 * of("army")
        case "unicorn":
            return 30 if "princess" in names else 15 * bool({"empress", "queen", "enchantress"} & names)
        case "warhorse":
            return 14 * (of("leader", "wizard") > 0)
        case "hydra":
            return 28 * ("swamp" in names)
        case "magic-wand":
            return 25 * (of("wizard") > 0)
        case "sword-of-keth":
            return (40 if "shield-of-keth" in names else 10) * (of("leader") > 0)
        case "shield-of-keth":
            return (40 if "sword-of-keth" in names else 15) * (of("leader") > 0)
        case "elven-longbow":
            return 30 * bool({"elven-archers", "warlord", "beastmaster"} & names)
        case "gem-of-order":
            return run_points([seat.strength for seat in alive])
        case "world-tree":
            return 50 * (len({seat.suit for seat in alive}) == len(alive))
    return 0


def run_points(left: list[int]) -> int:
    """Take the longest run out of the cards, score it, repeat."""
    points = 0
    while left:
        runs = [[start + step for step in range(length)] for start in set(left) for length in range(1, 8)]
        longest = max((run for run in runs if set(run) <= set(left)), key=len)
        points += {1: 0, 2: 0, 3: 10, 4: 30, 5: 60, 6: 100, 7: 150}[len(longest)]
        for strength in longest:
            left.remove(strength)
    return points
