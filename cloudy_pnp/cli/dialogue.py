"""Questions at a terminal: every answer is checked at once, and `back` returns to the previous question.

Answers are saved, so that not even Ctrl-C loses one.

A dialogue is a function that asks. To go back, it runs again with all answers but the last and continues from there, so
the function need not handle going back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn, TypeVar

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.core.problems import escaped

Answer = TypeVar("Answer")
BACK = "back"


class _Back(Exception):
    """The question before is to be asked again."""


Said = tuple[str, Any]  # a question, and what was answered: text, a number, yes or no


def _kept_nowhere(_said: Sequence[Said]) -> None:
    pass


class Terminal:
    """A person at a terminal who answers questions.

    `keep` receives all answers after each one; `said` holds answers of an earlier session, which are shown and not
    asked again.
    """

    def __init__(self, keep: Callable[[Sequence[Said]], None] = _kept_nowhere, said: Sequence[Said] = ()) -> None:
        self._answers: list[Said] = list(said)
        self._shown = 0  # how many of those have been shown
        self._known = len(self._answers)  # how many of them were said some other day
        self._next = 0
        self._keep = keep

    @property
    def said(self) -> bool:
        """Return whether anything was answered."""
        return bool(self._answers)

    def all(self, ask: Callable[[Terminal], Answer]) -> Answer:
        """Ask every question, again whenever the person goes back."""
        while True:
            self._next = 0
            try:
                return ask(self)
            except _Back:
                self._forget()

    def again(self) -> bool:
        """Take the last answer back, for `all` to ask for it again; False when nothing was asked."""
        asked = bool(self._answers)
        self._forget()
        return asked

    def _forget(self) -> None:
        if self._answers:
            self._answers.pop()
            self._known = min(self._known, len(self._answers))
            self._keep(self._answers)
        else:
            echo("this is the first question")

    def reject(self, message: str) -> NoReturn:
        """Say why the last answer will not do, and ask for it again."""
        echo(escaped(message))
        raise _Back

    def text(self, question: str, default: str = "", judge: Callable[[str], str] = lambda _: "") -> str:
        """Ask for a line of text; `judge` returns what is wrong with it."""

        def read(line: str) -> str:
            if wrong := judge(line):
                raise ValueError(wrong)
            return line

        return self._asked(question, default, read, "some text")

    def number(self, question: str, default: int, least: int, most: int) -> int:
        """Ask for a whole number."""
        wanted = f"a whole number from {least} to {most}"
        return self._asked(question, str(default), partial(_whole_number, least, most), wanted)

    def yes(self, question: str, default: str = "n") -> bool:
        """Ask for yes or no; the default is no."""

        def read(line: str) -> bool:
            if line.lower() in ("y", "yes", "n", "no"):
                return line.lower().startswith("y")
            raise ValueError(f'"{line}" is neither y nor n')

        return self._asked(f"{question} y or n", default, read, "y or n")

    def choice(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """Ask for one of several, from 0; people see numbers from 1."""
        if self._next >= len(self._answers):
            echo(escaped(question))
            for number, words in enumerate(options, 1):
                echo(escaped(f"  {number:>2} {words}"))
        wanted = f"a whole number from 1 to {len(options)}"
        read = partial(_whole_number, 1, len(options))
        return self._asked("Number", str(default + 1), read, wanted, about=question, named=options) - 1

    def _asked(
        self,
        question: str,
        default: str,
        read: Callable[[str], Answer],
        wanted: str,
        about: str = "",
        named: Sequence[str] = (),
    ) -> Answer:
        """Return an earlier or a new answer. `about` explains the question, `named` the meaning of a number."""
        about = about or question
        if self._next < self._known and self._answers[self._next][0] != about:  # another question than that day
            del self._answers[self._next :]
            self._known = self._next
        if self._next == len(self._answers):
            self._answers.append((about, self._answer(question, default, read, wanted)))
            self._keep(self._answers)
        elif self._shown <= self._next < self._known:
            answer = self._answers[self._next][1]
            spoken = {True: "y", False: "n"}.get(answer, answer) if isinstance(answer, bool) else answer
            colon = "" if about.endswith(("?", ":")) else ":"
            echo(escaped(f"{about}{colon} {named[answer - 1] if named else spoken}"))
        self._next += 1
        self._shown = max(self._shown, self._next)
        found: Answer = self._answers[self._next - 1][1]
        return found

    def _answer(self, question: str, default: str, read: Callable[[str], Answer], wanted: str) -> Answer:
        while True:
            line = str(click.prompt(escaped(question), default=default, show_default=bool(default))).strip()
            if line.lower() == BACK:
                raise _Back
            if line == "?":
                echo(f"{wanted}; {BACK} for the previous question, Ctrl-C to continue later")
                continue
            try:
                return read(line)
            except ValueError as wrong:
                echo(escaped(str(wrong)))


def _whole_number(least: int, most: int, line: str) -> int:
    if line.isdecimal() and line.isascii() and len(line) < 10 and least <= int(line) <= most:
        return int(line)
    raise ValueError(f'"{line}" is not a whole number from {least} to {most}')
