"""What holds for all tests."""

from __future__ import annotations

from datetime import timedelta

import pytest
from chance import FUZZING, examples
from hypothesis import is_hypothesis_test, settings

# Time is measured by `make bench`, never by a test: a slow machine is no failure. And CI tries the same examples each
# time: what fails there can be repeated, and what passes does not fail for the next change. `make fuzz` finds new ones;
# there, an example that takes very long is a finding too.
settings.register_profile("project", deadline=None, derandomize=True)
settings.register_profile("fuzz", deadline=timedelta(seconds=30), max_examples=examples(100), print_blob=True)
settings.load_profile("fuzz" if FUZZING else "project")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test with hypothesis belongs to `make fuzz`; others that draw by lot are marked where they stand."""
    for item in items:
        if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj):
            item.add_marker("fuzz")
