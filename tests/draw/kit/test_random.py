"""Randomness that is the same on every machine."""

from __future__ import annotations

from cloudy_pnp.draw.kit.random import Random


def test_randomness_is_the_same_on_every_machine() -> None:
    random = Random("stem", 1)
    assert [int(random.number() * 1e6) for _ in range(3)] == [291593, 58586, 375350]


def test_a_part_has_a_stream_of_its_own() -> None:
    whole, other = Random("stem", 1), Random("stem", 1)
    other.number()
    assert whole.part("sky").number() == other.part("sky").number() != whole.part("leaves").number()


def test_shares_are_kept() -> None:
    random = Random("share")
    assert 0.27 < sum(random.chance(0.3) for _ in range(2000)) / 2000 < 0.33
    assert {random.pick("abc") for _ in range(60)} == {"a", "b", "c"}
    assert {random.sign() for _ in range(60)} == {1, -1}
    assert all(2 <= random.between(2, 3) < 3 for _ in range(60))
