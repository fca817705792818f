"""One child session for all tests here: jax is imported once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

# The pairs under these folders are data: programs that the harness runs.
collect_ignore = ["mutants", "heldout"]


@pytest.fixture(scope="session")
def session() -> Iterator[Session]:
    with Session(VerifySettings(timing=False)) as made:
        yield made
