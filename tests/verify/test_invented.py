"""Some of the bugs, sound twins and correct rewrites that people invented who had not seen the
harness; `scripts/proof` runs them all.

`open.toml` names what the harness still gets wrong, each with its reason, and those that the tests
hold it to.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from executing import Executor

    from jaxopt_lint.finding import Evidence

INVENTED = Path(__file__).with_name("invented")
HELD = tomllib.loads((INVENTED / "open.toml").read_text(encoding="utf-8"))["held"]
pytestmark = pytest.mark.invented


def seen(executor: Executor, before: str, after: str) -> Evidence:
    return executor.case(INVENTED / before, INVENTED / after)


@pytest.mark.parametrize("name", HELD["bug"])
def test_an_invented_bug_is_not_accepted(executor: Executor, name: str) -> None:
    found = seen(executor, f"bugs/{name}/original.py", f"bugs/{name}/bug.py")
    assert not found.right or found.loses


@pytest.mark.parametrize("name", HELD["bug"])
def test_its_sound_twin_is_accepted(executor: Executor, name: str) -> None:
    found = seen(executor, f"bugs/{name}/original.py", f"bugs/{name}/sound.py")
    assert found.right, found  # what it costs, is another question


@pytest.mark.parametrize("name", HELD["correct"])
def test_a_correct_rewrite_is_accepted(executor: Executor, name: str) -> None:
    found = seen(executor, f"correct/{name}/before.py", f"correct/{name}/after.py")
    assert found.right, found
