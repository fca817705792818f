"""Layers of Equinox, which take one example, that are called with a whole batch."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.avals import Aval, aval
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FUNCTIONS, FunctionNode, arguments, keywords

# How many axes one example has.
_RANKS = {
    **{f"equinox.nn.{name}": 1 for name in ("Linear", "MLP")},
    "equinox.nn.Embedding": 0,
    **{f"equinox.nn.Conv{n}d": n + 1 for n in (1, 2, 3)},
    **{f"equinox.nn.ConvTranspose{n}d": n + 1 for n in (1, 2, 3)},
}
# What hands its arguments on as they are.
_AS_IS = frozenset(
    {"jax.jit", "equinox.filter_jit", "jax.grad", "jax.value_and_grad", "equinox.filter_grad",
     "equinox.filter_value_and_grad", "jax.checkpoint", "equinox.filter_checkpoint"}
)  # fmt: skip
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Batched:
    """A layer that is called with a batch.

    Attributes:
        node: the call.
        layer: what makes the layer.
        batch: where the batch is made.
        rank: how many axes that has.
        takes: how many axes the layer takes.
    """

    node: ast.Call
    layer: ast.Call
    batch: ast.expr
    rank: int
    takes: int


def batched_calls(facts: Facts) -> Iterator[Batched]:
    """The calls in a file of layers of Equinox that are given a batch."""
    for call in facts.module.all(ast.Call):
        if not isinstance(call.func, ast.Name) or not call.args or len(call.args) > 2:
            continue
        if isinstance(call.args[0], ast.Starred) or error_meant(facts, call):
            continue
        found = next(_pairs(facts, call, call.func, call.args[0], _DEPTH), None)
        if found is not None:
            yield found


def _pairs(
    facts: Facts, call: ast.Call, layer: ast.expr, given: ast.expr, depth: int
) -> Iterator[Batched]:
    """What a layer and its argument may be, on a way by which they come together."""
    layer, given = _first(facts, layer), _first(facts, given)
    made = layer if isinstance(layer, ast.Call) else None
    takes = _RANKS.get(facts.names.call(made) or "") if made is not None else None
    if made is not None and takes is not None and not _of_numbers(made):
        known = aval(facts, given)
        if isinstance(known, Aval) and known.rank is not None and known.rank == takes + 1:
            yield Batched(call, made, given, known.rank, takes)
        if not isinstance(given, ast.Name):
            return
    owner = _parameter_of(facts, layer) or _parameter_of(facts, given)
    if owner is None or not depth or isinstance(owner, ast.Lambda):
        return
    for site in calls(facts).callers(owner):
        callee = calls(facts).callee(site.func)
        if callee is None or any(name not in _AS_IS for name, _ in callee.wraps):
            continue
        handed = dict(arguments(site, owner, callee.bound))
        yield from _pairs(
            facts, call, _handed(layer, owner, handed, facts),
            _handed(given, owner, handed, facts), depth - 1,
        )  # fmt: skip


def _handed(
    node: ast.expr, owner: FunctionNode, handed: dict[str, ast.expr], facts: Facts
) -> ast.expr:
    inside = _parameter_of(facts, node) is owner
    return handed.get(node.id, node) if inside and isinstance(node, ast.Name) else node


def _first(facts: Facts, node: ast.expr) -> ast.expr:
    """What a name is bound to by itself, where all else gives it what a step makes of it."""
    if not isinstance(node, ast.Name):
        return node
    bound = facts.names.binding(node)
    plain = [b for b in bound if b.kind == "assign" and b.value is not None]
    if len(plain) != 1 or not isinstance(plain[0].value, (ast.Call, ast.BinOp)):
        return node
    for other in bound:
        made = facts.module.statement(other.node)
        stepped = isinstance(made, ast.Assign) and isinstance(made.value, ast.Call)
        if other is not plain[0] and not (stepped and other.kind == "target"):
            return node
    return plain[0].value


def _parameter_of(facts: Facts, node: ast.expr) -> FunctionNode | None:
    """The function that a name is a parameter of, and nothing else."""
    binding = facts.names.only_binding(node)
    if binding is None or binding.kind != "param":
        return None
    owner = facts.module.around(binding.node, *FUNCTIONS)
    return owner if isinstance(owner, FUNCTIONS) else None


def _of_numbers(made: ast.Call) -> bool:
    """Whether a layer takes a single number for an example."""
    return any(isinstance(v, ast.Constant) and v.value == "scalar"
               for v in (*made.args, *keywords(made).values()))  # fmt: skip
