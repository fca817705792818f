"""Values that each turn of a loop makes of the same things: `env = make_env(name)`."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.effect import of_kinds
from jaxopt_lint.semantics.jax.effects.objects import class_made
from jaxopt_lint.semantics.jax.effects.walk import callable_effects
from jaxopt_lint.semantics.python import Binding, assigned_names, read_names
from jaxopt_lint.semantics.python.nodes import LOOPS


def made_again(facts: Facts, binding: Binding, every: Iterable[Binding]) -> bool:
    """Whether a loop gives a variable what it gave it on the turn before, or what is made as that
    was, and nothing else gives it a value once it has been read."""
    loop = next((a for a in facts.module.ancestors(binding.node) if isinstance(a, LOOPS)), None)
    value = binding.value
    if loop is None or value is None or binding.kind != "assign":
        return False
    if any(one is not binding and one.kind != "param" for one in every):
        return False
    changed = assigned_names(loop) - {binding.name}
    return not (read_names(value) & (changed | {binding.name})) and _same(facts, value)


def _same(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression of things that stay is the same each time, as far as it can be told:
    a name, an item, or what a function makes of such things."""
    match value:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(inner, _):
            return _same(facts, inner)
        case ast.IfExp(_, body, orelse):
            return _same(facts, body) and _same(facts, orelse)
        case ast.Call(ast.Name() as func, args, named) if args or named:
            given = [*args, *(k.value for k in named)]
            return _makes(facts, func) and all(_same(facts, one) for one in given)
    return False


def _makes(facts: Facts, func: ast.Name) -> bool:
    """Whether a function or a class of the project is called, and is not seen to draw numbers or
    to change anything that lasts."""
    callee = calls(facts).callee(func)
    if callee is None or callee.wraps or facts.names.is_builtin(func, func.id):
        return False
    known = callee.node is not None or class_made(facts, func) is not None
    if not known:
        return False
    found = callable_effects(facts, func)
    changes = any(not _writes_constant(facts, one.node) for one in of_kinds(found, "writes"))
    return not changes and not any(of_kinds(found, "draws", "mutates"))


def _writes_constant(facts: Facts, node: ast.AST) -> bool:
    """Whether a store gives something the same each time: `args.width = 8`."""
    if node not in facts.module.parent:
        return False
    stored = facts.module.statement(node)
    return isinstance(stored, ast.Assign) and isinstance(stored.value, ast.Constant)
