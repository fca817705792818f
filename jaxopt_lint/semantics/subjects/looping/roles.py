"""Which rule speaks about a loop over rows: one finding a loop, and the most specific one.

The outermost loop of a nest is the nest, and the loops within have no role of their own. Any
other loop over rows is itself: one that takes a gradient for each row knows of that gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.subjects.looping.loop import LoopNode
from jaxopt_lint.semantics.subjects.looping.nest import Nest, nest_of
from jaxopt_lint.semantics.subjects.looping.row_loops import RowLoop, row_loop


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
