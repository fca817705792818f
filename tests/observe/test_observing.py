"""A part of a program that is watched from inside of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from jaxopt_lint.observe.child.events import Called, Compile, Dispatch, Loop, Wait
from jaxopt_lint.observe.reading import read
from jaxopt_lint.observe.store import Store

sys.path.insert(0, str(Path(__file__).parent))
from watching import ROOT, line, plain, watched, write

PROGRAM = """
import sys
sys.path.append(ROOT)

import jax
import jax.numpy as jnp

import model
from jaxopt_lint import observing


def train(x, steps):
    for _ in range(steps):  # loop
        x, value = model.step(x)  # call
        float(value)  # wait
    return x


x = jnp.ones(64)
train(x, 5)
code = train.__code__
for steps in (10, 20):
    with observing.observed() as name:
        train(x, steps)
        print(bool(name))
print(train.__code__ is code)
train(x, 3)
model.State().late(x)
"""
MODEL = """
import jax


@jax.jit
def step(x):
    return x * 0.5, x.sum()


class State:
    def late(self, x):
        return step(x[:3])
"""


@pytest.mark.executes
def test_blocks_are_runs_of_their_own(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PROGRAM.replace("ROOT", repr(str(ROOT))), "model.py": MODEL})
    alone = plain(tmp_path, "train.py", python=sys.executable)
    assert (alone.code, alone.err, alone.out) == (0, "", "True\nTrue\nTrue\n")
    store = Store(tmp_path)
    assert len(store.names()) == 2
    for name, steps in zip(store.names(), (10, 20), strict=True):
        run = read(store.path(name))
        (process,) = run.processes
        assert not process.cut and not process.notes
        assert (process.backend, process.devices) == ("cpu", 1) and process.jax
        (wait,) = run.of(Wait)
        assert (wait.count, wait.via) == (steps, "float")
        assert wait.place.line == line(tmp_path, "train.py", "wait")
        (loop,) = run.of(Loop)
        assert loop.count == steps
        assert [one.count for one in run.of(Dispatch) if one.how == "jitted"] == [steps]
        assert {one.place.function for one in run.of(Called)} == {"train"}
        assert not run.of(Compile), "it was compiled before"


@pytest.mark.executes
def test_a_block_in_a_watched_program_adds_nothing(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": PROGRAM.replace("ROOT", repr(str(ROOT))), "model.py": MODEL})
    seen, run = watched(tmp_path, "train.py", python=sys.executable)
    assert seen.out == "False\nFalse\nTrue\n"
    assert len(Store(tmp_path).names()) == 1
    assert sum(one.count for one in run.of(Loop)) == 40
