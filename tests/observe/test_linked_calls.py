"""Calls of compiled functions and what they have to do with each other, in programs that run."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.observe.child.events import Captured, Collective, Dispatch, KeyUse
from jaxopt_lint.observe.losses.table import Table, table

sys.path.insert(0, str(Path(__file__).parent))
from watching import at, line, watched, write

pytestmark = pytest.mark.executes

PROGRAM = """
import functools

import jax
import jax.numpy as jnp
import numpy as np

TABLE = jnp.arange(4096.0).reshape(64, 64)


def loss(w, x):
    return jnp.mean(jnp.tanh(x @ w) ** 2)


@jax.jit
def evaluate(w, x):
    return loss(w, x)


@jax.jit
def update(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


@jax.jit
def noisy(w, x, key):
    keep = jax.random.bernoulli(jax.random.split(key)[0], 0.9, x.shape)
    return w - 0.1 * jax.grad(loss)(w, x * keep)


@jax.jit
def folded(w, x, key, step):
    return w + jax.random.normal(jax.random.fold_in(key, step), w.shape)


@jax.jit
def score(w, key):
    return (w + jax.random.normal(key, w.shape)).sum()


@jax.jit
def pick(key, rows):
    return rows[jax.random.randint(key, (32,), 0, rows.shape[0])]


@jax.jit
def kept_key(state, x):
    w, key = state
    keep = jax.random.bernoulli(jax.random.fold_in(key, 1), 0.9, x.shape)  # kept in the state
    return (w - 0.1 * jax.grad(loss)(w, x * keep), key), 0


@jax.jit
def fit(row):
    return jnp.linalg.norm(row) * 2


@jax.jit
def looked_up(index):
    rows = index + 1
    return TABLE[rows]  # used


@jax.jit
def correlated(f, scale, x):
    grid = x[:, None] - x[None, :]
    root = jnp.linalg.cholesky(jnp.exp(-scale * grid**2) + jnp.eye(64))  # of the same arguments
    return f + 0.1 * root @ f


def seeded(n):
    key = jax.random.key(3)  # same seed
    return jax.random.normal(key, (n,))


def fitted(seed):
    return jax.random.normal(jax.random.key(seed), (4,))  # seed of a fit


def main():
    w, key = jnp.ones((64, 64)) * 0.01, jax.random.key(0)
    data = [jnp.ones((32, 64)) * i for i in range(12)]
    for x in data:
        before = evaluate(w, x)  # the same twice
        w = update(w, x)
    held_out = data[0] + 1
    for x in data:
        w = update(w, x)
        after = evaluate(w, held_out)  # other data
    rows = np.ones((32, 64), np.float32)
    for x in data:
        before = evaluate(w, rows)  # data of the host
        w = update(w, x)
    for x in data:
        w = noisy(w, x, key)  # same key
    for i in range(12):
        w = folded(w, data[0], key, i)  # folded in
    for x in data:
        value = score(w, key)  # nothing carried
    for x in data:
        picked = pick(key, held_out)  # the same rows
        w = update(w, picked)
    for x in data:
        key, sub = jax.random.split(key)
        w = noisy(w, x, sub)  # key of its own
    state = (w, key)
    for x in data:
        state, _ = kept_key(state, x)
    results = []
    for row in jnp.ones((80, 16)):
        results.append(fit(row))  # one by one
    jnp.stack(results)
    looked_up(jnp.arange(3))
    f, points = jnp.ones(64), np.linspace(0.0, 1.0, 64, dtype=np.float32)
    for _ in range(12):
        f = correlated(f, 2.0, points)  # the same scale
    for i in range(12):
        f = correlated(f, float(i), points)  # another scale
    for i in range(12):
        correlated(f, 2.0, points)  # all the same
    for n in (3,) * 10:
        seeded(n)
    for _ in range(3):
        fitted(5)
    return before, after, value


main()
"""
SHARDED = """
import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, PartitionSpec as P

try:
    from jax import shard_map
except ImportError:
    import functools

    from jax.experimental import shard_map as old

    shard_map = functools.partial(old.shard_map, check_rep=False)

mesh = Mesh(np.array(jax.devices()), ("d",))


def added(w, x):
    def body(total, row):
        return total + jax.lax.psum(row * w, "d") / 2, None  # in each round

    return jax.lax.scan(body, jnp.zeros_like(w), x)[0]


def needed(w, x):
    def body(w, row):
        mean = jax.lax.psum(row * w, "d")  # used in the next round
        return w - 0.1 * mean * w, mean.sum()

    return jax.lax.scan(body, w, x)[0]


def both(w, x):
    return added(w, x) + needed(w, x)


step = jax.jit(shard_map(both, mesh=mesh, in_specs=(P(), P(None, "d")), out_specs=P("d")))
print(step(jnp.ones(1024), jnp.ones((16, 2048))).shape)
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Table]:
    root = tmp_path_factory.mktemp("linked")
    write(root, {"train.py": PROGRAM})
    done, run = watched(root, "train.py")
    assert done.code == 0, done.err
    assert not [note for process in run.processes for note in process.notes]
    return root, table(run)


