"""The other places that a problem is about, as its message and hint name them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cloudy_pnp.core.problems import Problem
from cloudy_pnp.data.files import absolute

if TYPE_CHECKING:
    from cloudy_pnp.lsp.session import Place, Session

_ENTRY = re.compile(r"\(([^\s()]+\.ya?ml), ([\w.\[\]-]+)\)")
_LINE = re.compile(r"([\w.-]{1,100}\.\w{1,10}):(\d{1,9})")


def related_places(session: Session, problem: Problem) -> Iterator[tuple[Place, str]]:
    """Yield places with a word about each: the first use of an id, other problems with the same cause."""
    from cloudy_pnp.lsp.session import Place

    for file, path in _ENTRY.findall(problem.message):
        yield Place(absolute(file), session.line_of(absolute(file), path), 1), "first used here"
    for name, line in _LINE.findall(problem.hint.partition("same reason: ")[2]):
        for file in session.files_named(name):
            yield Place(file, int(line), 1), "probably for the same reason"
