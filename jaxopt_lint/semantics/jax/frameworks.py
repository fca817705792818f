"""Which classes are modules of a neural-network framework, and what their calls run under."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.names import bases_of
from jaxopt_lint.semantics.python import FunctionNode

# The methods of their modules run by `init` and `apply` alone, which nearly everybody compiles.
BY_APPLY = ("linen", "haiku")


@fact
def framework_of(facts: Facts, owner: ast.ClassDef | None) -> str | None:
    """The framework whose module a class is, through its bases here and in other files."""
    seen: set[ast.ClassDef] = set()
    pending = [owner] if owner is not None else []
    while pending:
        current = pending.pop()
        if current in seen:
            continue
        seen.add(current)
        for base, name in bases_of(facts.names, current):
            found = framework_named(name) or facts.project.networks.get(name or "")
            if found is not None:
                return found
            bindings = facts.names.binding(base) if isinstance(base, ast.Name) else []
            pending += [b.node for b in bindings if isinstance(b.node, ast.ClassDef)]
    return None


def outer_function(facts: Facts, function: FunctionNode) -> FunctionNode | None:
    """The function that a function is defined in."""
    return facts.module.function(function)


def forward_method(facts: Facts, node: ast.AST) -> str | None:
    """The `__call__` (or compact method) of a module that a node stands in, as `Class.method`.

    Such methods run under a transform in all but debugging sessions; that is an assumption, which
    the caller must say. Equinox's modules are dataclasses for anything: it does not hold for them.
    """
    around = facts.module.functions(node)
    function = next((f for f in around if facts.module.class_of(f) is not None), None)
    if function is None or isinstance(function, ast.Lambda):
        return None
    owner = facts.module.class_of(function)
    if framework_of(facts, owner) not in ("linen", "nnx", "haiku"):
        return None
    compact = any(facts.names.of(d) == "flax.linen.compact" for d in function.decorator_list)
    if function.name != "__call__" and not compact:
        return None
    assert owner is not None
    return f"{owner.name}.{function.name}"
