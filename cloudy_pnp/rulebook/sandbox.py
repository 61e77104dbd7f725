"""Untrusted templates: Jinja with bounds on time, size and access.

Jinja's own sandbox protects the machine, but not its time and memory: nested loops, `"a" * 10**9`, `"%999999999d"`, a
text doubled thirty times. Here every iteration of a loop, every call and every character costs a step of a budget,
operations with large results (`*`, `**`, formats, padding) are bounded or missing, and only a few filters and methods
exist. A template needs no more: the shipped ones use `join`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import CodeType
from typing import Any

from jinja2 import StrictUndefined, Template, nodes
from jinja2.exceptions import SecurityError, TemplateSyntaxError
from jinja2.runtime import Context, LoopContext, Macro
from jinja2.sandbox import ImmutableSandboxedEnvironment

from cloudy_pnp.core import budget

_LONGEST = 200_000  # characters of a text, items of a list
_CALL = 10  # the steps of a call
_LARGEST = 10**15  # numbers
_FILTERS = (
    *("capitalize", "count", "default", "d", "first", "int", "items", "join", "last", "length", "list", "lower"),
    *("max", "min", "reverse", "round", "sort", "sum", "title", "trim", "unique", "upper"),
)
_TEXT_METHODS = frozenset(("capitalize", "casefold", "endswith", "lower", "startswith", "strip", "title", "upper"))
_METHODS = frozenset(("get", "items", "keys", "values", "index", "count"))
_OPERATORS = frozenset(("+", "-", "*", "/", "//", "**", "%"))


# A template is rendered for the check and again for the book, and compiling it is most of the work.
_CACHED_TEMPLATES = 16
_COMPILED: dict[str, CodeType] = {}


class TooMuchTemplate(Exception):
    """A template does more than a rulebook needs; `hint` explains how to raise the limit, if it can be raised."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class Sandbox(ImmutableSandboxedEnvironment):
    """An environment for a single rendering, which counts the steps of the template."""

    intercepted_binops = _OPERATORS

    def __init__(self, finalize: Callable[[object], object]) -> None:
        # Comments are written <!-- … -->, because {#id} is the id of a heading.
        super().__init__(
            undefined=StrictUndefined,
            finalize=lambda value: self.count_value(finalize(self._printable(value))),
            comment_start_string="<!--",
            comment_end_string="-->",
            keep_trailing_newline=True,
            optimized=False,
            cache_size=0,
        )
        self.limit = min("book", "template", key=budget.left)
        self.begun = self.steps = budget.left(self.limit)
        self.globals = {"range": self._range}
        self.filters = {name: self._filter(self.filters[name]) for name in _FILTERS}
        self.own = (self.turns, self.join_texts, self.count_value)
        self.concat = self._concat  # type: ignore[method-assign]

    # --- counting ------------------------------------------------------------------------------------------------

    def step(self, number: int = 1) -> None:
        """Spend steps. Raises TooMuchTemplate when none are left."""
        budget.tick()
        self.steps -= number
        if self.steps < 0:
            raise TooMuchTemplate(budget.over(self.limit), budget.raising(self.limit))

    def count_value(self, value: Any) -> Any:
        """Return a value unchanged after spending its size, including everything inside it.

        A list that contains the same list many times takes little memory, but printing or comparing it would never end.
        """
        self.step(1 + _size(value))
        if isinstance(value, list | tuple | set | frozenset):
            for item in value:
                self.count_value(item)
        elif isinstance(value, dict):
            for item in value.values():
                self.count_value(item)
        return value

    def finish(self) -> None:
        """Report the spent steps to the run."""
        budget.spend("template", self.begun - max(0, self.steps))

    def turns(self, items: Iterable[Any]) -> Iterator[Any]:
        """Yield the items of a loop, counting each."""
        for item in items:
            self.step()
            yield item

    def join_texts(self, parts: Sequence[object]) -> str:
        """Join texts: `a ~ b`."""
        return self._concat([str(self._printable(part)) for part in parts])

    def _concat(self, parts: Iterable[str]) -> str:
        texts = []
        for part in parts:
            self.step(1 + len(part))
            texts.append(part)
        return "".join(texts)

    # --- permissions ---------------------------------------------------------------------------------------------

    def render_text(self, source: str, context: Mapping[str, Any]) -> str:
        """Render the template as text. Raises the errors of the template."""
        if len(source) > budget.limit("book"):
            raise TooMuchTemplate(budget.over("book"), budget.raising("book"))
        code = _COMPILED.get(source)
        if code is None:
            code = self.compile(source)
            if len(_COMPILED) >= _CACHED_TEMPLATES:
                _COMPILED.clear()
            _COMPILED[source] = code
        template = Template.from_code(self, code, self.make_globals(None))
        return self._concat(template.generate(context))

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        return self._bounded(super()._parse(source, name, filename))

    def _bounded(self, tree: nodes.Template) -> nodes.Template:
        """Make loops and `~` count; reject statements that access other files or the engine."""
        for node in tree.find_all((nodes.Include, nodes.Import, nodes.FromImport, nodes.Extends)):
            raise TemplateSyntaxError("a template cannot include other files", node.lineno)
        for loop in tree.find_all(nodes.For):
            if loop.recursive:
                raise TemplateSyntaxError("a loop cannot be recursive", loop.lineno)
            loop.iter = self._call("turns", [loop.iter], loop.lineno)  # type: ignore[list-item]
        self._count_inside(tree)
        return tree

    def _count_inside(self, node: nodes.Node) -> None:
        for name, value in node.iter_fields():
            if isinstance(value, nodes.Node):
                setattr(node, name, self._counting(value))
            elif isinstance(value, list):
                value[:] = [self._counting(item) if isinstance(item, nodes.Node) else item for item in value]

    def _counting(self, node: nodes.Node) -> nodes.Node:
        """Return a node; where it joins texts or creates a list or map, wrap it in a counting call."""
        self._count_inside(node)
        if isinstance(node, nodes.Concat):
            return self._call("join_texts", [nodes.List(node.nodes, lineno=node.lineno)], node.lineno)
        if isinstance(node, nodes.List | nodes.Dict) or (isinstance(node, nodes.Tuple) and node.ctx == "load"):
            return self._call("count_value", [node], node.lineno)
        return node

    def _call(self, method: str, arguments: list[nodes.Expr], line: int) -> nodes.Call:
        call = nodes.Call(nodes.EnvironmentAttribute(method), arguments, [], None, None, lineno=line)
        return call.set_environment(self)  # type: ignore[return-value]

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Allow arithmetic with numbers that are not too large, and `+` for texts and lists."""
        self.step()
        if operator == "+" and _size(left) + _size(right):
            if _size(left) + _size(right) > _LONGEST:
                raise TooMuchTemplate(f"a text or list of more than {_LONGEST:,} parts")
            return self.count_value(left + right)
        for value in (left, right):
            if not isinstance(value, int | float):
                raise TypeError(f"{operator} is for numbers; texts are joined with ~")
        if operator == "**" and abs(right) > 64:
            raise TooMuchTemplate("a power above 64")
        return self._number(super().call_binop(context, operator, left, right))

    def _number(self, value: Any) -> Any:
        if isinstance(value, int | float) and abs(value) > _LARGEST:
            raise TooMuchTemplate(f"a number above {_LARGEST:,}")
        return value

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow access to data and to a few methods."""
        if not super().is_safe_attribute(obj, attr, value):
            return False
        if isinstance(obj, str | bytes):
            return attr in _TEXT_METHODS
        if isinstance(obj, Mapping | list | tuple | set | frozenset | int | float):
            return attr in _METHODS
        return not isinstance(obj, Macro | range)

    def wrap_str_format(self, value: Any) -> None:  # noqa: ARG002
        """Disable `"…".format()`."""
        return

    def call(__self, __context: Context, __obj: Any, *args: Any, **kwargs: Any) -> Any:
        """Call a function, spending steps for the call and its result."""
        __self.step(_CALL)
        if isinstance(__obj, LoopContext):
            raise SecurityError("a loop cannot be called")
        value = super().call(__context, __obj, *args, **kwargs)
        return value if __obj in __self.own else __self.count_value(value)

    def _range(self, *numbers: int) -> range:
        numbers_range = range(*numbers)
        self.step(min(len(numbers_range), self.begun + 1))
        return numbers_range

    def _filter(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap a filter so that its input and output are counted."""

        def filtered(*values: Any, **options: Any) -> Any:
            for value in (*values, *options.values()):
                self.count_value(value)
            return self.count_value(function(*values, **options))

        for mark in ("jinja_pass_arg",):
            if hasattr(function, mark):
                setattr(filtered, mark, getattr(function, mark))
        return filtered

    def _printable(self, value: Any) -> Any:
        """Return a text or a number for printing; nested lists could print endlessly."""
        if isinstance(value, int) and not isinstance(value, bool):
            return self._number(value)
        if isinstance(value, list | tuple | set | frozenset | Mapping | range):
            raise TypeError("a list or map cannot be printed: use join")
        return value


def _size(value: Any) -> int:
    """Return the number of characters of a text or items of a list; 0 for anything else."""
    return len(value) if isinstance(value, str | bytes | list | tuple | Mapping | set | frozenset | range) else 0
