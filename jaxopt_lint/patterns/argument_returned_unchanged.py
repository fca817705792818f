"""Compiled functions that hand a state back as it came."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.frameworks import is_apply, weights_given
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import Definition, is_name, parameters
from jaxopt_lint.semantics.python.scopes import DEFINITIONS

_COMPILES = frozenset({"jit", "pmap"})
_WEIGHTS = frozenset({"params", "apply_fn", "opt_state", "batch_stats"})


@dataclass(frozen=True, slots=True)
class Returned:
    """A parameter that a compiled function returns as it came, beside its results.

    Attributes:
        node: where it is returned.
        name: the parameter.
        function: the function.
        why: why it is compiled.
        weights: what shows that it holds weights.
    """

    node: ast.expr
    name: str
    function: str
    why: str
    weights: ast.AST


def returned_unchanged(facts: Facts) -> Iterator[Returned]:
    """The states that compiled functions of a file return as they came."""
    for function in facts.module.all(*DEFINITIONS):
        results = facts.module.results(function)
        if not results or not all(isinstance(r, ast.Tuple) and len(r.elts) > 1 for r in results):
            continue
        own = facts.module.scopes[function]
        for name in parameters(function):
            if any(b.kind != "param" for b in own.bindings.get(name, ())):
                continue
            back = [_place(r, name) for r in results]
            if None in back or len(set(back)) != 1:
                continue
            why = _compiled(facts, function, name)
            weights = _weights(facts, function, name) if why else None
            if why and weights is not None and not in_test(facts, function):
                first = results[0]
                assert isinstance(first, ast.Tuple) and back[0] is not None
                yield Returned(first.elts[back[0]], name, function.name, why, weights)


def _place(result: ast.expr | None, name: str) -> int | None:
    """Where a tuple has a name as it is."""
    elements = result.elts if isinstance(result, ast.Tuple) else []
    found = (n for n, e in enumerate(elements) if isinstance(e, ast.Name) and e.id == name)
    return next(found, None)


def _compiled(facts: Facts, function: Definition, name: str) -> str:
    """Why a function is compiled, and nothing else done with it; "" where it may be more, or the
    parameter is static, or given away, so that nothing is copied."""
    transforms = tracing(facts)
    if not transforms.kinds(function) or not transforms.kinds(function) <= _COMPILES:
        return ""
    here, there = transforms.of(function), transforms.elsewhere(function)
    donates = ("donate_argnums", "donate_argnames")
    if any(w.keyword(*donates) is not None or w.inner for w in here):
        return ""
    if any(t.donated for t in there) or any(name in transforms.static(w)[0] for w in here):
        return ""
    if any(name in t.static_names or name in t.bound_names for t in there):
        return ""
    sites = calls(facts).callers(function)
    if any(transforms.staged(facts.module.function(site)) is not None for site in sites):
        return facts.doubt(function, "traced code calls {} as well", function, answer="")
    if here:
        return f"{transforms.verb(here[0])} at {facts.at(here[0].site)}"
    return f"{there[0].transform} at {there[0].where}" if there else ""


def _weights(facts: Facts, function: Definition, name: str) -> ast.AST | None:
    """What shows that a parameter holds weights: it is asked for them, or a model is applied with
    it."""
    for node in facts.module.inside(ast.Attribute, function):
        if isinstance(node.value, ast.Name) and node.value.id == name and node.attr in _WEIGHTS:
            return node
    for call in facts.module.inside(ast.Call, function):
        if is_apply(call.func) and any(is_name(part, name) for part in weights_given(call)):
            return call
    return None
