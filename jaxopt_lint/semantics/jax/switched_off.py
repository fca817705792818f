"""Branches that are off as the author left it: a default decides them at every call that a project
makes, or a name that is given one value, written down beside it, and no other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.switches import written
from jaxopt_lint.semantics.python import DEFINITIONS

_LEAVES = (ast.Return, ast.Raise)
_Value = tuple[ast.Constant, str]  # with why it is no other, as a clause


def switched_off(facts: Facts) -> Iterator[tuple[ast.stmt, str]]:
    """The statements that no call comes to, each with what is left alone."""
    module = facts.module
    for node in module.all(ast.If):
        found = _decided(facts, node.test)
        if found is None:
            continue
        on, why = found
        for statement in node.orelse if on else node.body:
            yield statement, why
        taken = node.body if on else node.orelse
        if taken and isinstance(taken[-1], _LEAVES):
            block = module.block_of(node)
            for statement in block[block.index(node) + 1 :]:
                yield statement, why


def _decided(facts: Facts, test: ast.expr) -> tuple[bool, str] | None:
    """Whether a test holds, and what decides it, as a clause."""
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
            known = _default(facts, left) or _written(facts, left)
            if known is None:
                return None
            return (known[0].value is None) is isinstance(op, ast.Is), known[1]
        case ast.Compare(left, [ast.Eq() | ast.NotEq() as op], [ast.Constant(other)]):
            known = _written(facts, left)
            if known is None or type(known[0].value) is not type(other):
                return None
            return (known[0].value == other) is isinstance(op, ast.Eq), known[1]
    known = _default(facts, test) or _written(facts, test)
    return (bool(known[0].value), known[1]) if known is not None else None


def _written(facts: Facts, node: ast.expr) -> _Value | None:
    """What a name stands for that is bound once, to what is written there; at the top of a notebook
    it is there to be played with."""
    value = written(facts, node)
    if value is None or not isinstance(node, ast.Name):
        return None
    if facts.module.seams and facts.module.holder(node) is facts.module.top:
        return None
    return value, f"line {value.lineno} says `{node.id} = {value.value!r}`"


def _default(facts: Facts, node: ast.expr) -> _Value | None:
    """What a parameter, or a field of the object, is left at."""
    module = facts.module
    if not _leaves_any(facts):
        return None
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
                        return value, _left_at(name)
    return None


def _left_at(name: str) -> str:
    return f"every call leaves `{name}` at its default"


@fact
def _leaves_any(facts: Facts) -> bool:
    """Whether something of this file is left at its default by every call."""
    return any(name.startswith(f"{facts.module.name}.") for name in facts.project.left)


def _is_left(facts: Facts, node: ast.AST, name: str) -> bool:
    return f"{facts.module.name}.{facts.module.qualname(node)}:{name}" in facts.project.left


def _of_parameter(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> _Value | None:
    arguments = function.args
    places = [*arguments.posonlyargs, *arguments.args]
    pairs = [
        *zip(reversed(places), reversed(arguments.defaults), strict=False),
        *zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True),
    ]
    for argument, value in pairs:
        if argument.arg == name and isinstance(value, ast.Constant):
            return value, _left_at(name)
    return None
