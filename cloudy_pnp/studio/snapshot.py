"""The contents of the page: pictures with their names, and everything after a save as one snapshot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, field

from cloudy_pnp.core import fingerprint
from cloudy_pnp.core.problems import Finding, Severity
from cloudy_pnp.draw.scene import page_of
from cloudy_pnp.draw.svg import svg_text
from cloudy_pnp.game.contract import EntryRef, Sketch

Faces = Mapping[str, Mapping[str, "ShownFace"]]  # view: name: face


class View(NamedTuple):
    """The way cards are viewed; as a word it is the language alone, unless more is requested.

    >>> View("de").word, View("de", "four", True).word, View.of("de edition=four ink")
    ('de', 'de edition=four ink', View(lang='de', edition='four', ink=True))
    """

    lang: str
    edition: str = ""  # empty: the game's default
    ink: bool = False  # in the ink-saving look

    @property
    def word(self) -> str:
        """The view as a word, used as key."""
        return " ".join(
            [self.lang, *([f"edition={self.edition}"] if self.edition else []), *(["ink"] if self.ink else [])]
        )

    @classmethod
    def of(cls, word: str) -> View:
        """Parse the word of a view."""
        lang, *rest = word.split(" ")
        edition = next((part.removeprefix("edition=") for part in rest if part.startswith("edition=")), "")
        return cls(lang, edition, "ink" in rest)


class Drawing(Struct, frozen=True):
    """A picture for the browser; equal addresses, equal pictures."""

    key: str  # everything it depends on
    sha256: str  # its address
    size: tuple[float, float]  # mm
    svg: Callable[[], bytes]
    findings: Sequence[Finding] = ()
    large: bool = False  # written only when it is scrolled into view


def draw_face(sketch: Sketch) -> Drawing:
    """Draw a face for the browser."""
    symbol, findings, _ = sketch.draw()
    page = page_of(symbol)
    svg = svg_text(page, title=sketch.title).encode()
    return Drawing(sketch.key, fingerprint.of_bytes(svg), (page.width, page.height), lambda: svg, findings)


class ShownFace(Struct, frozen=True):
    """A face of a card, or a board, on the page."""

    name: str
    group: str
    about: EntryRef | None  # the entry to which problems belong
    title: str
    says: str
    drawing: Drawing
    stale: bool = False  # its data is broken: this is the last good picture

    def as_dict(self) -> dict[str, Any]:
        """Return the record for the page."""
        return {
            **{key: getattr(self, key) for key in ("name", "group", "title", "says", "stale")},
            "entry": self.about.id if self.about else "",
            "kind": self.about.kind if self.about else "",
            "picture": f"picture/{self.drawing.sha256}.svg",
            "size": self.drawing.size,
            "large": self.drawing.large,
        }


class Snapshot(Struct, frozen=True):
    """Everything on the page after a save."""

    names: Mapping[str, str] = field(default_factory=dict)  # of the game, by language
    faces: Faces = field(default_factory=dict)
    problems: Sequence[Mapping[str, Any]] = ()  # records of the JSON format, each with the id of its entry
    failures: Sequence[str] = ()  # unreadable files
    seconds: float = 0.0
    whole: bool = True  # False: more pictures are on their way
    editions: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # id: its name by language
    saves: int = 0  # the number of saves when the files were read

    @property
    def errors(self) -> int:
        """The number of errors."""
        severities = [problem["severity"] for problem in self.problems]
        return len(self.failures) + severities.count(Severity.ERROR)

    def is_worse_than(self, other: Snapshot) -> bool:
        """Check whether something is wrong or missing that was not before: perhaps a file is only half written."""
        gone = self.whole and any(set(faces) - set(self.faces.get(view, ())) for view, faces in other.faces.items())
        return gone or self.errors > other.errors
