"""What a program that uses JAX does is told, on the line where it does it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.observe.child import events as ev
from jaxopt_lint.observe.reading import Run
from jaxopt_lint.observe.running import Options

sys.path.insert(0, str(Path(__file__).parent))
from watching import at, line, plain, watched, write

PROGRAM = '''
"""Many small things that cost."""

import random
import time

import jax
import jax.numpy as jnp
import numpy as np

TABLE = jnp.arange(4096.0)


def loss(params, x):
    for w in params:
        x = jnp.tanh(x @ w)  # unrolled
    return (x**2).mean() + TABLE.sum()


@jax.jit
def step(params, x):
    value, grads = jax.value_and_grad(loss)(params, x)
    print("traced")  # effect
    return [w - 0.1 * g for w, g in zip(params, grads)], value


def log(value):
    return float(value)  # wait


def train(key):
    params = [jax.random.normal(k, (32, 32)) for k in jax.random.split(key, 6)]
    for i in range(20):  # steps
        x = jnp.ones((4 + i // 10, 32))  # eager
        params, value = step(params, x)  # call
        log(value)
    return params


@jax.jit
def noise(key):
    first = jax.random.normal(key, (3,))
    return first + jax.random.uniform(key, (3,))  # reused


def constant():
    total = 0.0
    for _ in range(4):
        key = jax.random.PRNGKey(3)  # same-seed
        total = total + jax.random.normal(key, ())  # operator
    return total


def typed():
    key = jax.random.key(0)
    for _ in range(30):
        key, drawn = jax.random.split(key)  # typed-split
    return drawn


def compile_often():
    for i in range(3):
        f = jax.jit(lambda x: x * i)
        f(jnp.ones(3))  # new-function
    g = jax.jit(lambda n, x: x[:n], static_argnums=0)
    for n in (1, 2, 3):
        g(n, np.ones((64, 64), np.float32))  # static


def timed():
    a = jnp.ones((1200, 1200))
    f = jax.jit(lambda a: a @ a @ a)
    f(a).block_until_ready()  # block
    start = time.perf_counter()
    b = f(a)
    took = time.perf_counter() - start  # early
    jax.block_until_ready({"b": b})  # block-tree
    return took > 0


class Meter:
    def start(self):
        self.begun = time.perf_counter()

    def stop(self):
        return time.perf_counter() - self.begun  # early-stop

    def lap(self):
        return time.perf_counter()  # lap


def metered():
    a = jnp.ones((1200, 1200))
    f = jax.jit(lambda a: a @ a @ a @ a)
    meter = Meter()
    took, key = 0.0, jax.random.key(7)
    for epoch in range(2):
        for batch in range(5):
            own = jax.random.fold_in(key, 5 * epoch + batch)
            same = jax.random.fold_in(key, epoch)  # same-fold
            b = f(a + jax.random.uniform(own) * jax.random.uniform(same))
            meter.lap()
    for _ in range(3):
        jax.block_until_ready(b)
        meter.start()
        b = f(a)
        took += meter.stop()
    return took > 0


def host():
    buffer = np.zeros((2, 4))
    for i in range(2):
        buffer[i] = jnp.full((4,), i)  # stored
    y = jnp.arange(3.0)
    print(f"{y.sum():.1f}", np.mean([y, y]))  # format
    if y[0] > 1:  # branch
        print("never")
    return y.tolist(), y.mean().item(), np.asarray(y).shape  # methods


@jax.jit
def promote(x):
    narrow = x.astype(jnp.bfloat16)
    meant = narrow.astype(jnp.float32)  # cast
    return narrow * np.float32(2.0) + meant  # promoted


def kept(state):
    new = jax.jit(lambda s: s + 1.0)
    for _ in range(6):
        out = new(state)  # alive
    return out, state


if __name__ == "__main__":
    train(jax.random.key(0))
    noise(jax.random.key(1))
    constant()
    typed()
    compile_often()
    print(timed(), metered(), host())
    promote(jnp.ones(8))
    kept(jnp.ones((64, 64)))
'''


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Run]:
    root = tmp_path_factory.mktemp("watched")
    write(root, {"train.py": PROGRAM})
    alone = plain(root, "train.py")
    with_us, run = watched(root, "train.py")
    assert (with_us.code, with_us.out, with_us.err) == (alone.code, alone.out, alone.err)
    assert alone.code == 0 and "traced" in alone.out
    return root, run


def found(seen: tuple[Path, Run], kind: type[ev.Event], text: str) -> list[Any]:
    """The events of a kind on the line with this comment."""
    root, run = seen
    return at(run, kind, line(root, "train.py", text))


def row(seen: tuple[Path, Run], text: str) -> int:
    return line(seen[0], "train.py", text)


pytestmark = pytest.mark.executes


def test_the_run_says_where_it_ran(seen: tuple[Path, Run]) -> None:
    (process,) = seen[1].processes
    assert (process.backend, process.devices, process.cut) == ("cpu", 1, False)
    assert process.jax and process.jaxlib
    assert not process.notes and not process.unwatched


def test_compilations_say_why(seen: tuple[Path, Run]) -> None:
    by_cause = {one.cause: one for one in found(seen, ev.Compile, "call")}
    assert set(by_cause) == {"first", "arguments"}
    again = by_cause["arguments"]
    assert (again.count, again.function, again.cached) == (1, "step", False)
    assert again.differed == ["x: float32[4,32] -> float32[5,32]"]
    assert again.defined.function == "step" and again.seconds > 0 < again.trace_seconds
    assert [one.function for one in again.chain] == ["<module>"]
    fresh = {one.cause: one.count for one in found(seen, ev.Compile, "new-function")}
    assert fresh["first"] == 1 and fresh["function"] == 2
    static = {one.cause: one for one in found(seen, ev.Compile, "static")}
    assert static["arguments"].differed == ["n: int 1 -> int 2", "n: int 2 -> int 3"] or (
        static["arguments"].differed == ["n: int 1 -> int 2", "n: int 1 -> int 3"]
    )
    assert all(one.cause == "eager" for one in found(seen, ev.Compile, "eager"))
    (trace,) = [one for one in found(seen, ev.Trace, "call") if one.function == "step"]
    assert trace.count == 2 and not trace.inner


def test_waits_say_for_what(seen: tuple[Path, Run]) -> None:
    (wait,) = found(seen, ev.Wait, "wait")
    assert (wait.count, wait.via, wait.bytes, wait.size) == (20, "float", 80, 1)
    assert wait.blocked <= 20 and (wait.seconds > 0) == (wait.blocked > 0)
    assert wait.producer.line == row(seen, "call") and wait.producer_name == "step"
    assert [one.function for one in wait.chain] == ["train", "<module>"]
    (block,) = found(seen, ev.Wait, "block")
    assert (block.via, block.blocked) == ("block_until_ready", 1) and block.seconds > 0.0005
    (tree,) = found(seen, ev.Wait, "block-tree")
    assert tree.via == "block_until_ready" and tree.producer.function == "timed"
    assert {one.via for one in found(seen, ev.Wait, "methods")} == {
        "tolist", "item", "numpy.asarray",
    }  # fmt: skip
    assert {one.via for one in found(seen, ev.Wait, "format")} == {"format", "numpy.mean"}
    assert {one.via for one in found(seen, ev.Wait, "branch")} == {"if"}
    (stored,) = found(seen, ev.Wait, "stored")
    assert (stored.count, stored.bytes) == (2, 32)


def test_transfers_say_how_many_bytes(seen: tuple[Path, Run]) -> None:
    (up,) = found(seen, ev.Transfer, "static")
    assert (up.direction, up.count, up.bytes) == ("to_device", 3, 3 * 64 * 64 * 4)
    assert up.shape == "float32[64,64]"
    (down,) = found(seen, ev.Transfer, "wait")
    assert (down.direction, down.bytes) == ("to_host", 80)


def test_dispatches_are_counted(seen: tuple[Path, Run]) -> None:
    (call,) = found(seen, ev.Dispatch, "call")
    assert (call.how, call.operation, call.count) == ("jitted", "step", 20)
    assert call.loop == row(seen, "steps")
    (eager,) = found(seen, ev.Dispatch, "eager")
    assert (eager.how, eager.operation, eager.count) == ("eager", "jax.numpy.ones", 20)
    assert eager.shape == "float32[4,32]"
    (split,) = [o for o in found(seen, ev.Dispatch, "typed-split") if "split" in o.operation]
    assert (split.how, split.operation, split.count) == ("eager", "jax.random.split", 30)
    operations = {one.operation: one.count for one in found(seen, ev.Dispatch, "operator")}
    assert operations == {"jax.random.normal": 4, "+": 4}
    assert not found(seen, ev.Dispatch, "unrolled"), "traced, not dispatched"


def test_programs_are_looked_into(seen: tuple[Path, Run]) -> None:
    (repeated,) = found(seen, ev.Repeated, "unrolled")
    assert repeated.function == "step" and repeated.times >= 6
    assert repeated.loop is not None and repeated.rounds == 6
    assert repeated.loop.line == row(seen, "unrolled") - 1
    (captured,) = [one for one in seen[1].of(ev.Captured) if one.function == "step"]
    assert captured.bytes == 4096 * 4 and captured.shapes == ["float32[4096]"]
    assert captured.place.line == row(seen, "call")
    (promoted,) = found(seen, ev.Promotion, "promoted")
    assert not found(seen, ev.Promotion, "cast")
    assert (promoted.before, promoted.after) == ("bfloat16", "float32")


def test_arguments_that_could_be_donated(seen: tuple[Path, Run]) -> None:
    (undonated,) = found(seen, ev.Undonated, "call")
    assert undonated.arguments == ["params"]
    assert undonated.bytes == 6 * 32 * 32 * 4 and undonated.count == undonated.looked > 3
    (alive,) = found(seen, ev.Undonated, "alive")
    assert alive.looked > 3 and not alive.count


def test_keys(seen: tuple[Path, Run]) -> None:
    (reused,) = found(seen, ev.KeyUse, "reused")
    assert (reused.how, reused.traced) == ("reused", True)
    assert reused.earlier.line == row(seen, "reused") - 1
    (constant,) = found(seen, ev.KeyUse, "same-seed")
    assert (constant.how, constant.count) == ("constant", 3)
    (folded,) = found(seen, ev.KeyUse, "same-fold")
    assert (folded.how, folded.count) == ("constant", 2 * 2)  # the last two of five, twice
    assert not [one for one in seen[1].of(ev.KeyUse) if one.place.function.startswith("train")]


def test_effects_and_clocks(seen: tuple[Path, Run]) -> None:
    (effect,) = found(seen, ev.Impurity, "effect")
    assert (effect.how, effect.what, effect.count) == ("effect", "print", 2)
    (early,) = found(seen, ev.EarlyTimer, "early")
    assert early.clock == "time.perf_counter" and early.started.function == "timed"
    assert early.pending.line == row(seen, "early") - 1
    (stopped,) = found(seen, ev.EarlyTimer, "early-stop")
    assert stopped.started.function == "Meter.start" and stopped.pending.function == "metered"
    assert not found(seen, ev.EarlyTimer, "lap")


def test_values_and_loops(seen: tuple[Path, Run]) -> None:
    values = seen[1].of(ev.Value)
    types = {(one.place.function, one.name, one.traced): one.types for one in values}
    assert types["log", "value", False] == {"jax float32[]": 20}
    assert types["loss", "x", True] == {"tracer float32[4,32]": 1, "tracer float32[5,32]": 1}
    (steps,) = found(seen, ev.Loop, "steps")
    assert steps.step and (steps.count, steps.traced) == (20, 0)
    (unrolled,) = at(seen[1], ev.Loop, row(seen, "unrolled") - 1)
    assert isinstance(unrolled, ev.Loop) and unrolled.traced == unrolled.count == 12


STEPS = """
import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    return x + 1.0


