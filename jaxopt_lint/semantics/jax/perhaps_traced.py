"""Methods that traced code may call, on objects of which nobody knows what they are.

That is no proof that something traces them, and enough not to say that nothing does.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.may_call import Asked
from jaxopt_lint.semantics.jax.recurrence import CONSTRUCTORS
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import DEFINITIONS, Definition
from jaxopt_lint.semantics.python.scopes import FunctionNode


def asked_methods(facts: Facts) -> list[Asked]:
    """The methods that a file calls on objects that it does not know."""
    out: set[Asked] = set()
    for call in facts.module.all(ast.Call):
        func = call.func
        if not isinstance(func, ast.Attribute) or facts.names.of(func) is not None:
            continue
        around = facts.module.function(call)
        if around is None or calls(facts).callee(func) is not None:
            continue
        if tracing(facts).staged(around) is not None:
            out.add(("", func.attr))
        elif isinstance(around, DEFINITIONS):
            out.add((calls(facts).dotted(around), func.attr))
    return sorted(out)


def methods_of(facts: Facts) -> list[str]:
    """The methods of the classes of a file, by their dotted names."""
    found = (f for f in facts.module.all(*DEFINITIONS) if facts.module.class_of(f) is not None)
    return sorted(calls(facts).dotted(f) for f in found)


def may_be_traced(facts: Facts, function: Definition) -> bool:
    """Whether traced code of the project may call a method, or what one calls."""
    return calls(facts).dotted(function) in facts.project.perhaps


def unsure(facts: Facts, function: FunctionNode | None) -> str:
    """Why nobody should say that nothing compiles a function; "" where nothing speaks against."""
    owner = facts.module.class_of(function) if function is not None else None
    if not isinstance(function, DEFINITIONS) or owner is None:
        return ""
    if framework_of(facts, owner) in BY_APPLY:
        return "methods of such a network run by `apply`, which somebody else may compile"
    if function.name in CONSTRUCTORS:
        return "it sets an object up, once"
    return "traced code calls a method of this name" if may_be_traced(facts, function) else ""
