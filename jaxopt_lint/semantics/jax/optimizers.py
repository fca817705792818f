"""Which optimizers of Optax keep an array of moments for every parameter."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.origins import origins

_KEEPING = frozenset(
    f"optax.{name}"
    for name in ("adabelief", "adagrad", "adam", "adamw", "lamb", "lion", "nadam", "radam",
                 "rmsprop", "scale_by_adam", "scale_by_rms")
)  # fmt: skip


def keeps_moments(facts: Facts, made: ast.expr) -> bool:
    """Whether what an expression makes is an optimizer with moments, or a chain with one in it."""
    if not isinstance(made, ast.Call):
        return False
    name = facts.names.call(made)
    if name == "optax.chain":
        return any(
            keeps_moments(facts, one) for part in made.args for one in origins(facts, part)[:1]
        )
    return name in _KEEPING
