"""What documentation warns of is found in textbook/, and what it recommends is left alone.

Snippets in what JAX, Flax, Optax and Equinox teach, each book of them written by somebody who did
not know the rules: twice 90, 60, three times 36, 40 and five times 45 with one mistake each, which
`answers.json` tells, and 60, 60, three times 24, 29 and six times 30 idiomatic ones, many of which
look like a mistake.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint import registry
from jaxopt_lint.files.source import read_source
from jaxopt_lint.finding import Finding, Severity
from jaxopt_lint.running.engine import lint_file, visible
from jaxopt_lint.running.opening import project_of
from jaxopt_lint.settings.config import Config

TEXTBOOK = Path(__file__).parent / "textbook"
ANSWERS: dict[str, Any] = {
    f"{file.parent.name}/{number}": answer
    for file in sorted(TEXTBOOK.glob("*/answers.json"))
    for number, answer in json.loads(file.read_text(encoding="utf-8")).items()
}
NEAR = 1  # lines from the mistake at which a finding may stand

# Mistakes that nothing is said of on their lines, by textbook.
MISSED = {
    "first": "008 063 100",
    "second": "046 051 066",
    "third": "044 060",
    "fourth": "027 028 029 030 034 036",
    "sixth": "004",
    "seventh": "002 030 056 065 071",
    "eighth": "022 026 045 061 071 072 073",
    "ninth": "001 002 005 024 034 036 038 044 053 056 063",
    "tenth": "012 070 073",
}
# Idiomatic code that is flagged all the same.
FLAGGED: dict[str, str] = {}


@cache
def findings(number: str) -> tuple[Finding, ...]:
    """What the rules that run by default say of a snippet."""
    folder, _, name = number.partition("/")
    file = TEXTBOOK / folder / "snippets" / f"{name}.py"
    config = Config(root=file.parent)
    source = read_source(file, file.name)
    linted = lint_file(source, project_of([source], config).project, _rules(), config)
    assert not linted.crashes, linted.crashes
    return tuple(finding for _, finding in visible(linted, config))


def _whole(table: dict[str, str]) -> set[str]:
    return {f"{book}/{number}" for book, numbers in table.items() for number in numbers.split()}


@cache
def _rules() -> tuple[Any, ...]:
    return tuple(r for r in registry.rules().values() if r.default and not r.preview)


def is_told(number: str) -> bool:
    """Whether a finding of any severity stands on the lines of a mistake."""
    answer = ANSWERS[number]
    lines = range(answer["line"] - NEAR, answer["end_line"] + NEAR + 1)
    return any(
        f.start.row in lines
        or f.start.row in answer.get("also", ())
        or f.start.row <= answer["line"] <= f.end.row
        for f in findings(number)
    )


@pytest.mark.parametrize("number", [number for number, one in ANSWERS.items() if one])
def test_a_mistake_is_told(number: str) -> None:
    told = is_told(number)
    if number in _whole(MISSED):
        assert not told, "it is told now: take it out of the table"
        pytest.xfail(ANSWERS[number]["kind"])
    assert told, ANSWERS[number]["what"]


@pytest.mark.parametrize("number", [number for number, one in ANSWERS.items() if not one])
def test_what_is_idiomatic_is_left_alone(number: str) -> None:
    shown = [f for f in findings(number) if f.severity is not Severity.INFO]
    if number in _whole(FLAGGED):
        assert shown, "it is left alone now: take it out of the table"
        pytest.xfail(shown[0].message)
    assert not shown, [f"{f.start.row}: {f.code} {f.message}" for f in shown]
