"""Which rule speaks about a loop over rows: one finding a loop, and the most specific one.

The outermost loop of a nest is the nest, and the loops within have no role of their own. Any
other loop over rows is itself: one that takes a gradient for each row knows of that gradient.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from jaxopt_lint.semantics.loop_nest import Nest, nest_of
from jaxopt_lint.semantics.row_loops import RowLoop, row_loop

if TYPE_CHECKING:
    from jaxopt_lint.semantics.facts import Facts
    from jaxopt_lint.semantics.loop import LoopNode


def role(facts: Facts, node: LoopNode) -> Nest | RowLoop | None:
    """What a loop is; None for a part of a nest, and for what is no loop over rows."""
    nests: dict[ast.AST, Nest] | None = facts.shared.get("loop nests")
    if nests is None:
        nests = facts.shared["loop nests"] = {}
        for each in facts.module.all(ast.For, ast.ListComp, ast.GeneratorExp):
            assert isinstance(each, (ast.For, ast.ListComp, ast.GeneratorExp))
            if each not in nests:
                found = nest_of(facts, each)
                for loop in found.loops if found is not None else ():
                    assert found is not None
                    nests[loop.node] = found
    nest = nests.get(node)
    if nest is not None:
        return nest if nest.outer.node is node else None
    return row_loop(facts, node)
