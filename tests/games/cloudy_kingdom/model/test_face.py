"""FACE: what is drawn on a card, and what can be wrong with it."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from games.cloudy_kingdom.box import VINES, face, face_data, words
from hypothesis import given
from hypothesis import strategies as st

from cloudy_pnp.cloudy_kingdom.model.face import (
    DIRECTION,
    DIRECTIONS,
    Direction,
    Face,
    face_findings,
    face_key,
    joined,
    play_key,
    turned,
)
from cloudy_pnp.core.problems import Finding


def find_codes(vines: list[Any], *, short_side: bool = True, **more: Any) -> list[tuple[str, tuple[Any, ...]]]:
    findings = face_findings(face_data(vines, **more), short_side=short_side)
    assert all(finding.message and finding.hint for finding in findings)
    return [(finding.code, finding.path) for finding in findings]


def only(vines: list[Any], **more: Any) -> Finding:
    (finding,) = face_findings(face_data(vines, **more))
    return finding


def test_face_1_ends_are_n_e_s_w() -> None:
    assert [direction.text for direction in DIRECTIONS] == ["n", "e", "s", "w"]
    assert find_codes([["n", "x"]]) == [("FACE-1", ("vines", 0, 1))]
    assert find_codes(["ns"], bridges=[["n", "south"]]) == [("FACE-1", ("bridges", 0, 1))]
    assert '"x"' in only([["n", "x"]]).message


def test_face_1_says_every_wrong_end() -> None:
    assert find_codes([["up", "n"], ["down"]]) == [("FACE-1", ("vines", 0, 0)), ("FACE-1", ("vines", 1, 0))]


def test_face_2_a_strand_joins_different_ends() -> None:
    assert find_codes(["ns", ""]) == [("FACE-2", ("vines", 1))]
    assert find_codes(["nsn"]) == [("FACE-2", ("vines", 0, 2))]
    assert find_codes(["neswn"]) == [("FACE-2", ("vines", 0, 4))]
    assert find_codes(["nesw"]) == find_codes(["n"]) == []


def test_face_2_no_end_is_in_two_strands() -> None:
    assert find_codes(["ns", "sw"]) == [("FACE-2", ("vines", 1, 0))]
    assert '"s"' in only(["ns", "sw"]).message


def test_face_3_a_bridge_is_a_strand_with_two_ends() -> None:
    assert find_codes(["ns"], bridges=["sn"]) == []
    assert find_codes(["ns"], bridges=["ne"]) == [("FACE-3", ("bridges", 0))]
    assert find_codes(["nse"], bridges=["nse"]) == [("FACE-3", ("bridges", 0))]
    assert find_codes(["n"], bridges=["n"]) == [("FACE-3", ("bridges", 0))]
    assert find_codes(["ns"], bridges=[""]) == [("FACE-3", ("bridges", 0))]
    assert find_codes(["ns"], bridges=["nn"]) == [("FACE-3", ("bridges", 0))]
    assert find_codes(["ns"], bridges=["ns", "sn"]) == [("FACE-3", ("bridges", 1))]
    assert find_codes(["nesw"], bridges=["ns"]) == [("FACE-3", ("bridges", 0))]
    assert 'choose one of ["e", "w"]' in only(["ew", "n"], bridges=["ns"]).hint
    assert "choose" not in only(["n"], bridges=["ns"]).hint


def test_face_4_of_two_crossing_strands_exactly_one_is_a_bridge() -> None:
    assert find_codes(["ns", "ew"]) == [("FACE-4", ("vines", 1))]
    assert find_codes(["ew", "ns"]) == [("FACE-4", ("vines", 1))]
    assert find_codes(["ns", "ew"], bridges=["ns", "ew"]) == [("FACE-4", ("bridges",))]
    assert find_codes(["ns", "ew"], bridges=["ew"]) == []
    assert find_codes(["ne", "sw"]) == find_codes(["nw", "es"]) == find_codes(["ew", "n", "s"]) == []


def test_face_5_a_break_has_a_place_and_a_kind() -> None:
    assert find_codes(["ns"], breaks=[{"at": "middle", "kind": "hole"}]) == [("FACE-5", ("breaks", 0, "at"))]
    assert find_codes(["ns"], breaks=[{"at": "n", "kind": "hoel"}]) == [("FACE-5", ("breaks", 0, "kind"))]
    assert find_codes(["ns"], breaks=[{"at": "n", "kind": "hole"}, {"at": "s", "kind": "block"}]) == []


def test_face_6_a_break_breaks_something() -> None:
    hole_e, hole_centre = {"at": "e", "kind": "hole"}, {"at": "centre", "kind": "hole"}
    at = ("FACE-6", ("breaks", 0, "at"))
    assert find_codes(["ns"], breaks=[hole_e]) == [at]
    assert find_codes(["ns", "e"], breaks=[hole_e]) == [at]
    assert find_codes(["nw", "es"], bridges=["es"], breaks=[hole_e]) == [at]
    assert find_codes(["ns"], bridges=["ns"], breaks=[hole_centre]) == [at]
    assert find_codes(["n", "s"], breaks=[hole_centre]) == [at]
    assert find_codes(["nes"], breaks=[hole_e, hole_centre]) == []
    assert find_codes(["ns", "ew"], bridges=["ns"], breaks=[hole_e, hole_centre]) == []


def test_face_6_says_why_nothing_breaks() -> None:
    hole_e = {"at": "e", "kind": "hole"}
    assert "no vine reaches" in only(["ns"], breaks=[hole_e]).message
    assert "(n, s)" in only(["ns"], breaks=[hole_e]).hint
    assert "dead end" in only(["ns", "e"], breaks=[hole_e]).message
    assert "rope bridge" in only(["nw", "es"], bridges=["es"], breaks=[hole_e]).message


def test_face_6_no_two_breaks_at_one_place() -> None:
    breaks = [{"at": "n", "kind": "hole"}, {"at": "n", "kind": "block"}]
    assert find_codes(["ns"], breaks=breaks) == [("FACE-6", ("breaks", 1, "at"))]


def test_one_mistake_is_told_once() -> None:
    assert find_codes(["nn", "ew"]) == [("FACE-2", ("vines", 0, 1))]  # not FACE-8 as well
    assert find_codes([["n", "q"], ["e"]], breaks=[{"at": "n", "kind": "hole"}]) == [("FACE-1", ("vines", 0, 1))]
    assert find_codes(["ns", "ew"], bridges=["ne"]) == [("FACE-3", ("bridges", 0))]  # not FACE-4 as well
    assert find_codes(["nn"], bridges=["nn"]) == [("FACE-2", ("vines", 0, 1)), ("FACE-3", ("bridges", 0))]
    assert find_codes(["sn", "ss"], bridges=["se"])[0] == ("FACE-2", ("vines", 1, 0))


def test_a_mistake_hides_only_what_follows_from_it() -> None:
    """A strand with a mistake at e casts no doubt on n."""
    wrong = [("FACE-2", ("vines", 0, 1)), ("FACE-6", ("breaks", 0, "at"))]
    assert find_codes(["ee", "sw"], breaks=[{"at": "n", "kind": "hole"}]) == wrong


def test_all_mistakes_are_told_at_once() -> None:
    codes = [code for code, _ in find_codes(["ns", "ew", "q"], breaks=[{"at": "x", "kind": "y"}])]
    assert codes == ["FACE-1", "FACE-4", "FACE-5", "FACE-5"]


def test_face_7_joined_is_a_partition_of_the_ends() -> None:
    hole_n, crater = [{"at": "n", "kind": "hole"}], [{"at": "centre", "kind": "block"}]
    assert words(joined(face("nesw"))) == ["nesw"]
    assert words(joined(face("nesw", breaks=hole_n))) == ["n", "esw"]
    assert words(joined(face("nesw", breaks=crater))) == ["n", "e", "s", "w"]
    assert words(joined(face("ns", "ew", bridges=["ns"], breaks=crater))) == ["ns", "e", "w"]
    assert words(joined(face("ns", breaks=hole_n))) == ["n", "s"]
    cut = face("nes", breaks=hole_n)
    assert (words([cut.ends]), words([cut.cut_ends]), cut.broken_centre) == (["nes"], ["n"], False)
    assert face("nesw", breaks=crater).cut_ends == ()
    assert face("nesw", breaks=crater).broken_centre


def test_face_8_an_end_on_a_short_side() -> None:
    assert find_codes(["ew"]) == find_codes(["e", "w"]) == find_codes([]) == [("FACE-8", ("vines",))]
    assert find_codes(["ew"], short_side=False) == []
    assert find_codes(["ew", "s"]) == []


def test_face_9_same_face_turned_by_180_degrees() -> None:
    hole_n, block_n = [{"at": "n", "kind": "hole"}], [{"at": "n", "kind": "block"}]
    hole_s = [{"at": "s", "kind": "hole"}]
    assert face_key(face("ne")) == face_key(face("sw"))
    assert face_key(face("ne")) != face_key(face("nw"))
    assert face_key(face("ns", breaks=hole_n)) == face_key(face("ns", breaks=hole_s))
    assert face_key(face("ns", breaks=hole_n)) != face_key(face("ns", breaks=block_n))
    assert face_key(face("ns")) != face_key(face("ns", bridges=["ns"]))


def test_face_10_plays_the_same() -> None:
    hole_n, block_s = [{"at": "n", "kind": "hole"}], [{"at": "s", "kind": "block"}]
    assert play_key(face("ns")) == play_key(face("ns", bridges=["ns"]))
    assert play_key(face("ns", "ew", bridges=["ns"])) == play_key(face("ns", "ew", bridges=["ew"]))
    assert play_key(face("nse", breaks=hole_n)) == play_key(face("nsw", breaks=block_s))
    assert play_key(face("ns", breaks=hole_n)) != play_key(face("n", "s"))  # a cut end still cuts when covered
    assert play_key(face("nesw")) != play_key(face("ns", "ew", bridges=["ns"]))


@pytest.mark.parametrize("card", VINES)
def test_sound_cards_have_no_findings_and_turn_back(card: str) -> None:
    data = face_data(**VINES[card])
    assert face_findings(data) == []
    one = Face.from_data(data)
    assert turned(turned(one, 1), 3) == turned(one, 4) == one
    assert face_key(turned(one, 2)) == face_key(one)
    assert play_key(turned(one, 2)) == play_key(one)


ENDS = st.sampled_from(["n", "e", "s", "w", "x", ""])
STRANDS = st.lists(st.lists(ENDS, max_size=5), max_size=5)
BREAKS = st.fixed_dictionaries(
    {"at": st.sampled_from(["n", "e", "s", "w", "centre", "?"]), "kind": st.sampled_from(["hole", "block", ""])}
)


@given(STRANDS, STRANDS, st.lists(BREAKS, max_size=5), st.booleans())
def test_any_shape_gives_findings_or_a_sound_face(
    vines: list[Any], bridges: list[Any], breaks: list[Any], short_side: bool
) -> None:
    data = {"vines": vines, "bridges": bridges, "breaks": breaks}
    before = json.dumps(data)
    findings = face_findings(data, short_side=short_side)
    assert json.dumps(data) == before
    for finding in findings:
        at: Any = data
        for step in finding.path:
            at = at[step]
    if not findings:
        sound = Face.from_data(data)
        assert sorted(end for group in joined(sound) for end in group) == list(sound.ends)
        assert len(set(sound.ends)) == len(sound.ends)
        assert set(sound.cut_ends) <= set(sound.ends)


def test_every_sound_face_has_a_reason_to_be_sound() -> None:
    """All 52 partial partitions of four ends, with and without one bridge: exactly the crossing ones need it."""
    partitions = [part for part in map(partition_of, product(range(5), repeat=4)) if part is not None]
    assert len(partitions) == 52
    for vines in partitions:
        crossing = {"ns", "ew"} <= set(vines)
        assert [code for code, _ in find_codes(vines, short_side=False)] == (["FACE-4"] if crossing else [])


def partition_of(labels: tuple[int, ...]) -> list[str] | None:
    """Strands from a label an end (0 is no end), or None when the labels are not in their first order."""
    groups: dict[int, str] = {}
    for end, label in zip("nesw", labels, strict=True):
        if label:
            groups[label] = groups.get(label, "") + end
    return list(groups.values()) if list(groups) == list(range(1, len(groups) + 1)) else None


def test_direction_turns_clockwise() -> None:
    assert [Direction.N.turned(quarters) for quarters in range(5)] == [*DIRECTIONS, Direction.N]
    assert all(direction.opposite == direction.turned(2) for direction in DIRECTIONS)
    assert all(DIRECTION[direction.text] is direction for direction in DIRECTIONS)
