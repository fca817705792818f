"""The child session of all tests here is the one of the golden pairs: jax is imported once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from executing import Executor

    from jaxopt_lint.verify.session import Session

# The pairs under these folders are data: programs that the harness runs.
collect_ignore = ["mutants", "invented"]


@pytest.fixture
def session(executor: Executor) -> Session:
    return executor.session
