"""Builds: planning the artifacts, finding the missing ones, and publishing them.

A build has *groups* of artifacts in every language, planned by exporters: one PDF per sheet, the folder of SVG
pictures. A group has a key, the fingerprint of everything it is made from; a group that is in the manifest with the
same key is unchanged.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from cloudy_pnp.core import fingerprint, progress
from cloudy_pnp.core.budget import infrequent_gc
from cloudy_pnp.core.packages import IN_A_TAB, need_package
from cloudy_pnp.core.problems import Finding, Severity, UserError
from cloudy_pnp.data.files import below
from cloudy_pnp.export.exporter import Groups, Job, JobResult, PlanContext, exporter_names, find_exporter
from cloudy_pnp.export.request import PIXELS, BuildRequest
from cloudy_pnp.export.sheets import load_catalogue
from cloudy_pnp.export.store import Artifact, alone, is_current, publish, read_manifest, staging_dir
from cloudy_pnp.game.contract import Data, EntryRef
from cloudy_pnp.i18n.habits import KIND as HABITS
from cloudy_pnp.i18n.habits import using
from cloudy_pnp.i18n.pairs import split_pair
from cloudy_pnp.workspace.home import Home

if TYPE_CHECKING:
    from multiprocessing import SimpleQueue

    from cloudy_pnp.rulebook.book import Documents


class BuildResult(Struct, frozen=True):
    """The result of a build."""

    artifacts: list[Artifact]
    current: list[str]  # groups that are up to date
    findings: list[tuple[str, EntryRef | None, Finding]]  # language, entry, finding
    folder: Path  # the output folder
    kinds: frozenset[str] = frozenset()  # kinds of output of which there is something


def build(
    home: Home,
    data: Data,
    folder: Path,
    request: BuildRequest,
    documents: Documents = MappingProxyType({}),
    books: Mapping[str, Path] = MappingProxyType({}),
) -> BuildResult:
    """Bring the game's output `folder` up to date. With errors among the findings nothing in it is changed.

    `documents` are those of the rulebook's figures, `books` the packs' templates by language.
    """
    with alone(folder) as locked:
        request = replace(request, only=request.only or exporter_names())
        last, before = read_manifest(folder), _mark(home, books)
        published = last.files
        planned_groups = _plan_groups(home, data, request, documents, books)
        missing, current = _missing_groups(planned_groups, folder, published if last.own else {})
        if not missing:
            return BuildResult([], current, [], folder, _kinds(planned_groups, current))
        with staging_dir(folder, locked) as staging:
            jobs = [
                Job(
                    home.game.id,
                    home.root,
                    data,
                    request,
                    *split_pair(folder_name),
                    groups,
                    staging,
                    _looks(published, folder_name),
                    dict(documents),
                    dict(books),
                )
                for folder_name, groups in _shares(missing)
            ]
            planned = [path for by_exporter in missing.values() for groups in by_exporter.values() for path in groups]
            results = _run(jobs, [staging / path for path in planned])
            findings = [
                (job.folder, *note) for job, result in zip(jobs, results, strict=True) for note in result.findings
            ]
            artifacts = [item for result in results for item in result.artifacts]
            if any(finding.severity is Severity.ERROR for _, _, finding in findings):
                return BuildResult([], current, findings, folder)
            if _mark(home, books) != before:
                raise UserError("templates or pictures changed during the build: build again")
            unchanged, old = _rest_of(published, artifacts, () if request.cards else planned)
            publish(folder, staging, artifacts, unchanged, old)
        paths = [*current, *(artifact.path for artifact in artifacts)]
        return BuildResult(artifacts, current, findings, folder, _kinds(planned_groups, paths))


def _kinds(planned: Mapping[str, Mapping[str, Groups]], paths: Sequence[str]) -> frozenset[str]:
    groups = [(name, tuple(some)) for by_exporter in planned.values() for name, some in by_exporter.items()]
    return frozenset(name for name, some in groups if any(path.startswith(some) for path in paths))


def _missing_groups(
    planned_groups: Mapping[str, Mapping[str, Groups]], folder: Path, published: Mapping[str, Artifact]
) -> tuple[dict[str, dict[str, Groups]], list[str]]:
    """Return the groups to make, and the paths of those that are up to date."""
    missing: dict[str, dict[str, Groups]] = {}
    current = []
    for lang, by_exporter in planned_groups.items():
        for name, groups in by_exporter.items():
            for path, key in groups.items():
                if _is_current(folder, published, path, key):
                    current.append(path)
                else:
                    missing.setdefault(lang, {}).setdefault(name, {})[path] = key
    return missing, current


def _rest_of(
    published: Mapping[str, Artifact], artifacts: Sequence[Artifact], remade: Sequence[str]
) -> tuple[list[Artifact], list[str]]:
    """Return the older artifacts to keep, and the paths of those to delete: they belong to a rebuilt group."""
    new = {artifact.path for artifact in artifacts}
    rest = {path: artifact for path, artifact in published.items() if path not in new}
    old = [path for path in rest if path.startswith(tuple(remade))]
    return [artifact for path, artifact in rest.items() if path not in old], old


def _shares(missing: Mapping[str, Mapping[str, Groups]]) -> Iterator[tuple[str, Mapping[str, Groups]]]:
    """Yield the work that is done in parallel.

    These are languages, and where there are fewer of them than cores, the rules separately from the cards. Everything
    that shows cards stays together, because each face is drawn once for all of it.
    """
    apart = {"rulebook"} if len(missing) < (os.cpu_count() or 1) else set[str]()
    for lang, groups in missing.items():
        rules = {name: paths for name, paths in groups.items() if name in apart and paths}
        rest = {name: paths for name, paths in groups.items() if name not in rules}
        yield from ((lang, share) for share in (rules, rest) if any(share.values()))


def make(job: Job) -> JobResult:
    """Run a job."""
    with using(job.data.get(HABITS, ())), progress.part(job.folder), infrequent_gc():
        artifacts = [item for name, groups in job.groups.items() for item in _run_exporter(job, name, groups)]
    deck = job.__dict__.get("deck")  # only if something was drawn
    return JobResult(artifacts, [*(deck.findings() if deck else []), *job.notes])


def _run_exporter(job: Job, name: str, groups: Groups) -> Iterator[Artifact]:
    """Yield the artifacts of an exporter, reporting the next one as progress."""
    waiting = list(groups)
    progress.at(Path(waiting[0]).name if waiting else name)
    for item in find_exporter(name).write(job, groups):
        yield item
        if waiting[1:] and item.path == waiting[0]:
            del waiting[0]
            progress.at(Path(waiting[0]).name)


class ProgressReporter:
    """The progress of all worker processes, collected and reported as one line."""

    def __init__(self, planned: Sequence[Path]) -> None:
        from multiprocessing import SimpleQueue  # only if progress is shown

        self.queue: SimpleQueue[tuple[int, str]] = SimpleQueue()
        self._planned = planned
        self._now: dict[int, str] = {}

    def report(self) -> None:
        """Report the number of finished files (or folders of files), and the current task of each process."""
        while not self.queue.empty():
            process, task = self.queue.get()
            self._now[process] = task
        doing = ", ".join(sorted(self._now.values()))
        finished = sum(path.exists() and f"{path.parent.name}: {path.name}" not in doing for path in self._planned)
        progress.at(f"files · {doing}" if doing else "files", finished, len(self._planned))


_LOOK = 0.2  # seconds between two checks of the finished files


def _run(jobs: Sequence[Job], planned: Sequence[Path]) -> list[JobResult]:
    """Run jobs and return their results in order, in several processes if there are several jobs and cores.

    An interrupted run waits for none of them.
    """
    workers = min(len(jobs), os.cpu_count() or 1)
    reporter = ProgressReporter(planned) if progress.has_listener() and not IN_A_TAB else None
    if IN_A_TAB or (workers == 1 and reporter is None):
        return [make(job) for job in jobs]
    from concurrent.futures import ProcessPoolExecutor, wait

    pool = ProcessPoolExecutor(workers, initializer=_prepare_worker, initargs=(reporter.queue if reporter else None,))
    try:
        running = [pool.submit(make, job) for job in jobs]
        while wait(running, timeout=_LOOK).not_done and not any(job.done() and job.exception() for job in running):
            if reporter:
                reporter.report()
        results = [future.result() for future in running]
    except BaseException:
        for process in list((pool._processes or {}).values()):
            process.kill()
        raise
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return results


def _prepare_worker(queue: SimpleQueue[tuple[int, str]] | None) -> None:
    """Ignore Ctrl-C, which is for the parent process, and end together with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    progress.listen(_ProgressSender(queue) if queue else None)


