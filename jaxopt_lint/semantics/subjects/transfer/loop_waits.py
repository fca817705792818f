"""What in a loop on the host waits for the device on every turn, as the machine sees it run.

`syncs` follows the results of steps by name through the body of their loop. Here whatever a turn
computes counts, through helpers, comprehensions and containers; a place that `syncs` has is left
to it. A turn counts as work where it calls something compiled, or hands out some operations one
by one; a single operation that is read at once is not worth a word.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.abstract import evaluates
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_waits
from jaxopt_lint.semantics.jax.machine.events import Event, Guard, LoopNode, Turn, Wait
from jaxopt_lint.semantics.jax.machine.shapes import at_least_one_axis
from jaxopt_lint.semantics.jax.machine.values import Array
from jaxopt_lint.semantics.python import LOOPS
from jaxopt_lint.semantics.subjects.transfer.branches import kept_under
from jaxopt_lint.semantics.subjects.transfer.explicit_fetches import explicit_fetches
from jaxopt_lint.semantics.subjects.transfer.needs import (
    besides_counting,
    may_wait_by_itself,
    only_asks,
    sent_out,
    steers,
)
from jaxopt_lint.semantics.subjects.transfer.some_turns import (
    begins_later,
    leaves,
    leaves_out_few,
    scanned_otherwise,
    some_turns,
    stored_in,
)
from jaxopt_lint.semantics.subjects.transfer.steps import StepCall, is_periodic
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync, syncs
from jaxopt_lint.semantics.subjects.transfer.turn_times import times_its_turns
from jaxopt_lint.semantics.subjects.transfer.weight import (
    FEW,
    again,
    compiled_turns,
    epochs,
    few_as_left,
    gathers_number,
    hot,
    many_turns,
    only_computes,
    takes_batch,
)

# Python calls these to show an object to somebody.
_SHOWS = ("__repr__", "__str__", "__format__")
MUCH = 10  # operations of a turn that are worth a word though the loop is run now and then
TESTS = ("if", "while", "assert", "and", "or", "not")  # how a test waits, see `Wait.via`
_RANKS = {"test": 1, "print": 2}
WORK = 2  # operations one by one that make a turn work for the device


@dataclass(frozen=True, slots=True, eq=False)
class LoopWait:
    """One place where a loop waits for the device on every turn.

    Attributes:
        node: what waits.
        kind: "fetch", "block", "print" or "test".
        value: the value that it waits for.
        loop: the loop.
        work: what computed the value in this turn, for people; "" where that stands in `node`.
        site: the call in the loop that leads to the place; None where the loop holds it itself.
        single: one element of an array is taken out and fetched by itself.
        array: the value is certainly more than one number.
        needed: the host needs this or another value on that turn anyway, or times the turn; or the
            loop is come to every so often, or may well have few turns.
        there: where the wait is, as `file:row`, if it is in another file; `node` leads to it.
        steers: the turn goes on by it, so that nothing puts it off.
    """

    node: ast.expr
    kind: str
    value: ast.expr
    loop: LoopNode
    work: str
    site: ast.AST | None
    single: bool
    array: bool
    needed: bool
    there: str = ""
    steers: bool = False

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return Severity.INFO if self.needed else None


@fact
def loop_waits(facts: Facts) -> list[LoopWait]:
    """Where the loops of a file wait for what they compute, besides `syncs`; the first place of
    each turn"""
    known = {one.node for sync in syncs(facts).values() for one in (sync, *sync.also)}
    stepped = {sync.step.loop for sync in syncs(facts).values()}
    found: dict[LoopNode, list[LoopWait]] = {}
    seldom: dict[LoopNode, list[LoopWait]] = {}
    done: dict[Turn, int] = {}
    for wait in looped_waits(facts):
        loop = wait.fresh
        assert loop is not None
        made = wait.made
        if made is None or made.number <= done.get(loop, 0) or not each_turn(facts, wait, loop):
            continue
        done[loop] = made.number  # what was handed out before is ready by then
        if wait.node in known or loop.node in stepped:
            continue
        seen = _judged(facts, wait, loop)
        if seen is not None:
            late = wait.node in facts.module.parent and begins_later(facts, wait.node, loop.node)
            if late or any(_skips(facts, g, loop) for g in wait.guards[loop.guards :]):
                seen = replace(seen, needed=True)  # how many turns it leaves out nobody knows
            rare = _seldom(facts, wait, loop)
            if rare and (loop.renews if made.how == "jitted" else wait.work < MUCH):
                facts.doubt(wait.node, "its loop is come to every so often")
                continue
            (seldom if rare else found).setdefault(loop.node, []).append(seen)
    for node, waits in seldom.items():
        found.setdefault(node, [replace(one, needed=True) for one in waits])
    out: dict[ast.expr, LoopWait] = {}
    for node, waits in found.items():
        # One word about a loop is enough: of what is fetched, else of a test, which is for
        # information only, and waits for what is printed beside it in any case.
        first = min(waits, key=lambda w: _RANKS.get(w.kind, 0))
        others = besides_counting(facts, node, waits)
        needed = any(w.needed or w.kind == "test" for w in others)
        needed = needed or (not others and any(w.needed for w in waits))
        needed = needed and not (isinstance(node, LOOPS) and only_asks(facts, node))
        out.setdefault(first.node, replace(first, needed=needed))
        for other in waits:
            if other.node is not first.node:
                facts.doubt(other.node, "{} stands for its loop", first.node, at=first.node)
    spoken = {one.loop for one in out.values()} | stepped
    for call, around, source in explicit_fetches(facts):
        if around not in spoken and call not in known:
            spoken.add(around)
            given = call.args[0]
            out[call] = LoopWait(
                call, "fetch", given, around, f"`{source}`", None, False, False, True, steers=True
            )
    return _once_for_each_array(facts, list(out.values()))


def _once_for_each_array(facts: Facts, waits: list[LoopWait]) -> list[LoopWait]:
    """The waits of a file; of elements of one array that a function takes in several loops the
    first matters, as what mends it mends the others."""
    seen, out = set[tuple[ast.AST | None, str]](), []
    for wait in waits:
        if wait.single and isinstance(wait.value, ast.Subscript):
            whose = facts.module.function(wait.node), ast.unparse(wait.value.value)
            out.append(replace(wait, needed=wait.needed or whose in seen))
            seen.add(whose)
        else:
            out.append(wait)
    return out


def is_number(found: Sync | LoopWait) -> bool:
    """Whether what waits is not shown as it is, and not certainly more than one number."""
    return found.kind == "test" or (found.kind == "fetch" and not found.array)


def through(facts: Facts, found: LoopWait) -> str:
    """Which loop it is, and how it comes to the place, as the end of a sentence."""
    turns = "every turn of" if isinstance(found.loop, LOOPS) else "every item of"
    if found.site is None:
        return f"on {turns} the loop"
    return (
        f"on {turns} the loop at {facts.at(found.loop)}, which calls it at {facts.at(found.site)}"
    )


def _judged(facts: Facts, wait: Wait, loop: Turn) -> LoopWait | None:
    """The finding that a wait is; None where it is not worth one."""
    made = wait.made
    assert made is not None
    if loop.count is not None and loop.count < FEW:
        what = "by constants and defaults, the number of turns of its loop is {}"
        return facts.doubt(wait.node, what, loop.count, at=loop.node)
    single = made.how == "item" and made.source <= loop.began
    if made.how == "ready":
        return facts.doubt(wait.node, "what compiles {} waits for its results", made.node)
    if made.how == "transfer" or (not single and made.how != "jitted" and wait.work < WORK):
        facts.doubt(wait.node, "a turn hands out too little work to be worth a word", at=loop.node)
        return None
    if getattr(wait.function, "name", "") in _SHOWS:
        return None
    if any(_at_trace_time(facts, node) for node in (wait.node, *wait.chain)):
        return facts.doubt(wait.node, "it is evaluated while something is traced", early=True)
    if not single and made.depth > wait.loops.index(loop) + 1:
        facts.doubt(wait.node, "a loop within the turn has computed it", early=True)
        return None
    own = made.node in facts.module.parent
    apart = made.how == "jitted" and not loop.renews
    number = gathers_number(facts, wait, loop)
    if apart and not (number and _may_be_handed_out_at_once(facts, wait, loop)):
        what = "no turn needs what the one before has computed, and it is no number alone"
        facts.doubt(wait.node, what, at=loop.node)
        return None
    if own and isinstance(made.node, ast.Call) and isinstance(loop.node, LOOPS):
        if scanned_otherwise(facts, StepCall(made.node, loop.node, True)):
            facts.doubt(wait.node, "the other way runs the same in one scan", at=loop.node)
            return None
    if wait.via == "device_get" and isinstance(wait.expression, (ast.Tuple, ast.List, ast.Dict)):
        facts.doubt(wait.node, "several values are fetched at once")
        return None
    deeper = len(wait.chain) > loop.depth
    site = wait.chain[loop.depth] if deeper else None
    place = site if isinstance(site, ast.expr) else wait.node
    kind = _kind(wait.via)
    if wait.there and kind == "print":
        kind = "fetch"
    needed = not many_turns(wait, loop) and not isinstance(loop.node, LOOPS)
    if single and not hot(facts, wait, loop):
        facts.doubt(wait.node, "nothing shows that its loop is run again and again", early=True)
        needed = True
    if not isinstance(loop.node, LOOPS):
        if made.how == "eager" and wait.work < 4 * WORK:
            if not wait.via.startswith(("numpy.", "device_get")):
                return None
            needed = True  # arrays, for each of which a turn does little
    else:
        asked = kind == "test" and not kept_under(facts, place)
        sent = None if asked else sent_out(facts, loop.node, place)
        if sent:
            facts.doubt(wait.node, "what takes {} needs it on the host on that turn", place)
            return None
        evaluated = apart and takes_batch(facts, made.node, loop.node)
        ahead = loop.node in compiled_turns(facts) and (loop.renews or number)
        needed = (
            needed
            or sent is None
            or not (only_computes(facts, loop.node) if single else ahead)
            or not (single or loop.renews or wait.work >= MUCH or again(wait, loop) or evaluated)
            # A draw by itself is soon there; behind a step it waits until that is done.
            or (made.name.startswith("jax.random.") and not loop.renews)
            or steers(facts, loop.node, place)
            or may_wait_by_itself(facts, loop.node)
            or times_its_turns(facts, loop.node, place)
            or loop.node in epochs(facts)
            or few_as_left(facts, loop)
        )
    work = ""
    inside = made.node is wait.node or facts.module.within(made.node, wait.node)
    if isinstance(made.node, ast.Call) and not inside:
        work = made.name.rpartition(".")[2] if made.name != "it" else ""
        if own:
            work = facts.module.source(made.node.func)
        if work and made.how != "jitted":
            work = f"the result of `{work}`"
        elif work:
            work = f"`{work}`"
    shape = wait.value.shape if isinstance(wait.value, Array) else None
    large = at_least_one_axis(shape) and kind in ("fetch", "print") and not wait.there
    return LoopWait(
        wait.node, kind, wait.expression, loop.node, work, site, single, large, needed, wait.there
    )


def _may_be_handed_out_at_once(facts: Facts, wait: Wait, loop: Turn) -> bool:
    """Whether a sum gathers what turns fetch, or each turn evaluates another batch."""
    summed = isinstance(facts.module.statement(wait.node), ast.AugAssign)
    assert wait.made is not None
    return summed or takes_batch(facts, wait.made.node, loop.node)


def _at_trace_time(facts: Facts, node: ast.AST) -> bool:
    """Whether code stands in a `with` that makes it run at once where something is traced."""
    if node not in facts.module.parent:
        return False
    around = (a for a in facts.module.ancestors(node) if isinstance(a, ast.With))
    return any(evaluates(facts, item.context_expr) for a in around for item in a.items)


def _kind(via: str) -> str:
    """How it waits, in the words of `Sync`."""
    if via == "block_until_ready":
        return "block"
    if via in TESTS:
        return "test"
    return "print" if via in ("print", "format") else "fetch"


def _seldom(facts: Facts, wait: Wait, loop: Turn) -> bool:
    """Whether a loop is come to every so many turns of another one, as one that evaluates is."""
    tests = [guard.test for guard in wait.guards[: loop.guards] if guard.test is not None]
    return any(test in facts.module.parent and is_periodic(facts, test) for test in tests)


def each_turn(facts: Facts, wait: Event, loop: Turn) -> bool:
    """Whether every turn comes to a wait, or to something else."""
    stored = stored_in(facts, loop.node) if isinstance(loop.node, LOOPS) else frozenset()
    place = wait.chain[loop.depth] if len(wait.chain) > loop.depth else wait.node
    for guard in wait.guards[loop.guards :]:
        if guard.test is None or guard.fails:
            continue  # where it is not passed the program ends
        if guard.test not in facts.module.parent:
            return False
        if not _always(facts, guard, loop, stored, place):
            facts.doubt(wait.node, "it is come to under {}", guard.test, at=guard.test)
            return False
    return True


def _always(facts: Facts, guard: Guard, loop: Turn, stored: frozenset[str], place: ast.AST) -> bool:
    """Whether a test is passed on every turn, or on none."""
    test = guard.test
    assert test is not None
    around = facts.module.parent.get(test)
    if guard.passed:  # a branch in front has left its block
        ways = [getattr(around, "body", []), getattr(around, "orelse", [])]
        ends = [way[-1] for way in ways if isinstance(way, list) and way]
        if guard.depth == loop.depth and not any(isinstance(e, ast.Continue) for e in ends):
            return True  # the loop is over where it is not passed
        if _skips(facts, guard, loop):
            return True
    elif isinstance(around, ast.If) and guard.depth == loop.depth:
        first = any(place is s or facts.module.within(place, s) for s in around.body)
        way = around.body if first else around.orelse
        if leaves(way):
            return False  # it is come to once
    if guard.depth > loop.depth:
        return False
    return not is_periodic(facts, test) and not some_turns(facts, test, stored)


def _skips(facts: Facts, guard: Guard, loop: Turn) -> bool:
    """Whether a test in front goes on with the next turn, and does so now and then alone."""
    around = facts.module.parent.get(guard.test) if guard.test is not None else None
    if not guard.passed or guard.depth != loop.depth or not isinstance(around, ast.If):
        return False
    only = not around.orelse and isinstance(around.body[-1], ast.Continue)
    assert guard.test is not None
    return only and leaves_out_few(facts, guard.test)
