"""A run of the machine that costs too much ends, and those behind it see what they would have."""

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.asking import looped_waits
from jaxopt_lint.semantics.jax.machine.state import STEPS
from jaxopt_lint.semantics.jax.project import Project
from jaxopt_lint.semantics.python import Module

WAITS = """
import jax.numpy as jnp

def waits(x, n):
    total = 0.0
    for _ in range(n):
        x = jnp.tanh(jnp.sin(x))
        total += float(jnp.sum(x))
    return total
"""
LONG = """
def long(x, n):
    for _ in range(n):
        x = jnp.sin(x)
{}
    return x
"""


def test_what_is_run_behind_a_run_that_costs_too_much_is_noted() -> None:
    head, body = WAITS.split("def waits")
    long = LONG.format("        x = x + 1\n" * STEPS)
    for text in (WAITS, f"{head}{long}\ndef waits{body}"):
        facts = Facts(Module(text, "example"), Project(), display="example.py")
        assert [wait.via for wait in looped_waits(facts)] == ["float"]
