"""Loops on the host that take a container of arrays apart, one row of every leaf on each turn."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, Kind, fact, tracing, values
from jaxopt_lint.semantics.jax.effects.effect import of_kinds
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.kinds import ON_DEVICE
from jaxopt_lint.semantics.python import (
    COMPREHENSIONS,
    FUNCTIONS,
    FunctionNode,
    all_names,
    is_name,
    stored_names,
)

FEW = 16  # turns, where they are written down: fewer are not worth a word


@dataclass(frozen=True, slots=True, eq=False)
class TakenRow:
    """One place in a loop where a row is taken out of every leaf.

    Attributes:
        node: the call of `jax.tree.map`.
        tree: the container.
        loop: the loop whose variable says which row.
        known: the container is certainly on the device.
    """

    node: ast.Call
    tree: ast.expr
    loop: ast.For
    known: bool


@fact
def taken_rows(facts: Facts) -> dict[ast.Call, TakenRow]:
    """Where loops on the host take one row of every leaf of what they do not change"""
    found = (_taken(facts, call) for call in facts.module.all(ast.Call))
    return {row.node: row for row in found if row is not None}


def _taken(facts: Facts, call: ast.Call) -> TakenRow | None:
    if facts.names.call(call) not in LEAF_MAPS or len(call.args) != 2 or call.keywords:
        return None
    index = _index(call.args[0])
    function = facts.module.function(call)
    loop = _loop(facts, call, index)
    if loop is None or tracing(facts).staged(function) is not None:
        return None
    tree = call.args[1]
    if _sources(facts, call, tree, loop) & stored_names(loop, *loop.body):
        return facts.doubt(call, "the loop stores {} anew", tree)
    if _few(facts, loop.iter):
        return facts.doubt(call, "the loop has few turns", at=loop)
    kind = values(facts).kind(tree)
    if kind is Kind.HOST or _fetched(facts, function, tree):
        return facts.doubt(call, "{} is on the host already", tree)
    if not any(of_kinds(effects(facts, *loop.body), "prints", "waits")):
        what = "nothing in the loop shows that it runs on the host, and not while it is traced"
        return facts.doubt(call, what, at=loop)
    return TakenRow(call, tree, loop, kind in ON_DEVICE)


def _fetched(facts: Facts, function: FunctionNode | None, tree: ast.expr) -> bool:
    """Whether what a function stores under the name of a container comes by NumPy, or a fetch."""
    around = function or facts.module.tree
    stores = facts.module.inside(ast.Assign, around)
    made = [s.value for s in stores if stored_names(*s.targets) & set(all_names(tree))]
    named = (facts.names.of(n) or "" for v in made for n in ast.walk(v) if isinstance(n, _NAMES))
    return any(name.startswith(("numpy.", "jax.device_get")) for name in named)


_NAMES = (ast.Name, ast.Attribute)


def _index(function: ast.expr) -> frozenset[str]:
    """The names by which `lambda x: x[step]` says which row."""
    if not isinstance(function, ast.Lambda) or len(function.args.args) != 1:
        return frozenset()
    body, leaf = function.body, function.args.args[0].arg
    if not isinstance(body, ast.Subscript) or not is_name(body.value, leaf):
        return frozenset()
    parts = body.slice.elts if isinstance(body.slice, ast.Tuple) else [body.slice]
    if any(isinstance(part, ast.Slice) for part in parts):
        return frozenset()  # a batch or a column
    return frozenset(part.id for part in parts if isinstance(part, ast.Name))


def _loop(facts: Facts, call: ast.Call, index: frozenset[str]) -> ast.For | None:
    """The loop over numbers that gives the index."""
    for around in facts.module.ancestors(call) if index else ():
        if isinstance(around, (*FUNCTIONS, ast.ClassDef)):
            return None
        if isinstance(around, ast.For) and isinstance(around.target, ast.Name):
            if around.target.id in index:
                head = around.iter
                counts = isinstance(head, ast.Call) and _counts(facts, head)
                return around if counts else None
    return None


def _counts(facts: Facts, head: ast.Call) -> bool:
    """Whether something is gone over that gives numbers: `range`, with or without a progress bar"""
    if facts.names.is_builtin(head.func, "range"):
        return True
    name = facts.names.call(head) or ""
    inner = head.args[0] if head.args else None
    return name.startswith("tqdm.") and (
        name.endswith("trange") or (isinstance(inner, ast.Call) and _counts(facts, inner))
    )


def _sources(facts: Facts, call: ast.Call, tree: ast.expr, loop: ast.For) -> set[str]:
    """The names that a container comes from; for one that a comprehension hands out, those of what
    that goes over."""
    names = set(all_names(tree))
    for around in facts.module.ancestors(call):
        if around is loop:
            break
        if isinstance(around, COMPREHENSIONS):
            for generator in around.generators:
                handed = stored_names(generator.target)
                if names & handed:
                    names = (names - handed) | set(all_names(generator.iter))
    return names


def _few(facts: Facts, head: ast.expr) -> bool:
    if not isinstance(head, ast.Call) or len(head.args) != 1:
        return False
    count = facts.names.value(head.args[0]) or head.args[0]
    return isinstance(count, ast.Constant) and isinstance(count.value, int) and count.value < FEW
