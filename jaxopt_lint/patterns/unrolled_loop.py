"""How the rules about loops that jit unrolls speak of one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from jaxopt_lint.patterns.eager_turns import costly, does_nothing_else, large
from jaxopt_lint.patterns.worth import FEW, turns_left
from jaxopt_lint.rule import M, Rule, Severity
from jaxopt_lint.semantics.jax.api.transforms import WEAK
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.jax.machine.confirmed import left_out
from jaxopt_lint.semantics.jax.perhaps_traced import unsure
from jaxopt_lint.semantics.subjects.looping.loops import Loop
from jaxopt_lint.semantics.subjects.looping.unrolled import unrolled

_NOTHING = 2  # operations of a turn of which a program may well have many copies


class UnrolledLoop(Rule[M]):
    """A rule about loops of which jit makes a copy for each turn.

    Class attributes:
        does: what such a loop does with names of the program.
        grows: what the program grows with.
        copies: what becomes of the loop under a jit.
    """

    does: ClassVar[str]
    grows: ClassVar[str]
    copies: ClassVar[str]

    def report_loop(
        self,
        loop: Loop,
        names: Sequence[str],
        help: str,
        *,
        severity: Severity | None = None,
        assumed: tuple[str, ...] = (),
    ) -> None:
        """Report a loop; where no jit of it was found, as minor, and of low confidence where the
        machine does not see what a turn runs, unless a run has shown what it costs as it is."""
        shown = " and ".join(f"`{n}`" for n in names[:2])
        shown, staged = f"this loop, which {self.does} {shown}", loop.traced_at is not None
        if loop.node.lineno in self.facts.seen_eager.loops:
            message = f"{shown}, hands its operations to the device one by one on every iteration"
            self.report(
                loop,  # type: ignore[arg-type]
                message,
                help=help,
                certain=True,
                assumed=loop.provisos,
                weighed=True,
            )
            return
        turns = looped_work(self.facts).get(loop.node)
        if not staged and turns is not None and costly(turns):
            if not turns.hosted and (why := unsure(self.facts, turns.function)):
                self.facts.doubt(loop.node, why)
                return
            message = f"{shown}, hands {turns.work} operations to the device one by one"
            message += " on every iteration"
            few = turns.rests if turns.count is not None else "it takes more than a few iterations"
            many = large(turns.work, turns.count, turns.repeats) and turns.hosted
            many = many and not turns.compiled and does_nothing_else(self.facts, loop.node)
            alone = "" if turns.hosted else "nothing compiles the code around it"
            self.report(
                loop,  # type: ignore[arg-type]
                message,
                help=help,
                severity=None if many else Severity.INFO,
                assumed=tuple(filter(None, (few, alone))) + loop.provisos,
            )
            return
        if severity is None and (self._seems_little(loop) or _only_mapped(loop)):
            severity = Severity.INFO
        if staged and left_out(self.facts, loop.node):
            self.facts.doubt(loop.node, "what is compiled leads past the loop")
            return
        message = f"no jit of this function was found; under one, {shown}, {self.copies}"
        if staged:
            message = f"jit unrolls {shown}: the program and its compile time grow with "
            message += f"{self.grows} ({loop.traced_at})"
            if severity is None and not loop.many_turns:
                if loop.left is None:
                    severity, assumed = Severity.INFO, (*assumed, "it takes many iterations")
                elif loop.left:
                    assumed = (*assumed, loop.left)
        self.report(
            loop,  # type: ignore[arg-type]
            message,
            help=help,
            severity=severity,
            certain=staged,
            assumed=assumed + loop.provisos,
            # Each turn is traced and compiled, whatever else the program does; of how many nothing
            # is known, a run tells.
            weighed=True if loop.many_turns or self._known_many(loop) else None,
        )

    def _known_many(self, loop: Loop) -> bool:
        """Whether a loop has more than a few turns as its author left it."""
        turns = turns_left(self.facts, loop.node)
        return turns is not None and turns >= FEW

    def _seems_little(self, loop: Loop) -> bool:
        """Whether a loop that a jit unrolls has few turns as its author left it, or next to nothing
        in each of an unknown number."""
        turns, work = turns_left(self.facts, loop.node), looped_work(self.facts).get(loop.node)
        if turns is None:
            return work is not None and work.work <= _NOTHING
        return turns < FEW

    def report_unrewritten(self, loop: Loop, *, sequence: bool) -> None:
        """Report a loop that is unrolled too, though no codemod can write it otherwise.

        Args:
            sequence: whether the rule is about loops along a sequence.
        """
        found = unrolled(self.facts, loop)
        if found is not None and found.sequence == sequence:
            self.report_loop(
                loop, found.state, found.advice, severity=Severity.INFO, assumed=found.assumed
            )


def _only_mapped(loop: Loop) -> bool:
    """Whether nothing but a transform that compiles nothing is seen around a loop: under `vmap`
    alone Python runs its turns as ever."""
    return (loop.traced_at or "").removeprefix("passed to `").startswith((*WEAK,))
