"""Questions at a terminal: every answer is judged at once, `back` goes one question back, and nothing typed is lost.

A dialogue is a function that asks. To go back, it is run again with the answers so far, but for the last one, and goes
on from there; so whoever asks need not know that answers can be taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

import click

from cloudy_pnp.cli.echo import echo
from cloudy_pnp.core.problems import escaped

Answer = TypeVar("Answer")
BACK = "back"


class _Back(Exception):
    """The question before is to be asked again."""


class Terminal:
    """Somebody at a terminal who answers questions; what they said is remembered."""

    def __init__(self) -> None:
        self._answers: list[Any] = []
        self._next = 0

    def all(self, ask: Callable[[Terminal], Answer]) -> Answer:
        """Ask every question, as often as somebody goes back."""
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
        else:
            echo("this is the first question")

    def reject(self, message: str) -> NoReturn:
        """Say why the last answer will not do, and ask for it again."""
        echo(escaped(message))
        raise _Back

    def text(self, question: str, default: str = "", judge: Callable[[str], str] = lambda _: "") -> str:
        """A line of text; `judge` says what is wrong with one."""

        def read(line: str) -> str:
            if wrong := judge(line):
                raise ValueError(wrong)
            return line

        return self._asked(question, default, read, "some text")

    def number(self, question: str, default: int, least: int, most: int) -> int:
        """A whole number."""
        wanted = f"a whole number from {least} to {most}"

        def read(line: str) -> int:
            if line.isdecimal() and line.isascii() and len(line) < 10 and least <= int(line) <= most:
                return int(line)
            raise ValueError(f'"{line}" is not {wanted}')

        return self._asked(question, str(default), read, wanted)

    def yes(self, question: str) -> bool:
        """Yes or no; no when in doubt."""

        def read(line: str) -> bool:
            if line.lower() in ("y", "yes", "n", "no"):
                return line.lower().startswith("y")
            raise ValueError(f'"{line}" is neither y nor n')

        return self._asked(f"{question} y or n", "n", read, "y or n")

    def choice(self, question: str, options: Sequence[str], default: int = 0) -> int:
        """One of several, from 0; numbered from 1 for people."""
        if self._next >= len(self._answers):
            echo(escaped(question))
            for number, words in enumerate(options, 1):
                echo(escaped(f"  {number:>2} {words}"))
        return self.number("Number", default + 1, 1, len(options)) - 1

    def _asked(self, question: str, default: str, read: Callable[[str], Answer], wanted: str) -> Answer:
        if self._next == len(self._answers):
            self._answers.append(self._answer(question, default, read, wanted))
        self._next += 1
        answer: Answer = self._answers[self._next - 1]
        return answer

    def _answer(self, question: str, default: str, read: Callable[[str], Answer], wanted: str) -> Answer:
        while True:
            line = str(click.prompt(escaped(question), default=default, show_default=bool(default))).strip()
            if line.lower() == BACK:
                raise _Back
            if line == "?":
                echo(f"{wanted}; {BACK} for the question before, Ctrl-C to give up")
                continue
            try:
                return read(line)
            except ValueError as wrong:
                echo(escaped(str(wrong)))
