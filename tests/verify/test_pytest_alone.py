"""Tests of a project where pytest is not installed: they still say what they call."""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.child import pytest_alone
from jaxopt_lint.verify.harness import verify_change
from jaxopt_lint.verify.session import Session
from jaxopt_lint.verify.settings import VerifySettings

ALONE: Any = pytest_alone.fill(types.ModuleType("pytest"))
HIDDEN = """import importlib.machinery as machinery

find = machinery.PathFinder.find_spec
machinery.PathFinder.find_spec = classmethod(
    lambda kind, name, *more: None if name == "pytest" else find(name, *more))
"""
MODEL = """import jax.numpy as jnp


def f(w, x):
    return jnp.tanh(x @ w) * 2
"""
TESTS = """import jax.numpy as jnp
import pytest
from model import f


@pytest.fixture
def size():
    return 3


@pytest.fixture(scope="module")
def weights(size):
    yield jnp.ones((size, 2))


@pytest.mark.slow
def test_f(weights, size):
    assert f(weights, jnp.ones((5, size))).shape == (5, 2)
"""
MARKED = """import jax.numpy as jnp
import pytest
from model import f


@pytest.mark.parametrize(("rows", "column"), [(5, 3), pytest.param(7, 2, id="seven")])
def test_f(rows, column):
    with pytest.raises(AttributeError):
        rows.shape
    assert f(jnp.ones((column, 2)), jnp.ones((rows, column)))[0, 0] == pytest.approx(1.99, abs=1)
"""
NUMBERS: list[tuple[Any, Any, dict[str, Any]]] = [
    (1.0, 1.0 + 5e-7, {}), (1.0, 1.0 + 5e-6, {}), (0.0, 5e-13, {}), (0.0, 1e-11, {}),
    (1.0, 1.05, {"rel": 0.1}), (1.0, 1.05, {"abs": 0.01}), (10.0, 10.5, {"rel": 0.1, "abs": 0.01}),
    (math.nan, math.nan, {}), (math.nan, math.nan, {"nan_ok": True}), (math.inf, math.inf, {}),
    (math.inf, 1e308, {}), (True, 1, {}), (1, True, {}), ([1.0, 2.0], [1.0, 2.0 + 1e-7], {}),
    ([1.0, 2.0], [1.0], {}), ((1.0,), (1.1,), {}), ({"a": 1.0}, {"a": 1.0 + 1e-8}, {}),
    ({"a": 1.0}, {"b": 1.0}, {}), (np.ones(3), np.ones(3) + 1e-8, {}), (np.ones(3), np.ones(2), {}),
    (1.0, np.ones(3), {}), (1.0, np.array([1.0, 2.0]), {}), (np.ones(2), [1.0, 1.0], {}),
    (np.float32(1.0), 1.0, {}), (1 + 1j, 1 + 1j + 1e-9, {}), ("a", "a", {}), (None, None, {}),
]  # fmt: skip


@pytest.mark.parametrize("given", NUMBERS, ids=str)
def test_numbers_are_near_where_they_are_to_pytest(given: tuple[Any, Any, dict[str, Any]]) -> None:
    expected, actual, how = given
    assert bool(actual == ALONE.approx(expected, **how)) == bool(
        actual == pytest.approx(expected, **how)
    )


def test_what_has_to_raise_raises() -> None:
    with ALONE.raises((KeyError, ValueError), match="thr.e") as seen:
        raise ValueError("three")
    assert seen.type is ValueError and str(seen.value) == "three"
    endings: list[tuple[type[BaseException], Callable[[], Any]]] = [
        (pytest_alone.Failed, lambda: ALONE.raises(KeyError, int, "1")),
        (ValueError, lambda: ALONE.raises(KeyError, int, "x")),
        (pytest_alone.Skipped, lambda: ALONE.importorskip("unheard_of")),
        (pytest_alone.Failed, lambda: ALONE.fail("so")),
    ]
    for kind, call in endings:
        with pytest.raises(kind):
            call()
    with pytest.raises(pytest_alone.Failed), ALONE.warns(UserWarning):
        pass


def test_marks_are_carried() -> None:
    @ALONE.mark.slow
    @ALONE.mark.parametrize("x", [1, ALONE.param(2, id="two")])
    def run(x: int) -> int:
        return x

    assert [mark.name for mark in run.pytestmark] == ["parametrize", "slow"]
    assert run.pytestmark[0].args[1][1].values == (2,) and run(3) == 3


@pytest.mark.executes
@pytest.mark.parametrize(("head", "tests"), [(HIDDEN, TESTS), (HIDDEN, MARKED), ("", TESTS)])
def test_calls_of_tests_are_seen(session: Session, tmp_path: Path, head: str, tests: str) -> None:
    (tmp_path / "test_model.py").write_text(tests)
    path = tmp_path / "model.py"
    text = head + MODEL
    path.write_text(text)
    changes = {path: (text, text.replace("* 2", "* 2.0"))}
    settings = VerifySettings(make_up=False, timing=False, timeout=90, optimize=False)
    found: Evidence = verify_change(tmp_path, changes, ["model:f"], settings, session=session)[
        "model:f"
    ]
    assert found.verdict in (Verdict.PROVED, Verdict.VERIFIED), found
    assert "call in test_model.py" in found.inputs
    assert ("stand-ins for pytest (its marks" in found.inputs) == bool(head)
