"""Gradients that compiled code hands out, and that no call of it reads.

The compiler drops what nothing needs, but a result is needed by definition: it is computed,
written to memory, and held until the next call has replaced it.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.python import FunctionNode
from jaxopt_lint.semantics.subjects.differentiation.gradients import gradients
from jaxopt_lint.semantics.subjects.memory.holders import Holders
from jaxopt_lint.semantics.subjects.memory.updates import updates

_COMPILES = ("jit", "pmap")
_NORMS = frozenset({"optax.global_norm", "optax.tree.norm", "optax.tree_utils.tree_l2_norm"})
_DEPTH = 4


@dataclass(frozen=True, slots=True, eq=False)
class NeverRead:
    """One result of a compiled function that its callers do not need.

    Attributes:
        node: where it stands in what the function returns.
        function: the name of the function.
        calls: the calls of it, all there are.
        norm: the call that takes the norm, where that is all that is done with it.
        why: where it comes from.
        looped: a loop calls the function.
    """

    node: ast.expr
    function: str
    calls: tuple[ast.Call, ...]
    norm: ast.Call | None
    why: str
    looped: bool


@fact
def never_read(facts: Facts) -> dict[ast.expr, NeverRead]:
    """The gradients that compiled functions of a file return for nothing, by the result."""
    out: dict[ast.expr, NeverRead] = {}
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.transform.kind not in _COMPILES or not isinstance(function, ast.FunctionDef):
            continue
        returned = facts.module.results(function)
        if len(returned) != 1 or not isinstance(returned[0], ast.Tuple) or wrap.inner:
            continue
        results = returned[0].elts
        found = [(i, _source(facts, one, function)) for i, one in enumerate(results)]
        found = [(i, why) for i, why in found if why]
        if not found or in_test(facts, wrap.site) or not updates(facts).trains(function):
            continue
        holders = Holders(facts, wrap, function)
        sites, unseen = holders.sites()
        if not sites:
            facts.doubt(wrap.site, "who reads the gradients is not in sight: {}", unseen)
            continue
        around = (facts.module.function(site) for site in sites)
        if any(tracing(facts).staged(one) is not None for one in around):
            facts.doubt(wrap.site, "what is compiled around a call of it drops what is not read")
            continue
        for place, why in found:
            uses = [_uses(facts, site, place, len(results)) for site in sites]
            norms = [norm for norm in uses if norm]
            if None in uses or (norms and len(norms) < len(uses)):
                facts.doubt(results[place], "a call may read it")
                continue
            looped = any(body_loop(facts, site) is not None for site in sites)
            norm = norms[0][0] if norms else None
            node = results[place]
            out[node] = NeverRead(node, function.name, tuple(sites), norm, why, looped)
    return out


def _source(facts: Facts, node: ast.expr, function: FunctionNode, depth: int = _DEPTH) -> str:
    """Where a value comes from, if it is the gradient of something, of its size; "" if not."""
    if depth <= 0:
        return ""
    if isinstance(node, ast.Call):
        if _gradient_of(facts, node):
            return f"`{facts.module.source(node.func)}` gives it"
        given = _passed_on(facts, node)
        return _source(facts, given, function, depth - 1) if given is not None else ""
    if not isinstance(node, ast.Name):
        return ""
    holder = facts.module.holder(node)
    if holder is None or holder.node is not function:
        return ""
    found = [_bound(facts, node.id, b.node, function, depth) for b in holder.bindings[node.id]]
    # What sums gradients up starts as zeros, or as None: one binding tells.
    return next(iter([why for why in found if why]), "")


def _bound(facts: Facts, name: str, at: ast.AST, function: FunctionNode, depth: int) -> str:
    """Where a binding of a name has its value from."""
    statement = facts.module.statement(at)
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return ""
    target, value = statement.targets[0], statement.value
    if isinstance(target, ast.Name):
        if isinstance(value, ast.IfExp):
            both = [_source(facts, v, function, depth - 1) for v in (value.body, value.orelse)]
            return both[0] or both[1]
        pure = not (isinstance(value, ast.Call) and _with_value(facts, value))
        return _source(facts, value, function, depth - 1) if pure else ""
    if not isinstance(target, ast.Tuple) or not isinstance(value, ast.Call):
        return ""
    last = target.elts[-1]
    if not isinstance(last, ast.Name) or last.id != name or len(target.elts) != 2:
        return ""
    if _with_value(facts, value):
        return f"`{facts.module.source(value.func)}` on line {value.lineno} gives it"
    callee = calls(facts).callee(value.func)
    inner = callee.node if callee is not None and not callee.wraps else None
    results = facts.module.results(inner) if inner is not None else []
    if inner is None or len(results) != 1 or not isinstance(results[0], ast.Tuple):
        return ""
    pair = results[0].elts
    return _source(facts, pair[1], inner, depth - 1) if len(pair) == 2 else ""


def _gradient_of(facts: Facts, call: ast.Call) -> bool:
    return any(g.call is call and not g.with_value and not g.has_aux for g in gradients(facts))


def _with_value(facts: Facts, call: ast.Call) -> bool:
    """Whether a call gives two things, the second of which is a gradient."""
    return any(g.call is call and g.with_value for g in gradients(facts))


def _passed_on(facts: Facts, call: ast.Call) -> ast.expr | None:
    """What a call gives back with other numbers, in the same shapes."""
    name = facts.names.call(call)
    if name in LEAF_MAPS and len(call.args) >= 2:
        return call.args[-1]
    if name in ("jax.lax.pmean", "jax.lax.psum") and call.args:
        return call.args[0]
    return None


def _uses(
    facts: Facts, call: ast.Call, place: int, count: int
) -> tuple[()] | tuple[ast.Call] | None:
    """What a call does with one of the results: nothing, or it takes the norm and nothing else;
    None for all besides."""
    module = facts.module
    statement = module.stored_by(call)
    if statement is None or len(statement.targets) != 1:
        return () if isinstance(module.parent[call], ast.Expr) else None
    target = statement.targets[0]
    if not isinstance(target, (ast.Tuple, ast.List)) or len(target.elts) != count:
        return None
    one = target.elts[place]
    if not isinstance(one, ast.Name):
        return None
    holder = module.holder(one)
    if holder is None or one.id in module.declared_global:
        return None
    if holder is module.top and f"{module.name}.{one.id}" in facts.project.imported:
        return None
    reads = module.reads(holder, one.id)
    if not reads or one.id == "_":
        return ()
    taker = module.taker(reads[0])
    if facts.names.call(taker) == "jax.device_get":
        taker = module.taker(taker)
    norm = len(reads) == 1 and facts.names.call(taker) in _NORMS
    return (taker,) if norm and isinstance(taker, ast.Call) else None
