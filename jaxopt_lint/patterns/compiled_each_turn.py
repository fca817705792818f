"""Control flow of JAX that a loop on the host runs outside of jit, of functions made on the way.

`jax.lax.scan` and its kin compile what they are given even outside of `jax.jit`, and find it again
by the identity of the function. A nested function or a lambda is a new one each time.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.machine.asking import looped_compiles, looped_work
from jaxopt_lint.semantics.jax.machine.events import Compiled
from jaxopt_lint.semantics.jax.recurrence import in_test

_FEW = 4  # turns, where they are known: fewer are not worth a word


@dataclass(frozen=True, slots=True, eq=False)
class CompiledEachTurn:
    """Control flow that is compiled on every turn of a loop.

    Attributes:
        node: where, in the loop.
        name: what is run: `scan`, `cond`, ...
        made: the function that is new each time, as a text; "" for what makes one itself.
        where: where it is run, as `file:row`; "" for at the node.
        loop: the loop.
        guarded: a test in the loop lets it through.
    """

    node: ast.expr
    name: str
    made: str
    where: str
    loop: ast.AST
    guarded: bool


@fact
def compiled_each_turn(facts: Facts) -> dict[ast.expr, CompiledEachTurn]:
    """The control flow that loops on the host compile on every turn, by the place in the loop"""
    found: dict[ast.AST, CompiledEachTurn] = {}  # once for each loop is enough
    for one, where in looped_compiles(facts):
        judged = _judged(facts, one, where)
        if judged is not None:
            found.setdefault(judged.loop, judged)
    return {one.node: one for one in found.values()}


def _judged(facts: Facts, one: Compiled, where: str) -> CompiledEachTurn | None:
    loop = one.turn.node
    function = facts.module.function(loop)
    if tracing(facts).staged(function) is not None or in_test(facts, loop):
        return facts.doubt(one.node, "its loop runs at trace time, or belongs to a test")
    if function is not None and tracing(facts).elsewhere(function):
        return facts.doubt(one.node, "another file has its loop traced")
    if one.turn.count is not None and one.turn.count < _FEW:
        return facts.doubt(one.node, "its loop has {} turns", one.turn.count, at=loop)
    work = looped_work(facts).get(loop)
    asked = work.asked if work is not None else ()
    hosted = one.hosted or any(facts.module.function(node) is function for node in asked)
    if not hosted:
        return facts.doubt(one.node, "nothing says that nobody traces the code around its loop")
    made = getattr(one.made, "name", "a lambda") if one.made is not None else ""
    return CompiledEachTurn(
        one.node, one.name, made, where if one.site is not one.node else "", loop, one.guarded
    )  # fmt: skip
