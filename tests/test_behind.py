"""What stands behind a place that always raises is told for information."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from jaxopt_lint.cli.main import main

CODE = """import jax
import jax.numpy as jnp


def mix(x, by):
    return x * by


def step(x, key):
    y = mix(x)
    a = jax.random.normal(key)
    if x.ndim:
        return a + jax.random.normal(key)
    return jax.tree_map(abs, y)


def other(x):
    return jax.tree_map(abs, x)
"""
Check = Callable[[str], dict[int, str]]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    monkeypatch.chdir(tmp_path)

    def lint(text: str) -> dict[int, str]:
        Path("train.py").write_text(text)
        main(["check", "--no-cache", "--output-format", "json", "train.py"])
        found = json.loads(capsys.readouterr().out)
        return {row["location"]["row"]: row["severity"] for row in found}

    return lint


def test_nothing_comes_behind_what_raises(check: Check) -> None:
    assert check(CODE) == {10: "error", 13: "info", 14: "info", 18: "error"}


@pytest.mark.parametrize(
    "line",
    [
        "y = mix(x) if x.ndim else x",
        "y = x.ndim and mix(x)",
        "y = lambda: mix(x)",
        "if key is not None: y = mix(x)",
        "y = mix(x)  # jaxopt-lint: ignore[JOL862] it is patched",
    ],
)
def test_what_is_come_to_is_told(check: Check, line: str) -> None:
    found = check(CODE.replace("y = mix(x)", line))
    assert (found[13], found[14]) == ("warning", "error")


def test_nothing_comes_behind_it_in_a_program(check: Check) -> None:
    text = CODE.partition("def step")[0] + "x = mix(jnp.ones(3))\ny = jnp.zeros(3)\n"
    assert check(f"{text}y[0] = 1\n")[len(text.splitlines()) + 1] == "info"


def test_cells_of_a_notebook_are_run_by_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [CODE.partition("def step")[0], "x = mix(jnp.ones(3))", "y = jnp.zeros(3)\ny[0] = 1"]
    cells = [{"cell_type": "code", "source": text, "metadata": {}} for text in texts]
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    Path("try.ipynb").write_text(json.dumps(notebook))
    main(["check", "--no-cache", "--output-format", "json", "try.ipynb"])
    found = {row["code"]: row["severity"] for row in json.loads(capsys.readouterr().out)}
    assert (found["JOL862"], found["JOL709"]) == ("error", "error")


def test_a_name_that_only_a_newer_jax_lacks_stops_nobody(check: Check) -> None:
    found = check(CODE.replace("y = mix(x)", "y = jax.tree_leaves(x)"))
    assert (found[10], found[13], found[14]) == ("error", "warning", "error")


def test_fields_that_one_class_does_not_declare_are_one_cause(check: Check) -> None:
    text = "import equinox as eqx\n\n\nclass Net(eqx.Module):\n    def __init__(self, n):\n"
    text += "        self.width = n\n        self.depth = n\n"
    assert check(text) == {6: "error", 7: "info"}


@pytest.mark.parametrize(
    ("line", "severity"),
    [
        ("from flax import optim", "info"),  # has to be written anew
        (
            "from jax.config import config\n\nconfig.update('jax_enable_x64', True)",
            "error",
        ),  # the fix takes care of it
        ("try:\n    from flax import optim\nexcept ImportError:\n    optim = None", "error"),
    ],
)
def test_nothing_comes_behind_an_import_of_what_is_gone(
    check: Check, line: str, severity: str
) -> None:
    found = check(f"import jax\n{line}\n\n\ndef other(x):\n    return jax.tree_map(abs, x)\n")
    assert found[max(found)] == severity


TESTED = """import jax.numpy as jnp


def sides(kind, x):
    if kind == "plain":
        low = x
    elif kind == "sloped":
        edge = jnp.zeros(3)
        edge[0] = x
        low = edge
    else:
        low = -x
    x = x + 1
    if kind == "plain":
        high = jnp.zeros(3)
        high[0] = x
    elif kind == "sloped":
        crest = jnp.ones(3)
        crest[1:] = x
        high = crest
    return low, high
"""


def test_nothing_comes_to_the_same_test_further_on(check: Check) -> None:
    assert check(TESTED) == {9: "error", 16: "error", 19: "info"}
    changed = TESTED.replace("    x = x + 1", '    kind = "sloped" if x.ndim else kind')
    assert check(changed)[19] == "error"
    other = TESTED.replace('kind == "plain":\n        low', "x.ndim:\n        low")
    assert check(other)[19] == "error"


TRACED = """import jax


def mix(x, by):
    return x * by


@jax.jit
def step(x, n):
    if x > 0:
        x = mix(x)
    return mix(x)
"""


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("", "", {10: "error", 11: "info", 12: "info"}),
        ("if x > 0", "while x > 0", {10: "error", 11: "info", 12: "info"}),
        ("if x > 0", "for _ in range(n)", {10: "error", 11: "info", 12: "info"}),
        ("x = mix(x)", "x = float(x)", {10: "error", 11: "info", 12: "info"}),
        ("if x > 0", "if x is None", {11: "error", 12: "info"}),
    ],
)
def test_what_stops_a_trace_stops_what_is_always_traced(
    check: Check, old: str, new: str, found: dict[int, str]
) -> None:
    seen = check(TRACED.replace(old, new) if old else TRACED)
    assert {row: seen[row] for row in found} == found


def test_what_runs_as_it_is_as_well_goes_on(check: Check) -> None:
    text = TRACED.replace("@jax.jit\n", "")
    assert check(f"{text}\n\nprint(jax.jit(step)(1.0, 2))\n")[10] == "error"
