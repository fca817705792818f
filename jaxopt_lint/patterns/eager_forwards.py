"""Networks that a loop on the host calls as they are: nothing compiles the forward pass.

The abstract machine sees which values are networks, through parameters and other files, and where
a turn of a loop comes to a call of one.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.eager_passes import eager_passes
from jaxopt_lint.patterns.kept_on_host import kept_on_host
from jaxopt_lint.patterns.new_shape_each_turn import new_shapes
from jaxopt_lint.patterns.step_not_jitted import eager_steps
from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.machine.asking import LoopedWork, looped_work
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.python import is_name, read_names
from jaxopt_lint.semantics.subjects.transfer.steps import seldom_come_to

FEW = 16  # turns, where they are known: fewer are not worth a word


@dataclass(frozen=True, slots=True, eq=False)
class EagerForward:
    """One call of a network that is not compiled.

    Attributes:
        node: the call, or that of the function that holds it.
        network: what is called, as a name.
        loop: the loop that comes to it on every turn.
        certain: the code around the loop certainly runs on the host: it waits for the device.
    """

    node: ast.expr
    network: str
    loop: ast.AST
    certain: bool

    @property
    def because(self) -> tuple[str, ...]:
        """What was proven."""
        return ("the loop waits for the device, so that nothing traces it",) if self.certain else ()

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        host = "" if self.certain else "nothing compiles the code around the loop"
        return f"nothing is compiled in `{self.network}`", host


@fact
def eager_forwards(facts: Facts) -> dict[ast.expr, EagerForward]:
    """The calls of networks that loops on the host run eagerly, by the call"""
    spoken = {found.loop for found in eager_passes(facts).values()}
    spoken |= {found.loop for found in eager_steps(facts).values()}
    out: dict[ast.expr, EagerForward] = {}
    for loop, work in looped_work(facts).items():  # the inner ones come first
        if work.forward is None or loop in spoken or in_test(facts, work.node):
            continue
        if not tracing(facts).untraced(work.function):
            continue
        node, network = work.forward
        if not spoken.isdisjoint(facts.module.ancestors(node)):
            continue  # a loop within this one is told with it
        if work.count is not None and work.count < FEW:
            facts.doubt(node, "its loop has {} turns", work.count, at=loop)
            continue
        if seldom_come_to(facts, node, loop):
            facts.doubt(node, "it is come to every so many turns", at=loop)
            continue
        certain = work.hosted or _waits(facts, work) or kept_on_host(facts, loop)
        if not certain and _is_layer(facts, node, loop):
            facts.doubt(node, "it is a layer, of a network that others may compile", at=loop)
            continue
        if _grows(facts, node, loop):
            facts.doubt(node, "what it is given grows, so that it would be compiled on each turn")
            continue
        out.setdefault(node, EagerForward(node, network, loop, certain))
    return out


def _waits(facts: Facts, work: LoopedWork) -> bool:
    """Whether the function around a loop asks for values of arrays, and so cannot be traced."""
    return any(facts.module.function(node) is work.function for node in work.asked)


def _grows(facts: Facts, call: ast.expr, loop: ast.AST) -> bool:
    """Whether a network is given what has another length on each turn: another rule says so, and
    compiling it would compile it anew each time."""
    given: set[str] = set()
    for argument in call.args if isinstance(call, ast.Call) else ():
        given |= read_names(argument)
        if isinstance(argument, ast.Name):
            for binding in facts.names.binding(argument):
                if binding.value is not None and loop in facts.module.ancestors(binding.node):
                    given |= read_names(binding.value)
    return bool(given) and any(
        found.array in given and loop in facts.module.ancestors(node)
        for node, found in new_shapes(facts).items()
    )


def _is_layer(facts: Facts, call: ast.expr, loop: ast.AST) -> bool:
    """Whether a network calls what it is made of, item by item."""
    if framework_of(facts, facts.module.owner(loop)) is None or not isinstance(call, ast.Call):
        return False
    called = call.func
    if isinstance(called, ast.Name):
        target = getattr(loop, "target", None)
        return target is not None and any(is_name(part, called.id) for part in ast.walk(target))
    return isinstance(called, (ast.Subscript, ast.Call))
