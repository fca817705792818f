"""Methods whose results hosts store in the place of the object: `agent, info = agent.update(x)`.

Whoever writes that calls the method as it is, and has no use for the old object any more.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import DEFINITIONS, stored_texts
from jaxopt_lint.semantics.python.scopes import FunctionNode


def renewing_calls(facts: Facts) -> list[tuple[str, str]]:
    """The names of such methods, each with the place of a host that calls them again and again."""
    out: dict[str, str] = {}
    for call in facts.module.all(ast.Call):
        func = call.func
        if not isinstance(func, ast.Attribute):
            continue
        statement = facts.module.stored_by(call)
        if statement is None or ast.unparse(func.value) not in stored_texts(statement):
            continue
        if facts.names.of(func) is not None or in_test(facts, call):
            continue
        # What an object keeps in an attribute is renewed with every call of its method.
        again = call if _of_self(facts, func.value) else body_loop(facts, call)
        if again is not None and tracing(facts).staged(facts.module.function(call)) is None:
            out.setdefault(func.attr, facts.at(again))
    return sorted(out.items())


def renewed_by_hosts(facts: Facts, function: FunctionNode) -> str:
    """Where a host stores what a method of this name gives in the place of the object, again and
    again; "" where none is seen to."""
    if not isinstance(function, DEFINITIONS) or facts.module.class_of(function) is None:
        return ""
    return facts.project.renewed.get(calls(facts).dotted(function), "")


def _of_self(facts: Facts, node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and facts.module.is_self(node.value)
