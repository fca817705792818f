"""Lists of arrays that NumPy or Python takes apart, each array of which is fetched by itself."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.crossing import host_waits
from jaxopt_lint.semantics.jax.machine.events import LoopNode, Turn
from jaxopt_lint.semantics.subjects.transfer.loop_waits import each_turn
from jaxopt_lint.semantics.subjects.transfer.turn_waits import turn_waits
from jaxopt_lint.semantics.subjects.transfer.weight import FEW, few_as_left


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """One place where each array of a list is fetched by itself.

    Attributes:
        node: what asks for them.
        value: the list.
        loop: the loop that comes there on every turn; None where none is known to.
        there: where that is, as `file:row`, if it is in another file; `node` leads to it.
        told: that the loop waits there is told already.
    """

    node: ast.expr
    value: ast.expr
    loop: LoopNode | None
    there: str
    told: bool

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return None if self.loop is not None and not self.told else Severity.INFO


@fact
def fetched_pieces(facts: Facts) -> list[Pieces]:
    """The lists of arrays that a file fetches array by array, by the place"""
    out: dict[ast.expr, Pieces] = {}
    usual = {wait.node for wait in turn_waits(facts) if wait.severity is None}
    for wait in host_waits(facts):
        if not wait.pieces or not (wait.via == "if" or wait.via.startswith("numpy.")):
            continue  # what is printed is looked at, and `device_get` starts all copies at once
        if wait.node in out and out[wait.node].loop is not None:
            continue
        loop = wait.loops[-1] if wait.loops else None
        if loop is not None and not each_turn(facts, wait, loop):
            continue
        often = loop is not None and _often(loop) and not few_as_left(facts, loop)
        node = loop.node if loop is not None and often else None
        inside = node is not None and node in facts.module.parent
        if wait.there and not inside:
            continue  # a matter of that file
        around = node if inside else None
        told = wait.node in usual
        out[wait.node] = Pieces(wait.node, wait.expression, around, wait.there, told)
    return list(out.values())


def _often(loop: Turn) -> bool:
    return loop.count is None or loop.count >= FEW
