"""What the page shows: pictures, each with its names, and everything after one save as one snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.games.contract import EntryRef

Faces = Mapping[str, Mapping[str, "Shown"]]  # view: name: face


class View(NamedTuple):
    """How the cards are looked at; as a word it is the language alone, unless more is asked for.

    >>> View("de").word, View("de", "four", True).word, View.of("de edition=four ink")
    ('de', 'de edition=four ink', View(lang='de', edition='four', ink=True))
    """

    lang: str
    edition: str = ""  # the game's own default without it
    ink: bool = False  # as the ink-saving print shows them

    @property
    def word(self) -> str:
        """What this view is called where views are kept."""
        return " ".join(
            [self.lang, *([f"edition={self.edition}"] if self.edition else []), *(["ink"] if self.ink else [])]
        )

    @classmethod
    def of(cls, word: str) -> View:
        """The view of a word."""
        lang, *rest = word.split(" ")
        edition = next((part.removeprefix("edition=") for part in rest if part.startswith("edition=")), "")
        return cls(lang, edition, "ink" in rest)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture as the browser gets it; equal addresses, equal pictures."""

    key: str  # all that it was made of
    sha256: str  # its address
    size: tuple[float, float]  # mm
    svg: Callable[[], bytes] = field(repr=False, compare=False)
    findings: Sequence[Finding] = ()
    large: bool = False  # written only when somebody scrolls to it


@dataclass(frozen=True, slots=True)
class Shown:
    """One face of a card, or one board, on the page."""

    name: str
    group: str
    about: EntryRef | None  # the entry that problems are about
    title: str
    says: str
    drawing: Drawing
    stale: bool = False  # its data is broken: this is the last good picture

    def as_dict(self) -> dict[str, Any]:
        """The record that the page reads."""
        return {
            **{key: getattr(self, key) for key in ("name", "group", "title", "says", "stale")},
            "entry": self.about.id if self.about else "",
            "kind": self.about.kind if self.about else "",
            "picture": f"/picture/{self.drawing.sha256}.svg",
            "size": self.drawing.size,
            "large": self.drawing.large,
        }


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that the page shows after one save."""

    names: Mapping[str, str] = field(default_factory=dict)  # of the game, by language
    faces: Faces = field(default_factory=dict)
    problems: Sequence[Mapping[str, Any]] = ()  # records of the contracts, each with the id of its entry
    failures: Sequence[str] = ()  # what cannot be read
    seconds: float = 0.0
    whole: bool = True  # else more pictures are on their way
    editions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id: its name by language
    saves: int = 0  # how many there had been when the files were read

    @property
    def errors(self) -> int:
        """How many things are wrong."""
        severities = [problem["severity"] for problem in self.problems]
        return len(self.failures) + severities.count(Severity.ERROR)

    def is_worse_than(self, other: Snapshot) -> bool:
        """Whether something is wrong or gone that was not before: perhaps a file is only half written."""
        gone = self.whole and any(set(faces) - set(self.faces.get(view, ())) for view, faces in other.faces.items())
        return gone or self.errors > other.errors
