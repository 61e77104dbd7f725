"""The one way to a terminal or a log: whatever text comes along, it is shown and never acted on.

Texts, names and file names come from strangers. A terminal obeys escape sequences, a reader is fooled by characters
that turn the reading direction, and the log of a CI job carries out lines that begin with `::` and whatever looks like
`##[command]`. No other module prints (a test checks this).
"""

from __future__ import annotations

import re

import click

from cloudy_pnp.core.problems import escaped

_OURS = re.compile(r"\x1b\[(?:[0-9;]{0,16}m|K)|\r(?=\x1b\[K)|\A\r")  # colours, and a line that is written again
_COMMAND = re.compile(r"^(\s*)::", re.MULTILINE)
_BREAKS = re.compile(r"[\n\t]")
_NOT_IN_JSON = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]|(?<=##)\\[")


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Print text for people. Colours are kept; nothing in it is a command."""
    click.echo(safe(text), nl=nl, err=err)


def echo_data(text: str, *, nl: bool = True) -> None:
    """Print JSON; characters that a terminal would act on are escaped, which means the same to every reader."""
    click.echo(_NOT_IN_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text), nl=nl)


def echo_commands(text: str) -> None:
    """Print commands for the log of a CI job. Only the reporter makes them, and it has escaped what they say."""
    click.echo(_without_marks(text), nl=False)


def safe(text: str) -> str:
    r"""Return a text that is safe to print.

    >>> print(safe("a\x1b]0;owned\x07 b\n::stop-commands::x\n##[error]y"))
    a\x1b]0;owned\x07 b
    \x3a:stop-commands::x
    # #[error]y
    """
    parts, at = [], 0
    for match in _OURS.finditer(text):
        parts += [_shown(text[at : match.start()]), match.group()]
        at = match.end()
    return _COMMAND.sub(r"\1\\x3a:", _without_marks("".join([*parts, _shown(text[at:])])))


def _without_marks(text: str) -> str:
    return text.replace("##[", "# #[")


def _shown(text: str) -> str:
    if text.isprintable():
        return text
    breaks = _BREAKS.findall(text)
    lines = [escaped(line) for line in _BREAKS.split(text)]
    return "".join(part for pair in zip(lines, [*breaks, ""], strict=True) for part in pair)
