"""Scans that hand nothing from turn to turn: every turn gets what the first one got."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.effects.effect import of_kinds
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument, assigned_names, positional

FEW = 16  # turns, where they are known: fewer are not worth a word


@dataclass(frozen=True, slots=True, eq=False)
class CarrylessScan:
    """A scan whose turns do not need each other.

    Attributes:
        node: the call of `scan`.
        body: the function of a turn.
        carry: what it calls the value that it gives back as it was; "" where it gives back None.
    """

    node: ast.Call
    body: ast.FunctionDef | ast.Lambda
    carry: str


def carryless_scan(facts: Facts, call: ast.Call) -> CarrylessScan | None:
    """A scan whose body gives its carry back as it was; None where it changes, or may."""
    if facts.names.call(call) != "jax.lax.scan" or in_test(facts, call):
        return None
    xs, length = argument(call, 2, "xs"), argument(call, 3, "length")
    count = static_int(facts, length)
    if xs is None or (isinstance(xs, ast.Constant) and xs.value is None):
        return None
    if count is not None and count < FEW:
        return facts.doubt(call, "it has {} turns", count)
    taken = argument(call, 0, "f")
    callee = calls(facts).callee(taken) if taken is not None else None
    function = callee.node if callee is not None and not callee.bound else None
    if not isinstance(function, (ast.FunctionDef, ast.Lambda)):
        return facts.doubt(call, "what a turn of it runs is not known", early=True)
    names = positional(function)
    if len(names) != 2:
        return None
    carry = names[0]
    given = _returned(facts, function)
    init = argument(call, 1, "init")
    empty = isinstance(init, ast.Constant) and init.value is None
    if not given or not all(_kept(one, carry, empty) for one in given):
        return facts.doubt(call, "its turns hand something on", early=True)
    if isinstance(function, ast.FunctionDef) and carry in assigned_names(*function.body):
        return facts.doubt(call, "its body gives `{}` another value", ast.Name(carry, ast.Load()))
    if any(of_kinds(effects(facts, function), "callback", "prints", "collective")):
        return facts.doubt(call, "a turn of it tells the outside something")
    nothing = all(
        isinstance(one.elts[0], ast.Constant)
        for one in given
        if isinstance(one, ast.Tuple) and one.elts
    )
    return CarrylessScan(call, function, "" if nothing else carry)


def _returned(facts: Facts, function: ast.FunctionDef | ast.Lambda) -> list[ast.expr | None]:
    """What a function gives back, on all ways."""
    if isinstance(function, ast.Lambda):
        return [function.body]
    found = facts.module.inside(ast.Return, *function.body)
    return [one.value for one in found if facts.module.function(one) is function]


def _kept(given: ast.expr | None, carry: str, empty: bool) -> bool:
    """Whether what a turn gives back holds the carry as it was: `carry, y` or `None, y`."""
    match given:
        case ast.Tuple([_, ast.Constant(None)]):
            return False  # it leaves nothing behind, and was run for something else
        case ast.Tuple([ast.Name(name), _]):
            return name == carry
        case ast.Tuple([ast.Constant(None), _]):
            return empty
    return False
