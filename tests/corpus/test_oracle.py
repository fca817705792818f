"""The oracle: claims about a small project, held against runs that are written out here."""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jaxopt_lint.observe.child.events import (
    Called,
    Dispatch,
    Event,
    Impurity,
    KeyUse,
    Loop,
    Place,
    Trace,
    Value,
    Wait,
)
from jaxopt_lint.observe.reading import Process, Run
from jaxopt_lint.observe.store import Header

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
TEXT = """\
import jax
import jax.numpy as jnp


@jax.jit
def step(w, x):
    for _ in range(3):
        w = w - x
    return w


def main():
    key = jax.random.key(0)
    w = jax.random.normal(key, (3,))
    w = w + jax.random.normal(key, (3,))
    for _ in range(5):
        w = step(w, 1.0)
        print(float(jnp.sum(w)))


main()
"""


@pytest.fixture
def judging(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.syspath_prepend(str(SCRIPTS))
    yield importlib.import_module("_oracle_judging")
    for name in [name for name in sys.modules if name.startswith(("_oracle_", "_corpus_"))]:
        del sys.modules[name]


def place(line: int) -> Place:
    return Place("train.py", line, "")


GOOD: list[Event] = [
    Called(place=place(6), chain=(place(17),), count=1, traced=1),
    Dispatch(place=Place("train.py", 17, "main", 13), count=5, how="jitted", operation="step"),
    Trace(place=place(17), count=1, function="step", defined=place(5)),
    Value(place=place(6), role="parameter", name="x", traced=True, types={"tracer float32[]": 1}),
    Value(place=place(6), role="result", traced=True, types={"tracer float32[3]": 1}),
    Loop(place=place(7), count=3, entries=1, least=3, most=3, traced=3),
    Called(place=place(12), chain=(place(21),), count=1),
    KeyUse(place=place(15), count=1, how="reused"),
    Loop(place=place(16), count=5, entries=1, least=5, most=5),
    Wait(place=place(18), count=5, via="float"),
]
BROKEN: dict[str, Event] = {
    "tracing.staged": Called(place=place(6), chain=(place(17),), count=2),
    "tracing.jitted": Dispatch(place=Place("train.py", 17, "main", 13), count=5, how="eager"),
    "calls": Called(place=place(6), chain=(place(21),), count=1),
    "values (parameters)": Value(
        place=place(6), role="parameter", name="x", traced=True, types={"jax float32[]": 1}
    ),
    "values (results)": Value(
        place=place(6), role="result", traced=True, types={"numpy float32[3]": 1}
    ),
    "tracing.staged (loops)": Loop(place=place(7), count=3, entries=1, least=3, most=3),
    "static_int (loops)": Loop(place=place(16), count=8, entries=2, least=4, most=4),
    "runs_once": Called(place=place(12), chain=(place(21),), count=2),
    "JOL802": Wait(place=place(15), count=1, via="float"),
    "effects": Impurity(place=place(7), count=1, how="effect", what="print"),
    "key_reuses": Wait(place=place(15), count=1, via="float"),
}


def verdicts_on(
    judging: Any,
    monkeypatch: pytest.MonkeyPatch,
    root: Path,
    events: list[Event],
    content: str = "",
) -> Any:
    """The verdicts on a project in which these events were observed.

    Args:
        content: hash of the text that ran, where it is not the one that lies there.
    """
    content = content or hashlib.sha256((root / "train.py").read_bytes()).hexdigest()
    header = Header("r", [], "", "", 0.0, {}, "")
    process = Process(0, 1, 0, [], 0.0, "3.11", files={"train.py": content})
    monkeypatch.setattr(judging, "runs_of", lambda _: [Run(header, root, [process], events)])
    verdicts = judging.Verdicts()
    judging.judge(root, verdicts)
    assert verdicts.crashed == []
    return verdicts


def judged(
    judging: Any, monkeypatch: pytest.MonkeyPatch, root: Path, events: list[Event]
) -> dict[str, tuple[int, int]]:
    """What was checked and what broke, by fact, without the mays."""
    rows = verdicts_on(judging, monkeypatch, root, events).rows.items()
    return {fact: (row.checked, row.broken) for (fact, how), row in rows if how != "may"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(TEXT)
    return tmp_path


def test_what_happened_as_claimed(
    judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    found = judged(judging, monkeypatch, project, GOOD)
    assert {fact: broken for fact, (_, broken) in found.items()} == dict.fromkeys(found, 0)
    assert {fact for fact, (checked, _) in found.items() if checked} >= {*BROKEN, "wraps", "waits"}


@pytest.mark.parametrize("fact", BROKEN)
def test_a_run_that_breaks_a_claim(
    judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path, fact: str
) -> None:
    other = BROKEN[fact]
    same = [e for e in GOOD if type(e) is not type(other) or e.place != other.place]
    if fact in ("key_reuses", "JOL802"):
        same = [e for e in same if not isinstance(e, KeyUse)]
    if fact == "calls":
        same = [e for e in same if not isinstance(e, Called)]
    if isinstance(other, Value):
        same = [e for e in GOOD if not isinstance(e, Value) or e.name != other.name]
    found = judged(judging, monkeypatch, project, [*same, other])
    assert found[fact][1] == 1


WAYS = """\
import jax


def helper(x):
    return x


@jax.jit
def step(x, n):
    if n == 0:
        return x
    return helper(x)


def plain(x):
    return x


def surely(x):
    return x


def main(x, fast):
    surely(x)
    if fast:
        return jax.jit(plain)(x)
    return plain(x)


run = jax.jit(surely)
main(1.0, False)
"""


@pytest.mark.parametrize(("line", "broken"), [(4, 0), (15, 0), (19, 1)])
def test_what_a_condition_leads_to_may_be_left_out(
    judging: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, line: int, broken: int
) -> None:
    (tmp_path / "train.py").write_text(WAYS)
    events: list[Event] = [
        Called(place=place(9), count=1, traced=1),
        Called(place=place(23), chain=(place(31),), count=1),
        Called(place=place(line), chain=(place(24),), count=1),
    ]
    verdicts = verdicts_on(judging, monkeypatch, tmp_path, events)
    rows = verdicts.rows
    assert rows["tracing.staged", "must"].broken == broken
    assert rows["tracing.staged (on some ways)", "may"].broken == 1 - broken


def test_turns_of_a_loop_beside_traces(
    judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    same = [e for e in GOOD if e.place != place(7) and e.place != place(6)]
    both = Called(place=place(6), chain=(place(17),), count=2, traced=1)
    turns = Loop(place=place(7), count=3, entries=1, least=3, most=3)
    found = judged(judging, monkeypatch, project, [*same, both, turns])
    assert found["tracing.staged (loops)"] == (0, 0)


def test_other_texts_are_not_judged(
    judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    verdicts = verdicts_on(judging, monkeypatch, project, GOOD, content="0" * 64)
    assert (verdicts.rows, verdicts.facts.total(), dict(verdicts.happened)) == ({}, 0, {})


def test_what_had_been_known(judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    unknown = Wait(place=place(10), count=1, via="float")
    verdicts = verdicts_on(judging, monkeypatch, project, [*GOOD, unknown])
    assert (verdicts.happened["wait"], verdicts.known["wait"]) == (2, 1)
    table = importlib.import_module("_oracle_table")
    assert "| a line waited for the device | 2 | 1 | 50% |" in table.page(verdicts, [], [])


def test_the_page(judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path) -> None:
    other = BROKEN["runs_once"]
    verdicts = verdicts_on(judging, monkeypatch, project, [*GOOD, other])
    table = importlib.import_module("_oracle_table")
    suites = importlib.import_module("_oracle_suites")
    suite = suites.Suite("rlax", (), ("tests",))
    ran = suites.Ran(suite, project, {"a": "passed"}, {"a": "failure"}, (1.0, 2.4))
    page = table.page(verdicts, [ran], ["mctx"])
    assert "| rlax | 1 | 1 | 1 | 1 | 1 | 2 |" in page and "Not run yet: mctx." in page
    assert "| runs_once | never | 1 | 1 | 1 | 0 |" in page
    assert f"{project.name}/train.py:12" in page
    assert all(fact in page for fact in BROKEN)


def test_every_claim_has_a_meaning(
    judging: Any, monkeypatch: pytest.MonkeyPatch, project: Path
) -> None:
    verdicts = verdicts_on(judging, monkeypatch, project, GOOD)
    meanings = importlib.import_module("_oracle_claim").MEANINGS
    codes = {c for kind in importlib.import_module("_oracle_rules").KINDS for c in kind.codes}
    assert {row for row in verdicts.rows if row[0] not in codes} <= set(meanings)


def test_a_run_is_kept(judging: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    suites = importlib.import_module("_oracle_suites")
    monkeypatch.setattr(suites, "cache_dir", lambda: tmp_path)
    (tmp_path / "oracle").mkdir()
    suite = suites.Suite("rlax", (), ("tests",))
    assert suites.last(suite) is None
    ran = suites.Ran(suite, tmp_path / "oracle" / "rlax", {"a": "passed"}, {}, (1.0, 2.0))
    suites.keep(ran)
    assert suites.last(suite) == ran and suites.last(suite).differ == ["a"]


def test_every_suite_is_a_pinned_project(judging: Any) -> None:
    suites = importlib.import_module("_oracle_suites")
    store = importlib.import_module("_corpus_store")
    pinned = {project.name for project in store.projects()}
    assert {suite.name for suite in suites.suites([])} <= pinned


def test_outcomes_are_read(judging: Any, tmp_path: Path) -> None:
    suites = importlib.import_module("_oracle_suites")
    report = tmp_path / "r.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="a" name="b"/>'
        '<testcase classname="a" name="c"><failure/></testcase>'
        '<testcase classname="a" name="c"/></testsuite></testsuites>'
    )
    assert json.dumps(suites.outcomes(report)) == '{"a::b": "passed", "a::c": "failure"}'
    with pytest.raises(importlib.import_module("_corpus_store").CorpusError):
        suites.outcomes(tmp_path / "none.xml")


def test_each_nth_test(judging: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    every = importlib.import_module("_oracle_every")
    monkeypatch.setenv("ORACLE_EVERY", "3")
    left: list[Any] = []
    hook = SimpleNamespace(pytest_deselected=lambda items: left.extend(items))
    items = list("abcdefg")
    every.pytest_collection_modifyitems(SimpleNamespace(hook=hook), items)
    assert (items, left) == (list("adg"), list("bcef"))