class _ProgressSender:
    """A sender of the current task to the parent process, a few times per second."""

    def __init__(self, queue: SimpleQueue[tuple[int, str]]) -> None:
        self._queue = queue
        self._last = ("", 0.0)

    def __call__(self, task: str, done: int, of: int) -> None:
        before, then = self._last
        now = time.monotonic()
        if task != before or now - then >= _LOOK:
            self._last = (task, now)
            self._queue.put((os.getpid(), f"{task} {done}/{of}" if of else task))


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _plan_groups(
    home: Home, data: Data, request: BuildRequest, documents: Documents, books: Mapping[str, Path]
) -> dict[str, dict[str, Groups]]:
    """Return the planned groups by language, or pair of languages, and exporter."""
    catalogue, inputs = load_catalogue(home.template_folders), _inputs(home, data)
    exporters = [find_exporter(name) for name in request.only]
    for exporter in exporters:
        if PIXELS in exporter.needs:
            need_package(PIXELS, f"export {exporter.name}")
    source = next((game["languages"][0] for game in data.get("game", ())), "")
    return {
        lang: {
            exporter.name: exporter.plan(
                PlanContext(home, request, catalogue, *split_pair(lang), inputs, documents, books, source)
            )
            for exporter in exporters
        }
        for lang in request.languages
    }


