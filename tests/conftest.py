"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# Time is measured by `make bench`, never by a test: a slow machine is no failure.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
