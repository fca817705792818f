"""The losses of programs that really run: each on its line, and none that is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jaxopt_lint.observe.child.events import Compile
from jaxopt_lint.observe.losses.table import Table, table

sys.path.insert(0, str(Path(__file__).parent))
from watching import line, watched, write

pytestmark = pytest.mark.executes

LOSSES = """
import jax
import jax.numpy as jnp
import numpy as np

DATA = np.ones((256, 256), np.float32)


def loss(w, x):
    return jnp.mean(jnp.tanh(x @ w) ** 2)  # inside


@jax.jit
def step(w, x):
    return w - 0.1 * jax.grad(loss)(w, x)


def outside(w, x):
    for _ in range(300):
        grad = jax.grad(loss)(w, x)  # transformed
        w = w - 0.1 * grad
    return w


def fresh(w):
    for scale in (1.0, 2.0, 3.0, 4.0):
        w = jax.jit(lambda a: a * scale)(w)  # compiled-again
    return w


def moved(w):
    buffer = np.zeros((256, 256), np.float32)
    for i in range(40):
        buffer[:] = i
        w = step(w, buffer)  # other content
        w = step(w, DATA)  # moved-again
    return w


def main():
    w = jnp.zeros((256, 4))
    w = moved(w)
    w = outside(w, jnp.asarray(DATA))
    w = fresh(w)
    print(float(w.sum()))


main()
"""
GOOD = """
import functools

import jax
import jax.numpy as jnp
import numpy as np


@functools.partial(jax.jit, donate_argnums=0)
def step(w, x, y):
    def loss(w):
        return jnp.mean((jnp.tanh(x @ w) - y) ** 2)

    value, grad = jax.value_and_grad(loss)(w)
    return w - 0.1 * grad, value


def main():
    generator = np.random.default_rng(0)
    key, data_key = jax.random.split(jax.random.key(0))
    w = jax.random.normal(key, (64, 1))
    for i in range(300):
        x = generator.normal(size=(128, 64)).astype(np.float32)
        w, value = step(w, x, x[:, :1])
        if i % 100 == 99:
            print(i, float(value))


main()
"""


BACK = """
import jax, jax.numpy as jnp, numpy as np


@jax.jit
def grown(field, by):
    return field * 0.5 + by, field.mean()


def carried(field):
    means = []
    for i in range(12):
        field, mean = jax.device_get(grown(field, 1.0))  # moved-back
        means.append(mean)
    other = np.array(field)
    for i in range(12):
        other += jax.device_get(grown(other, 1.0))[0]  # changed on the host
    return means


carried(jnp.zeros((512, 1024)))
"""


def observed(folder: Path, program: str) -> Table:
    write(folder, {"program.py": program})
    seen, run = watched(folder, "program.py")
    assert seen.code == 0, seen.err
    return table(run)


def test_losses_stand_on_their_lines(tmp_path: Path) -> None:
    found = observed(tmp_path, LOSSES)
    told = {(loss.kind, loss.place.line): loss for loss in found.losses}
    assert ("compiled-again", line(tmp_path, "program.py", "compiled-again")) in told
    moved = told["moved-again", line(tmp_path, "program.py", "moved-again")]
    assert moved.bytes == pytest.approx(39 * 256 * 256 * 4, rel=0.2) and moved.code == "JOL406"
    assert ("moved-again", line(tmp_path, "program.py", "other content")) not in told
    eager = told["eager", line(tmp_path, "program.py", "transformed")]
    assert eager.code == "JOL109" and line(tmp_path, "program.py", "inside") in {
        one.line for one in eager.also
    }
    assert not [loss for loss in found.losses if loss.kind == "waited"]


def test_what_was_fetched_goes_back(tmp_path: Path) -> None:
    found = observed(tmp_path, BACK)
    told = {(loss.kind, loss.place.line): loss for loss in found.losses}
    back = told["moved-back", line(tmp_path, "program.py", "moved-back")]
    assert back.bytes == pytest.approx(2 * 11 * 512 * 1024 * 4, rel=0.2) and back.code == "JOL405"
    assert ("moved-back", line(tmp_path, "program.py", "changed on the host")) not in told


OPTIMIZER = """
import dataclasses

import jax, jax.numpy as jnp, optax


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Net:
    w: jax.Array
    b: jax.Array


@jax.jit
@jax.grad
def slope(net, x):
    return jnp.mean((x @ net.w + net.b) ** 2)


def train(net, x):
    optimizer = optax.adam(1e-3)
    state = optimizer.init(net)
    for i in range(200):
        grads = slope(net, x)
        updates, state = optimizer.update(grads, state)  # optimizer by itself
        net = optax.apply_updates(net, updates)
    return net


train(Net(jnp.ones((8, 4)), jnp.zeros(4)), jnp.ones((16, 8)))
"""


def test_an_optimizer_that_nothing_compiles_is_told(tmp_path: Path) -> None:
    (loss,) = observed(tmp_path, OPTIMIZER).losses
    assert (loss.kind, loss.code) == ("eager", "JOL109")
    assert loss.place.line == line(tmp_path, "program.py", "optimizer by itself")


def test_a_good_program_has_none(tmp_path: Path) -> None:
    found = observed(tmp_path, GOOD)
    assert not found.losses, [loss.reason for loss in found.losses]
    assert found.lengths.first > 0 and found.costs


MAPPED = """
import functools
import os

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"

import jax
import jax.numpy as jnp


@functools.partial(jax.pmap, axis_name="batch")
def train_step(params, x):  # mapped
    return jax.tree.map(lambda p: p - jax.lax.pmean(x.sum(), "batch"), params)


params = {"w": jnp.zeros((2, 3))}
for i in range(4):
    params = train_step(params, jnp.ones((2, 3)))
print(params["w"][0])
"""


def test_a_function_under_pmap_has_its_own_name(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": MAPPED})
    seen, run = watched(tmp_path, "train.py")
    assert seen.code == 0, seen.err
    made = [event for event in run.of(Compile) if event.function == "train_step"]
    assert {event.cause for event in made} == {"first", "arguments"}
    assert all(
        event.defined is not None and event.defined.line == line(tmp_path, "train.py", "mapped") - 1
        for event in made
    )
    (again,) = [text for event in made for text in event.differed]
    assert again.startswith("params['w']: float32[2,3] -> float32[2,3] on ")
