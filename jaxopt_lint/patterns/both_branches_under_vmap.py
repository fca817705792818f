"""Conditions under `jax.vmap`, which run both of their branches for every element."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.gradient_through_while import flows
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.python import FunctionNode, argument, positional, stored_names

_LOOPS = ("jax.lax.scan", "jax.lax.while_loop", "jax.lax.fori_loop", "jax.lax.map")
_DEPTH = 2


@dataclass(frozen=True, slots=True)
class BothRun:
    """A condition that runs both ways.

    Attributes:
        node: what maps the function around the condition.
        condition: the call of `cond`.
        branch: the branch with a loop.
    """

    node: ast.expr
    condition: ast.Call
    branch: ast.expr


def both_run(facts: Facts) -> Iterator[BothRun]:
    """The conditions of a file on what `jax.vmap` maps over, with a loop in a branch."""
    if "vmap" not in facts.module.text or ".cond" not in facts.module.text:
        return
    seen = set()
    for wrap in tracing(facts).wraps:
        if wrap.name != "jax.vmap" or wrap.function is None or wrap.bound:
            continue
        mapped = _mapped(facts, wrap)
        for call in facts.module.inside(ast.Call, wrap.function):
            if facts.names.call(call) != "jax.lax.cond" or call in seen:
                continue
            if facts.module.function(call) is not wrap.function:
                continue
            if not _decided(facts, wrap.function, argument(call, 0, "pred"), mapped):
                continue
            for branch in (argument(call, 1, "true_fun"), argument(call, 2, "false_fun")):
                if branch is not None and _loops(facts, branch, _DEPTH):
                    seen.add(call)
                    yield BothRun(wrap.site, call, branch)
                    break


def _mapped(facts: Facts, wrap: Wrap) -> set[str]:
    """The parameters that are mapped over."""
    names = positional(wrap.function) if wrap.function is not None else []
    axes = wrap.keyword("in_axes")
    if axes is None and wrap.options is not None and not wrap.decorator:
        axes = argument(wrap.options, 1, "in_axes")
    if axes is None or isinstance(axes, ast.Constant):
        return set(names) if not (isinstance(axes, ast.Constant) and axes.value is None) else set()
    if not isinstance(axes, ast.Tuple) or len(axes.elts) != len(names):
        return set()
    return {
        name
        for name, axis in zip(names, axes.elts, strict=True)
        if isinstance(axis, ast.Constant) and axis.value is not None
    }


def _decided(facts: Facts, function: FunctionNode, test: ast.expr | None, mapped: set[str]) -> bool:
    """Whether a test is made of what is mapped over."""
    known = set(mapped)
    for statement in facts.module.inside(ast.Assign, function):
        if _reads(facts, statement.value, known):
            known |= stored_names(*statement.targets)
    return test is not None and _reads(facts, test, known)


def _reads(facts: Facts, node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Compare):
        return any(flows(facts, side, names) for side in (node.left, *node.comparators))
    return flows(facts, node, names)


def _loops(facts: Facts, branch: ast.expr, depth: int) -> bool:
    """Whether a branch runs a loop."""
    found = calls(facts).callee(branch)
    body = found.node if found is not None else None
    for call in ast.walk(body) if body is not None else ():
        if not isinstance(call, ast.Call):
            continue
        if facts.names.call(call) in _LOOPS:
            return True
        if depth and isinstance(call.func, ast.Name) and _loops(facts, call.func, depth - 1):
            return True
    return False
