"""The harness's own test: planted bugs must be caught, by a named check; sound rewrites accepted.

Every folder of `mutants/` is one original (`before.py`) with a rewrite that has a bug
(`bug.py`, whose docstring names the checks that must fail) and, mostly, a sound one (`good.py`).
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.harness import verify_pair
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

MUTANTS = Path(__file__).with_name("mutants")
NAMES = sorted(path.name for path in MUTANTS.iterdir() if (path / "before.py").is_file())
SOUND = [name for name in NAMES if (MUTANTS / name / "good.py").is_file()]
QUICK = VerifySettings(timing=False, timeout=60)
ACCEPTED = (Verdict.PROVED, Verdict.VERIFIED)


def compare(session: Session, name: str, rewrite: str, settings: VerifySettings) -> Evidence:
    folder = MUTANTS / name
    return verify_pair(
        f"{folder / 'before.py'}:f", f"{folder / rewrite}:f", settings, session=session
    )


def expectation(name: str) -> tuple[str, list[str]]:
    """What the docstring of a bug says: `Caught by` and its checks, or `Verdict` and its word."""
    text = ast.get_docstring(ast.parse((MUTANTS / name / "bug.py").read_text())) or ""
    found = re.search(r"^(Caught by|Verdict): (.*)$", text, re.MULTILINE)
    assert found, f"{name}/bug.py does not say what to expect"
    return found[1], found[2].split(", ")


@pytest.mark.parametrize("name", NAMES)
def test_a_planted_bug_is_caught(session: Session, name: str) -> None:
    kind, words = expectation(name)
    timeout = 8 if words == ["timeout"] else 60
    found = compare(session, name, "bug.py", VerifySettings(timing=False, timeout=timeout))
    if kind == "Caught by":
        failed = {check.name for check in found.checks if check.passed is False}
        assert found.verdict is Verdict.REFUTED
        assert set(words) <= failed
    elif words == ["loses"]:
        assert found.verdict is Verdict.VERIFIED
        assert found.loses
    else:
        assert found.verdict is Verdict.UNVERIFIED
        assert found.reason == words[0]


@pytest.mark.parametrize("name", SOUND)
def test_its_sound_counterpart_is_accepted(session: Session, name: str) -> None:
    found = compare(session, name, "good.py", QUICK)
    assert [check for check in found.checks if check.passed is False] == []
    assert found.verdict in ACCEPTED
    assert not found.loses