def found(seen: tuple[Path, Table], kind: Any, text: str) -> list[Any]:
    root, out = seen
    events = at(out.run, kind, line(root, "train.py", text))
    return [one for one in events if getattr(one, "how", "jitted") == "jitted"]


def test_a_call_that_another_one_holds(seen: tuple[Path, Table]) -> None:
    root, out = seen
    (twice,) = found(seen, Dispatch, "the same twice")
    assert twice.inside_name == "update" and twice.shared >= 10
    (other,) = found(seen, Dispatch, "other data")
    (of_host,) = found(seen, Dispatch, "data of the host")
    assert not other.shared and not of_host.shared
    told = [one for one in (*out.losses, *out.below) if one.kind == "computed-twice"]
    assert [one.place.line for one in told] == [line(root, "train.py", "the same twice")]
    assert "`update` (line " in told[0].reason


def test_what_is_computed_of_arguments_that_never_change(seen: tuple[Path, Table]) -> None:
    root, out = seen
    (call,) = found(seen, Dispatch, "the same scale")
    assert call.steady > 0.5 and call.steady_at is not None
    assert call.steady_at.line == line(root, "train.py", "of the same arguments")
    (other,) = found(seen, Dispatch, "another scale")
    assert other.steady < 0.2  # the distances of points
    (benchmark,) = found(seen, Dispatch, "all the same")
    assert not benchmark.steady
    told = [one for one in (*out.losses, *out.below) if one.kind == "computed-again"]
    assert {one.place.line for one in told if one.chain[0] == call.place} == {call.steady_at.line}
    assert "`correlated` (line " in told[0].reason


def test_the_same_key_in_each_step(seen: tuple[Path, Table]) -> None:
    root, out = seen
    told = {(one.place.line, one.how, one.consumer) for one in out.run.of(KeyUse)}
    assert told == {
        (line(root, "train.py", "same key"), "constant", "noisy"),
        (line(root, "train.py", "same seed"), "constant", "jax.random.key"),
        (line(root, "train.py", "the same rows"), "constant", "pick"),
        (line(root, "train.py", "kept in the state"), "constant", "kept_key"),
    }


def test_what_a_loop_carries_on(seen: tuple[Path, Table]) -> None:
    (carried,) = found(seen, Dispatch, "folded in")
    assert carried.fed == carried.looked > 5
    (alone,) = found(seen, Dispatch, "one by one")
    assert not alone.fed and not alone.same and alone.looked > 50
    assert len({looked.partition("/")[0] for looked in alone.shapes}) == 1
    (same,) = found(seen, Dispatch, "nothing carried")
    assert same.same == same.looked


def test_calls_one_by_one(seen: tuple[Path, Table]) -> None:
    root, out = seen
    (loss,) = [one for one in (*out.losses, *out.below) if one.kind == "one-by-one"]
    assert loss.place.line == line(root, "train.py", "one by one") and "`jax.vmap`" in loss.change


def test_a_constant_stands_where_it_is_used(seen: tuple[Path, Table]) -> None:
    root, out = seen
    (captured,) = out.run.of(Captured)
    assert captured.used is not None
    assert captured.used.line == line(root, "train.py", "used")


def test_sums_that_a_loop_only_adds_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
    write(tmp_path, {"train.py": SHARDED})
    done, run = watched(tmp_path, "train.py")
    assert done.code == 0, done.err
    (told,) = [one for one in run.of(Collective) if one.operation == "psum"]
    assert told.place.line == line(tmp_path, "train.py", "in each round")
    assert (told.rounds, told.count, told.bytes) == (16, 16, 16 * 1024 * 4)
