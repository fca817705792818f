"""What a loop on the host compiles on each turn, since the functions are made on the way.

`jax.lax.scan` and its kin compile what they are given even outside of `jax.jit`, and find it again
by the identity of the function, as `jax.jit` does. A nested function or a lambda is a new one each
time.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.captures import captured
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.hosted import hosted
from jaxopt_lint.semantics.jax.machine.asking import looped_compiles, looped_work
from jaxopt_lint.semantics.jax.machine.events import Compiled
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import FunctionNode

_FEW = 4  # turns, where they are known: fewer are not worth a word
_MANY = 100  # turns of which each compiles one program, however often it runs that


@dataclass(frozen=True, slots=True, eq=False)
class CompiledEachTurn:
    """Control flow, or a jitted function, that is compiled on every turn of a loop.

    Attributes:
        node: where, in the loop.
        name: what is run: `scan`, `cond`, ...; `jit` or `pmap`.
        made: the function that is new each time, as a text; "" for what makes one itself.
        where: where it is run, as `file:row`; "" for at the node.
        loop: the loop.
        guarded: a test in the loop lets it through, or it may well be another program each time.
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
        if one.name in _JITS or _excused(facts, one):
            continue
        if not _hosted(facts, one):
            what = "nothing says that nobody traces the code around its loop"
            facts.doubt(one.node, what)
            continue
        unsure = one.guarded or _of_a_network(facts, one)
        found.setdefault(one.turn.node, _told(one, where, unsure))
    return {one.node: one for one in found.values()}


@fact
def jitted_each_turn(facts: Facts) -> dict[ast.expr, CompiledEachTurn]:
    """The jitted functions that loops on the host compile on every turn, made by functions that
    they call, by the place in the loop"""
    found: dict[ast.AST, CompiledEachTurn] = {}
    for one, where in looped_compiles(facts):
        if one.name in _JITS and _made_elsewhere(facts, one) and not _excused(facts, one):
            again = one.again and (one.turn.count or 0) < _MANY
            unsure = one.guarded or again or not _hosted(facts, one) or _asks(facts, one.made)
            found.setdefault(one.turn.node, _told(one, where, unsure))
    return {one.node: one for one in found.values()}


_JITS = ("jit", "pmap")


def _of_a_network(facts: Facts, one: Compiled) -> bool:
    """Whether the loop is one of a network whose methods run by `init` and `apply` alone: what is
    seen outside of all traces may be the first of them, which runs once."""
    return framework_of(facts, facts.module.owner(one.turn.node)) in BY_APPLY


def _excused(facts: Facts, one: Compiled) -> bool:
    loop = one.turn.node
    function = facts.module.function(loop)
    if tracing(facts).staged(function) is not None or in_test(facts, loop):
        facts.doubt(one.node, "its loop runs at trace time, or belongs to a test")
    elif function is not None and tracing(facts).elsewhere(function):
        facts.doubt(one.node, "another file has its loop traced")
    elif one.turn.count is not None and one.turn.count < _FEW:
        facts.doubt(one.node, "its loop has {} turns", one.turn.count, at=loop)
    else:
        return False
    return True


def _made_elsewhere(facts: Facts, one: Compiled) -> bool:
    """Whether another function has made what is called, or has jitted it: `fresh_jits` tells of
    what is not handed out."""
    home = facts.module.parent
    if one.made is None or one.made not in home:
        return one.made is not None
    around, loop = facts.module.function(one.made), facts.module.function(one.turn.node)
    if around is loop:
        return one.wrap not in home or facts.module.function(one.wrap) is not loop
    within = tracing(facts).staged(around) is not None  # the body of a `vmap` that runs on the host
    return one.site not in home or around is not facts.module.function(one.site) or within


def _hosted(facts: Facts, one: Compiled) -> bool:
    """Whether the loop is known to run outside of all traces."""
    loop = one.turn.node
    function = facts.module.function(loop)
    work = looped_work(facts).get(loop)
    asked = work.asked if work is not None else ()
    seen = one.hosted or bool(hosted(facts, function))
    return seen or any(facts.module.function(node) is function for node in asked)


def _asks(facts: Facts, made: FunctionNode | None) -> bool:
    """Whether a function calls, or reads attributes of, what the function around it holds: these
    may be other functions and objects each time, of which other programs are made."""
    if made is None or made not in facts.module.parent:
        return True
    for name, holder in captured(facts.module, made):
        around = facts.module.parent[name]
        match around:
            case ast.Attribute(_, attribute):
                asked = attribute not in METADATA
            case ast.Call(func):
                asked = func is name
            case _:
                asked = False
        if asked and holder is not facts.module.top and not facts.module.is_self(name):
            return True
    return False


def _told(one: Compiled, where: str, unsure: bool) -> CompiledEachTurn:
    made = getattr(one.made, "name", "a lambda") if one.made is not None else ""
    place = where if one.site is not one.node else ""
    return CompiledEachTurn(one.node, one.name, made, place, one.turn.node, unsure)
