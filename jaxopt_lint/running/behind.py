"""What stands behind a place of which a finding says that it always raises.

Nothing comes to the statements that follow in the same block, until that is mended. A name that
JAX has removed stops only who has the newer JAX, and is mended together with the others; but where
a file imports what is gone and nothing has taken its place, it has to be written anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from jaxopt_lint.finding import Confidence, Finding, Severity
from jaxopt_lint.rule import AnyRule, Match, node_of
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS
from jaxopt_lint.semantics.python.nodes import rows_of

_IMPORTS = (ast.Import, ast.ImportFrom)
_SIMPLE = (ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Expr, ast.Return)


def rows_behind(
    facts: Facts, found: Iterable[tuple[Match | None, Finding]], rules: Mapping[str, AnyRule]
) -> frozenset[int]:
    """The rows that no run gets to, as something in front of them in their block raises."""
    out: set[int] = set()
    for match, finding in found:
        if match is None or finding.name not in rules or finding.severity is not Severity.ERROR:
            continue
        if finding.confidence is not Confidence.HIGH:
            continue
        if rules[finding.name].stops:
            for statement in _behind(facts, node_of(match)):
                out.update(rows_of(statement))
        elif rules[finding.name].rewritten:
            out |= _file_behind(facts, node_of(match))
    return frozenset(out)


def _file_behind(facts: Facts, node: ast.AST) -> set[int]:
    """The rows of a file but those of its imports, where it imports at its top what is gone."""
    module = facts.module
    statement = node if isinstance(node, ast.mod) else module.statement(node)
    if not isinstance(statement, _IMPORTS) or not isinstance(module.parent[statement], ast.Module):
        return set()
    return rows_besides(facts, (one for one in module.tree.body if isinstance(one, _IMPORTS)))


def rows_besides(facts: Facts, nodes: Iterable[ast.stmt | ast.expr]) -> set[int]:
    """All rows of a file but those of some nodes."""
    return {*range(1, len(facts.module.lines) + 1)}.difference(*map(rows_of, nodes))


def _behind(facts: Facts, node: ast.AST) -> Iterator[ast.stmt]:
    module = facts.module
    inner = node
    for around in (node, *module.ancestors(node)):
        if isinstance(around, ast.stmt):
            if isinstance(around, _SIMPLE) and module.function(around) is not None:
                block = module.block_of(around)
                yield from block[block.index(around) + 1 :]
            return
        if around is node:
            continue
        if isinstance(around, (*FUNCTIONS, *COMPREHENSIONS)):
            return
        if isinstance(around, ast.IfExp) and inner is not around.test:
            return
        if isinstance(around, ast.BoolOp) and inner is not around.values[0]:
            return
        inner = around
