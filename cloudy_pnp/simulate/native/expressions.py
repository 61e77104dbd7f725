"""Numbers, arrays and calls: how the value of an expression is worked out in the language of LLVM (`translate`)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

Function = TypeVar("Function", bound=Callable[..., Any])

INT, BOOL, WORD, INTS, WORDS, NOTHING = "int", "bool", "word", "ints", "words", "nothing"
WRITTEN = {INT: "i64", BOOL: "i1", WORD: "i64", INTS: "ptr", WORDS: "ptr", NOTHING: "void"}
_ANNOTATED = {"int": INT, "bool": BOOL, "np.uint64": WORD, "Ints": INTS, "Words": WORDS, "None": NOTHING}
ELEMENT = {INTS: INT, WORDS: WORD}
_SIGNED = {ast.Add: "add nsw", ast.Sub: "sub nsw", ast.Mult: "mul nsw", ast.RShift: "ashr"}
_PLAIN = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.LShift: "shl",
    ast.RShift: "lshr",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_COMPARED = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge"}
_MARK = "__translated__"


class NotTranslated(TypeError):
    """Something in a function that is not understood."""


@dataclass(frozen=True, slots=True)
class Value:
    """A number that is known, or the name of one that is not."""

    kind: str
    text: str


def compiled(function: Function) -> Function:
    """Mark a function that is to be compiled where a compiled one calls it; here it stays as it is."""
    setattr(function, _MARK, True)
    return function


def name_of(function: Callable[..., Any]) -> str:
    """The name of a function in the translation."""
    return f"{function.__module__}.{function.__name__}"


def signature(function: Callable[..., Any]) -> tuple[list[str], str]:
    """The kinds of what a function is given, and of what it returns."""
    kinds = {name: _kind_of(function, annotation) for name, annotation in function.__annotations__.items()}
    return [kind for name, kind in kinds.items() if name != "return"], kinds["return"]


def _kind_of(function: Callable[..., Any], annotation: str) -> str:
    if annotation not in _ANNOTATED:
        raise NotTranslated(f"{name_of(function)}: {annotation} is none of {', '.join(_ANNOTATED)}")
    return _ANNOTATED[annotation]


class Expressions:
    """The text of a function as it grows, and the values of its expressions."""

    def __init__(self, function: Any) -> None:
        self.function = function
        self.kinds, self.returns = signature(function)
        self.called: dict[Callable[..., Any], None] = {}  # in order
        self.places: dict[str, Value] = {}  # of each variable
        self.rooms: list[str] = []
        self.lines: list[str] = []
        self.open = True
        self.count = 0

    # --- the text ----------------------------------------------------------------------------------------------

    def _emit(self, line: str) -> None:
        if self.open:
            self.lines.append(f"  {line}")
            self.open = not line.startswith(("br ", "ret ", "unreachable"))

    def _new(self, kind: str, line: str) -> Value:
        self.count += 1
        self._emit(f"%.{self.count} = {line}")
        return Value(kind, f"%.{self.count}")

    def _labels(self, *names: str) -> list[str]:
        self.count += 1
        return [f"{name}.{self.count}" for name in names]

    def _begin(self, label: str) -> None:
        """Another block begins, to which what came before leads on."""
        self._emit(f"br label %{label}")
        self.lines.append(f"{label}:")
        self.open = True

    def _branch(self, condition: Value, yes: str, no: str) -> None:
        self._emit(f"br i1 {self._as(condition, BOOL).text}, label %{yes}, label %{no}")

    def _refuse(self, node: ast.AST, why: str) -> NotTranslated:
        return NotTranslated(f"{self.function.__module__}, line {getattr(node, 'lineno', '?')}: {why}")

    def _as(self, value: Value, kind: str) -> Value:
        """A value as another kind."""
        if value.kind == kind or {value.kind, kind} == {INT, WORD}:
            return Value(kind, value.text)
        if kind == BOOL and value.kind in (INT, WORD):
            return self._new(BOOL, f"icmp ne i64 {value.text}, 0")
        if kind in (INT, WORD) and value.kind == BOOL:
            if value.text in ("true", "false"):
                return Value(kind, str(int(value.text == "true")))
            return self._new(kind, f"zext i1 {value.text} to i64")
        raise NotTranslated(f"{name_of(self.function)}: {value.kind} is no {kind}")

    # --- variables and places ------------------------------------------------------------------------------------

    def _store(self, name: str, value: Value) -> None:
        if name not in self.places:
            self.places[name] = Value(value.kind, f"%{name}.at")
            self.rooms.append(f"  %{name}.at = alloca {WRITTEN[value.kind]}")
        place = self.places[name]
        if place.kind != value.kind and (place.kind, value.kind) != (INT, BOOL):
            raise NotTranslated(f"{name_of(self.function)}: {name} is of kind {place.kind}, not {value.kind}")
        self._emit(f"store {WRITTEN[place.kind]} {self._as(value, place.kind).text}, ptr {place.text}")

    def _element(self, node: ast.Subscript) -> Value:
        """The place of an element, with the kind that it has; of a slice, the array from there on."""
        array = self._value(node.value)
        if array.kind not in ELEMENT:
            raise self._refuse(node, f"{array.kind} has no elements")
        index = node.slice
        rest = isinstance(index, ast.Slice)
        if isinstance(index, ast.Slice):
            if index.lower is None or index.upper is not None or index.step is not None:
                raise self._refuse(node, "only a slice from a place on")
            index = index.lower
        at = self._as(self._value(index), INT)
        kind = array.kind if rest else ELEMENT[array.kind]
        return self._new(kind, f"getelementptr inbounds i64, ptr {array.text}, i64 {at.text}")

    # --- expressions ---------------------------------------------------------------------------------------------

    def _items(self, node: ast.expr) -> list[Value]:
        if isinstance(node, ast.Tuple):
            return [self._value(item) for item in node.elts]
        found = self.function.__globals__.get(node.id) if isinstance(node, ast.Name) else None
        if not isinstance(found, tuple):
            raise self._refuse(node, "only items that are known")
        return [self._constant(node, item) for item in found]

    def _constant(self, node: ast.AST, value: object) -> Value:
        if isinstance(value, bool):
            return Value(BOOL, "true" if value else "false")
        if isinstance(value, np.uint64):
            return Value(WORD, str(int(value) - (1 << 64) if value >> np.uint64(63) else int(value)))
        if isinstance(value, int):
            return Value(INT, str(value))
        raise self._refuse(node, f"{value!r} is no number")

    def _variable(self, node: ast.AST, name: str) -> Value:
        place = self.places.get(name)
        if place is not None:
            return self._new(place.kind, f"load {WRITTEN[place.kind]}, ptr {place.text}")
        known = self.function.__globals__
        if name not in known:
            raise self._refuse(node, f"{name} is not known yet")
        return self._constant(node, known[name])

    def _value(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=value):
                return self._constant(node, value)
            case ast.Name(id=name):
                return self._variable(node, name)
            case ast.Subscript(slice=ast.Slice()):
                return self._element(node)
            case ast.Subscript():
                place = self._element(node)
                return self._new(place.kind, f"load i64, ptr {place.text}")
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return self._new(BOOL, f"xor i1 {self._as(self._value(operand), BOOL).text}, true")
            case ast.UnaryOp(op=ast.Invert(), operand=operand):
                bits = self._value(operand)
                return self._new(bits.kind, f"xor i64 {bits.text}, -1")
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._negative(self._as(self._value(operand), INT))
            case ast.BinOp(left=left, op=op, right=right):
                return self._operation(node, op, self._value(left), self._value(right))
            case ast.BoolOp(op=op, values=values):
                return self._either(values, isinstance(op, ast.Or))
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return self._choice(test, body, orelse)
            case ast.Call(func=function, args=arguments, keywords=[]):
                return self._call(node, function, arguments)
        raise self._refuse(node, f"{type(node).__name__} is not understood")

    def _negative(self, value: Value) -> Value:
        if value.text.isdecimal():
            return Value(INT, f"-{value.text}")
        return self._new(INT, f"sub nsw i64 0, {value.text}")

    def _operation(self, node: ast.AST, op: ast.operator, left: Value, right: Value) -> Value:
        if WORD in (left.kind, right.kind):
            if left.kind != right.kind or type(op) not in _PLAIN:
                raise self._refuse(node, f"no such operation on {left.kind} and {right.kind}")
            return self._new(WORD, f"{_PLAIN[type(op)]} i64 {left.text}, {right.text}")
        if left.kind == right.kind == BOOL and isinstance(op, ast.BitAnd | ast.BitOr | ast.BitXor):
            return self._new(BOOL, f"{_PLAIN[type(op)]} i1 {left.text}, {right.text}")
        left, right = self._as(left, INT), self._as(right, INT)
        if isinstance(op, ast.FloorDiv | ast.Mod):
            return self._division(isinstance(op, ast.Mod), left, right)
        name = _SIGNED.get(type(op)) or _PLAIN.get(type(op))
        if name is None:
            raise self._refuse(node, f"{type(op).__name__} is not understood")
        return self._new(INT, f"{name} i64 {left.text}, {right.text}")

    def _division(self, rest: bool, left: Value, right: Value) -> Value:
        """Python rounds down, and the rest has the sign of the divisor."""
        quotient = self._new(INT, f"sdiv i64 {left.text}, {right.text}")
        remainder = self._new(INT, f"srem i64 {left.text}, {right.text}")
        signs = self._new(INT, f"xor i64 {remainder.text}, {right.text}")
        differ = self._new(BOOL, f"icmp slt i64 {signs.text}, 0")
        some = self._new(BOOL, f"icmp ne i64 {remainder.text}, 0")
        down = self._new(BOOL, f"and i1 {differ.text}, {some.text}")
        if rest:
            higher = self._new(INT, f"add i64 {remainder.text}, {right.text}")
            return self._new(INT, f"select i1 {down.text}, i64 {higher.text}, i64 {remainder.text}")
        lower = self._new(INT, f"sub i64 {quotient.text}, 1")
        return self._new(INT, f"select i1 {down.text}, i64 {lower.text}, i64 {quotient.text}")

    def _either(self, values: Sequence[ast.expr], either: bool) -> Value:
        """`or` and `and`: the first value that decides, or the last; of several kinds, a number."""
        [after] = self._labels("decided")
        room = f"{after}.value"
        for place, node in enumerate(values):
            value = self._value(node)
            if room not in self.places:
                whole = all(self._is_truth(other) for other in values)
                value = value if whole else self._as(value, INT)
            self._store(room, value if self.places.get(room, value).kind == value.kind else self._as(value, INT))
            if place + 1 < len(values):
                [onward] = self._labels("onward")
                self._branch(value, *((after, onward) if either else (onward, after)))
                self.open = False
                self._begin(onward)
        self._begin(after)
        return self._variable(values[0], room)

    def _is_truth(self, node: ast.expr) -> bool:
        """Whether an expression is a truth value, as far as it can be seen before it is translated."""
        match node:
            case ast.Compare() | ast.UnaryOp(op=ast.Not()) | ast.Constant(value=bool()):
                return True
            case ast.BoolOp(values=values):
                return all(self._is_truth(value) for value in values)
            case ast.Name(id=name):
                return name in self.places and self.places[name].kind == BOOL
            case ast.Call(func=ast.Name(id=name)):
                found: Any = self.function.__globals__.get(name)
                return getattr(found, _MARK, False) and signature(found)[1] == BOOL
        return False

    def _comparison(self, node: ast.Compare) -> Value:
        if len(node.ops) > 1:
            raise self._refuse(node, "one comparison at a time")
        first, [op], [other] = self._value(node.left), node.ops, node.comparators
        if isinstance(op, ast.In | ast.NotIn):
            result = Value(BOOL, "false")
            for item in self._items(other):
                same = self._new(BOOL, f"icmp eq i64 {self._as(first, INT).text}, {self._as(item, INT).text}")
                result = self._new(BOOL, f"or i1 {result.text}, {same.text}")
            return result if isinstance(op, ast.In) else self._new(BOOL, f"xor i1 {result.text}, true")
        second = self._value(other)
        name = _COMPARED.get(type(op))
        if name is None or (WORD in (first.kind, second.kind) and first.kind != second.kind):
            raise self._refuse(node, f"{first.kind} and {second.kind} are not compared")
        if first.kind == WORD:
            name = name.replace("s", "u", 1) if name.startswith("s") else name
        else:
            first, second = self._as(first, INT), self._as(second, INT)
        return self._new(BOOL, f"icmp {name} i64 {first.text}, {second.text}")

    def _choice(self, test: ast.expr, body: ast.expr, orelse: ast.expr) -> Value:
        yes, no, after = self._labels("yes", "no", "chosen")
        self._branch(self._value(test), yes, no)
        room, truth = f"{after}.value", self._is_truth(body) and self._is_truth(orelse)
        for label, node in ((yes, body), (no, orelse)):
            self.open = False
            self._begin(label)
            value = self._value(node)
            self._store(room, value if truth or value.kind != BOOL else self._as(value, INT))
            self._emit(f"br label %{after}")
        self._begin(after)
        return self._variable(test, room)

    def _call(self, node: ast.expr, function: ast.expr, arguments: Sequence[ast.expr]) -> Value:
        name = ast.unparse(function)
        given = [self._value(argument) for argument in arguments]
        if name in ("min", "max"):
            result = self._as(given[0], INT)
            for other in given[1:]:
                both = f"i64 {result.text}, i64 {self._as(other, INT).text}"
                result = self._new(INT, f"call i64 @llvm.s{name}.i64({both})")
            return result
        if name == "abs":
            return self._absolute(self._as(given[0], INT))
        if name in ("int", "np.int64", "np.uint64"):
            return self._as(given[0], WORD if name == "np.uint64" else INT)
        found: Any = self.function.__globals__.get(name)
        if not getattr(found, _MARK, False):
            raise self._refuse(node, f"{name} is not compiled")
        kinds, returns = signature(found)
        self.called[found] = None
        if len(kinds) != len(given):
            raise self._refuse(node, f"{name} wants {len(kinds)} arguments, not {len(given)}")
        words = [f"{WRITTEN[kind]} {self._as(value, kind).text}" for kind, value in zip(kinds, given, strict=True)]
        call = f"call {WRITTEN[returns]} @{name_of(found)}({', '.join(words)})"
        if returns == NOTHING:
            self._emit(call)
            return Value(NOTHING, "")
        return self._new(returns, call)

    def _absolute(self, value: Value) -> Value:
        negative = self._new(INT, f"sub nsw i64 0, {value.text}")
        return self._new(INT, f"call i64 @llvm.smax.i64(i64 {value.text}, i64 {negative.text})")
