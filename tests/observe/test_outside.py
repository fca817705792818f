"""What traced code has to do with the world outside of it, and what it leaves alone."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.observe.child.events import Impurity
from jaxopt_lint.observe.reading import Run

sys.path.insert(0, str(Path(__file__).parent))
from watching import at, line, plain, watched, write

pytestmark = pytest.mark.executes

PROGRAM = """
import datetime
import functools
import random
import time

import jax
import jax.numpy as jnp
import numpy as np

SCALE = 1.0
RATES = {"high": 0.5, "low": 0.1}
SEEN = []
BY_NAME = {}


def set_scale(value):
    global SCALE
    SCALE = value


class Model:
    def __init__(self):
        self.temperature = 1.0
        self.settings = Settings()
        self.mask = np.ones(3, np.float32)
        self.weights = jnp.ones(3)
        self.calls = 0
        self.last = self.__hidden = None
        self.seen = []
        self.named = {}
        self.parts = [[]]

    @functools.partial(jax.jit, static_argnums=0)
    def forward(self, x):
        y = x * self.temperature  # stale attribute
        y = y * self.weights  # stale array
        y = y * self.mask  # stale numpy
        y = y + self.settings.offset  # stale through another
        self.calls += 1  # changed
        self.last = y  # leak
        self.__hidden, z = y, 0  # leak of a pair
        self.seen.append(y)  # leak in a list
        SEEN.append({"y": y})  # leak in a global
        self.named.setdefault("y", []).append(y)  # leak in a list of a dict
        self.parts[0].append(y)  # leak in a list of a list
        BY_NAME.update(y=y)  # leak in a dict
        return y * SCALE * RATES["high"]  # stale globals


class Settings:
    offset = 1.0


@jax.jit
def drawn(x):
    x = x + np.random.normal()  # numpy
    x = x + random.gauss(0.0, 1.0)  # python
    x = x + random.random()  # python in C
    x = x + generator.normal(size=3)  # generator
    return x * time.time() * datetime.datetime.now().hour  # clocks


generator = np.random.default_rng(0)


def collected():
    found = []

    @jax.jit
    def step(x):
        found.append(x)  # leak of a closure
        return x + 1

    return step(jnp.ones(3)), len(found)


def main():
    model = Model()
    x = jnp.ones(3)
    for i in range(4):
        model.forward(x)
        model.temperature *= 0.9
    set_scale(2.0)
    RATES["high"] = 0.25
    Settings.offset = 3.0
    model.weights = model.weights + 1
    model.mask[:] = 0
    model.forward(x)
    drawn(x)
    collected()


main()
"""
TRAPS = """
import dataclasses
import functools
import time

import jax
import jax.numpy as jnp
import numpy as np

SCALE = 2.0
RATES = {"high": 0.5}
CACHE = {}


@dataclasses.dataclass
class Scratch:
    value: object = None
    rounds: int = 0


class Fitter:
    def __init__(self, width):
        self.width = width
        self.bias = jnp.zeros(3)
        self.table = None
        self.rounds = 0
        self.history = []

    @functools.partial(jax.jit, static_argnums=0)
    def step(self, w, x):
        scratch = Scratch()
        scratch.value = x
        scratch.rounds += 1
        parts = []
        for i in range(self.width):
            parts.append(x * i)
        memo = {}
        memo["x"] = x

        def inner(y):
            parts.append(y)
            return y

        noise = np.random.default_rng(0).normal(size=3)
        if self.table is None:
            self.table = np.arange(3.0)
        return inner(w) + sum(parts) + memo["x"] * noise * RATES["high"]

    def fit(self, w, x):
        for _ in range(5):
            w = self.step(w, x)
            self.rounds += 1
            self.history.append(w)
            self.bias = w
        return w

    def with_weights(self, bias):
        before, self.bias = self.bias, bias
        try:
            return self.bias * 2
        finally:
            self.bias = before


def main():
    fitter = Fitter(3)
    start = time.time()
    w = fitter.fit(jnp.zeros(3), jnp.ones(3))
    jax.jit(fitter.with_weights)(w)
    other = Fitter(2)
    other.fit(w, w)
    fitter.width = 7
    other.fit(w, w)
    CACHE["w"] = w
    np.random.seed(0)
    print(np.random.normal() < 100, time.time() >= start)


main()
"""


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    return observed(tmp_path_factory.mktemp("outside"), PROGRAM)


def observed(root: Path, program: str) -> tuple[Path, Run]:
    write(root, {"train.py": program})
    alone = plain(root, "train.py")
    with_us, run = watched(root, "train.py")
    assert (with_us.code, with_us.out, with_us.err) == (alone.code, alone.out, alone.err)
    assert alone.code == 0, alone.err
    assert not [note for process in run.processes for note in process.notes]
    return root, run


def told(seen: tuple[Path, Run], text: str) -> set[tuple[str, str]]:
    root, run = seen
    found: list[Any] = at(run, Impurity, line(root, "train.py", text))
    return {(one.how, one.what) for one in found}


@pytest.mark.parametrize(
    ("text", "how", "what"),
    [
        ("stale attribute", "stale", {"self.temperature"}),
        ("stale array", "stale", {"self.weights"}),
        ("stale numpy", "stale", {"self.mask"}),
        ("stale through another", "stale", {"self.settings.offset"}),
        ("stale globals", "stale", {"SCALE", "RATES['high']"}),
        ("changed", "changed", {"self.calls"}),
        ("leak", "leak", {"self.last"}),
        ("leak of a pair", "leak", {"self._Model__hidden"}),
        ("leak in a list", "leak", {"self.seen"}),
        ("leak in a global", "leak", {"SEEN"}),
        ("leak in a list of a dict", "leak", {"self.named"}),
        ("leak in a list of a list", "leak", {"self.parts"}),
        ("leak in a dict", "leak", {"BY_NAME"}),
        ("leak of a closure", "leak", {"found"}),
        ("numpy", "effect", {"numpy.random.normal"}),
        ("python", "effect", {"random.gauss"}),
        ("python in C", "effect", {"random.random"}),
        ("generator", "effect", {"numpy.random.normal"}),
        ("clocks", "effect", {"time.time", "datetime.now"}),
    ],
)
def test_traced_code_and_the_world(
    seen: tuple[Path, Run], text: str, how: str, what: set[str]
) -> None:
    assert told(seen, text) == {(how, one) for one in what}


def test_nothing_else_is_told(seen: tuple[Path, Run]) -> None:
    _, run = seen
    assert len({(one.place, one.how, one.what) for one in run.of(Impurity)}) == 21
    assert {one.function for one in run.of(Impurity)} == {"Model.forward", "drawn", "step"}


def test_what_stays_inside_or_is_done_outside(tmp_path: Path) -> None:
    _, run = observed(tmp_path, TRAPS)
    assert not [(one.how, one.what, one.place.line) for one in run.of(Impurity)]
