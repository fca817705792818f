"""What compiled programs hold: residuals by line, loops run twice, 64 bits that did not come."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.observe.child.events import Program, Promotion, Residual, Twice
from jaxopt_lint.observe.reading import Run

sys.path.insert(0, str(Path(__file__).parent))
from watching import at, line, watched, write

pytestmark = pytest.mark.executes

PROGRAM = """
import jax
import jax.numpy as jnp
import numpy as np

ROUNDS = 50


def simulate(w, x):
    def body(state, _):
        state = jnp.tanh(state @ w)  # kept in each round
        return state, state.sum()

    return jax.lax.scan(body, x, None, length=ROUNDS)


def track(w, x):
    return (simulate(w, x)[0] ** 2).mean()


def effort(w, x):
    return jnp.abs(simulate(w, x)[1]).mean()


def loss(w, x):
    first = track(w, x)  # first time
    return first + effort(w, x)  # once more


@jax.jit
def step(w, x):
    value, grad = jax.value_and_grad(loss)(w, x)
    return w - 0.1 * grad, value


def other_loss(w, x):
    state = jax.checkpoint(simulate)(w, x)[0]
    return (state**2).mean()


@jax.jit
def recomputed(w, x):
    def spread(w):
        return (w + jnp.ones((64, 64))).sum()  # nothing kept

    return jax.grad(other_loss)(w, x) + jax.grad(spread)(w)


@jax.jit
def different(w, x):
    # Other values, another length, another body: nothing is the same.
    a = simulate(w, x)[0]
    b = simulate(w, x + 1)[0]
    c = jax.lax.scan(lambda s, _: (jnp.tanh(s @ w), None), x, None, length=ROUNDS - 1)[0]
    d = jax.lax.scan(lambda s, _: (jnp.sin(s @ w), None), x, None, length=ROUNDS)[0]
    return a + b + c + d


@jax.jit
def types(x):
    a = x * np.array([2.0, 3.0])[0]
    b = jnp.ones(3, dtype="float64")  # asked while tracing
    return a, b, jnp.mean(x, dtype=np.float32), x.astype(float)


def data():
    stamps = 1.7e9 + np.arange(3000) * 7.0
    a = jnp.asarray(stamps)  # fall together
    b = jax.device_put(np.array([1 << 40, 2]))  # do not fit
    c = jnp.zeros(3, dtype=jnp.float64)  # asked
    d = jnp.asarray(np.random.default_rng(0).normal(size=3000))
    e = jnp.asarray(np.arange(3000))
    f = jnp.ones(3, dtype=float)
    g = jnp.asarray(stamps - stamps[0])
    return a, b, c, d, e, f, g


w, x = jnp.ones((64, 64)) * 0.01, jnp.ones((32, 64))
for _ in range(3):
    w, value = step(w, x)
recomputed(w, x)
different(w, x)
types(x)
data()
"""
STATE = 32 * 64 * 4


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    root = tmp_path_factory.mktemp("programs")
    write(root, {"train.py": PROGRAM})
    done, run = watched(root, "train.py")
    assert done.code == 0, done.err
    assert not [note for process in run.processes for note in process.notes]
    return root, run


def found(seen: tuple[Path, Run], kind: Any, text: str) -> list[Any]:
    root, run = seen
    return at(run, kind, line(root, "train.py", text))


def test_residuals_stand_at_the_line_in_the_loop(seen: tuple[Path, Run]) -> None:
    kept = [one for one in found(seen, Residual, "kept in each round") if one.function == "step"]
    # At least the states before and after `tanh` of each round, for both of its callers.
    assert len(kept) == 2
    assert all(one.bytes >= 50 * STATE and "[50,32,64]" in one.shapes[0] for one in kept)
    whole = sum(one.bytes for one in seen[1].of(Residual) if one.function == "step")
    assert sum(one.bytes for one in kept) > 0.45 * whole
    assert kept[0].around == 2 * (64 * 64 * 4) + STATE + 4


def test_what_is_computed_anew_is_not_kept(seen: tuple[Path, Run]) -> None:
    assert not found(seen, Residual, "nothing kept")
    kept = [one for one in seen[1].of(Residual) if one.function == "recomputed"]
    assert sum(one.bytes for one in kept) < 10 * STATE


def test_a_loop_that_runs_twice(seen: tuple[Path, Run]) -> None:
    root, run = seen
    (twice,) = run.of(Twice)
    assert twice.place.line == line(root, "train.py", "once more")
    assert twice.earlier is not None
    assert twice.earlier.line == line(root, "train.py", "first time")
    # Half of the forward pass and half of its gradient.
    assert (twice.function, twice.primitive) == ("step", "scan") and 0.45 < twice.part < 0.55


def test_the_work_of_a_program(seen: tuple[Path, Run]) -> None:
    work = {one.function: one.work for one in seen[1].of(Program)}
    rounds = 50 * 2 * 32 * 64 * 64  # of one simulation, forward
    assert 2 * 3 * rounds < work["step"] < 2 * 3 * 1.2 * rounds
    assert 4 * rounds < 1.02 * work["different"] < 4 * 1.2 * rounds


def test_64_bits_that_did_not_come(seen: tuple[Path, Run]) -> None:
    root, run = seen
    told = {(one.place.line, one.before, one.lost > 0.5) for one in run.of(Promotion) if one.silent}
    assert told == {
        (line(root, "train.py", "asked while tracing"), "float64", False),
        (line(root, "train.py", "fall together"), "float64", True),
        (line(root, "train.py", "do not fit"), "int64", True),
        (line(root, "train.py", "asked"), "float64", False),
    }
