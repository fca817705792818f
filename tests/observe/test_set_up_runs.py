"""What runs once, runs again or lies beside the project, in programs that really run."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from jaxopt_lint.observe.child.events import Branches, Called, Compile, Dispatch, Undonated
from jaxopt_lint.observe.losses.loss import Loss
from jaxopt_lint.observe.losses.table import Table, table
from jaxopt_lint.observe.reading import Run, read
from jaxopt_lint.observe.running import Options
from jaxopt_lint.observe.store import Store
from jaxopt_lint.running.watching import observe

sys.path.insert(0, str(Path(__file__).parent))
from watching import at, line, watched, write

pytestmark = pytest.mark.executes

PROGRAM = """
import os
import sys
import time

import jax
import jax.numpy as jnp

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "site-packages"))
import tables


def layer(key, rows, columns):
    key, inner = jax.random.split(key)
    return jax.random.normal(inner, (rows, columns)) / jnp.sqrt(rows), jnp.zeros(columns)


def network(key, sizes):
    keys = jax.random.split(key, len(sizes))
    return [layer(k, a, b) for k, a, b in zip(keys, sizes, sizes[1:])]


def integrate(f, x):
    def body(x, _):
        return x + 0.1 * f(x), x

    return jax.lax.scan(body, x, None, length=5)[0]  # scanned


class Metrics:
    def mean(self, values):
        @jax.jit
        def mean(values):
            return sum(values) / len(values)

        return mean(values)  # made anew


def scaled(factor):
    def apply(x):
        return x * factor

    return jax.jit(apply)


@jax.jit
def step(both):
    w, x = both
    return w - 0.01 * x.T @ (x @ w)


def train(w, x):
    start = time.time()
    for _ in range(20):
        both = (w, x)
        w = step(both)  # held
        rate = (time.time() - start) * 2
    return w, rate


def kept(w, x):
    for _ in range(20):
        old = (w, x)
        w = step(old)  # read later
        difference = w - old[0]
    return difference


@jax.jit
def choose(x):
    def one(v):
        return jax.lax.cond(v.sum() > 0, lambda v: v @ v.T @ v, lambda v: v.T @ v @ v, v)  # cond

    return jax.vmap(one)(x)


@jax.jit
def choose_once(x):
    return jax.lax.cond(x.sum() > 0, lambda v: v @ v, lambda v: v.T @ v, x)  # plain cond


def distance(a, b):
    return jnp.sqrt(((a - b) ** 2).sum())


def nearest(points, centres):
    out = []
    for k in range(6):
        for i in range(4):
            out.append(distance(points[k], centres[i]) / distance(points[k], centres[0]))  # pairs
    return out


def main():
    nearest(jnp.arange(12.0).reshape(6, 2), jnp.ones((4, 2)) * jnp.arange(4.0)[:, None])
    w = network(jax.random.key(0), (32, 16, 24, 8))  # built
    x = jnp.ones((64, 32))
    for _ in range(3):
        integrate(jnp.sin, x)
    integrate(lambda x: jnp.cos(x) * jnp.exp(-x) + 1.0, x)
    metrics = Metrics()
    values = [x[0], x[1]]
    metrics.mean(values)
    metrics.mean(values)
    scaled(2.0)(x)
    scaled(3.0)(x)
    train(jnp.ones((32, 16)), x)
    kept(jnp.ones((32, 16)), x)
    for _ in range(3):
        choose(jnp.ones((40, 32, 32)))
        choose_once(jnp.ones((32, 32)))
    first = tables.slow(x)  # table
    second = tables.slow(x)  # same table
    other = tables.slow(x + 1)  # another table
    print(float(first.sum() + second.sum() + other.sum()))


main()
"""
TABLES = """
import time


def slow(x):
    y = x
    for _ in range(20):
        y = y + 1.0
    time.sleep(0.02)
    return y
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run, Table]:
    root = tmp_path_factory.mktemp("project")
    write(root, {"train.py": PROGRAM, "site-packages/tables.py": TABLES})
    done, run = watched(root, "train.py")
    assert done.code == 0, done.err
    return root, run, table(run)


def told(found: Table, kind: str) -> list[Loss]:
    return [loss for loss in (*found.losses, *found.below) if loss.kind == kind]