x = jnp.zeros(3)
for i in range(30):
    x = step(x)  # call
    float(x[0])  # wait
print(x)
"""


def test_some_steps_are_watched(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": STEPS})
    _, run = watched(tmp_path, "train.py", options=Options(steps=5, after=10))
    (wait,) = at(run, ev.Wait, line(tmp_path, "train.py", "wait"))
    assert wait.count == 5
    assert [one.count for one in run.of(ev.Loop)] == [30]
    assert at(run, ev.Compile, line(tmp_path, "train.py", "call"))


HELPERS = """
import jax
import jax.numpy as jnp


class Box:
    pass


def scaled(box):
    return box.x * 2.0


@jax.jit
def many(x):
    box = Box()
    box.x = x
    for _ in range(60):
        box.x = scaled(box)
    return box.x


def twice():
    def inner():
        return len("a")

    before = inner()

    def inner():  # second
        return str(1)

    return before, inner()


box = Box()
box.x = many(jnp.ones(3))
scaled(box)
twice()
"""


def test_calls_while_tracing_and_outside(tmp_path: Path) -> None:
    write(tmp_path, {"train.py": HELPERS})
    _, run = watched(tmp_path, "train.py")
    calls = [one for one in run.of(ev.Called) if one.place.function == "scaled"]
    assert (sum(one.count for one in calls), sum(one.traced for one in calls)) == (61, 60)
    results = {one.traced: one.types for one in run.of(ev.Value) if one.place.function == "many"}
    assert results == {True: {"tracer float32[3]": 1}}
    inner = {one.place.line: one.types for one in run.of(ev.Value) if "inner" in one.place.function}
    second = line(tmp_path, "train.py", "second")
    assert inner == {second - 5: {"int": 1}, second: {"str": 1}}
