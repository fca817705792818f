"""What the devices of a compiled program send each other, by line and by run."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jaxopt_lint.observe.child.events import Collective
from jaxopt_lint.observe.losses.table import Table, table

sys.path.insert(0, str(Path(__file__).parent))
from watching import line, watched, write

pytestmark = pytest.mark.executes

SHARDED = """
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

try:
    from jax import shard_map
except ImportError:
    from jax.experimental.shard_map import shard_map

mesh = Mesh(np.array(jax.devices()), ("data",))
ROWS, COLUMNS = NamedSharding(mesh, P("data", None)), NamedSharding(mesh, P(None, "data"))


def body(w, x):
    def step(w, batch):
        grad = jnp.tanh(batch @ w).T @ batch
        grad = jnp.mean(jax.lax.all_gather(grad.T, "data"), axis=0)  # gathered
        others = jax.lax.all_gather(batch, "data").reshape(-1, 64)  # used
        everywhere = jax.lax.all_gather(batch, "data", tiled=True)  # varied
        batch = (batch - everywhere.mean(0)) / jnp.sqrt(everywhere.var(0) + 1e-5)
        return w - 0.1 * grad, (jnp.tanh(others).sum() + batch.sum())[None]

    w, out = jax.lax.scan(step, w[0], x)
    return w[None], out


@jax.jit
def resharded(x):
    def step(x, _):
        x = jax.lax.with_sharding_constraint(x, ROWS)  # rows
        x = jnp.tanh(x - jnp.max(x, axis=1, keepdims=True))
        return jax.lax.with_sharding_constraint(x, COLUMNS), None

    return jax.lax.scan(step, x, None, length=20)[0]


def main():
    train = jax.jit(shard_map(body, mesh=mesh, in_specs=(P("data"), P(None, "data")),
                              out_specs=(P("data"), P(None, "data"))))
    train(jnp.ones((2, 64, 64)), jnp.ones((30, 32, 64)))
    print(resharded(jax.device_put(np.ones((256, 256), np.float32), ROWS)).sum())


main()
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Table]:
    root = tmp_path_factory.mktemp("sharded")
    write(root, {"train.py": SHARDED})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XLA_FLAGS", "--xla_force_host_platform_device_count=2")
        done, run = watched(root, "train.py")
    assert done.code == 0, done.err
    return root, table(run)


def test_what_is_gathered_only_to_be_summed(seen: tuple[Path, Table]) -> None:
    root, out = seen
    told, varied = [one for one in out.run.of(Collective) if one.operation == "all_gather"]
    assert varied.place.line == line(root, "train.py", "varied")
    assert (varied.count, varied.bytes) == (30, 30 * 32 * 64 * 4)
    assert told.place.line == line(root, "train.py", "gathered")
    assert (told.rounds, told.count, told.bytes) == (30, 30, 30 * 2 * 64 * 64 * 4)


def test_what_is_asked_for_by_name_is_no_loss(seen: tuple[Path, Table]) -> None:
    root, out = seen
    used = line(root, "train.py", "used")
    assert not [one for one in (*out.losses, *out.below) if one.place.line == used]
    every = [one for one in out.run.of(Collective) if one.operation == "all-gather"]
    named = [one for one in every if one.function == "body"]
    assert all(one.by_name and one.rounds == 30 for one in named) and named


def test_arrays_that_lie_elsewhere_in_each_round(seen: tuple[Path, Table]) -> None:
    root, out = seen
    (loss,) = [one for one in (*out.losses, *out.below) if one.place.function.endswith("step")
               and "resharded" in one.reason]  # fmt: skip
    assert loss.kind == "gathered" and loss.place.line == line(root, "train.py", "rows")
    assert "in the rounds of a loop" in loss.reason
    # 128 KiB come to each device, in two directions, in each of 20 rounds
    assert loss.bytes >= 20 * 2 * 128 * 1024
