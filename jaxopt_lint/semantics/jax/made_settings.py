"""What makes the objects that settings are read from, followed by name.

Through names, attributes of `self`, parameters and what calls give them, here and in other files.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TypeVar

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.settings_of import (
    ARGUMENTS,
    FLAGS,
    OF_FIRST,
    here,
    named,
    parses,
    stated_here,
)
from jaxopt_lint.semantics.python import (
    DEFINITIONS,
    FUNCTIONS,
    Binding,
    FunctionNode,
    arguments,
    positional,
)
from jaxopt_lint.semantics.python.fact import fact

_DEPTH = 8  # names, fields and calls that are followed


def maker_of(facts: Facts, node: ast.expr | None) -> str:
    """What makes the settings that an expression stands for, by its dotted name; "" where that is
    not known."""
    return _maker(facts, node, _DEPTH) if node is not None else ""


@fact
def _maker(facts: Facts, node: ast.expr, depth: int) -> str:
    """What makes the settings that an expression stands for, as far as so many steps lead"""
    if depth <= 0:
        return ""
    if isinstance(node, ast.Call):
        if parses(node):
            return here(facts, ARGUMENTS)
        name = facts.names.of(node.func) or ""
        vars_of = facts.names.is_builtin(node.func, "vars")
        if (name in OF_FIRST or vars_of) and node.args:
            return _maker(facts, node.args[0], depth - 1) or facts.names.of(node.args[0]) or ""
        return name
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        found = {_maker(facts, one, depth - 1) for one in calls(facts).stored_in(node)}
        return found.pop() if len(found) == 1 else ""
    if not isinstance(node, ast.Name):
        return facts.names.of(node) or ""
    if facts.names.of(node) == FLAGS:
        return FLAGS
    own = named(facts, node)
    if own in stated_here(facts):
        return own
    filled = {_filled(facts, one, node.id) for one in facts.names.binding(node)}
    if len(filled) == 1 and (maker := filled.pop()):
        return maker
    binding = facts.names.only_binding(node)
    if binding is None:
        return ""
    if binding.kind == "param":
        return _of_parameter(facts, binding, depth)
    value = binding.value
    if value is None and isinstance(binding.node, ast.Assign) and parses(binding.node.value):
        return here(facts, ARGUMENTS)  # `args, rest = parser.parse_known_args()`
    return _maker(facts, value, depth - 1) if value is not None else facts.names.of(node) or ""


def _filled(facts: Facts, binding: Binding, name: str) -> str:
    """The dataclass of which a parser makes what a name is bound to, as in `model, data =
    HfArgumentParser((Model, Data)).parse_args_into_dataclasses()`; "" for all else."""
    match binding.node:
        case ast.Assign([ast.Tuple(targets)], ast.Call(ast.Attribute(parser, method))):
            places = [n for n, one in enumerate(targets) if getattr(one, "id", "") == name]
        case ast.Assign([ast.Name()], ast.Subscript(ast.Call(ast.Attribute(parser, method)), at)):
            places = [n for n in (getattr(at, "value", None),) if isinstance(n, int)]
        case _:
            return ""
    made = facts.names.behind(parser) if method in _FILLS else None
    if not isinstance(made, ast.Call) or facts.names.call(made) != "transformers.HfArgumentParser":
        return ""
    first = made.args[0] if made.args else None
    kinds = first.elts if isinstance(first, (ast.Tuple, ast.List)) else [first]
    kind = kinds[places[0]] if len(places) == 1 and places[0] < len(kinds) else None
    if isinstance(kind, ast.Name) and not facts.names.of(kind):
        return named(facts, kind)
    return facts.names.of(kind) or ""


_FILLS = ("parse_args_into_dataclasses", "parse_json_file", "parse_dict", "parse_yaml_file")


def _of_parameter(facts: Facts, binding: Binding, depth: int) -> str:
    """What makes the settings that a parameter is given, or is said to be."""
    function = facts.module.parent[facts.module.parent[binding.node]]
    if not isinstance(function, FUNCTIONS):
        return ""
    made = {
        _maker(facts, value, depth - 1)
        for call in callers_of(facts, function)
        for name, value in arguments(call, function, leading(facts, call, function))
        if name == binding.name
    } - {""}
    if len(made) == 1:
        return made.pop()
    said = facts.names.of(getattr(binding.node, "annotation", None))
    if said:
        return said
    if not isinstance(function, DEFINITIONS):
        return ""
    return handed(facts, function, binding.name, facts.project.configured) or ""


_T = TypeVar("_T")


def handed(
    facts: Facts, function: FunctionNode, name: str, told: Mapping[str, Mapping[str, _T]]
) -> _T | None:
    """What calls of other files are said to give a parameter, by its name or its place."""
    dotted, names = calls(facts).dotted(function), positional(function)
    if getattr(function, "name", "") == "__init__":  # who makes an object gives it no `self`
        dotted, names = dotted.removesuffix(".__init__"), names[1:]
    known = told.get(dotted, {})
    return known.get(name) or known.get(str(names.index(name)) if name in names else "")


def callers_of(facts: Facts, function: ast.AST) -> list[ast.Call]:
    """The calls that run a function; of a constructor those that make its objects."""
    owner = facts.module.class_of(function)
    if owner is not None and getattr(function, "name", "") == "__init__":
        named = facts.module.named(owner.name)
        around = [facts.module.parent.get(n) for n in named]
        return [
            c for c, n in zip(around, named, strict=True)
            if isinstance(c, ast.Call) and c.func is n
        ]  # fmt: skip
    return calls(facts).callers(function) if isinstance(function, FUNCTIONS) else []


def leading(facts: Facts, call: ast.Call, function: ast.AST) -> int:
    """How many parameters of a function a call does not give itself."""
    if getattr(function, "name", "") == "__init__":
        return 1
    callee = calls(facts).callee(call.func)
    return callee.bound if callee is not None else 0
