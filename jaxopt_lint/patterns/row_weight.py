"""Which loops over rows cost something, and which arrays that are filled part by part: how many
turns there are, what a turn does besides, and whether anything comes to it again."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.eager_turns import costly
from jaxopt_lint.patterns.fills import Fill
from jaxopt_lint.patterns.worth import FEW, comes_again, turns_left
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.frameworks import BY_APPLY, framework_of
from jaxopt_lint.semantics.jax.machine.asking import asks_for_values, looped_work
from jaxopt_lint.semantics.jax.recurrence import sets_up
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop

_MANY = 16  # turns of which a program had better not have as many copies
_SOME = 2  # operations of a turn, with fewer of which one turn more may be as it is


# -- arrays that are filled ---------------------------------------------------------------


def copies_cost_little(facts: Facts, filled: Fill) -> bool:
    """Whether there may be few copies, or they are made once, or beside much more."""
    once = sets_up(facts, filled.node)
    return not filled.many or once or _does_much(facts, filled)


def stands_beside_much(facts: Facts, filled: Fill) -> bool:
    """Whether an array is filled once, or beside a step that is compiled, or may be."""
    if sets_up(facts, filled.node) or _does_much(facts, filled):
        return True
    if loops(facts).of(filled.node).unseen:
        return True
    made = facts.module.inside(ast.Call, filled.node)
    return any(tracing(facts).compiled(call.func) for call in made)


def _does_much(facts: Facts, filled: Fill) -> bool:
    """Whether a turn calls a function of the file with a loop of its own on the host that runs
    what is compiled, beside which a copy costs nothing."""
    known = looped_work(facts)
    for call in facts.module.inside(ast.Call, filled.node):
        function = calls(facts).function(call)
        inner = facts.module.inside(ast.For, function) if function is not None else ()
        if any(loop in known and known[loop].compiled for loop in inner):
            return True
    return False


# -- rows ---------------------------------------------------------------------------------


def runs_operations(facts: Facts, found: RowLoop) -> bool:
    """Whether a turn is seen to run operations of JAX, whatever it takes its rows of."""
    work = looped_work(facts).get(found.node)
    return work is not None and costly(work)


def is_hosted(facts: Facts, found: RowLoop) -> bool:
    """Whether the loop is certainly not traced."""
    work = looped_work(facts).get(found.node)
    return facts.module.function(found.node) is None or (work is not None and work.hosted)


def runs_often(facts: Facts, found: RowLoop) -> bool:
    """Whether its turns are known to be many: unrolled under a trace, or run again and again."""
    traced = found.loop.traced_at is not None
    return _unrolled_for_long(facts, found) if traced else _again(facts, found)


def gains_by_vmap(facts: Facts, found: RowLoop) -> bool:
    """Whether all rows at once are certainly faster: they are of arrays, and a turn has little to
    do by itself."""
    if not (found.certain or found.loop.of_one_batch) or _of_a_network(facts, found):
        return False
    large = any(o.of_arrays for o in found.loop.outputs)  # the sum of a few is as well unrolled
    return not (found.of_pieces or found.network or large)


def _unrolled_for_long(facts: Facts, found: RowLoop) -> bool:
    """Whether a loop under a trace is known to have many turns: of how many an array has rows
    a run tells."""
    turns = turns_left(facts, found.node)
    body = getattr(found.node, "elt", found.node)
    made = sum(isinstance(n, (ast.Call, ast.BinOp)) for n in ast.walk(body))
    return turns is not None and turns >= _MANY + (made < _SOME)


def _again(facts: Facts, found: RowLoop) -> bool:
    """Whether another loop comes to one on the host again and again, which has no few turns,
    and whose turns run operations of JAX, which it could trace; one that is run once costs a
    second of a run at most."""
    work = looped_work(facts).get(found.node)
    if work is None or not work.work:
        return False
    turns = turns_left(facts, found.node)
    if (turns is not None and turns < FEW) or not comes_again(facts, found.node):
        return False
    made = facts.module.inside(ast.Call, found.node)
    called = {calls(facts).function(call) for call in made}
    return not any(one is not None and asks_for_values(facts, one) for one in called)


def _of_a_network(facts: Facts, found: RowLoop) -> bool:
    """Whether the loop stands in a method of a network whose methods run by `apply` alone,
    which nearly everybody compiles."""
    owner = facts.module.owner(found.node)
    return found.loop.traced_at is None and framework_of(facts, owner) in BY_APPLY
