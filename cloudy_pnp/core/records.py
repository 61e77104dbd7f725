"""`@dataclass(frozen=True, slots=True)`, made in a fifth of the time.

The standard decorator writes and compiles six methods for every class, half a millisecond in all. A command loads two
hundred such classes: that was a quarter of what importing took. Here `__init__` is compiled at once and the
others when they are called for the first time, which most never are. What comes out is a dataclass like any other
(`fields`, `replace`, `match` and pickling work), and type checkers take it for the standard one.

>>> @dataclass(frozen=True, slots=True)
... class Size:
...     width: float
...     height: float = 1.0
>>> Size(2.0)
Size(width=2.0, height=1.0)
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, fields
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(cls=None, /, **options):
        """The standard decorator; a frozen one with slots is made faster, if it inherits no fields (no `InitVar`)."""
        if cls is None:
            return lambda one: dataclass(one, **options)
        asked = {name for name, value in options.items() if value}
        plain = asked == {"frozen", "slots"} and options.get("eq", True)
        if not plain or any(dataclasses.is_dataclass(base) for base in cls.__mro__[1:]):
            return dataclasses.dataclass(**options)(cls)
        return _record(cls)


def _record(cls: type[Any]) -> type[Any]:
    """What the standard decorator makes of a class, without what it would compile."""
    own = {name for name, value in vars(cls).items() if value is not None}  # a method that the class itself has stays
    made: type[Any] = dataclasses.dataclass(slots=True, init=False, repr=False, eq=False)(cls)
    made.__dataclass_params__.frozen = made.__dataclass_params__.eq = True
    all_fields = fields(made)
    compared = [one for one in all_fields if one.compare]
    hashed = [one for one in all_fields if (one.compare if one.hash is None else one.hash)]
    shown = ", ".join([f"{one.name}={{self.{one.name}!r}}" for one in all_fields if one.repr])
    equal = f"{_tuple('self', compared)} == {_tuple('other', compared)}"
    methods = {
        "__init__": _init(made, all_fields),
        "__repr__": _later(made, "__repr__", "self", f'return f"{{self.__class__.__qualname__}}({shown})"'),
        "__eq__": _later(
            made, "__eq__", "self, other", f"return {equal} if other.__class__ is self.__class__ else NotImplemented"
        ),
        "__hash__": _later(made, "__hash__", "self", f"return hash({_tuple('self', hashed)})"),
        "__setattr__": _refusal(made, "assign to"),
        "__delattr__": _refusal(made, "delete"),
        "__getstate__": _getstate,
        "__setstate__": _setstate,
    }
    for name, method in methods.items():
        if name not in own:
            setattr(made, name, method)
    return made


def _init(cls: type[Any], all_fields: tuple[Field[Any], ...]) -> Callable[..., None]:
    """Compiled at once: objects are made more often than anything else is done with them."""
    known: dict[str, Any] = {"_MISSING": MISSING}
    taken, lines = [], []
    for one in sorted(all_fields, key=lambda one: bool(one.kw_only)):
        name, argument, value = one.name, one.name, one.name
        if one.default is not MISSING:
            known[f"_default_{name}"] = one.default
            argument, value = f"{name}=_default_{name}", name if one.init else f"_default_{name}"
        elif one.default_factory is not MISSING:
            known[f"_make_{name}"] = one.default_factory
            made = f"_make_{name}()"
            argument, value = f"{name}=_MISSING", f"{made} if {name} is _MISSING else {name}" if one.init else made
        elif not one.init:
            continue  # `__post_init__` gives it its value
        if one.init:
            if one.kw_only and "*" not in taken:
                taken.append("*")
            taken.append(argument)
        known[f"_set_{name}"] = getattr(cls, name).__set__  # past the `__setattr__` that refuses, and faster
        lines.append(f"_set_{name}(self, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    init = _compiled("__init__", f"self, {', '.join(taken)}", "; ".join(lines) or "pass", known)
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    return init


def _later(cls: type[Any], name: str, arguments: str, body: str) -> Callable[..., Any]:
    """A method that is compiled when it is called for the first time: most never are."""

    def first(*called: Any) -> Any:
        method = _compiled(name, arguments, body, {})
        setattr(cls, name, method)
        return method(*called)

    return first


def _compiled(name: str, arguments: str, body: str, known: dict[str, Any]) -> Callable[..., Any]:
    exec(f"def {name}({arguments}):\n {body}", known)  # made of names of fields only  # noqa: S102
    method: Callable[..., Any] = known[name]
    return method


def _tuple(of: str, some: Sequence[Field[Any]]) -> str:
    return f"({''.join([f'{of}.{one.name}, ' for one in some])})"


def _refusal(cls: type[Any], doing: str) -> Callable[..., None]:
    """A record does not change; a class that inherits from it may have attributes of its own."""
    names = frozenset(one.name for one in fields(cls))
    act = "__setattr__" if doing == "assign to" else "__delattr__"

    def refused(self: Any, name: str, *value: Any) -> None:
        if type(self) is cls or name in names:
            raise FrozenInstanceError(f"cannot {doing} field {name!r}")
        getattr(super(cls, self), act)(name, *value)

    return refused


def _getstate(self: Any) -> list[Any]:
    return [getattr(self, one.name) for one in fields(self)]


def _setstate(self: Any, state: Sequence[Any]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)
