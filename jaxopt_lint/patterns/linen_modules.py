"""What a class of Flax Linen makes of submodules, and in which of its methods."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.frameworks import framework_of

# What belongs to Linen and is written like a layer, but makes none.
_NO_LAYERS = frozenset({"FrozenDict", "Module", "Variable", "PartitionSpec"})


def methods_of(owner: ast.ClassDef) -> dict[str, ast.FunctionDef]:
    """The methods that a class defines itself."""
    return {m.name: m for m in owner.body if isinstance(m, ast.FunctionDef)}


def is_compact(facts: Facts, method: ast.FunctionDef) -> bool:
    """Whether a method is marked as `nn.compact`, or may be."""
    return any(
        facts.names.of(d) in ("flax.linen.compact", None) or "compact" in ast.unparse(d)
        for d in method.decorator_list
    )


def makes_layer(facts: Facts, call: ast.expr | None) -> bool:
    """Whether a call makes a module of Linen: a layer of Flax, or of a class of the file."""
    if not isinstance(call, ast.Call):
        return False
    head, _, last = (facts.names.call(call) or "").rpartition(".")
    if head == "flax.linen":
        return last[:1].isupper() and last not in _NO_LAYERS
    owner = class_made(facts, call.func)
    return owner is not None and framework_of(facts, owner) == "linen"


def layer_called(facts: Facts, method: ast.FunctionDef, func: ast.expr) -> ast.Call | None:
    """The call that made the layer which an expression is, where it is made in a method:
    `nn.Dense(3)`, or a name for it."""
    made = facts.names.behind(func)
    if not isinstance(made, ast.Call) or not makes_layer(facts, made):
        return None
    return made if facts.module.within(made, method) else None
