"""A small part of Python in the language of LLVM: functions over whole numbers and arrays of them.

What is understood: numbers of 64 bits, truth values, words (numbers without a sign), arrays as places in memory
(`array[n:]` is the array from there on), `if`, `while`, `for … in range` and `in (…)`, and calls of other functions
that are marked with `compiled`. Anything else is refused with its place. Numbers do not overflow, an index is never
negative and never too large, and two arrays that a function is given do not overlap: whoever writes such a function
sees to it. What is written so runs as plain Python, too.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from cloudy_pnp.simulate.native.expressions import (
    BOOL,
    ELEMENT,
    INT,
    NOTHING,
    WRITTEN,
    Expressions,
    Value,
    name_of,
)

# LLVM shuns the widest registers, for the sake of programs that seldom need them; eight lanes of a word fit into one.
_WIDE = '"prefer-vector-width"="512"'


def translated(entry: Callable[..., Any]) -> str:
    """A function and all that it calls, as the text of one module; only the entry can be called from outside."""
    texts: list[str] = []
    known, waiting = {entry}, [entry]
    while waiting:
        function = waiting.pop()
        translation = _Translation(function, outside=function is entry)
        texts.append(translation.text())
        waiting += [one for one in translation.called if one not in known]
        known |= translation.called.keys()
    intrinsics = [f"declare i64 @llvm.{name}.i64(i64, i64)" for name in ("smin", "smax")]
    return "\n".join([*intrinsics, *texts])


def _source(function: Callable[..., Any]) -> ast.FunctionDef:
    return _functions_of(function.__module__)[function.__name__]


@cache
def _functions_of(module: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


class _Translation(Expressions):
    """One function, statement by statement."""

    def __init__(self, function: Any, outside: bool) -> None:
        super().__init__(function)
        self.node, self.outside = _source(function), outside
        self.loops: list[tuple[str, str]] = []  # where `continue` and `break` lead

    def text(self) -> str:
        """The whole function."""
        given = []
        for argument, kind in zip(self.node.args.args, self.kinds, strict=True):
            given.append(f"{WRITTEN[kind]}{' noalias' if kind in ELEMENT else ''} %{argument.arg}")
            self._store(argument.arg, Value(kind, f"%{argument.arg}"))
        self._block(self.node.body)
        if self.open:
            self._emit("ret void" if self.returns == NOTHING else "unreachable")
        head = f"define {'' if self.outside else 'internal '}{WRITTEN[self.returns]} @{name_of(self.function)}"
        given_text = ", ".join(given)
        return "\n".join([f"{head}({given_text}) nounwind {_WIDE} {{", "first.line:", *self.rooms, *self.lines, "}"])

    # --- statements ----------------------------------------------------------------------------------------------

    def _block(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            if self.open:
                self._statement(statement)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value=ast.Call()):
                self._value(node.value)
            case ast.Assign(targets=targets, value=value):
                self._assign(targets, value)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                self._store(name, self._operation(node, op, self._variable(node, name), self._value(value)))
            case ast.AugAssign(target=ast.Subscript() as target, op=op, value=value):
                place = self._element(target)
                before = self._new(place.kind, f"load i64, ptr {place.text}")
                self._keep(place, self._operation(node, op, before, self._value(value)))
            case ast.Return(value=value):
                self._return(value)
            case ast.If(test=test, body=body, orelse=orelse):
                yes, no, after = self._labels("yes", "no", "after")
                self._branch(self._value(test), yes, no if orelse else after)
                self._part(yes, body, after)
                if orelse:
                    self._part(no, orelse, after)
                self._begin(after)
            case ast.While(test=test, body=body, orelse=[]):
                self._while(test, body)
            case ast.For(target=ast.Name(id=name), iter=ast.Call(func=ast.Name(id="range")) as call, body=body):
                self._for_range(name, call, body)
            case ast.For(target=ast.Name(id=name), iter=items, body=body):
                self._for_items(name, items, body)
            case ast.Continue():
                self._emit(f"br label %{self.loops[-1][0]}")
            case ast.Break():
                self._emit(f"br label %{self.loops[-1][1]}")
            case _:
                raise self._refuse(node, f"{type(node).__name__} is not understood")

    def _part(self, label: str, body: Sequence[ast.stmt], after: str) -> None:
        self.open = False
        self._begin(label)
        self._block(body)
        self._emit(f"br label %{after}")
        self.open = False

    def _keep(self, place: Value, value: Value) -> None:
        self._emit(f"store i64 {self._as(value, place.kind).text}, ptr {place.text}")

    def _assign(self, targets: Sequence[ast.expr], value: ast.expr) -> None:
        first = targets[0]
        if isinstance(first, ast.Tuple) and isinstance(value, ast.Tuple) and len(targets) == 1:
            pairs = list(zip(first.elts, [self._value(item) for item in value.elts], strict=True))
        else:
            known = self._value(value)
            pairs = [(target, known) for target in targets]
        for target, known in pairs:
            if isinstance(target, ast.Name):
                self._store(target.id, known)
            elif isinstance(target, ast.Subscript):
                self._keep(self._element(target), known)
            else:
                raise self._refuse(target, "only a variable or an element can be assigned")

    def _return(self, value: ast.expr | None) -> None:
        if value is None:
            self._emit("ret void")
        else:
            known = self._as(self._value(value), self.returns)
            self._emit(f"ret {WRITTEN[self.returns]} {known.text}")

    def _while(self, test: ast.expr, body: Sequence[ast.stmt]) -> None:
        again, inside, after = self._labels("again", "inside", "after")
        self._begin(again)
        endless = isinstance(test, ast.Constant) and test.value is True
        if endless:
            self._begin(inside)
        else:
            self._branch(self._value(test), inside, after)
            self._begin(inside)
        self.loops.append((again, after))
        self._block(body)
        self.loops.pop()
        self._emit(f"br label %{again}")
        self.open = False
        self._begin(after)
        if endless and not any(isinstance(one, ast.Break) for one in _own_statements(body)):
            self._emit("unreachable")

    def _for_range(self, name: str, call: ast.Call, body: Sequence[ast.stmt]) -> None:
        given = [self._as(self._value(argument), INT) for argument in call.args]
        first, end = (Value(INT, "0"), given[0]) if len(given) == 1 else (given[0], given[1])
        step = int(given[2].text) if len(given) == 3 else 1
        again, inside, onward, after = self._labels("again", "inside", "onward", "after")
        counter = f"{name}.{again}"
        self._store(counter, first)
        self._begin(again)
        now = self._variable(call, counter)
        compared = "slt" if step > 0 else "sgt"
        self._branch(self._new(BOOL, f"icmp {compared} i64 {now.text}, {end.text}"), inside, after)
        self._begin(inside)
        self._store(name, now)
        self.loops.append((onward, after))
        self._block(body)
        self.loops.pop()
        self._begin(onward)
        self._store(counter, self._new(INT, f"add nsw i64 {self._variable(call, counter).text}, {step}"))
        self._emit(f"br label %{again}")
        self.open = False
        self._begin(after)

    def _for_items(self, name: str, items: ast.expr, body: Sequence[ast.stmt]) -> None:
        """The body once for each item."""
        [end] = self._labels("after")
        for item in self._items(items):
            [onward] = self._labels("onward")
            self._store(name, item)
            self.loops.append((onward, end))
            self._block(body)
            self.loops.pop()
            self._begin(onward)
        self._begin(end)


def _own_statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a loop's body without those of loops inside it."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from _own_statements([*node.body, *node.orelse])