def _inputs(home: Home, data: Data) -> str:
    """Return the fingerprint of everything all groups depend on: tool, game, templates, pictures and card data."""
    templates = [
        fingerprint.of_files((path for path in below(folder) if _is_template(path)), folder)
        for folder in home.template_folders
    ]
    return fingerprint.of_data([fingerprint.of_tool(), home.mark, templates, _pictures(home), data])


def _is_template(path: Path) -> bool:
    """Check whether a file changes cards or sheets; the rulebook's own templates are part of its own key."""
    return path.suffix in (".yaml", ".icc", ".svg") and path.is_file() and path.parent.name != "rulebook"


def _mark(home: Home, books: Mapping[str, Path]) -> str:
    """Return a mark of the current state of the author's templates and pictures.

    A file that was changed and changed back has a new time: output written in between must not count as current.
    """
    folders = {
        *home.template_folders,
        *home.book_styles,
        *home.picture_folders,
        *(path.parent for path in books.values()),
    }
    return fingerprint.of_times(path for folder in folders for path in below(folder) if path.is_file())


def _pictures(home: Home) -> dict[str, str]:
    """Return the fingerprints of the picture files that cards may show."""
    folders = home.picture_folders if home.game.described_in or home.layout_folders[-1].is_dir() else ()
    if not folders:
        return {}
    from cloudy_pnp.layouts.pictures import Pictures  # slow to import

    return {name: fingerprint.of_file(path) for name, path in Pictures(folders).names().items()}


def _is_current(folder: Path, published: Mapping[str, Artifact], group: str, key: str) -> bool:
    """Check whether every file of a group is unchanged since it was made from the same input."""
    members = [artifact for path, artifact in published.items() if path.startswith(group)]
    return bool(members) and all(is_current(folder, artifact, key) for artifact in members)


def _looks(published: Mapping[str, Artifact], lang: str) -> dict[str, str]:
    """Return the look of each card id when its sheets were last made."""
    return {
        card["card"]: card["look"]
        for path, artifact in published.items()
        if path.startswith(f"{lang}/") and path.endswith(".pdf")
        for card in artifact.cards
        if card.get("side") == "front" and card.get("copy") == 1 and "card" in card and "look" in card
    }
