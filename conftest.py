"""Fixtures and limits for all tests."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule
from chance import FUZZING, examples
from hypothesis import is_hypothesis_test, settings
from xdist.scheduler import LoadScopeScheduling

# Time is measured by `make bench`, never by a test: a slow machine is no failure. And CI tries the same examples each
# time: what fails there can be repeated, and what passes does not fail for the next change. `make fuzz` finds new ones;
# there, an example that takes very long is a finding too.
settings.register_profile("project", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=timedelta(seconds=30), max_examples=examples(100), print_blob=True)
settings.load_profile("fuzz" if FUZZING else "project")

# What is costly to make is made by one process: where several run the tests, those of a file go to one of them, and
# those of these files go together, in this order: the longest first, so that none of them ends the run alone. (xdist's
# own groups need marks on the tests, and do nothing with pytest 9.2.)
TOGETHER = {
    "a browser and a server": (
        "tests/studio/test_browser.py::",
        "tests/studio/test_desk.py::",
        "tests/studio/test_edit.py::",
        "tests/studio/test_play.py::",
        "tests/studio/test_print.py::",
        "tests/studio/test_races.py::",
        "tests/studio/test_see.py::",
    ),
    "the books, their fonts, a whole build": ("tests/rulebook/", "tests/export/test_build.py::"),
    "the compiled simulator": (
        "tests/games/cloudy_kingdom/sim/",
        "tests/simulate/test_verdicts.py::",
        "tests/cli/test_simulate.py::test_a_game_of_the_report_can_be_replayed",
        "tests/repo/test_readme.py::test_shown_output_is_real[cloudy-pnp simulate",
    ),
    "the compiled scorer": (
        "games/fantasy-realms/tests/fantasy_realms_tests/test_engines.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_game.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_play.py::test_greedy",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_scorer.py::",
        "games/fantasy-realms/tests/fantasy_realms_tests/test_search.py::",
        "tests/repo/test_readme.py::test_named_command_is_understood[cloudy-pnp best",
        "tests/repo/test_readme.py::test_named_command_is_understood[cloudy-pnp odds",
    ),
    "the wheels": ("tests/repo/test_wheel.py::", "tests/repo/test_installed_games.py::"),
    "the whole package as syntax": ("tests/repo/test_architecture.py::", "tests/repo/test_codes.py::"),
    "exports of whole games": ("tests/export/test_tables.py::", "tests/export/test_simulator.py::"),
}
# The tests of these take long and share little: each goes to whoever is free.
APART = (
    "tests/data/test_hostile.py::",
    "tests/export/test_every_target.py::",
    "tests/games/test_conformance.py::",
    "tests/core/test_budget.py::",
    "tests/export/test_build_determinism.py::",
    "tests/export/test_crashes.py::",
    "tests/workspace/test_hostile_root.py::",
)
# `make quick` skips these: browsers, whole builds and books, compilers, processes, thousands of random games.
SLOW = (
    "tests/export/test_build.py::",
    *(f"tests/rulebook/test_{name}.py::" for name in ("checks", "drawing", "editing", "fill", "hostile_templates")),
    *(f"tests/rulebook/test_{name}.py::" for name in ("html", "po", "typesetter", "web")),
    *TOGETHER["the compiled simulator"],
    *TOGETHER["the compiled scorer"],
    *TOGETHER["a browser and a server"],
    *TOGETHER["exports of whole games"],
    *APART,
    "games/luftschloesser/tests/luftschloesser_tests/test_invariants.py::",
    "games/luftschloesser/tests/luftschloesser_tests/test_players.py::",
    "games/luftschloesser/tests/luftschloesser_tests/test_sim.py::",
    "tests/bad/test_slips.py::",
    "tests/cli/test_command.py::",
    "tests/cli/test_first_steps.py::",
    "tests/cli/test_formats.py::",
    "tests/cli/test_habits.py::",
    "tests/cli/test_new.py::",
    "tests/cli/test_progress.py::",
    "tests/cli/test_show.py::",
    "tests/cli/test_simulate.py::",
    "tests/cli/test_surroundings.py::",
    "tests/core/test_worker.py::",
    "tests/data/test_tables.py::",
    "tests/draw/press/test_flatten.py::",
    "tests/draw/press/test_separate.py::",
    "tests/draw/test_fonts.py::",
    "tests/draw/test_hyphens.py::test_the_fast_reader",
    "tests/draw/test_pdf.py::test_memory",
    "tests/draw/test_pdf.py::test_the_same_bytes",
    "tests/draw/test_svg.py::",
    "tests/draw/test_svg_read.py::test_the_paths_of_a_file",
    "tests/export/test_",
    *(f"tests/games/cloudy_kingdom/art/test_{name}.py::" for name in ("deck", "own_art", "seams", "spell_pictures")),
    "tests/games/cloudy_kingdom/checks/test_trial.py::",
    "tests/games/cloudy_kingdom/scenarios/test_scenario.py::test_ten_thousand",
    "tests/games/cloudy_kingdom/test_manual.py::",
    "tests/games/cloudy_kingdom/test_sentences.py::",
    "tests/games/test_data_game.py::",
    "tests/i18n/test_fifth_language.py::",
    "tests/i18n/test_gettext.py::",
    "tests/i18n/test_languages.py::",
    "tests/i18n/test_source_language.py::",
    "tests/i18n/test_wording.py::",
    "tests/layouts/test_features.py::test_svg_pdf_and_png_agree",
    "tests/lsp/test_server.py::",
    "tests/naive/test_against_engine.py::",
    "tests/naive/test_game.py::",
    "tests/repo/test_architecture.py::test_the_picture_of_imports",
    "tests/repo/test_codes.py::",
    "tests/repo/test_files.py::",
    "tests/repo/test_first_hour.py::",
    "tests/repo/test_gallery.py::",
    "tests/repo/test_guide.py::",
    "tests/repo/test_installed_games.py::",
    "tests/repo/test_new_game.py::",
    "tests/repo/test_readers.py::",
    "tests/repo/test_readme.py::",
    "tests/repo/test_wheel.py::",
    *(f"tests/simulate/test_{name}.py::" for name in ("balance", "cluster", "numba_code", "report", "run", "tune")),
    *(f"tests/studio/test_{name}.py::" for name in ("attack", "guard", "hostile", "layouts", "preview")),
    *(f"tests/studio/test_{name}.py::" for name in ("server", "table")),
    "tests/cli/test_fuzz_commands.py::",
    "tests/export/test_hostile_output.py::",
    "tests/data/test_hostile_tables.py::",
    "tests/workspace/test_packs.py::",
    "tests/workspace/test_remembered.py::",
    "tests/workspace/test_drawn.py::",
    "tests/workspace/test_single_scalar.py::",
    "tests/repo/test_patterns.py::",
    "tests/data/test_edit.py::",
    "tests/export/sheets/test_impose.py::",
    "tests/games/cloudy_kingdom/test_wording.py::",
    "tests/games/cloudy_kingdom/test_invariants.py::",
    "tests/layouts/test_pictures.py::",
    "tests/i18n/test_pairs.py::",
    "tests/games/cloudy_kingdom/test_custom_spells.py::",
    "tests/games/cloudy_kingdom/scenarios/test_scenario.py::",
    "tests/games/cloudy_kingdom/scenarios/test_record.py::",
    "tests/naive/",
    "tests/draw/test_colour.py::",
    "tests/games/cloudy_kingdom/test_sentence_corpus.py::",
    "tests/games/cloudy_kingdom/test_wording_numbers.py::",
)


# Some tests press Ctrl-C: what a shell has begun in the background would not hear it, nor would what it begins.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Together(LoadScopeScheduling):  # type: ignore[misc]  # xdist has no types
    """Groups of files, single files, single tests."""

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid)


def group_of(nodeid: str) -> str:
    alone = nodeid if nodeid.startswith(APART) else nodeid.partition("::")[0]
    return next((what for what, tests in TOGETHER.items() if nodeid.startswith(tests)), alone)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together:
    config.option.loadscopereorder = False  # many tests are not much time; see `pytest_collection_modifyitems`
    return Together(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: tests that wait for a browser or a disk leave theirs to another."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Path) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Look for doctests only in modules that have some: nearly half of the time before the first test."""
    collectors = yield
    if file_path.suffix == ".py" and ">>>" not in file_path.read_text("utf-8"):
        return [some for some in collectors if not isinstance(some, DoctestModule)]
    return collectors


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test with hypothesis for `make fuzz` (other randomized ones have the mark themselves), and mark the
    slow ones. Several processes begin with those.
    """
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker("slow")
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("fuzz")
    if "PYTEST_XDIST_WORKER" in os.environ:
        slow = dict.fromkeys([*TOGETHER, *(group_of(item.nodeid) for item in items if item.get_closest_marker("slow"))])
        ranks = {group: rank for rank, group in enumerate(slow)}
        items.sort(key=lambda item: ranks.get(group_of(item.nodeid), len(ranks)))


def pytest_collection_finish() -> None:
    """What was imported stays to the end: it is not searched for garbage again and again."""
    gc.collect()
    gc.freeze()
