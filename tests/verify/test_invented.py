"""A sample of the bugs, sound twins and correct rewrites that people invented who had not seen the
harness; `scripts/proof` runs them all.

`open.toml` names what the harness still gets wrong, each with its reason.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jaxopt_lint.finding import Verdict

if TYPE_CHECKING:
    from executing import Executor

INVENTED = Path(__file__).with_name("invented")
BUGS = sorted(path.name for path in INVENTED.glob("bugs/*/"))
CORRECT = sorted(path.name for path in INVENTED.glob("correct/*/"))
OPEN = tomllib.loads((INVENTED / "open.toml").read_text(encoding="utf-8"))
pytestmark = pytest.mark.invented


def accepted(executor: Executor, before: str, after: str) -> bool:
    found = executor.case(INVENTED / before, INVENTED / after)
    return found.verdict in (Verdict.PROVED, Verdict.VERIFIED) and not found.loses


@pytest.mark.parametrize("name", [name for name in BUGS if name not in OPEN["bug"]])
def test_an_invented_bug_is_not_accepted(executor: Executor, name: str) -> None:
    assert not accepted(executor, f"bugs/{name}/original.py", f"bugs/{name}/bug.py")


@pytest.mark.parametrize("name", [name for name in BUGS if name not in OPEN["sound"]])
def test_its_sound_twin_is_accepted(executor: Executor, name: str) -> None:
    assert accepted(executor, f"bugs/{name}/original.py", f"bugs/{name}/sound.py")


@pytest.mark.parametrize("name", [name for name in CORRECT if name not in OPEN["correct"]])
def test_a_correct_rewrite_is_accepted(executor: Executor, name: str) -> None:
    assert accepted(executor, f"correct/{name}/before.py", f"correct/{name}/after.py")
