"""Results of `shard_map` that are said to be the same everywhere and are each shard's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, positional

_SPEC = "jax.sharding.PartitionSpec"
_DEPTH = 6


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A result of each shard's own rows that is said to be replicated.

    Attributes:
        node: where the function is mapped.
        value: the result.
        parameter: the sharded argument that it is made of.
        unchecked: nothing checks it, so that nothing is raised.
    """

    node: ast.expr
    value: ast.expr
    parameter: str
    unchecked: bool


def own_results(facts: Facts) -> Iterator[OwnResult]:
    """The results in a file that each shard has of its own, and that are said to be the same."""
    for wrap in tracing(facts).wraps:
        if wrap.name != "jax.shard_map" or wrap.function is None or wrap.bound or wrap.inner:
            continue
        specs, out = wrap.keyword("in_specs"), wrap.keyword("out_specs")
        if wrap.keyword("axis_names") is not None or not _replicated(facts, out):
            continue
        sharded = _sharded(facts, wrap.function, specs)
        if not sharded or error_meant(facts, wrap.site):
            continue
        if not _knows_all(facts, wrap.function):
            facts.doubt(wrap.function, "{} calls what is not seen, which may reduce", wrap.function)
            continue
        unchecked = wrap.keyword("check_vma")
        off = isinstance(unchecked, ast.Constant) and unchecked.value is False
        for value in facts.module.results(wrap.function):
            name = _made_of(facts, value, sharded, _DEPTH) if value is not None else ""
            if value is not None and name:
                yield OwnResult(wrap.site, value, name, off)
                break


def _replicated(facts: Facts, node: ast.expr | None) -> bool:
    """Whether a specification is `P()`."""
    made = facts.names.behind(node)
    return (
        isinstance(made, ast.Call)
        and facts.names.call(made) == _SPEC
        and not made.args
        and not made.keywords
    )


def _sharded(facts: Facts, function: FunctionNode, specs: ast.expr | None) -> set[str]:
    """The parameters that each shard has a part of."""
    names = positional(function)
    made = facts.names.behind(specs)
    several = made.elts if isinstance(made, ast.Tuple) else [made] * len(names) if made else []
    if len(several) != len(names):
        return set()
    return {name for name, spec in zip(names, several, strict=True) if _has_axis(facts, spec)}


def _has_axis(facts: Facts, node: ast.expr | None) -> bool:
    made = facts.names.behind(node)
    if not isinstance(made, ast.Call) or facts.names.call(made) != _SPEC:
        return False
    return any(isinstance(a, ast.Constant) and isinstance(a.value, str) for a in made.args)


def _knows_all(facts: Facts, function: FunctionNode) -> bool:
    """Whether a function calls nothing but what computes on one device: no collectives, and
    nothing that is not seen."""
    for call in facts.module.inside(ast.Call, function):
        if facts.module.function(call) is not function and not isinstance(function, ast.Lambda):
            continue  # a decorator
        name = facts.names.call(call) or ""
        if name.startswith(("jax.numpy.", "jax.nn.", "optax.", "jax.random.")):
            continue
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
            continue
        found = calls(facts).callee(call.func)
        body = found.node if found is not None and not found.wraps else None
        if body is None or body is function or not _knows_all(facts, body):
            return False
    return True


_METHODS = ("sum", "mean", "max", "min", "astype", "reshape", "prod", "std", "var")


def _made_of(facts: Facts, node: ast.expr, sharded: set[str], depth: int) -> str:
    """The sharded parameter that a value is made of; "" where none is seen in it."""
    for part in ast.walk(node):
        if not isinstance(part, ast.Name) or not depth:
            continue
        binding = facts.names.only_binding(part)
        if binding is None:
            continue
        if binding.kind == "param" and part.id in sharded:
            around = facts.module.parent[part]
            if isinstance(around, ast.Attribute) and around.attr in ("shape", "dtype", "ndim"):
                continue
            return part.id
        if binding.kind == "assign" and binding.value is not None:
            found = _made_of(facts, binding.value, sharded, depth - 1)
            if found:
                return found
    return ""
