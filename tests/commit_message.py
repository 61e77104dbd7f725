"""Check the subject line of a commit message. Also a git hook; CONTRIBUTING.md explains how to install it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

LONGEST = 72
_SUBJECT = re.compile(r"(?:[a-z0-9][\w .,/-]*: )(?P<verb>[A-Za-z-]+)")
_NOT_A_VERB = re.compile(
    r"an?|the|what|who|where|whether|when|how|no|not|none|nobody|every|each|all|some|one|two|more|this|that|it"
)
_ENDS_LIKE_A_PARTICIPLE = frozenset({"bring", "embed", "feed", "need", "seed", "speed", "ping", "string"})


def message_faults(message: str) -> list[str]:
    """Return the faults of a commit message; an empty list means that it is fine.

    >>> message_faults("studio: report an output folder that links outside the project")
    []
    >>> message_faults("studio: a link out is told")
    ['begin with an imperative verb after the area, not with "a"']
    """
    subject, _, rest = message.partition("\n")
    if subject.startswith(("Merge ", "Revert ", "fixup! ", "squash! ")):
        return []
    faults = []
    if len(subject) > LONGEST:
        faults.append(f"shorten the subject: it has {len(subject)} characters, at most {LONGEST} are allowed")
    if rest and not rest.startswith("\n"):
        faults.append("leave the second line empty")
    match = _SUBJECT.match(subject)
    if match is None:
        return [*faults, 'write "area: imperative summary"']
    if not _is_imperative(match["verb"].lower()):
        faults.append(f'begin with an imperative verb after the area, not with "{match["verb"]}"')
    return faults


def _is_imperative(word: str) -> bool:
    """Reject the usual mistakes: articles, participles and the third person."""
    if _NOT_A_VERB.fullmatch(word):
        return False
    if word.endswith(("ed", "ing")) and word not in _ENDS_LIKE_A_PARTICIPLE:
        return False
    return not word.endswith("s") or word.endswith(("ss", "us"))


if __name__ == "__main__":
    found = message_faults(Path(sys.argv[1]).read_text("utf-8"))
    for fault in found:
        print(f"commit message: {fault}", file=sys.stderr)
    sys.exit(bool(found))
