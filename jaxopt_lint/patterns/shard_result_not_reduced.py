"""Results of `shard_map` that are said to be the same everywhere and are each shard's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.sharded_gradients import CHECKED
from jaxopt_lint.semantics.jax.api.sharding import SPECS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, tracing
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, positional
from jaxopt_lint.semantics.subjects.devices.meshes import axes_of_spec, strings

_DEPTH = 6
# What is made of a sharded value: the parameter that it was, and the axes over which it differs.
_Own = tuple[str, frozenset[str]]
_NONE: _Own = ("", frozenset())


@dataclass(frozen=True, slots=True)
class OwnResult:
    """A result of each shard's own rows that is said to be replicated.

    Attributes:
        node: where the function is mapped.
        value: the result.
        parameter: the sharded argument that it is made of.
        unchecked: nothing checks it, so that nothing is raised.
        spec: what says that it is replicated.
        axes: those over which it differs.
    """

    node: ast.expr
    value: ast.expr
    parameter: str
    unchecked: bool
    spec: ast.expr
    axes: tuple[str, ...]


def own_results(facts: Facts) -> Iterator[OwnResult]:
    """The results in a file that each shard has of its own, and that are said to be the same."""
    for wrap in tracing(facts).wraps:
        if wrap.name not in CHECKED or wrap.function is None or wrap.bound or wrap.inner:
            continue
        out = facts.names.behind(_option(wrap, 3, "out_specs"))
        if wrap.keyword("axis_names", "auto") is not None or out is None:
            continue
        sharded = _sharded(facts, wrap.function, _option(wrap, 2, "in_specs"))
        if not sharded or error_meant(facts, wrap.site):
            continue
        if not _knows_all(facts, wrap.function, reducing=True):
            facts.doubt(wrap.function, "{} calls what is not seen, which may reduce", wrap.function)
            continue
        unchecked = wrap.keyword("check_vma", "check_rep")
        off = isinstance(unchecked, ast.Constant) and unchecked.value is False
        own = _Values(facts, wrap.function, sharded)
        for value, spec in _results(facts, wrap.function, out):
            said = _said(facts, spec)
            name, axes = own.made_of(value, _DEPTH) if said is not None else _NONE
            if said is not None and name and axes - said:
                yield OwnResult(wrap.site, value, name, off, spec, tuple(sorted(axes - said)))
                break


def _option(wrap: Wrap, place: int, name: str) -> ast.expr | None:
    """What a `shard_map` is given; the older one takes it by position, too."""
    found = wrap.keyword(name)
    if found is None and wrap.name.startswith("jax.experimental") and wrap.options is not None:
        return argument(wrap.options, place, name)
    return found


def _results(
    facts: Facts, function: FunctionNode, out: ast.expr
) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What a function returns, each part with what is said of it."""
    for value in facts.module.results(function):
        if value is None:
            continue
        if not isinstance(out, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
            yield from ((part, out) for part in parts)
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(out.elts):
            yield from zip(value.elts, out.elts, strict=True)


def _said(facts: Facts, spec: ast.expr) -> frozenset[str] | None:
    """The axes over which a specification says that a result is split; None where it may hold
    one that is not seen."""
    made = facts.names.behind(spec)
    if not isinstance(made, ast.Call) or facts.names.call(made) not in SPECS or made.keywords:
        return None
    found = [strings(facts, part) for part in made.args]
    return frozenset(n for names in found for n in names or ()) if None not in found else None


def _sharded(
    facts: Facts, function: FunctionNode, specs: ast.expr | None
) -> dict[str, frozenset[str]]:
    """The parameters that each shard has a part of, with the axes that they are split over."""
    names = positional(function)
    made = facts.names.behind(specs)
    several = made.elts if isinstance(made, ast.Tuple) else [made] * len(names) if made else []
    if len(several) != len(names):
        return {}
    split = {
        name: frozenset(axis for _, axis in axes_of_spec(facts, spec))
        for name, spec in zip(names, several, strict=True)
    }
    return {name: axes for name, axes in split.items() if axes}


def _knows_all(facts: Facts, function: FunctionNode, reducing: bool = False) -> bool:
    """Whether a function calls nothing but what computes on one device: no collectives, and
    nothing that is not seen.

    Args:
        reducing: it may itself reduce over named axes.
    """
    for call in facts.module.inside(ast.Call, function):
        if facts.module.function(call) is not function and not isinstance(function, ast.Lambda):
            continue  # a decorator
        name = facts.names.call(call) or ""
        if name.startswith(("jax.numpy.", "jax.nn.", "optax.", "jax.random.")):
            continue
        if name in _LOCAL or (reducing and name in _REDUCING):
            continue
        if isinstance(call.func, ast.Attribute) and call.func.attr in _METHODS:
            continue
        found = calls(facts).callee(call.func)
        body = found.node if found is not None and not found.wraps else None
        if body is None or body is function or not _knows_all(facts, body):
            return False
    return True


_METHODS = ("sum", "mean", "max", "min", "astype", "reshape", "prod", "std", "var")
_REDUCING = frozenset({"jax.lax.psum", "jax.lax.pmean", "jax.lax.pmax", "jax.lax.pmin"})
_LOCAL = frozenset({"jax.lax.dot", "jax.lax.dot_general", "jax.lax.rsqrt", "jax.lax.square"})
_SIZES = ("shape", "dtype", "ndim", "size")
_SHAPED = frozenset(
    {"jax.numpy.zeros_like", "jax.numpy.ones_like", "jax.numpy.full_like", "jax.numpy.empty_like",
     "jax.numpy.shape", "jax.numpy.size", "jax.numpy.ndim", "jax.numpy.result_type"}
)  # fmt: skip


class _Values:
    """What the values in a function are made of."""

    def __init__(
        self, facts: Facts, function: FunctionNode, sharded: dict[str, frozenset[str]]
    ) -> None:
        self.facts = facts
        self.function = function
        self.sharded = sharded

    def made_of(self, node: ast.AST, depth: int) -> _Own:
        """The sharded parameter that a value is made of; "" where none is seen in it."""
        if not depth or (isinstance(node, ast.Attribute) and node.attr in _SIZES):
            return _NONE
        if isinstance(node, ast.Name):
            return self._named(node, depth)
        if isinstance(node, ast.Call):
            name = self.facts.names.call(node)
            if name in _SHAPED:
                return _NONE
            if name in _REDUCING:
                return self._reduced(node, depth)
        own, axes = _NONE
        for child in ast.iter_child_nodes(node):
            found, over = self.made_of(child, depth)
            own, axes = own or found, axes | over
        return own, axes

    def _reduced(self, call: ast.Call, depth: int) -> _Own:
        over = argument(call, 1, "axis_name")
        axes = strings(self.facts, over) if over is not None else None
        value = argument(call, 0, "x")
        if not axes or value is None or len(call.args) + len(call.keywords) > 2:
            return _NONE
        own, split = self.made_of(value, depth)
        left = split - set(axes)
        return (own, left) if left else _NONE

    def _named(self, node: ast.Name, depth: int) -> _Own:
        binding = self.facts.names.only_binding(node)
        if binding is None:
            return _NONE
        if binding.kind == "param" and node.id in self.sharded:
            holder = self.facts.module.scope[node].holder(node.id)
            own = holder is not None and holder.node is self.function
            return (node.id, self.sharded[node.id]) if own else _NONE
        if binding.kind == "assign" and binding.value is not None:
            return self.made_of(binding.value, depth - 1)
        return _NONE
