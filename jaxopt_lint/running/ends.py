"""How a run ends."""

from __future__ import annotations

CLEAN = 0
FINDINGS = 1
FAILED = 2  # could not do the job
INTERRUPTED = 130


class CannotDo(Exception):
    """The job cannot be done; the text is one line for the user, the exit code 2."""
