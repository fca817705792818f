"""What is said of the types of numbers is what the installed JAX does."""

import ast

import pytest

from jaxopt_lint.patterns.python_scalar_carry import Weak, weak_type
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python.module import Module

EXPRESSIONS = [
    "jnp.array(0.0)", "jnp.asarray(1)", "jnp.array([0.0])", "jnp.array(0.0, dtype=float)",
    "jnp.array(True)", "jnp.full((3,), 0.0)", "jnp.full((3,), 0)", "jnp.zeros(())",
    "jnp.ones((2,)) * 2", "jnp.array(0.0) + 1", "jnp.array(2) / 2", "jnp.array(0) + 1.5",
    "jnp.mean(jnp.full((3,), 0.0))", "jnp.max(jnp.full((3,), 0.0))", "jnp.float32(0)",
    "jnp.maximum(jnp.array(0.0), 1.0)", "jnp.minimum(jnp.inf, jnp.ones(()))",
    "jnp.where(True, 0.0, 1.0)", "jnp.where(True, jnp.zeros(()), 1.0)", "jnp.sqrt(jnp.ones(()))",
    "jax.lax.stop_gradient(jnp.array(0.0))", "jnp.array(0.0).astype(float)",
    "jnp.full((3,), 0.0).sum()", "jnp.linalg.norm(jnp.ones(3))", "-jnp.array(1.0)",
    "jnp.array(float('inf'))", "jnp.full((2,), 1.0).cumsum()", "jnp.argmax(jnp.ones(3)) + 1",
]  # fmt: skip


@pytest.mark.executes
@pytest.mark.parametrize("text", EXPRESSIONS)
def test_types_are_those_of_jax(text: str) -> None:
    jax = pytest.importorskip("jax")
    module = Module(f"import jax\nimport jax.numpy as jnp\nx = {text}\n", "m")
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Assign)
    said = weak_type(Facts(module, Project()), statement.value, {})
    value = eval(text, {"jax": jax, "jnp": jax.numpy, "float": float})
    if value.dtype == bool:
        real = Weak.BOOL
    elif not value.weak_type:
        real = Weak.OWN
    else:
        real = Weak.INT if jax.numpy.issubdtype(value.dtype, jax.numpy.integer) else Weak.FLOAT
    assert said is real


@pytest.mark.parametrize("text", ["f(x)", "x + 1", "jnp.exp(x)", "x @ y", "jnp.dot(2.0, x)"])
def test_what_is_not_known_is_not_guessed(text: str) -> None:
    module = Module(f"import jax.numpy as jnp\ndef g(x, y, f):\n    return {text}\n", "m")
    function = module.tree.body[-1]
    assert isinstance(function, ast.FunctionDef)
    statement = function.body[0]
    assert isinstance(statement, ast.Return)
    assert weak_type(Facts(module, Project()), statement.value, {}) is None
