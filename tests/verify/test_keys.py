"""Functions in the static data of arguments and results: the same where they do the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from changing import change

from jaxopt_lint.finding import Verdict
from jaxopt_lint.verify.session import Session

MODEL = """import jax
import jax.numpy as jnp
import optax
from flax import nnx


class Net(nnx.Module):
    def __init__(self, rngs):
        self.inner = nnx.Linear(2, 3, rngs=rngs)
        self.outer = nnx.Linear(3, 1, rngs=rngs)
        self.active = jax.nn.relu
        self.scaled = lambda x: 2.0 * x

    def __call__(self, x):
        return self.scaled(self.outer(self.active(self.inner(x))))


def model():
    return Net(nnx.Rngs(0))


def optimizer():
    return nnx.Optimizer(model(), optax.adam(1e-2), wrt=nnx.Param)


"""
STEP = """# jaxopt-lint: verify(ref("model:model"), f32[4, 2])
@nnx.jit
def f(model, x):
    loss, grads = nnx.value_and_grad(lambda model: jnp.mean(model(x) ** 2))(model)
    params = nnx.state(model, nnx.Param)
    nnx.update(model, jax.tree.map(lambda p, g: p - 0.1 * g, params, grads))
    return loss
"""
TRAINED = """# jaxopt-lint: verify(ref("model:model"), ref("model:optimizer"), f32[4, 2])
@nnx.jit
def f(model, optimizer, x):
    loss, grads = nnx.value_and_grad(lambda model: jnp.mean(model(x) ** 2))(model)
    optimizer.update(model, grads)
    return loss
"""


@pytest.mark.parametrize(("step", "donated"), [(STEP, (0,)), (TRAINED, (0, 1))])
def test_models_of_nnx_may_be_donated(
    session: Session, tmp_path: Path, step: str, donated: tuple[int, ...]
) -> None:
    pytest.importorskip("flax.nnx")
    old = MODEL + step
    new = old.replace("@nnx.jit\n", f"@nnx.jit(donate_argnums={donated})\n")
    found = change(session, tmp_path, old, new, donated={"model:f": donated})
    assert found.verdict in (Verdict.VERIFIED, Verdict.PROVED), found


HELD = """import functools

import jax
import jax.numpy as jnp
import numpy as np

FACTOR = 2.0


@jax.tree_util.register_pytree_node_class
class Held:
    def __init__(self, x, function):
        self.x, self.function = x, function

    def tree_flatten(self):
        return (self.x,), (self.function,)

    @classmethod
    def tree_unflatten(cls, static, children):
        return cls(*children, *static)


def made(factor, table):
    def scaled(x, *, more=0.0):
        return x * factor + table.sum() + more

    return scaled


def of_the_module(x):
    return FACTOR * helper(x)


def helper(x):
    return x + 1.0


@jax.custom_jvp
def ruled(x):
    return x * x


@ruled.defjvp
def rule(primals, tangents):
    return ruled(*primals), 2.0 * primals[0] * tangents[0]


def plain():
    return Held(jnp.ones(3), None)


# jaxopt-lint: verify(ref("model:plain"))
def f(held):
    held.function = FUNCTION
    return held.x * 2.0
"""
# What is left, and what is written in its place (or in place of what it reads).
OTHERS = {
    "another constant": ("lambda x: x + 1.0", "lambda x: x + 1.5"),
    "another type": ("lambda x: x + 1.0", "lambda x: x + 1"),
    "another operator": ("lambda x: x + 1.0", "lambda x: x - 1.0"),
    "another name": ("lambda x: jnp.sin(x)", "lambda x: jnp.cos(x)"),
    "a nested function": ("lambda x: lambda y: x + y", "lambda x: lambda y: x - y"),
    "a default": ("lambda x=1.0: x", "lambda x=2.0: x"),
    "a default by keyword": ("lambda *, x=1.0: x", "lambda *, x=2.0: x"),
    "a closed number": ("made(2.0, jnp.arange(3.0))", "made(3.0, jnp.arange(3.0))"),
    "a closed array": ("made(2.0, jnp.arange(3.0))", "made(2.0, jnp.ones(3))"),
    "a closed function": ("made(abs, jnp.ones(3))", "made(len, jnp.ones(3))"),
    "a helper": ("of_the_module", "x + 1.0", "x + 3.0"),
    "options of jit": ("jax.jit(helper)", "jax.jit(helper, inline=True)"),
    "a rule": ("ruled", "2.0 * primals", "3.0 * primals"),
}
EQUAL = [
    *dict.fromkeys(function for function, *_ in OTHERS.values()),
    "functools.partial(helper, x=1.0)",
    "jax.nn.relu",
    "made(np.float32(2.0), np.ones(3))",
]


@pytest.mark.parametrize("function", EQUAL)
def test_equal_functions_may_be_left_in_an_argument(
    session: Session, tmp_path: Path, function: str
) -> None:
    old = HELD.replace("FUNCTION\n", f"{function}\n")
    found = change(session, tmp_path, old, old.replace("held.x * 2.0", "held.x + held.x"))
    assert found.verdict in (Verdict.VERIFIED, Verdict.PROVED), found


@pytest.mark.parametrize("row", OTHERS)
def test_other_functions_left_in_an_argument_are_refuted(
    session: Session, tmp_path: Path, row: str
) -> None:
    function, *others = OTHERS[row]
    old = HELD.replace("FUNCTION\n", f"{function}\n")
    before, after = (function, *others)[-2:]
    found = change(session, tmp_path, old, old.replace(before, after))
    assert found.verdict is Verdict.REFUTED, found
    failed = [check.detail for check in found.checks if not check.passed]
    assert any("arguments are left in another state" in detail for detail in failed), failed
