"""What `@fact` promises: worked out once, for each list of arguments, and timed by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module

asked: list[object] = []
clock = [0.0]


@fact
def top_level(module: Module) -> list[str]:
    """The kinds of the statements at the top."""
    asked.append("top_level")
    return [type(statement).__name__ for statement in module.tree.body]


@fact
def nothing(facts: Facts, row: int) -> None:
    """None is an answer, too."""
    asked.append(row)


@fact
def slow(facts: Facts) -> int:
    """Takes two seconds, and asks a fact of the module."""
    clock[0] += 2.0
    return len(slower(facts.module))


@fact
def slower(module: Module) -> str:
    """Takes five seconds."""
    clock[0] += 5.0
    return "done"


@fact(meanwhile=0)
def depth(facts: Facts, left: int) -> int:
    """Asks for itself, with other arguments and with its own."""
    return 1 + (depth(facts, left - 1) if left else depth(facts, left))


@fact
def endless(facts: Facts) -> int:
    """Asks for itself."""
    return endless(facts)


@fact
def fails(facts: Facts) -> int:
    """Raises."""
    asked.append("fails")
    raise ValueError


@pytest.fixture
def facts() -> Facts:
    asked.clear()
    return Facts(Module("import jax\nx = 1\n"), Project())


def test_a_fact_is_worked_out_once_for_a_file(facts: Facts) -> None:
    first = top_level(facts.module)
    assert first == ["Import", "Assign"]
    assert top_level(facts.module) is first
    assert top_level(Module("x = 1\n")) == ["Assign"]
    assert asked == ["top_level", "top_level"]


def test_a_fact_is_kept_for_its_arguments_whatever_it_answers(facts: Facts) -> None:
    for row in (1, 2, 1, 2):
        nothing(facts, row)
    assert asked == [1, 2]
    with pytest.raises(TypeError, match="have no names"):
        nothing(facts, row=1)


def test_a_fact_that_asks_for_itself_gets_what_it_is_meanwhile(facts: Facts) -> None:
    assert depth(facts, 3) == 4
    with pytest.raises(RuntimeError, match="endless asks for itself"):
        endless(facts)


def test_what_fails_is_not_kept(facts: Facts) -> None:
    for _ in range(2):
        with pytest.raises(ValueError):
            fails(facts)
    assert asked == ["fails", "fails"]


def test_seconds_leave_out_those_of_the_facts_that_were_asked(
    facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jaxopt_lint.semantics.python.fact.perf_counter", lambda: clock[0])
    assert [slow(facts), slow(facts)] == [4, 4]
    assert facts.seconds[slow] == 2.0
    assert facts.module.seconds[slower] == 5.0


def test_nothing_else_keeps_what_is_known_of_a_file() -> None:
    root = Path(__file__).parent.parent
    for folder in ("jaxopt_lint", "rules", "codemods"):
        for path in (root / folder).rglob("*.py"):
            assert "WeakKeyDictionary" not in path.read_text(encoding="utf-8"), path
    assert not hasattr(Facts(Module(""), Project()), "shared")
