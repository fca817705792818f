"""Which classes are modules of a neural-network framework, and what their calls run under."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.scopes import FUNCTIONS, FunctionNode

# The base classes of modules. The frameworks take care of state that is stored on these.
_MODULES = {
    "flax.linen.Module": "linen",
    "flax.nn.Module": "linen",
    "flax.nnx.Module": "nnx",
    "flax.nnx.Object": "nnx",
    "flax.nnx.Pytree": "nnx",
    "equinox.Module": "equinox",
    "haiku.Module": "haiku",
    "haiku.RNNCore": "haiku",
    "haiku.Transformed": "haiku",
    "objax.Module": "objax",
    "penzai.pz.nn.Layer": "penzai",
    "treex.Module": "treex",
}
_PREFIXES = tuple(name.partition(".")[0] + "." for name in _MODULES)


def framework_of(facts: Facts, owner: ast.ClassDef | None) -> str | None:
    """The framework whose module a class is, through its bases in this file; else None."""
    seen: set[ast.ClassDef] = set()
    pending = [owner] if owner is not None else []
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        for base in current.bases:
            if isinstance(base, ast.Subscript):
                base = base.value  # `class Net(Module[T])`
            name = facts.names.of(base)
            if name in _MODULES:
                return _MODULES[name]
            if name is not None and name.startswith(_PREFIXES) and name.endswith("Module"):
                return name.partition(".")[0]
            if isinstance(base, ast.Name):
                for binding in facts.names.binding(base):
                    if isinstance(binding.node, ast.ClassDef):
                        pending.append(binding.node)
    return None


def owner_of(facts: Facts, node: ast.AST) -> ast.ClassDef | None:
    """The class whose method a node stands in, through nested functions."""
    function = facts.module.function(node)
    while function is not None:
        owner = facts.module.class_of(function)
        if owner is not None:
            return owner
        function = outer_function(facts, function)
    return None


def outer_function(facts: Facts, function: FunctionNode) -> FunctionNode | None:
    """The function that a function is defined in."""
    around = facts.module.parent.get(function)
    if around is None:
        return None
    return around if isinstance(around, FUNCTIONS) else facts.module.function(around)


def forward_method(facts: Facts, node: ast.AST) -> str | None:
    """The `__call__` (or compact method) of a module that a node stands in, as `Class.method`.

    Such methods run under a transform in all but debugging sessions; that is an assumption, which
    the caller must say.
    """
    function = facts.module.function(node)
    while function is not None and facts.module.class_of(function) is None:
        function = outer_function(facts, function)
    if function is None or isinstance(function, ast.Lambda):
        return None
    owner = facts.module.class_of(function)
    if framework_of(facts, owner) not in ("linen", "nnx", "equinox", "haiku"):
        return None
    compact = any(facts.names.of(d) == "flax.linen.compact" for d in function.decorator_list)
    if function.name != "__call__" and not compact:
        return None
    assert owner is not None
    return f"{owner.name}.{function.name}"
