"""Loops whose turns are independent computations on rows of arrays: what `jax.vmap` is for."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import loop_around
from jaxopt_lint.semantics.python import assigned_names, read_names
from jaxopt_lint.semantics.subjects.differentiation.gradients import Gradient, gradients_among
from jaxopt_lint.semantics.subjects.looping.loop import Loop, LoopNode
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.modules import modules_called
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.passes import whole_pass
from jaxopt_lint.semantics.subjects.looping.readers import Consumer, all_stack
from jaxopt_lint.semantics.subjects.looping.source import literal_length


@dataclass(frozen=True, eq=False)
class RowLoop:
    """A loop over rows.

    Attributes:
        what: what it computes, as the subject of a sentence.
        certain: whether all that it takes rows of is known to be arrays, and all that it calls is
            known.
        gradient: the gradient that each turn takes.
    """

    loop: Loop
    what: str
    certain: bool
    gradient: Gradient | None = None

    @property
    def node(self) -> LoopNode:
        return self.loop.node

    @property
    def accumulates(self) -> bool:
        """Whether it only adds gradients up, as for the pieces of a batch that memory asks for."""
        kinds = {o.kind for o in self.loop.outputs}
        return self.gradient is not None and kinds == {"sum"}

    @property
    def of_pieces(self) -> bool:
        """Whether a turn runs one compiled program on one of the pieces that a whole was cut
        into: their size was chosen, as a rule for the memory that a piece takes."""
        facts = self.loop.facts
        made = [n.func for n in self.loop.nodes if isinstance(n, ast.Call)]
        return self.loop.source.cuts(facts) and any(tracing(facts).compiled(f) for f in made)

    @cached_property
    def network(self) -> str:
        """What a turn runs a whole pass of, as the file says it; "" if that is not seen."""
        return whole_pass(self.loop.facts, self.loop.parts)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What was taken for granted."""
        out = self.loop.assumed(self.loop.certain)
        if self.accumulates:
            out += ("there is the memory for the gradients of all rows at once",)
        if self.of_pieces:
            out += ("there is the memory for all pieces at once",)
        if self.network:
            out += (f"`{self.network}` is small enough to gain by running for all rows at once",)
        return out


@fact
def row_loop(facts: Facts, node: LoopNode) -> RowLoop | None:
    """A loop over rows; None where it is none, or nothing proves it."""
    loop = loops(facts).of(node)
    if loop.kind != "independent" or not (loop.computes and loop.uses_jax):
        if facts.asked:
            _not_independent(facts, loop)
        return None
    gradient = _gradient(facts, loop)
    what = _gathered(loop, gradient is not None)
    if what is None:
        if facts.asked:
            _not_gathered(facts, loop)
        return None
    if not over_rows(facts, loop):
        return None
    return RowLoop(loop, what, loop.certain and not loop.unseen, gradient)


def _gathered(loop: Loop, trees: bool) -> str | None:
    """What a loop gathers, as a subject; None where it is nothing that an array could hold.

    Args:
        trees: lists that `jax.tree.map` takes apart count too.
    """
    if loop.element is not None:
        if isinstance(loop.element, (ast.Name, ast.Attribute, ast.Subscript, ast.Constant)):
            return None
        if not read_names(loop.element) & loop.varying:
            return None
        if loop.stacker is not None:
            return f"`{ast.unparse(loop.stacker.func)}(...)` is"
        if not _becomes_array(loop.consumers, trees):
            return None
        around = loop.facts.module.parent[loop.node]
        return f"`{ast.unparse(around.targets[0])}` is" if isinstance(around, ast.Assign) else ""
    if not isinstance(loop.node, ast.For) or not loop.outputs or loop.live_outs:
        return None
    for output in loop.outputs:
        if output.kind == "append" and not _becomes_array(output.consumers, trees):
            return None
        if not read_names(output.value) & loop.varying:
            return None
    if all(_only_moved(loop.node, o) for o in loop.outputs):
        return None
    return subject(loop.outputs)


