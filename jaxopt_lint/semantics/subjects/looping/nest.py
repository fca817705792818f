"""Nests of loops over rows whose turns are independent at every level."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.python import is_name
from jaxopt_lint.semantics.subjects.looping.loop import Loop, LoopNode
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.outputs import Output, init_before
from jaxopt_lint.semantics.subjects.looping.readers import STACKERS
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop, over_rows, row_loop, subject


@dataclass(frozen=True, eq=False)
class Nest:
    """Loops in one another.

    Attributes:
        loops: outermost first.
        outputs: what the innermost writes into a buffer, or adds up, across all levels; empty
            where each level gathers a list of its own.
        what: what it computes, as the subject of a sentence.
    """

    loops: tuple[Loop, ...]
    outputs: tuple[Output, ...]
    what: str

    @property
    def node(self) -> LoopNode:
        return self.outer.node

    @property
    def outer(self) -> Loop:
        return self.loops[0]

    @property
    def inner(self) -> Loop:
        return self.loops[-1]

    @property
    def certain(self) -> bool:
        """Whether everything that it takes rows of is known to be arrays."""
        return all(loop.certain and not loop.unseen for loop in self.loops)


def nest_of(facts: Facts, node: LoopNode) -> Nest | None:
    """The nest that a loop is the outermost of; None where it is none."""
    outer = loops(facts).of(node)
    if outer.source.kind not in ("count", "arrays") or outer.obstacle or outer.live_outs:
        return None
    if isinstance(node, ast.For):
        return _shared(facts, outer) or _stacked(facts, outer)
    return _stacked(facts, outer)


def _stacked(facts: Facts, outer: Loop) -> Nest | None:
    """Each level gathers a list, which the level around it gathers as an array."""
    found = row_loop(facts, outer.node)
    if found is None or found.gradient is not None:
        return None
    levels = [outer]
    while (inner := _inner(levels[-1])) is not None:
        loop, within = loops(facts).of(inner), row_loop(facts, inner)
        if within is None and not _plain_rows(facts, levels[-1], loop):
            break
        if within is not None and within.gradient is not None:
            break
        levels.append(loop)
    return Nest(tuple(levels), (), found.what) if len(levels) > 1 else None


def _plain_rows(facts: Facts, outer: Loop, inner: Loop) -> bool:
    """Whether `[[f(x, y) for y in ys] for x in xs]` is made an array with both its axes."""
    if outer.element is not inner.node or inner.kind != "independent" or inner.element is None:
        return False
    if isinstance(inner.element, (ast.Name, ast.Attribute, ast.Subscript, ast.Constant)):
        return False
    makes = [outer.stacker] if outer.stacker is not None else [c.node for c in outer.consumers]
    arrays = all(STACKERS.get(facts.names.call(m) or "") == "array" for m in makes)
    return arrays and inner.computes and over_rows(facts, inner)


def _shared(facts: Facts, outer: Loop) -> Nest | None:
    """The innermost level fills a buffer, or adds to a sum, that lives through all levels."""
    levels = [outer]
    while isinstance(inner := _inner(levels[-1]), ast.For):
        loop = loops(facts).of(inner)
        if loop.source.kind not in ("count", "arrays") or loop.obstacle or loop.live_outs:
            return None
        levels.append(loop)
    innermost = levels[-1]
    if len(levels) < 2 or innermost.kind != "independent" or not innermost.outputs:
        return None
    node, names = outer.node, {o.name for o in innermost.outputs}
    if (
        not isinstance(node, ast.For)
        or any(set(loop.carried) != names or loop.outputs for loop in levels[:-1])
        or not all(_whole(levels, o) for o in innermost.outputs)
        or not all(over_rows(facts, loop) and loop.uses_jax for loop in levels)
        or not innermost.computes
    ):
        return None
    outputs = tuple(replace(o, init=init_before(facts, node, o.name)) for o in innermost.outputs)
    return Nest(tuple(levels), outputs, subject(outputs))


def _whole(loops: list[Loop], output: Output) -> bool:
    """Whether only the innermost statement touches an output, at an own place for each turn."""
    mentions = [n for n in loops[0].nodes if is_name(n, output.name)]
    if len(mentions) != sum(is_name(n, output.name) for n in ast.walk(output.statement)):
        return False
    if output.kind == "sum":
        return True
    if output.kind != "set" or output.place is None or any(loop.index is None for loop in loops):
        return False
    items = output.place.slice
    taken = items.elts if isinstance(items, ast.Tuple) else [items]
    return all(sum(is_name(n, loop.index or "") for n in taken) == 1 for loop in loops)


def _inner(loop: Loop) -> LoopNode | None:
    """The one loop that stands in a body, or is the element of a comprehension."""
    match loop.element or [s for s in loop.body if isinstance(s, (ast.For, ast.While))]:
        case ast.ListComp() | ast.GeneratorExp() as node:
            return node
        case ast.Call(_, [ast.ListComp() | ast.GeneratorExp() as node]):
            return node
        case [ast.For() as inner]:
            return inner
    return None


# -- roles ---------------------------------------------------------------------------------
# Which rule speaks about a loop over rows: one finding a loop, and the most specific one.
#
# The outermost loop of a nest is the nest, and the loops within have no role of their own. Any
# other loop over rows is itself: one that takes a gradient for each row knows of that gradient.


def role(facts: Facts, node: LoopNode) -> Nest | RowLoop | None:
    """What a loop is; None for a part of a nest, and for what is no loop over rows."""
    nest = _nests(facts).get(node)
    if nest is not None:
        return nest if nest.outer.node is node else None
    return row_loop(facts, node)


def roles(facts: Facts) -> Iterator[Nest | RowLoop]:
    """The nests and the loops over rows of a file."""
    for node in facts.module.all(ast.For, ast.ListComp, ast.GeneratorExp):
        found = role(facts, node)
        if found is not None:
            yield found


def nested(facts: Facts, node: LoopNode) -> bool:
    """Whether a loop belongs to a nest of independent loops, and carries nothing of its own."""
    return node in _nests(facts)


@fact
def _nests(facts: Facts) -> dict[ast.AST, Nest]:
    """The nests of a file, by each of their loops."""
    nests: dict[ast.AST, Nest] = {}
    for node in facts.module.all(ast.For, ast.ListComp, ast.GeneratorExp):
        found = nest_of(facts, node) if node not in nests else None
        if found is not None:
            nests.update((loop.node, found) for loop in found.loops)
    return nests