def test_a_network_is_named_at_the_call_that_builds_it(seen: tuple[Path, Run, Table]) -> None:
    root, _, found = seen
    places = {loss.place.line: loss for loss in told(found, "compiled-singly")}
    loss = places[line(root, "train.py", "built")]
    assert loss.count >= 10 and loss.in_first


def test_a_scan_of_new_functions_that_do_the_same(seen: tuple[Path, Run, Table]) -> None:
    root, run, found = seen
    number = line(root, "train.py", "scanned")
    causes = [(one.cause, one.count) for one in at(run, Compile, number) if one.function == "scan"]
    # The fourth one does something else.
    assert sorted(causes) == [("body", 2), ("eager", 1), ("eager", 1)]
    (loss,) = [one for one in told(found, "compiled-again") if one.place.line == number]
    assert "`scan`, outside of jit, was compiled twice more for the same types" in loss.reason


def test_a_function_made_twice_that_closes_over_the_same(seen: tuple[Path, Run, Table]) -> None:
    root, _, found = seen
    again = [loss for loss in told(found, "compiled-again") if loss.code == "JOL102"]
    assert [loss.place.line for loss in again] == [line(root, "train.py", "made anew")]


def test_arguments_that_a_variable_holds_until_the_next_call(
    seen: tuple[Path, Run, Table],
) -> None:
    root, run, found = seen
    number = line(root, "train.py", "held")
    (event,) = at(run, Undonated, number)
    assert (event.count, event.looked, event.held) == (0, 6, 6)
    lines = [loss.place.line for loss in told(found, "undonated")]
    assert number in lines and line(root, "train.py", "read later") not in lines


def test_a_condition_that_is_mapped_over(seen: tuple[Path, Run, Table]) -> None:
    root, run, _ = seen
    found = {event.place.line: event.part for event in run.of(Branches)}
    assert list(found) == [line(root, "train.py", "cond")]
    assert 0.5 < found[line(root, "train.py", "cond")] <= 1.0


def test_a_call_of_a_library_with_the_same_arguments(seen: tuple[Path, Run, Table]) -> None:
    root, run, found = seen
    number = line(root, "train.py", "same table")
    (event,) = [one for one in at(run, Dispatch, number) if one.operation.endswith("slow")]
    assert event.shared == 1 and event.inside is not None
    assert event.inside.line == line(root, "train.py", "table")
    twice = [loss.place.line for loss in told(found, "computed-twice")]
    assert number in twice and line(root, "train.py", "another table") not in twice


def test_a_function_that_gets_the_same_values_again(seen: tuple[Path, Run, Table]) -> None:
    root, run, found = seen
    number = line(root, "train.py", "pairs")
    called = [
        one for one in run.of(Called) if one.place.function == "distance" and one.chain[0].line
    ]
    assert sum(one.compared for one in called) == 48
    # Of the distances to centre 0, which are asked for five times each, and the others, once.
    assert sum(one.again for one in called) == 24
    assert number in [loss.place.line for loss in told(found, "computed-twice")]


LIBRARY = """
import jax.numpy as jnp


def total(x):
    for _ in range(60):
        x = x + 1.0  # in the library
    return float(x.sum())
"""


def test_code_beside_the_project_is_named_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "library", {"sums.py": LIBRARY})
    write(tmp_path / "installed", {"held.py": LIBRARY, "held-1.0.dist-info/METADATA": "Name: held"})
    text = "import jax.numpy as jnp\nimport held\nimport sums\n\n"
    text += "print(sums.total(jnp.ones(3)))\nprint(held.total(jnp.ones(3)))\n"
    write(tmp_path / "project", {"train.py": text})
    folders = [tmp_path / "library", tmp_path / "installed"]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, folders)))
    done, run = _with_path(tmp_path / "project")
    assert done == 0
    files = {event.place.file for event in run.of(Dispatch)}
    assert "../library/sums.py" in files
    assert not any(one.startswith("../installed") for one in files)


def _with_path(root: Path) -> tuple[int, Run]:
    """A watched run that has the path of this process."""
    _, code = observe([sys.executable, str(root / "train.py")], root, Options())
    return code, read(Store(root).path())
