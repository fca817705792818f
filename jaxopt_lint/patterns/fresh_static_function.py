"""Functions that are made anew where a compiled function is given them as a static argument.

What was compiled is found by its static arguments, and two functions are equal if they are one: a
`lambda` is another one each time that it is come to, whatever it says.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.recurrence import loop_around, often, short
from jaxopt_lint.semantics.python import FUNCTIONS, arguments

_PARTIAL = "functools.partial"


def fresh_function(facts: Facts, call: ast.Call, value: ast.expr) -> tuple[str, str] | None:
    """How often a value that a call is given is another function, and why; None if it is not known
    to be."""
    made = _made(facts, value)
    if made is None:
        return None
    module = facts.module
    node: ast.AST = call
    loop = loop_around(facts, node)
    while loop is not None:
        if module.within(made, loop) and not short(facts, module.statement(node), loop):
            return "on every iteration", f"it is made in the loop at {facts.at(loop)}"
        node, loop = loop, loop_around(facts, loop)
    around = module.function(call)
    if around is None or not module.within(made, around):
        return None
    why = often(facts, around)
    name = getattr(around, "name", "the function")
    return ("on every call", f"`{name}` makes it, and is {why}") if why else None


def _made(facts: Facts, value: ast.expr) -> ast.AST | None:
    """What makes the function that a value is; None where that is not seen."""
    if isinstance(value, ast.Name):
        binding = facts.names.only_binding(value)
        if binding is not None and binding.kind == "def":
            return binding.node
        value = binding.value if binding is not None and binding.value is not None else value
    if isinstance(value, ast.Lambda) or facts.names.call(value) == _PARTIAL:
        return value
    return None


def static_elsewhere(facts: Facts, call: ast.Call) -> Iterator[tuple[str, ast.expr, str]]:
    """The static arguments of a call of a function that another file decorates with jit, each with
    its parameter, and where that is said."""
    module, name = facts.project.home(facts.names.of(call.func) or "")
    near = module in facts.project.near(facts.module.name) if module else False
    there = elsewhere(facts, module) if near else None
    bindings = there.module.top.bindings.get(name, []) if there is not None else []
    function = bindings[0].node if len(bindings) == 1 else None
    if there is None or not isinstance(function, FUNCTIONS):
        return
    for wrap in tracing(there).wraps:
        if wrap.function is function and wrap.decorator and wrap.transform.kind == "jit":
            static, known = tracing(there).static(wrap)
            for parameter, value in arguments(call, function, 0) if known else ():
                if parameter in static:
                    yield parameter, value, there.at(wrap.site)
