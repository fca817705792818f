"""What stands behind a place of which a finding says that it always raises.

Nothing comes to the statements that follow in the same block, or under the same test further on,
until that is mended. What raises while JAX traces it stops what is always traced. A name that
JAX has removed stops only who has the newer JAX, and is mended together with the others; but where
a file imports what is gone and nothing has taken its place, it has to be written anew.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping

from jaxopt_lint.finding import Confidence, Finding, Severity
from jaxopt_lint.rule import AnyRule, Match, node_of
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import COMPREHENSIONS, FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.python.nodes import rows_of

_COMPILING = ("jit", "pmap")
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
        rule, node = rules[finding.name], node_of(match)
        if rule.stops or (rule.stops_traces and _only_traced(facts, node)):
            for statement in _behind(facts, node):
                out.update(rows_of(statement))
        elif rule.rewritten:
            out |= _file_behind(facts, node)
    return frozenset(out)


def _only_traced(facts: Facts, node: ast.AST) -> bool:
    """Whether nothing but traces comes to a node: a function that is run as it is as well goes on
    there."""
    return any(
        wrap.decorator and wrap.beneath is None and wrap.transform.kind in _COMPILING
        for function in facts.module.functions(node)
        for wrap in tracing(facts).of(function)
    )


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
            # Cells of a notebook are run by hand, each by itself.
            in_turn = module.function(around) is not None or not module.seams
            if not in_turn:
                return
            if isinstance(around, _SIMPLE):
                yield from _under_the_same_test(facts, around)
            elif not _asked_first(around, inner):
                return
            block = module.block_of(around)
            yield from block[block.index(around) + 1 :]
            if isinstance(around, (ast.If, ast.While, ast.For)):
                yield from (*around.body, *around.orelse)
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


def _asked_first(statement: ast.stmt, part: ast.AST) -> bool:
    """Whether a statement begins with a part of it, or is one whose test fails as a whole."""
    match statement:
        case ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
            return part is test or (
                part is statement
                and not any(isinstance(inner, (ast.BoolOp, ast.IfExp)) for inner in ast.walk(test))
            )
        case ast.For(iter=sequence):
            return part is sequence
    return False


def _under_the_same_test(facts: Facts, raising: ast.stmt) -> Iterator[ast.stmt]:
    """What a function does later on under the test that a statement stands under itself: where the
    test holds, the function has ended before."""
    module, function = facts.module, facts.module.function(raising)
    first = module.parent[raising]
    if not isinstance(first, ast.If) or raising not in first.body or function is None:
        return
    top = _whole(facts, first)
    if module.parent[top] is not function or not _stays(facts, first, function):
        return
    behind = module.block_of(top)
    behind = behind[behind.index(top) + 1 :]
    test = ast.dump(first.test)
    for later in module.inside(ast.If, *behind):
        if ast.dump(later.test) == test and module.function(later) is function:
            yield from later.body


def _whole(facts: Facts, arm: ast.If) -> ast.If:
    """The `if` that an `elif` belongs to, as long as no test before can hold where that does."""
    around = facts.module.parent[arm]
    while isinstance(around, ast.If) and around.orelse == [arm] and _other_value(around, arm):
        arm, around = around, facts.module.parent[around]
    return arm


def _other_value(before: ast.If, arm: ast.If) -> bool:
    """Whether two tests ask whether one thing is the one or the other."""
    match before.test, arm.test:
        case (
            ast.Compare(one, [ast.Eq()], [ast.Constant(value)]),
            ast.Compare(other, [ast.Eq()], [ast.Constant(else_)]),
        ):
            return value != else_ and ast.dump(one) == ast.dump(other)
    return False


def _stays(facts: Facts, asking: ast.If, function: FunctionNode) -> bool:
    """Whether a test asks for names and attributes alone that the function does not store behind
    it."""
    for node in ast.walk(asking.test):
        if not isinstance(node, _PLAIN):
            return False
    names = {n.id for n in ast.walk(asking.test) if isinstance(n, ast.Name)}
    fields = {n.attr for n in ast.walk(asking.test) if isinstance(n, ast.Attribute)}
    inside = facts.module.inside
    changed = {n.id for n in inside(ast.Name, function) if _stored(n, asking)}
    changed |= {n.attr for n in inside(ast.Attribute, function) if _stored(n, asking)}
    return changed.isdisjoint(names | fields)


def _stored(node: ast.Name | ast.Attribute, asking: ast.If) -> bool:
    return not isinstance(node.ctx, ast.Load) and node.lineno > asking.lineno


_PLAIN = (ast.Name, ast.Attribute, ast.Constant, ast.Compare, ast.UnaryOp, ast.Not, ast.Eq,
          ast.NotEq, ast.Is, ast.IsNot, ast.Load)  # fmt: skip
