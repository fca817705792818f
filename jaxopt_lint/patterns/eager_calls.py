"""Functions of the project that a loop on the host runs operation by operation, on every turn.

The abstract machine counts what a call hands to the device, and sees that it does nothing else:
nothing is compiled within, nothing waits, and arrays come out. So it could be one program.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from jaxopt_lint.patterns.compiled_each_turn import compiled_each_turn
from jaxopt_lint.patterns.eager_forwards import eager_forwards
from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.kept_on_host import kept_on_host, trains
from jaxopt_lint.patterns.recurring import recurs
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.patterns.worth import BESIDE, GRADIENT, reads_clock
from jaxopt_lint.patterns.worth import LARGE as MUCH
from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.hosted import hosted
from jaxopt_lint.semantics.jax.machine.asking import looped_calls, looped_work
from jaxopt_lint.semantics.jax.machine.events import EagerCall
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import LOOPS, FunctionNode, reads_first, stored_names
from jaxopt_lint.semantics.subjects.looping.nest import roles
from jaxopt_lint.semantics.subjects.transfer.steps import is_modulo, seldom_come_to
from jaxopt_lint.semantics.subjects.transfer.weight import compiled_turns

FEW = 16  # turns, where they are known: fewer are not worth a word
LARGE = 1_000  # operations of a loop that cost at the least a tenth of a second
_SHORT = 2  # statements of a loop that does nothing but to be timed


@dataclass(frozen=True, slots=True, eq=False)
class EagerProgram:
    """One call of what could be one program, and is not.

    Attributes:
        node: the call, or that which leads to it.
        function: what it runs.
        name: what that is called.
        transform: what runs it, dotted; "" for a plain call.
        operations: how many operations each call runs.
        loop: the loop that comes to it on every turn.
        large: the loop goes on with what it gives, or certainly runs many operations, and is not
            known to run so few of them that it is over in no time.
        certain: the code around the loop certainly runs on the host.
    """

    node: ast.expr
    function: FunctionNode
    name: str
    transform: str
    operations: int
    loop: ast.AST
    large: bool
    certain: bool

    @property
    def because(self) -> tuple[str, ...]:
        """What was proven."""
        host = "the code around the loop runs on the host" if self.certain else ""
        return "it only computes: nothing in it waits, or is compiled", host

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        return () if self.certain else ("nothing compiles the code around the loop",)


@fact
def eager_programs(facts: Facts) -> dict[ast.expr, EagerProgram]:
    """The calls of functions that loops on the host run operation by operation, by the call"""
    run_eagerly = looped_calls(facts)
    if not run_eagerly:
        return {}
    spoken = {found.loop for found in eager_steps(facts).values()}
    told = {(found.function, found.loop) for found in eager_passes(facts).values()}
    rows = {found.node for found in roles(facts)}
    found: dict[tuple[FunctionNode, ast.AST], EagerProgram] = {}
    for call in run_eagerly:
        loops = {turn.node for turn in call.loops}
        around = {above for loop in loops for above in (loop, *facts.module.ancestors(loop))}
        one = _program(facts, call) if not around & (spoken | rows) else None
        if one is None or any((call.function, loop) in told for loop in loops):
            continue
        before = found.get((one.function, one.loop))
        if before is None or before.operations < one.operations:
            found[one.function, one.loop] = one
    more = eager_forwards(facts).keys() | compiled_each_turn(facts).keys()  # these say more
    return {one.node: one for one in found.values() if one.node not in more}


def _program(facts: Facts, call: EagerCall) -> EagerProgram | None:
    node = call.site if call.site in facts.module.parent else call.node
    loop = call.loops[-1].node
    around = facts.module.function(node)
    if not tracing(facts).untraced(around) or in_test(facts, node):
        return None
    if not tracing(facts).untraced(facts.module.function(loop)):
        return None
    known = [turn.count for turn in call.loops if turn.count is not None]
    if len(known) == len(call.loops) and _product(known) < FEW:
        return facts.doubt(node, "its loop has {} turns", known[-1], at=loop)
    if call.loops[-1].count is not None and call.loops[-1].count < 2:
        return None
    tests = [guard.test for guard in call.guards if guard.test is not None]
    if any(is_modulo(part) for test in tests for part in ast.walk(test)):
        return facts.doubt(node, "it is come to every so many turns", at=loop)
    if seldom_come_to(facts, node, loop):
        return facts.doubt(node, "it is come to every so many turns", at=loop)
    if _timed(facts, loop):
        return facts.doubt(node, "its loop is timed: it may be run so on purpose", at=loop)
    whole = len(known) == len(call.loops)
    total = _product(known) * call.operations if whole else None
    large = _counts(facts, call, total)
    # Of a call in another file, what is done around it matters more, and stands elsewhere.
    large &= node is call.site and (total is None or total >= LARGE)
    large &= not _is_spare(facts, call.function, facts.module.function(loop))
    # What is handed out beside a compiled step keeps the device busy meanwhile, or is soon done.
    beside = call.after or (
        not call.transform and loop in compiled_turns(facts) and not _carried(facts, node, loop)
    )
    large &= not beside or call.operations >= BESIDE
    return EagerProgram(
        node, call.function, call.name, call.transform, call.operations, loop, large,
        call.hosted or _waits(facts, loop) or (whole and bool(hosted(facts, around)))
        or (kept_on_host(facts, loop) if call.transform else trains(facts, around)),
    )  # fmt: skip


def _counts(facts: Facts, call: EagerCall, total: int | None) -> bool:
    """Whether what a turn runs is a step of what the loop works out, a long gradient, or known to
    be much in all: what is worked out beside, for a list or a sum, mostly is so on few turns."""
    if total is not None and total >= MUCH:
        return True
    kind = TRANSFORMS[call.transform].kind if call.transform in TRANSFORMS else ""
    if kind in ("grad", "value_and_grad", "jacobian") and call.operations >= GRADIENT:
        return True
    return recurs(facts, call.site if call.site in facts.module.parent else call.node,
                  call.loops[-1].node)  # fmt: skip


def _is_spare(facts: Facts, function: FunctionNode, around: FunctionNode | None) -> bool:
    """Whether another method of an object compiles a function, and nobody is seen to ask for the
    one with the loop that does not: that is the slow way, kept beside the fast one."""
    owner = facts.module.class_of(around) if around is not None else None
    if around is None or isinstance(around, ast.Lambda) or owner is None:
        return False
    if calls(facts).references(around) or not any(
        facts.module.around(call, ast.ClassDef) is owner
        and tracing(facts).staged(facts.module.function(call)) is not None
        for call in calls(facts).callers(function)
    ):
        return False
    project, own = facts.project, facts.module.name
    spoken = re.compile(rf"\b{re.escape(around.name)}\b")
    users = (text for name, text in project.texts.items() if own in project.imports.get(name, ()))
    return not any(text.mentions(around.name) and spoken.search(text.text) for text in users)


def _carried(facts: Facts, call: ast.expr, loop: ast.AST) -> bool:
    """Whether the next turn goes on with what a call gives: then it is the step itself."""
    stored = facts.module.stored_by(call)
    body = loop.body if isinstance(loop, LOOPS) else []
    names = set(stored_names(*stored.targets)) if stored is not None else set()
    for one in facts.module.inside(ast.Assign, *body):
        if isinstance(one.value, ast.Name) and one.value.id in names:
            names |= stored_names(*one.targets)
    if isinstance(loop, (ast.For, ast.AsyncFor)):
        names -= set(stored_names(loop.target))
    return any(reads_first(facts.module, body, name) for name in names)


def _timed(facts: Facts, loop: ast.AST) -> bool:
    """Whether clocks are read right before and behind a loop that does little else than call."""
    if not isinstance(loop, (ast.For, ast.While)) or len(loop.body) > _SHORT:
        return False
    beside = [*facts.module.before(loop)[-1:], *facts.module.behind(loop)[:1]]
    if len(beside) < 2:
        return False
    return all(reads_clock(facts, one) for one in beside)


def _product(counts: list[int]) -> int:
    out = 1
    for count in counts:
        out *= count
    return out


def _waits(facts: Facts, loop: ast.AST) -> bool:
    """Whether the function around a loop asks for values of arrays, and so cannot be traced."""
    work = next((w for node, w in looped_work(facts).items() if node is loop), None)
    around = facts.module.function(loop)
    return work is not None and any(facts.module.function(n) is around for n in work.asked)
