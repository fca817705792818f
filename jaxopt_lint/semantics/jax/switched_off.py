"""Branches that are off at every call that a project makes, as a default decides them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import DEFINITIONS

_LEAVES = (ast.Return, ast.Raise)
_Default = tuple[ast.Constant, str]


def switched_off(facts: Facts) -> Iterator[tuple[ast.stmt, str]]:
    """The statements that no call comes to, each with the parameter or field that is left alone."""
    module = facts.module
    own = {n.rpartition(":")[2] for n in facts.project.left if n.startswith(f"{module.name}.")}
    for node in module.all(ast.If) if own else ():
        found = _decided(facts, node.test)
        if found is None:
            continue
        on, name = found
        for statement in node.orelse if on else node.body:
            yield statement, name
        taken = node.body if on else node.orelse
        if taken and isinstance(taken[-1], _LEAVES):
            block = module.block_of(node)
            for statement in block[block.index(node) + 1 :]:
                yield statement, name


def _decided(facts: Facts, test: ast.expr) -> tuple[bool, str] | None:
    """Whether a test holds, and what decides it."""
    match test:
        case ast.UnaryOp(ast.Not(), operand):
            inner = _decided(facts, operand)
            return (not inner[0], inner[1]) if inner is not None else None
        case ast.BoolOp(op, values):
            one = isinstance(op, ast.Or)
            for value in values:
                inner = _decided(facts, value)
                if inner is not None and inner[0] is one:
                    return inner
            return None
        case ast.Compare(left, [ast.Is() | ast.IsNot() as op], [ast.Constant(None)]):
            default = _default(facts, left)
            if default is None:
                return None
            return (default[0].value is None) is isinstance(op, ast.Is), default[1]
    default = _default(facts, test)
    return (bool(default[0].value), default[1]) if default is not None else None


def _default(facts: Facts, node: ast.expr) -> _Default | None:
    """What a parameter, or a field of the object, is left at."""
    module = facts.module
    if isinstance(node, ast.Name):
        binding = facts.names.only_binding(node)
        function = module.function(binding.node) if binding and binding.kind == "param" else None
        if isinstance(function, DEFINITIONS) and _is_left(facts, function, node.id):
            return _of_parameter(function, node.id)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        owner = module.owner(node)
        method = next((f for f in module.functions(node) if module.class_of(f) is owner), None)
        if owner is None or not isinstance(method, DEFINITIONS) or not method.args.args:
            return None
        if method.args.args[0].arg == node.value.id and _is_left(facts, owner, node.attr):
            for statement in owner.body:
                match statement:
                    case (
                        ast.AnnAssign(target=ast.Name(name), value=ast.Constant() as value)
                        | ast.Assign(targets=[ast.Name(name)], value=ast.Constant() as value)
                    ) if name == node.attr:
                        return value, name
    return None


def _is_left(facts: Facts, node: ast.AST, name: str) -> bool:
    return f"{facts.module.name}.{facts.module.qualname(node)}:{name}" in facts.project.left


def _of_parameter(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> _Default | None:
    arguments = function.args
    places = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(places), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, value in pairs:
        if argument.arg == name and isinstance(value, ast.Constant):
            return value, name
    return None
