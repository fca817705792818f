"""Single operations that a loop runs on each turn beside the compiled step that it calls."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.eager_turns import eager_turns
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork, looped_work
from jaxopt_lint.semantics.jax.machine.events import Deed
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.subjects.looping.nest import roles
from jaxopt_lint.semantics.subjects.transfer.steps import is_modulo, seldom_come_to

FEW = 16  # turns, where they are known: fewer are not worth a word
LEAST = 2  # operations that are worth a word


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """What a loop hands to the device besides its step.

    Attributes:
        node: the first of the operations, or the call that leads to it.
        loop: the loop.
        step: what is compiled and called on every turn; "" if it has no name.
        deeds: the operations.
        counted: it is known how many turns the loop has.
        hosted: the code around the loop certainly runs on the host.
    """

    node: ast.expr
    loop: ast.AST
    step: str
    deeds: tuple[Deed, ...]
    counted: bool
    hosted: bool

    @property
    def certain(self) -> int:
        """How many of the operations each turn comes to."""
        return sum(deed.certain for deed in self.deeds)

    @property
    def names(self) -> list[str]:
        """What the operations are called."""
        last = (deed.name.rpartition(".")[2] for deed in self.deeds)
        return list(dict.fromkeys(name for name in last if name.isidentifier() and name != "it"))

    @property
    def because(self) -> tuple[str, ...]:
        """What was proven."""
        rows = sorted({deed.site.lineno for deed in self.deeds})
        return (f"the operations are on lines {', '.join(map(str, rows))}",)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        few = "" if self.counted else "the loop takes more than a few iterations"
        return few, "" if self.hosted else "nothing compiles the code around the loop"


@fact
def work_beside_steps(facts: Facts) -> dict[ast.expr, Beside]:
    """The operations that loops with a compiled step run one by one, by the first of them"""
    spoken = {found.loop for found in eager_passes(facts).values()}
    spoken |= {found.loop for found in eager_steps(facts).values()}
    spoken |= {found.node for found in roles(facts)} | set(eager_turns(facts))
    out: dict[ast.expr, Beside] = {}
    for loop, work in looped_work(facts).items():
        found = _beside(facts, loop, work) if loop not in spoken else None
        if found is not None:
            before = out.get(found.node)
            if before is None or len(before.deeds) < len(found.deeds):
                out[found.node] = found
    return out


def _beside(facts: Facts, loop: ast.AST, work: LoopedWork) -> Beside | None:
    if not work.steps or not work.eager or not isinstance(loop, (ast.For, ast.While)):
        return None
    if in_test(facts, loop) or not tracing(facts).untraced(work.function):
        return None
    if work.count is not None and work.count < FEW:
        return facts.doubt(loop, "it has {} turns", work.count)
    function = facts.module.function
    hosted = work.hosted or any(function(node) is work.function for node in work.asked)
    deeds = tuple(
        d for d in work.eager
        if not isinstance(d.site, ast.Compare) and d.name not in (*_MAY_BE_NONE, *_FILES)
        and not seldom_come_to(facts, d.node, loop) and not _periodic(d)
    )  # fmt: skip
    if len(deeds) < LEAST:
        return facts.doubt(loop, "a turn runs {} such operations", len(deeds), early=True)
    first = next((d.site for d in deeds if d.site in facts.module.parent), deeds[0].node)
    step = next((name for name in work.steps if name.isidentifier() and name != "it"), "")
    return Beside(first, loop, step, deeds, work.count is not None, hosted)


def _periodic(deed: Deed) -> bool:
    """Whether a test on the way to an operation, in a helper, lets every so many turns pass."""
    tests = [guard.test for guard in deed.guards if guard.test is not None]
    return any(is_modulo(node) for test in tests for node in ast.walk(test))


# An array stays as it is. What is compared is waited for: that is another matter.
_MAY_BE_NONE = ("jax.numpy.asarray",)
_FILES = ("jax.numpy.save", "jax.numpy.savez", "jax.numpy.load")  # the host writes and reads them
