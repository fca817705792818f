"""What waits in the loops of a file on every turn, and which of it can be put off.

A fetch is worth a warning where its value is only gathered, and nothing else makes the turn wait:
then the device runs ahead as soon as it is put off. What is tested, printed or handed on at once,
and what waits beside something else that stays, is for information.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_waits
from jaxopt_lint.semantics.jax.machine.events import LoopNode, Wait
from jaxopt_lint.semantics.jax.recurrence import body_loop, often
from jaxopt_lint.semantics.jax.usual import stated, usual_turns
from jaxopt_lint.semantics.python import LOOPS
from jaxopt_lint.semantics.subjects.transfer.gathered import only_gathered, only_returned
from jaxopt_lint.semantics.subjects.transfer.loop_waits import (
    TESTS,
    LoopWait,
    each_turn,
    loop_waits,
)
from jaxopt_lint.semantics.subjects.transfer.needs import besides_counting, counts
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync, syncs
from jaxopt_lint.semantics.subjects.transfer.waits import waits

BRIEF = 128  # turns of a loop that is run once: what they print is soon over


def turn_waits(facts: Facts) -> list[Sync | LoopWait]:
    """What waits in the loops of a file on every turn: for steps, and for all else."""
    return _turn_waits(facts)


@fact
def _turn_waits(facts: Facts) -> list[Sync | LoopWait]:
    out: list[Sync | LoopWait] = []
    found: list[Sync | LoopWait] = [*syncs(facts).values(), *loop_waits(facts)]
    for one in found:
        if _runs_ahead(facts, one):
            facts.doubt(one.node, "the device has work to do meanwhile that was handed out since")
        elif not one.needed and not _can_be_put_off(facts, one):
            out.append(replace(one, needed=True))
        else:
            out.append(one)
    return out


def loop_of(found: Sync | LoopWait) -> LoopNode:
    """The loop whose turns wait."""
    return found.step.loop if isinstance(found, Sync) else found.loop


def _runs_ahead(facts: Facts, found: Sync | LoopWait) -> bool:
    """Whether something compiled is handed out on the turn before a place waits for what was
    handed out earlier: the device does not idle meanwhile."""
    seen = [
        wait for wait in _by_loop(facts).get(loop_of(found), ())
        if wait.node is found.node or facts.module.within(wait.node, found.node)
    ]  # fmt: skip
    return bool(seen) and found.kind != "block" and all(wait.busy for wait in seen)


def _can_be_put_off(facts: Facts, found: Sync | LoopWait) -> bool:
    loop = loop_of(found)
    place = getattr(found, "site", None) or found.node
    if _switched_off(facts, place, loop):
        return False
    if found.kind == "print" or (found.kind == "fetch" and _is_printed(facts, found.node)):
        return not (_brief(facts, loop) or _waits_in_front(facts, found, loop))
    if found.kind != "fetch" or found.array or getattr(found, "single", False):
        return found.kind != "test"
    return _only_gathered(facts, found, loop) and not _waits_besides(facts, found, loop)


def _is_printed(facts: Facts, node: ast.expr) -> bool:
    """Whether what is fetched stands in a call that prints or logs it: `print(float(loss))` is as
    good as `print(loss)`."""
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.stmt):
            return False
        if isinstance(around, ast.Call) and waits(facts, around)[0] == "print":
            return True
    return False


def _switched_off(facts: Facts, place: ast.AST, loop: LoopNode) -> bool:
    """Whether only an option that is off, as the author left it, lets turns come to a place."""
    for inner, around in facts.module.way_out(place):
        if around is loop:
            return False
        if isinstance(around, (ast.If, ast.IfExp)) and inner is not around.test:
            first = inner is around.body if isinstance(around, ast.IfExp) else inner in around.body
            found = stated(facts, around.test)
            if found is not None and isinstance(found.number, bool) and found.number is not first:
                return True
    return False


def _brief(facts: Facts, loop: LoopNode) -> bool:
    """Whether a loop is known to be soon over, and nothing is seen to run it again and again."""
    turns = usual_turns(facts, loop)
    if turns is None or turns.why or turns.number > BRIEF:
        return False
    function = facts.module.function(loop)
    return body_loop(facts, loop) is None and (function is None or not often(facts, function))


def _only_gathered(facts: Facts, found: Sync | LoopWait, loop: LoopNode) -> bool:
    """Whether what is fetched is only gathered, also by those who call what fetches it."""
    if isinstance(found, Sync):
        return only_gathered(facts, loop, found.node)
    seen = [wait for wait in _events(facts).get(found.node, ()) if wait.fresh]
    here = [wait for wait in seen if wait.fresh is not None and wait.fresh.node is loop]
    return bool(here) and all(_gathered_from(facts, wait, loop) for wait in here)


def _gathered_from(facts: Facts, wait: Wait, loop: LoopNode) -> bool:
    assert wait.fresh is not None
    way = [*wait.chain[wait.fresh.depth :], wait.node]
    if wait.there or not all(isinstance(node, ast.expr) for node in way):
        return False
    place, *within = way
    assert isinstance(place, ast.expr)
    return only_gathered(facts, loop, place) and all(
        only_returned(facts, node) for node in within if isinstance(node, ast.expr)
    )


def _waits_besides(facts: Facts, found: Sync | LoopWait, loop: LoopNode) -> bool:
    """Whether something else makes each turn wait, so that nothing is won without this wait."""
    others: list[Sync] = []
    if isinstance(loop, LOOPS):
        all_of_them = besides_counting(facts, loop, [*_all_syncs(facts).get(loop, ())])
        others = [one for one in all_of_them if one.node is not found.node]
    if any(one.kind != "fetch" or not only_gathered(facts, loop, one.node) for one in others):
        return True
    known = {one.node for one in _all_syncs(facts).get(loop, ())} | {found.node}
    counted = isinstance(loop, LOOPS) and counts(facts, loop, found.node)
    text = ast.unparse(found.value)
    for wait in _by_loop(facts).get(loop, ()):
        turn = wait.fresh
        assert turn is not None
        place = wait.chain[turn.depth] if len(wait.chain) > turn.depth else wait.node
        if wait.node in known or place in known or wait.busy or not each_turn(facts, wait, turn):
            continue
        if wait.made is not None and wait.made.how == "transfer":
            continue
        if wait.via in TESTS and counted and text in ast.unparse(wait.expression):
            continue  # it asks for the number of the turn
        if not _gathered_from(facts, wait, loop):
            return True
    return False


def _waits_in_front(facts: Facts, found: Sync | LoopWait, loop: LoopNode) -> bool:
    """Whether a turn waits for the same before it prints."""
    if not isinstance(found, Sync):
        return False
    step, row = found.step.call, found.node.lineno
    same = (one for one in _all_syncs(facts).get(loop, ()) if one.step.call is step)
    return any(one.kind == "block" and one.node.lineno < row for one in same)


@fact
def _all_syncs(facts: Facts) -> dict[LoopNode, list[Sync]]:
    """What waits for the steps of each loop, those that stand behind others too."""
    out: dict[LoopNode, list[Sync]] = {}
    for one in syncs(facts).values():
        out.setdefault(one.step.loop, []).extend((one, *one.also))
    return out


@fact
def _events(facts: Facts) -> dict[ast.expr, list[Wait]]:
    """What the machine has seen to wait, by the place, and by the call in the loop that leads
    there."""
    out: dict[ast.expr, list[Wait]] = {}
    for wait in looped_waits(facts):
        out.setdefault(wait.node, []).append(wait)
        if wait.fresh is not None and len(wait.chain) > wait.fresh.depth:
            place = wait.chain[wait.fresh.depth]
            if isinstance(place, ast.expr) and place is not wait.node:
                out.setdefault(place, []).append(wait)
    return out


@fact
def _by_loop(facts: Facts) -> dict[LoopNode, list[Wait]]:
    """The same by the loop whose turn has computed what is waited for."""
    out: dict[LoopNode, list[Wait]] = {}
    for wait in looped_waits(facts):
        if wait.fresh is not None:
            out.setdefault(wait.fresh.node, []).append(wait)
    return out
