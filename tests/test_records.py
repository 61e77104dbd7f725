"""A record is what the standard decorator would have made of the class."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import FrozenInstanceError, asdict, field, fields, replace
from typing import Any

import pytest

from cloudy_pnp.core.records import dataclass

Decorator = Callable[..., Any]


def _classes(decorator: Decorator) -> dict[str, tuple[Any, tuple[Any, ...]]]:
    """The same classes by either decorator, and what to make one of them with."""

    @decorator(frozen=True, slots=True)
    class Empty:
        """Nothing."""

    @decorator(frozen=True, slots=True)
    class One:
        """One field."""

        only: int

    @decorator(frozen=True, slots=True)
    class Many:
        """All that is done with fields."""

        name: str
        size: float = 2.0
        parts: tuple[int, ...] = field(default_factory=tuple)
        secret: int = field(default=3, repr=False, compare=False)
        unhashed: list[int] = field(default_factory=list, hash=False)
        made: str = field(init=False, default="here")
        twice: float = field(init=False, compare=False)
        named: int = field(default=1, kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "twice", self.size * 2)

    @decorator(frozen=True, slots=True)
    class Own:
        """Has a say of its own."""

        value: int

        def __repr__(self) -> str:
            return "own"

        def __hash__(self) -> int:
            return 7

    @decorator(frozen=True, slots=True)
    class Alike:
        """All are equal; the hash is still made."""

        value: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Alike)

    made = ((Empty, ()), (One, (5,)), (Many, ("a", 1.0, (1,), 4)), (Own, (3,)), (Alike, (2,)))
    return {cls.__name__: (cls, values) for cls, values in made}


OURS, THEIRS = _classes(dataclass), _classes(dataclasses.dataclass)


@dataclass(frozen=True, slots=True)
class Kept:
    """At the top of a module, for pickle."""

    first: int
    second: tuple[int, ...] = ()


@pytest.mark.parametrize("name", OURS)
def test_it_does_what_the_standard_one_does(name: str) -> None:
    (ours, values), (theirs, _) = OURS[name], THEIRS[name]
    for _ in range(2):  # a method is compiled when it is called for the first time
        mine, other = ours(*values), theirs(*values)
        assert repr(mine) == repr(other)
        assert hash(mine) == hash(other)
        assert mine == ours(*values)
        assert mine != other, "another class"
        assert asdict(mine) == asdict(other)
    assert ours.__match_args__ == theirs.__match_args__
    assert ours.__slots__ == theirs.__slots__
    assert [one.name for one in fields(ours)] == [one.name for one in fields(theirs)]
    assert not hasattr(mine, "__dict__")
    for attribute in (*(one.name for one in fields(ours)), "anything"):
        with pytest.raises(FrozenInstanceError):
            setattr(mine, attribute, 1)
        with pytest.raises(FrozenInstanceError):
            delattr(mine, attribute)


def test_what_is_left_out_of_comparing_is_left_out() -> None:
    many, _ = OURS["Many"]
    assert many("a", secret=1) == many("a", secret=2)
    assert many("a", named=1) != many("a", named=2)
    assert many("a").unhashed is not many("a").unhashed


def test_it_can_be_pickled_replaced_and_matched() -> None:
    kept = Kept(1, (2, 3))
    assert pickle.loads(pickle.dumps(kept)) == kept  # noqa: S301
    assert replace(kept, first=9) == Kept(9, (2, 3))
    match kept:
        case Kept(first, second):
            assert (first, second) == (1, (2, 3))


def test_a_wrong_call_names_the_class() -> None:
    with pytest.raises(TypeError, match=r"Kept\.__init__\(\) missing 1 required positional argument: 'first'"):
        Kept()  # type: ignore[call-arg]


def test_inheriting_works_between_both() -> None:
    @dataclasses.dataclass(frozen=True, slots=True)
    class Further(Kept):
        third: int = 3

    @dataclass(frozen=True, slots=True)
    class Furthest(Further):
        fourth: int = 4

    assert repr(Furthest(1)).endswith("Furthest(first=1, second=(), third=3, fourth=4)")


def test_a_class_that_inherits_may_have_more() -> None:
    class Loose(Kept):
        """No dataclass."""

    loose = Loose(1)
    loose.more = 2  # type: ignore[attr-defined]
    with pytest.raises(FrozenInstanceError):
        loose.first = 2  # type: ignore[misc]
