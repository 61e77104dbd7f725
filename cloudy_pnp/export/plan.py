"""Build: what is wanted, what is already there, and putting what is missing in its place.

A build has *groups* of files in every language: one PDF a sheet, the calibration page, the folder of SVG pictures. A
group has a key, the fingerprint of all that it is made from; what the manifest knows under the same key is left alone.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from cloudy_pnp import rulebook
from cloudy_pnp.core.problems import Finding, Severity, UserError, meant
from cloudy_pnp.core.shipped import shipped_root
from cloudy_pnp.export.request import KINDS, Order
from cloudy_pnp.export.sheets.catalogue import Catalogue, load_catalogue
from cloudy_pnp.export.store import Made, fingerprint, is_current, publish, read_manifest, sha256_of, workshop
from cloudy_pnp.games import find_game
from cloudy_pnp.games.contract import Data
from cloudy_pnp.i18n.accepted import FILE as RECORD
from cloudy_pnp.i18n.template import ENDING, template_folder
from cloudy_pnp.rulebook.figures import Documents

if TYPE_CHECKING:  # drawing is slow to load, and a build that finds everything up to date does without
    from cloudy_pnp.export.render import Done, Job


@dataclass(frozen=True, slots=True)
class Result:
    """What a build did."""

    made: list[Made]
    current: list[str]  # groups that were left alone
    findings: list[tuple[str, str, Finding]]  # language, card id, finding
    folder: Path  # where it is


def build(
    root: Path,
    game: str,
    data: Data,
    folder: Path,
    order: Order,
    progress: Callable[[int, int], None] | None = None,
    documents: Documents = MappingProxyType({}),
    books: Mapping[str, Path] = MappingProxyType({}),
) -> Result:
    """Bring the game's output `folder` up to date. With errors among the findings nothing in it is touched.

    `documents` are what the rulebook's figures are made from, `books` the packs' templates by language.
    """
    catalogue = load_catalogue(root)
    last = read_manifest(folder)
    known = last.files
    inputs = _inputs(root, data)
    wanted = {lang: _groups(order, lang, catalogue, inputs) for lang in order.languages}
    if "rulebook" in order.only and find_game(game).handbook:
        for lang, groups in wanted.items():
            groups |= _rulebook_groups(order, root, lang, inputs, documents, books.get(lang))
    missing = {
        lang: {path: key for path, key in groups.items() if not (last.own and _is_current(folder, known, path, key))}
        for lang, groups in wanted.items()
    }
    current = [path for lang, groups in wanted.items() for path in groups if path not in missing[lang]]
    if not any(missing.values()):
        return Result([], current, [], folder)
    from cloudy_pnp.export.render import Job

    with workshop(folder) as place:
        jobs = [
            Job(game, root, data, order, lang, groups, place, _looks(known, lang), dict(documents), dict(books))
            for lang, groups in missing.items()
            if groups
        ]
        finished = []
        for done in _run(jobs):
            finished.append(done)
            if progress:
                progress(len(finished), len(jobs))
        findings = [
            (job.lang, card, finding)
            for job, done in zip(jobs, finished, strict=True)
            for card, finding in done.findings
        ]
        made = [item for done in finished for item in done.made]
        if any(finding.severity is Severity.ERROR for _, _, finding in findings):
            return Result([], current, findings, folder)
        new = {item.path for item in made}
        remade = tuple(path for groups in missing.values() for path in groups)
        old = [] if order.cards else [path for path in known if path.startswith(remade) and path not in new]
        kept = [item for path, item in known.items() if path not in new and path not in old]
        publish(folder, place, made, kept, old)
    return Result(made, current, findings, folder)


def _run(jobs: Sequence[Job]) -> Iterator[Done]:
    """The jobs' results in their order; several processes when there is more than one job and one core."""
    from cloudy_pnp.export.render import make

    workers = min(len(jobs), os.cpu_count() or 1)
    if workers == 1:
        yield from map(make, jobs)
    else:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor

        # Typst's threads do not survive a fork: where it has run, new processes start from scratch.
        start = multiprocessing.get_context("spawn" if "typst" in sys.modules else None)
        with ProcessPoolExecutor(workers, start) as pool:
            yield from pool.map(make, jobs)


# --- what is made, and from what ---------------------------------------------------------------------------


def _inputs(root: Path, data: Data) -> str:
    """All that every group is made from: the tool, its templates and the author's, the card data."""
    package = Path(__file__).parents[1]
    folders = dict.fromkeys((package, shipped_root() / "templates", root / "templates"))
    files = {
        f"{number}/{path.relative_to(folder).as_posix()}": sha256_of(path.read_bytes())
        for number, folder in enumerate(folders)
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".yaml") and path.is_file() and path.parent != folder / "rulebook"
    }
    return fingerprint([files, data])


def _rulebook_groups(
    order: Order, root: Path, lang: str, inputs: str, documents: Documents, book: Path | None
) -> dict[str, str]:
    """The files of a rulebook, where there is a template for it: the game's, or a pack's."""
    folder = template_folder(root)
    if book is None and not (folder / f"{lang}{ENDING}").is_file():
        return {}
    files = {
        path.name: sha256_of(path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.is_file() and (not path.name.endswith(ENDING) or path.name == f"{lang}{ENDING}")
    }
    code = Path(rulebook.__file__).parent
    files |= {f"code/{path.name}": sha256_of(path.read_bytes()) for path in sorted(code.glob("*.py"))}
    if book is not None:
        beside = (path for path in sorted(book.parent.iterdir()) if path.is_file())
        files |= {f"pack/{path.name}": sha256_of(path.read_bytes()) for path in beside}
    files.pop(RECORD, None)  # says nothing that is printed
    figures = [[*name, document] for name, (_, document) in documents.items()]
    key = fingerprint([inputs, files, figures, order.edition])
    return {f"{lang}/{name}": key for name in rulebook.FILES}


def _groups(order: Order, lang: str, catalogue: Catalogue, inputs: str) -> dict[str, str]:
    """The groups of one language (paths below the game's output folder) with their keys."""
    for kind in order.only:
        if kind not in KINDS:
            raise UserError(f'"{kind}" is nothing that can be built; {meant(kind, KINDS)}')
    look = fingerprint([inputs, asdict(order.wish(lang, catalogue)), list(order.cards)])
    print_options = {**asdict(order), "languages": None, "sheets": None, "only": None}
    groups = {}
    if "sheets" in order.only:
        for name in order.sheets:
            order.sheet(name, catalogue)  # an unknown name is told before anything is drawn
            groups[f"{lang}/{name}{order.ending}.pdf"] = fingerprint([look, print_options, name])
    if "calibration" in order.only and order.duplex_sheet(catalogue):
        groups[f"{lang}/calibration.pdf"] = fingerprint([look, print_options])
    if "svg" in order.only:
        groups[f"{lang}/svg/"] = look
    return groups


def _is_current(folder: Path, known: Mapping[str, Made], group: str, key: str) -> bool:
    """Whether every file of a group is there as it was made, from the same input."""
    members = [made for path, made in known.items() if path.startswith(group)]
    return bool(members) and all(is_current(folder, made, key) for made in members)


def _looks(known: Mapping[str, Made], lang: str) -> dict[str, str]:
    """Card id: what it looked like when its sheets were last made."""
    return {
        card["card"]: card["look"]
        for path, made in known.items()
        if path.startswith(f"{lang}/") and path.endswith(".pdf")
        for card in made.cards
        if card.get("side") == "front" and card.get("copy") == 1 and "card" in card and "look" in card
    }
