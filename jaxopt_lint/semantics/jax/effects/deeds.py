"""What one call does by itself, as the table of effects has it."""

from __future__ import annotations

import ast
import builtins

from jaxopt_lint.semantics.jax.api.results import TO_HOST_METHODS
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.objects import array_type, class_made, made_by, method_of
from jaxopt_lint.semantics.jax.effects.table import Deed, row_of
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.python import DEFINITIONS


def deed_of(facts: Facts, call: ast.Call, *, method: bool = True) -> Deed | None:
    """What the table says of a call; None where it says nothing, or the code is in the project.

    Args:
        method: look at what made the object too, if it is the method of one.
    """
    func = call.func
    if isinstance(func, ast.Name) and not facts.names.binding(func):
        return row_of(f"builtins.{func.id}") if hasattr(builtins, func.id) else None
    callee = calls(facts).callee(func)
    if callee is not None and callee.node is not None:
        return None
    dotted = facts.names.of(func)
    if dotted is not None:
        return None if of_project(facts, dotted) else row_of(dotted)
    if not isinstance(func, ast.Attribute) or not method:
        return None
    made = array_type(facts, func.value) or made_by(facts, func.value)
    if made and not (func.attr in _OF_ARRAYS and _is_function(facts, made)):
        return row_of(f"{made}.{func.attr}") if not of_project(facts, made) else None
    # Nothing is known of the object; if it is an array, this is what happens.
    return row_of(f"jax.Array.{func.attr}") if func.attr in _OF_ARRAYS else None


def counts(facts: Facts, call: ast.Call) -> bool:
    """Whether `next` is called of an iterator over indices that the same function makes: nobody
    else has it."""
    if not facts.names.is_builtin(call.func, "next") or not call.args:
        return False
    made = facts.names.behind(call.args[0])
    if not isinstance(made, ast.Call) or facts.module.function(made) is None:
        return False
    return (
        facts.module.function(made) is facts.module.function(call)
        and facts.names.call(made) in _OF_INDICES
    )


_OF_INDICES = ("numpy.ndindex", "itertools.count", "itertools.product")
_OF_ARRAYS = (*TO_HOST_METHODS, "block_until_ready")


def _is_function(facts: Facts, dotted: str) -> bool:
    """Whether a dotted name is a function of the project: its result may be anything, while what
    a class makes has the methods that are written there."""
    module, _, name = dotted.rpartition(".")
    there: Facts | None = facts
    if module != facts.module.name:
        module, name = facts.project.home(dotted)
        there = elsewhere(facts, module) if module else None
    held = there.module.top.bindings.get(name, []) if there is not None else []
    return bool(held) and all(isinstance(one.node, DEFINITIONS) for one in held)


def is_seen(facts: Facts, func: ast.expr) -> bool:
    """Whether calling an expression runs code of this file, or what a transform made."""
    callee = calls(facts).callee(func)
    if callee is not None and (callee.node is not None or callee.wraps):
        return True
    return class_made(facts, func) is not None or method_of(facts, func) is not None


def of_project(facts: Facts, dotted: str) -> bool:
    """Whether a dotted name is one of this project's own."""
    module = dotted.rpartition(".")[0]
    return module in facts.project.exports or (module == facts.module.name != "")


def is_at(base: ast.expr) -> bool:
    """`x.at[i]`, which only arrays of JAX have."""
    return (
        isinstance(base, ast.Subscript)
        and isinstance(base.value, ast.Attribute)
        and base.value.attr == "at"
    )


def shown(given: list[ast.expr]) -> list[ast.expr]:
    """What a call that writes text or logs is given, f-strings and dictionaries opened."""
    out: list[ast.expr] = []
    for node in given:
        if isinstance(node, ast.JoinedStr):
            out += [p.value for p in node.values if isinstance(p, ast.FormattedValue)]
        elif isinstance(node, ast.Dict):
            out += shown(node.values)
        elif isinstance(node, (ast.Tuple, ast.List)):
            out += shown(node.elts)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            out += shown([node.right])
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            out += shown(node.args) if node.func.attr == "format" else [node]
        else:
            out.append(node)
    return out
