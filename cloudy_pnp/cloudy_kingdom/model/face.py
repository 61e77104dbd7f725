"""FACE: the vines on a card, their meaning for the rules, and their findings.

`face_findings` checks card data before a `Face` is built of it; everything else works on a valid `Face`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from cloudy_pnp.core.problems import Finding, quoted, suggest


class Direction(IntEnum):
    """GEO-3: directions count clockwise, so turning is adding.

    >>> Direction.W.turned(1), Direction.E.opposite, Direction.S.text
    (<Direction.N: 0>, <Direction.W: 3>, 's')
    """

    N = 0
    E = 1
    S = 2
    W = 3

    @property
    def text(self) -> str:
        """As people write it: n, e, s or w."""
        return "nesw"[self]

    @property
    def opposite(self) -> Direction:
        """The direction straight across."""
        return DIRECTIONS[self ^ 2]

    def turned(self, quarters: int) -> Direction:
        """Return this direction after this many quarter turns clockwise."""
        return DIRECTIONS[(self + quarters) % 4]


DIRECTIONS: tuple[Direction, ...] = tuple(Direction)
DIRECTION: Mapping[str, Direction] = {direction.text: direction for direction in DIRECTIONS}

BreakPlace: TypeAlias = Literal["n", "e", "s", "w", "centre"]
BreakKind: TypeAlias = Literal["hole", "block"]
Strand: TypeAlias = tuple[Direction, ...]

PLACES: tuple[BreakPlace, ...] = ("n", "e", "s", "w", "centre")
KINDS: tuple[BreakKind, ...] = ("hole", "block")


class Break(Struct, frozen=True, order=True):
    """FACE-5: an interruption; a hole is a gap, a block an obstacle."""

    at: BreakPlace
    kind: BreakKind


class Face(Struct, frozen=True, cache_hash=True):  # boards look faces up all the time
    """A card's picture as the rules see it, in the card's own directions; strands and breaks are sorted.

    >>> tee = Face.from_data({"vines": [["e", "n", "s"]], "breaks": [{"at": "e", "kind": "hole"}]})
    >>> [end.text for end in tee.ends], [end.text for end in tee.cut_ends]
    (['n', 'e', 's'], ['e'])
    """

    vines: tuple[Strand, ...]
    bridges: tuple[Strand, ...] = ()
    breaks: tuple[Break, ...] = ()

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Face:
        """Build a face from the keys `vines`, `bridges` and `breaks` of card data that `face_findings` has passed."""
        return cls(
            _strands(data["vines"]),
            _strands(data.get("bridges", ())),
            tuple(sorted(Break(item["at"], item["kind"]) for item in data.get("breaks", ()))),
        )

    @property
    def ends(self) -> tuple[Direction, ...]:
        """FACE-7: the ends of all strands, clockwise from n."""
        return tuple(sorted(end for strand in self.vines for end in strand))

    @property
    def cut_ends(self) -> tuple[Direction, ...]:
        """FACE-7: the ends that have a break. A break at the centre does not count."""
        return tuple(sorted(DIRECTION[item.at] for item in self.breaks if item.at != "centre"))

    @property
    def broken_centre(self) -> bool:
        """FACE-5: whether there is a break at the centre."""
        return any(item.at == "centre" for item in self.breaks)


def _strands(data: Sequence[Sequence[str]]) -> tuple[Strand, ...]:
    return tuple(sorted(tuple(sorted(DIRECTION[end] for end in strand)) for strand in data))


def joined(face: Face) -> tuple[Strand, ...]:
    """FACE-7: partition the ends into continuous groups.

    >>> hole_at_n = Face.from_data({"vines": [["n", "e", "s"]], "breaks": [{"at": "n", "kind": "hole"}]})
    >>> ["".join(end.text for end in group) for group in joined(hole_at_n)]
    ['n', 'es']
    """
    groups: list[Strand] = []
    for strand in face.vines:
        cut = () if strand in face.bridges else strand if face.broken_centre else face.cut_ends
        groups += [(end,) for end in strand if end in cut]
        whole = tuple(end for end in strand if end not in cut)
        groups += [whole] if whole else []
    return tuple(sorted(groups))


def turned(face: Face, quarters: int) -> Face:
    """GEO-3: return the face with every direction turned clockwise, as a card on the board shows it.

    >>> turned(Face.from_data({"vines": [["n", "e"]]}), 1).vines
    ((<Direction.E: 1>, <Direction.S: 2>),)
    """

    def turn(strands: tuple[Strand, ...]) -> tuple[Strand, ...]:
        return tuple(sorted(tuple(sorted(end.turned(quarters) for end in strand)) for strand in strands))

    breaks = (Break(PLACES[_turned_place(item.at, quarters)], item.kind) for item in face.breaks)
    return Face(turn(face.vines), turn(face.bridges), tuple(sorted(breaks)))


def _turned_place(place: BreakPlace, quarters: int) -> int:
    return 4 if place == "centre" else DIRECTION[place].turned(quarters)


def face_key(face: Face) -> tuple[object, ...]:
    """FACE-9: return a key that is equal for two cards with the same face, one perhaps turned by 180°.

    >>> face_key(Face.from_data({"vines": [["n", "e"]]})) == face_key(Face.from_data({"vines": [["s", "w"]]}))
    True
    """
    other = turned(face, 2)
    return min((face.vines, face.bridges, face.breaks), (other.vines, other.bridges, other.breaks))


def play_key(face: Face) -> tuple[object, ...]:
    """FACE-10: return a key that is equal for faces that play the same: same ends, cut ends and `joined`, up to 180°.

    >>> stem = {"vines": [["n", "s"]]}
    >>> play_key(Face.from_data(stem)) == play_key(Face.from_data(stem | {"bridges": [["n", "s"]]}))
    True
    """
    other = turned(face, 2)
    return min((face.ends, face.cut_ends, joined(face)), (other.ends, other.cut_ends, joined(other)))


# --- checks of card data ------------------------------------------------------------------------------------

_BIT = {"n": 1, "e": 2, "s": 4, "w": 8}
_NORTH_SOUTH, _EAST_WEST = 0b0101, 0b1010
_COUNT = tuple(mask.bit_count() for mask in range(16))


class _Drawing(NamedTuple):
    """Card data with each strand as a set of bits; 0 marks one that breaks FACE-1 or FACE-2 itself.

    The later rules skip the parts already known to be wrong, so that one mistake is reported once.
    """

    vines: Sequence[Sequence[str]]
    bridges: Sequence[Sequence[str]]
    breaks: Sequence[Mapping[str, Any]]
    vine_bits: list[int]
    bridge_bits: list[int]
    doubtful: int  # ends in a strand marked 0: nothing more is reported about them


def face_findings(data: Mapping[str, Any], *, short_side: bool = True) -> list[Finding]:
    """Return the findings about the face in card data of the right shape; paths start at the card.

    `short_side` is FACE-8, which holds for vine cards only.

    >>> [finding.code for finding in face_findings({"vines": [["n", "s"], ["e", "w"]]})]
    ['FACE-4']
    """
    vines, bridges, breaks = data.get("vines") or (), data.get("bridges") or (), data.get("breaks") or ()
    findings: list[Finding] = []
    drawing = _drawing(vines, bridges, breaks, findings)
    if bridges:
        _bridge_is_strand(drawing, findings)
    if len(vines) > 1:
        _one_bridge_where_strands_cross(drawing, findings)
    if breaks:
        _known_break(drawing, findings)
        _break_breaks_something(drawing, findings)
    if short_side:
        _end_on_a_short_side(drawing, findings)
    return findings


def _drawing(
    vines: Sequence[Sequence[str]],
    bridges: Sequence[Sequence[str]],
    breaks: Sequence[Mapping[str, Any]],
    findings: list[Finding],
) -> _Drawing:
    vine_bits, doubtful, used = [], 0, 0
    for index, strand in enumerate(vines):
        bits = sum({_BIT.get(end, 16) for end in strand})
        if bits > 15 or len(strand) != _COUNT[bits] or not bits or bits & used:
            path = ("vines", index)
            findings += _known_ends(strand, path) or _different_ends(strand, path, used)
            doubtful |= 16 | bits
            used |= bits & 15
            bits = 0
        used |= bits
        vine_bits.append(bits)
    bridge_bits = []
    for index, strand in enumerate(bridges):
        bits = sum({_BIT.get(end, 16) for end in strand})
        if bits > 15:
            findings += _known_ends(strand, ("bridges", index))
            bits = 0
        bridge_bits.append(bits)
    return _Drawing(vines, bridges, breaks, vine_bits, bridge_bits, doubtful)


def _known_ends(strand: Sequence[str], path: tuple[str, int]) -> list[Finding]:
    """FACE-1: reject ends other than n, e, s and w."""
    return [
        Finding(
            "FACE-1",
            (*path, index),
            f"{quoted(end)} is not an end of a card",
            f"write n or s for a short side, e or w for a long side; {suggest(end, _BIT)}",
        )
        for index, end in enumerate(strand)
        if end not in _BIT
    ]


def _different_ends(strand: Sequence[str], path: tuple[str, int], used: int) -> list[Finding]:
    """FACE-2: require 1 to 4 different ends per strand, and no end in two strands."""
    if not strand:
        hint = "name the ends it joins, such as [n, s], or delete the empty strand"
        return [Finding("FACE-2", path, "this strand [] has no end", hint)]
    findings, bits = [], 0
    for index, end in enumerate(strand):
        if bits & _BIT[end]:
            message = f"the strand {quoted(strand)} names the end {quoted(end)} twice"
            findings.append(Finding("FACE-2", (*path, index), message, f"name {end} once"))
        elif used & _BIT[end]:
            message = f"the end {quoted(end)} already belongs to another strand"
            hint = f"take {end} out of one of the two, or join the two strands into one"
            findings.append(Finding("FACE-2", (*path, index), message, hint))
        bits |= _BIT[end]
    return findings


def _bridge_is_strand(drawing: _Drawing, findings: list[Finding]) -> None:
    """FACE-3: require each rope bridge to be one of `vines`, listed once, with exactly two ends."""
    for index, bits in enumerate(drawing.bridge_bits):
        strand, path = drawing.bridges[index], ("bridges", index)
        if bits == 0 and strand:
            continue
        if len(strand) != 2 or _COUNT[bits] != 2:
            message = f"the rope bridge {quoted(strand)} does not have exactly two different ends"
            findings.append(Finding("FACE-3", path, message, "a rope bridge joins two ends, such as [n, s]"))
        elif bits in drawing.bridge_bits[:index]:
            message = f"the rope bridge {quoted(strand)} is listed twice"
            findings.append(Finding("FACE-3", path, message, "delete one of the two"))
        elif bits not in drawing.vine_bits and not bits & drawing.doubtful:
            message = f"the rope bridge {quoted(strand)} is not one of the vines"
            names = ", ".join(
                quoted(vine)
                for vine, vine_bits in zip(drawing.vines, drawing.vine_bits, strict=True)
                if _COUNT[vine_bits] == 2
            )
            hint = f"list {quoted(strand)} under vines as well" + (f", or choose one of {names}" if names else "")
            findings.append(Finding("FACE-3", path, message, hint))
        else:
            continue
        drawing.bridge_bits[index] = 0


def _one_bridge_where_strands_cross(drawing: _Drawing, findings: list[Finding]) -> None:
    """FACE-4: require exactly one bridge of two strands that cross because their ends interleave."""
    if _NORTH_SOUTH not in drawing.vine_bits or _EAST_WEST not in drawing.vine_bits:
        return
    bridged = [bits for bits in (_NORTH_SOUTH, _EAST_WEST) if bits in drawing.bridge_bits]
    if len(bridged) == 2:
        message = 'the strands ["n", "s"] and ["e", "w"] cross and both are rope bridges'
        hint = "leave only one of the two under bridges: it passes over the other"
        findings.append(Finding("FACE-4", ("bridges",), message, hint))
    elif not bridged and 0 not in drawing.bridge_bits:
        later = max(drawing.vine_bits.index(_NORTH_SOUTH), drawing.vine_bits.index(_EAST_WEST))
        message = 'the strands ["n", "s"] and ["e", "w"] cross and neither is a rope bridge'
        hint = "add bridges: [[n, s]] (or [[e, w]]), or join the two into one strand [n, e, s, w]"
        findings.append(Finding("FACE-4", ("vines", later), message, hint))


def _known_break(drawing: _Drawing, findings: list[Finding]) -> None:
    """FACE-5: require a break to be at an end or at the centre, and a hole or a block."""
    for index, item in enumerate(drawing.breaks):
        for key, listed, what in (("at", PLACES, "place for a break"), ("kind", KINDS, "kind of break")):
            if (value := item.get(key)) not in listed:
                message = f"{quoted(value)} is not a {what}"
                findings.append(Finding("FACE-5", ("breaks", index, key), message, suggest(value, listed)))


def _break_breaks_something(drawing: _Drawing, findings: list[Finding]) -> None:
    """FACE-6: require a break to be on a strand of two or more ends that is not a bridge, alone at its place."""
    bridges = drawing.bridge_bits
    breakable = [bits for bits in drawing.vine_bits if _COUNT[bits] >= 2 and bits not in bridges]
    places = []
    for index, item in enumerate(drawing.breaks):
        at, path = item.get("at"), ("breaks", index, "at")
        if at not in PLACES:
            continue
        if at in places:
            message, hint = f"there are two breaks at {quoted(at)}", "delete one of the two"
            findings.append(Finding("FACE-6", path, message, hint))
        elif at == "centre":
            if not breakable and not drawing.doubtful:
                message = 'the break at "centre" breaks nothing: no strand of two or more ends is there'
                hint = "delete the break, or give the card a strand such as [n, s] that is not a rope bridge"
                findings.append(Finding("FACE-6", path, message, hint))
        elif not _BIT[at] & drawing.doubtful and not any(bits & _BIT[at] for bits in breakable):
            findings.append(Finding("FACE-6", path, *_why_nothing_breaks(at, drawing)))
        places.append(at)


def _why_nothing_breaks(at: str, drawing: _Drawing) -> tuple[str, str]:
    strand = next((bits for bits in drawing.vine_bits if bits & _BIT[at]), 0)
    if not strand:
        ends = [end for end, bit in _BIT.items() if any(bits & bit for bits in drawing.vine_bits)]
        message = f"the break at {quoted(at)} breaks nothing: no vine reaches that end"
        return message, f"delete the break, or move it to an end that has a vine ({', '.join(ends) or 'none'})"
    if strand in drawing.bridge_bits:
        message = f"the break at {quoted(at)} is on a rope bridge"
        return message, "delete the break, or take the strand out of bridges"
    message = f"the break at {quoted(at)} breaks nothing: the vine there is a dead end and stops anyway"
    return message, "delete the break, or join the end with another one"


def _end_on_a_short_side(drawing: _Drawing, findings: list[Finding]) -> None:
    """FACE-8: require an end on a short side of a vine card."""
    reached = drawing.doubtful
    for bits in drawing.vine_bits:
        reached |= bits
    if not reached & (_NORTH_SOUTH | 16):
        message = f"no vine of {quoted(drawing.vines)} reaches a short side, so nothing can walk onto the card"
        findings.append(Finding("FACE-8", ("vines",), message, "let a strand end at n or at s"))