def _only_moved(loop: ast.For, output: Output) -> bool:
    """Whether a turn writes a part of something that was there before, and computes nothing."""
    made_here = assigned_names(*loop.body) - {output.name}
    return (
        output.kind == "set"
        and isinstance(output.value, (ast.Name, ast.Attribute, ast.Subscript))
        and not read_names(output.value) & made_here
    )


def _becomes_array(consumers: tuple[Consumer, ...], trees: bool) -> bool:
    """Whether all who read a list make arrays of it, or of the leaves of what it holds."""
    kinds = {c.kind for c in consumers}
    return all_stack(consumers) or (trees and bool(kinds) and "other" not in kinds)


def subject(outputs: Sequence[Output]) -> str:
    """What a loop gathers, as the beginning of a sentence."""
    shown = " and ".join(f"`{o.name}`" for o in outputs)
    return shown + (" is" if len(outputs) == 1 else " are")


def over_rows(facts: Facts, loop: Loop) -> bool:
    """Whether a loop goes over many rows of arrays, with nothing in the way, by accident."""
    used = loop.used("static", "argument", "block")
    if used:
        what = "the counter has to be a Python number: {}"
        return facts.doubt(loop.node, what, used[0].why, at=used[0].node, answer=False)
    if not loop.taken:
        return facts.doubt(loop.node, "it takes no rows of an array", answer=False)
    if not (loop.certain or loop.plausible) or any(e.unpacked for e in loop.source.elements):
        what = "{} is not known to be an array: it may be a list"
        return facts.doubt(loop.node, what, loop.taken[0], answer=False)
    few = any(literal_length(facts, array, 5) for array, axis, _ in loop.rows if axis == 0)
    if few or loop.source.small(facts, 5):
        return facts.doubt(loop.node, "it has few turns", answer=False)
    module = modules_called(facts, loop.parts, loop.node)
    if module:
        what = "it calls {}, a module of a framework, whose parameters cannot go along"
        return facts.doubt(loop.node, what, module, answer=False)
    return not loops(facts).exempt(loop.node)


def _not_gathered(facts: Facts, loop: Loop) -> None:
    """Say why what a loop leaves behind is nothing that an array could hold."""
    around = facts.module.parent[loop.node]
    if loop.element is not None and isinstance(around, ast.Call):
        what = "what {} makes of the list is not known to be an array"
        facts.doubt(loop.node, what, around.func)
    elif loop.element is not None:
        facts.doubt(loop.node, "the list is not seen to be made an array, or no row is computed on")
    elif loop.live_outs:
        facts.doubt(loop.node, "`{}` is read after the loop", loop.live_outs[0])
    elif not loop.outputs:
        facts.doubt(loop.node, "it gathers nothing that is read after it", early=True)
    else:
        what = "not all of what it gathers (`{}`) is made an array after it"
        facts.doubt(loop.node, what, "`, `".join(o.name for o in loop.outputs))


def _not_independent(facts: Facts, loop: Loop) -> None:
    """Say why the turns of a loop are no computations that could be done side by side."""
    if loop.obstacle:
        near = loop.computes and loop.uses_jax
        facts.doubt(loop.node, "{}, so that its turns are not known to be alike", loop.obstacle,
                    early=not near or loop.source.kind == "condition")  # fmt: skip
    elif loop.carried:
        what = "its turns follow each other: `{}` goes from one to the next"
        facts.doubt(loop.node, what, loop.carried[0], early=True)
    else:
        facts.doubt(loop.node, "no operation of JAX is seen in its body", early=True)


def _gradient(facts: Facts, loop: Loop) -> Gradient | None:
    """The gradient that each turn takes of its own row."""
    for gradient in gradients_among(facts, iter(loop.nodes)):
        call = gradient.call
        if loop_around(facts, call) is loop.node:
            if read_names(*call.args, *call.keywords) & loop.varying:
                return gradient
    return None
