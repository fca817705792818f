"""How heavy a function is, and whether a file has said what to keep for the backward pass."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.results import PRODUCTS
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import FunctionNode, body_of

_DEPTH = 4


def products(facts: Facts, function: FunctionNode, depth: int = _DEPTH) -> int:
    """How many matrix products the text of a function holds, those of the functions of the same
    file that it calls included."""
    count = 0
    for part in body_of(function):
        for node in ast.walk(part):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
                count += 1
            elif isinstance(node, ast.Call):
                if facts.names.call(node) in PRODUCTS:
                    count += 1
                elif depth:
                    callee = calls(facts).callee(node.func)
                    if callee is not None and callee.node not in (None, function):
                        assert callee.node is not None
                        count += products(facts, callee.node, depth - 1)
    return count


def checkpointed(facts: Facts) -> bool:
    """Whether a file decides anywhere what is kept for a backward pass, or writes one itself."""
    return any(
        name.startswith(_POLICIES) or (name in TRANSFORMS and TRANSFORMS[name].kind in _DECIDING)
        for name in mentioned(facts)
    )


_DECIDING = ("checkpoint", "custom_vjp")
_POLICIES = ("jax.ad_checkpoint.", "jax.checkpoint_policies", "flax.linen.remat_scan")
