"""The harness's own test: planted bugs must be caught, by a named check; sound rewrites accepted.

Every folder of `mutants/` is one original (`before.py`) with a rewrite that has a bug
(`bug.py`, whose docstring names the checks that must fail) and, mostly, a sound one (`good.py`).
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.harness import verify_pair

if TYPE_CHECKING:
    from executing import Executor

MUTANTS = Path(__file__).with_name("mutants")
NAMES = sorted(path.name for path in MUTANTS.iterdir() if (path / "before.py").is_file())
SOUND = [name for name in NAMES if (MUTANTS / name / "good.py").is_file()]
pytestmark = pytest.mark.mutant

ACCEPTED = (Verdict.PROVED, Verdict.VERIFIED)


def compare(executor: Executor, name: str, rewrite: str, timeout: float = 60) -> Evidence:
    before, after = (f"{MUTANTS / name / file}:f" for file in ("before.py", rewrite))
    settings = replace(executor.settings, timeout=timeout, optimize=executor.optimize)
    return executor.had(verify_pair(before, after, settings, session=executor.session))


def expectation(name: str) -> tuple[str, list[str]]:
    """What the docstring of a bug says: `Caught by` and its checks, or `Verdict` and its word."""
    text = ast.get_docstring(ast.parse((MUTANTS / name / "bug.py").read_text())) or ""
    found = re.search(r"^(Caught by|Verdict): (.*)$", text, re.MULTILINE)
    assert found, f"{name}/bug.py does not say what to expect"
    return found[1], found[2].split(", ")


# The wider scope puts both tests of an original after each other: it is run once for them.
@pytest.mark.parametrize("name", NAMES, scope="module")
def test_a_planted_bug_is_caught(executor: Executor, name: str) -> None:
    kind, words = expectation(name)
    timeout = 8 if words == ["timeout"] else 60
    found = compare(executor, name, "bug.py", timeout)
    if kind == "Caught by":
        failed = {check.name for check in found.checks if check.passed is False}
        assert found.verdict is Verdict.REFUTED
        assert set(words) <= failed
    elif words == ["loses"]:
        assert found.verdict in ACCEPTED
        assert found.loses
    else:
        assert found.verdict is Verdict.UNVERIFIED
        assert found.reason == words[0]


@pytest.mark.parametrize("name", SOUND, scope="module")
def test_its_sound_counterpart_is_accepted(executor: Executor, name: str) -> None:
    found = compare(executor, name, "good.py")
    assert [check for check in found.checks if check.passed is False] == []
    assert found.verdict in ACCEPTED
    assert not found.loses
