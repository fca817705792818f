"""What the calls of a file hand to functions of the project, told without running anything."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.calls import FOREIGN, calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.given import Handed
from jaxopt_lint.semantics.python import DEFINITIONS, positional


def handed(facts: Facts) -> list[Handed]:
    """What the calls of a file hand to functions of the project."""
    out: set[Handed] = set()
    for call in facts.module.all(ast.Call):
        found = calls(facts).callee(call.func)
        if found is None or found.wraps:
            continue
        if found.node is not None and not isinstance(found.node, ast.Lambda):
            name = calls(facts).dotted(found.node)
        elif found.dotted and not found.dotted.startswith(FOREIGN):
            name = found.dotted
        else:
            continue
        given = [(str(i + found.bound), arg) for i, arg in enumerate(call.args)]
        given += [(k.arg, k.value) for k in call.keywords if k.arg is not None]
        for key, value in given:
            if isinstance(value, ast.Starred):
                break
            source = _source(facts, value)
            if source:
                out.add((name, key, *source))
    return sorted(out)


def _source(facts: Facts, value: ast.expr) -> tuple[str, ...]:
    """What made a value, or whose parameter it is; empty where that is not known."""
    binding = facts.names.only_binding(value)
    if binding is None or not isinstance(value, ast.Name):
        return ()
    if binding.kind == "assign" and isinstance(binding.value, ast.Call):
        made = facts.names.call(binding.value)
        return (made,) if made is not None and not made.startswith(FOREIGN) else ()
    if binding.kind == "param":
        function = facts.module.function(binding.node)
        if isinstance(function, DEFINITIONS):
            names = positional(function)
            place = str(names.index(value.id)) if value.id in names else ""
            return (calls(facts).dotted(function), place, value.id)
    return ()
