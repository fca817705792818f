"""Gradients of what moves in steps: they are 0 wherever they are taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.patterns.gradient_through_while import REVERSE, chosen, flows
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import all_names, stored_names

_STEPS = frozenset(
    f"jax.numpy.{name}" for name in ("argmax", "argmin", "ceil", "floor", "rint", "round", "sign")
)


@dataclass(frozen=True, slots=True)
class Flat:
    """A gradient that is 0.

    Attributes:
        node: the call that makes steps of what the gradient is taken by.
        name: the function that is differentiated.
        site: where the gradient is made.
    """

    node: ast.Call
    name: str
    site: ast.expr


def flat_gradients(facts: Facts) -> Iterator[Flat]:
    """The gradients of a file that are 0, as all that is differentiated goes through steps."""
    for wrap in tracing(facts).wraps:
        function = wrap.function
        if wrap.name not in REVERSE or not isinstance(function, ast.FunctionDef) or wrap.bound:
            continue
        if "stop_gradient" in facts.module.source(function) or "has_aux" in {
            k.arg for k in (wrap.options.keywords if wrap.options is not None else ())
        }:
            continue
        smooth = chosen(facts, wrap)
        touched = {*smooth}
        for statement in function.body:
            if isinstance(statement, ast.Assign):
                names = stored_names(*statement.targets)
                if flows(facts, statement.value, smooth):
                    smooth |= names
                if all_names(statement.value) & touched:
                    touched |= names
            elif isinstance(statement, ast.Return) and statement.value is not None:
                value = statement.value
                steps = _step(facts, function, touched)
                if steps is not None and all_names(value) & touched:
                    if not flows(facts, value, smooth):
                        yield Flat(steps, function.name, wrap.site)
            elif not isinstance(statement, ast.Expr):
                break


def _step(facts: Facts, function: ast.FunctionDef, names: set[str]) -> ast.Call | None:
    """The first call that makes steps of some names."""
    for call in facts.module.inside(ast.Call, function):
        if facts.names.call(call) in _STEPS and all_names(*call.args) & names:
            return call
    return None
