"""What the calls of a file hand to functions of the project, told without running anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.calls import FOREIGN, calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.given import Handed, Number
from jaxopt_lint.semantics.jax.linen_params import INIT, gives_params
from jaxopt_lint.semantics.jax.made_settings import maker_of
from jaxopt_lint.semantics.jax.usual import stated
from jaxopt_lint.semantics.python import DEFINITIONS, positional


def handed(facts: Facts) -> list[Handed]:
    """What the calls of a file hand to functions of the project."""
    out: set[Handed] = set()
    for callee, key, value in _given(facts):
        source = _source(facts, value) or ((INIT,) if gives_params(facts, value) else ())
        if source:
            out.add((callee, key, *source))
    return sorted(out)


def numbers(facts: Facts) -> list[Number]:
    """The numbers that the calls of a file hand to functions of the project, as users leave them:
    callee, which parameter, the number, and what it rests on."""
    out: set[Number] = set()
    for callee, key, value in _given(facts):
        if isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.BinOp)):
            found = stated(facts, value)
            if found is not None:
                out.add((callee, key, found.number, found.why or f"`{key}` is {found.number}"))
    return sorted(out)


def _given(facts: Facts) -> Iterator[tuple[str, str, ast.expr]]:
    """What the calls of a file give: the function, which parameter, the argument."""
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
            yield name, key, value


def _source(facts: Facts, value: ast.expr) -> tuple[str, ...]:
    """What made a value, or whose parameter it is; empty where that is not known."""
    binding = facts.names.only_binding(value)
    if (
        binding is None
        or not isinstance(value, ast.Name)
        or binding.kind not in ("assign", "param")
    ):
        made = maker_of(facts, value) if isinstance(value, (ast.Name, ast.Call)) else ""
        return (made,) if made and not made.startswith(FOREIGN) else ()
    if binding.kind == "assign" and isinstance(binding.value, ast.Call):
        made = facts.names.call(binding.value) or maker_of(facts, value)
        return (made,) if made and not made.startswith(FOREIGN) else ()
    if binding.kind == "param":
        function = facts.module.function(binding.node)
        if isinstance(function, DEFINITIONS):
            names = positional(function)
            place = str(names.index(value.id)) if value.id in names else ""
            return (calls(facts).dotted(function), place, value.id)
    return ()
