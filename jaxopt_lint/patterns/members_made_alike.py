"""Maps over nothing: every member is made of the same arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FunctionNode

_MAPS = ("jax.vmap", "flax.nnx.vmap", "equinox.filter_vmap")


@dataclass(frozen=True, slots=True)
class Alike:
    """A map whose members are all made of the same.

    Attributes:
        node: what maps.
        draw: what draws, or makes a layer.
    """

    node: ast.expr
    draw: ast.Call


def made_alike(facts: Facts) -> Iterator[Alike]:
    """The maps of a file with a size and nothing to map over, of functions that draw."""
    if "axis_size" not in facts.module.text:
        return
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.name not in _MAPS or function is None or wrap.keyword("axis_size") is None:
            continue
        if wrap.keyword("axis_name") is not None or not _nothing(wrap.keyword("in_axes")):
            continue
        draw = _draw(facts, function)
        if draw is not None and not error_meant(facts, wrap.site):
            yield Alike(wrap.site, draw)


def _nothing(axes: ast.expr | None) -> bool:
    """Whether none of the arguments has an axis."""
    if isinstance(axes, ast.Tuple):
        return bool(axes.elts) and all(_nothing(one) for one in axes.elts)
    return isinstance(axes, ast.Constant) and axes.value is None


def _draw(facts: Facts, function: FunctionNode) -> ast.Call | None:
    """What draws random numbers in a function, or makes a module of a network."""
    for call in facts.module.inside(ast.Call, function):
        name = facts.names.call(call) or ""
        if name.startswith(("jax.random.", "flax.nnx.", "equinox.nn.")):
            return call
        owner = class_made(facts, call.func)
        if owner is not None and framework_of(facts, owner) in ("nnx", "equinox"):
            return call
    return None
