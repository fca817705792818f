"""Networks that are told to draw nothing, whatever keys they are given."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import keywords

# Arguments of networks, and what they are where nothing is drawn.
STILL = {"deterministic": True, "train": False, "training": False, "is_training": False}


def rests(call: ast.Call) -> bool:
    """Whether a call tells a network to draw nothing: `train=False`."""
    return any(
        isinstance(said, ast.Constant) and said.value is STILL[name]
        for name, said in keywords(call).items()
        if name in STILL
    )


def key_at_rest(facts: Facts, key: ast.expr) -> bool:
    """Whether a key only is a stream of a network that is told to draw nothing."""
    around = facts.module.parent[key]
    given = around if isinstance(around, ast.Dict) and key in around.values else key
    call = facts.module.taker(given)
    return isinstance(call, ast.Call) and keywords(call).get("rngs") is given and rests(call)
