"""Who reads the list that a loop gathered: what makes an array of it, and what needs the list."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import takewhile

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import captured, is_name, reads_after

STACKERS = {
    "jax.numpy.stack": "stack",
    "jax.numpy.array": "array",
    "jax.numpy.asarray": "array",
    "jax.numpy.concatenate": "join",
    "jax.numpy.vstack": "join",
    "jax.numpy.hstack": "join",
    "jax.numpy.column_stack": "join",
}


@dataclass(frozen=True, slots=True, eq=False)
class Consumer:
    """A place behind the loop that reads a gathered list.

    Its kind is "stack", "array", "join", "sum", "len", "turn" (`xs = xs[::-1]`), "tree"
    (`jax.tree.map(f, *xs)`) or "other".
    """

    kind: str
    node: ast.expr | ast.stmt  # the call, or the name where it is something else
    axis: int = 0


def all_stack(consumers: tuple[Consumer, ...]) -> bool:
    """Whether a list is only read as an array in the end."""
    kinds = {c.kind for c in consumers}
    return bool(kinds & {"stack", "array", "join"}) and not kinds & {"other", "tree"}


def readers(facts: Facts, loop: ast.stmt, name: str) -> Iterator[Consumer]:
    """Who reads a list behind its loop, up to the statement that binds the name anew."""
    module = facts.module
    rest = module.behind(loop)
    if captured(module, loop, name):
        yield Consumer("other", ast.Name(name, ast.Load()))
    last = rest[-1] if rest else loop
    for k, statement in enumerate(rest):
        if _turns(statement, name):
            yield Consumer("turn", statement)
            continue
        for node in facts.module.inside(ast.Name, statement):
            if node.id == name and isinstance(node.ctx, ast.Load):
                yield reader(facts, node)
        if isinstance(statement, ast.Assign) and any(is_name(t, name) for t in statement.targets):
            last = rest[k]
            return
    if reads_after(module, last, name):
        yield Consumer("other", ast.Name(name, ast.Load()))


def reader(facts: Facts, node: ast.expr) -> Consumer:
    """What reads a list at the place where it stands."""
    around = facts.module.parent[node]
    inner: ast.expr = node
    if isinstance(around, ast.Subscript) and _is_reversal(around.slice):
        # `xs[::-1]` within a stack: an array is turned around the same way.
        inner, around = around, facts.module.parent[around]
    if isinstance(around, ast.Starred) and inner is node:
        match facts.module.parent[around]:
            case ast.Call(func, [_, _], []) as call if facts.names.of(func) in LEAF_MAPS:
                return Consumer("tree", call)
    if isinstance(around, ast.Call) and around.args[:1] == [inner]:
        if facts.names.of(around.func) in STACKERS:
            return stacking(facts, around)
        if facts.names.is_builtin(around.func, "len", "sum") and len(around.args) == 1:
            return Consumer(ast.unparse(around.func), around)
    return Consumer("other", inner)


def stacking(facts: Facts, call: ast.Call) -> Consumer:
    """How a call makes an array of the list that it is given, or sums it up."""
    kind, axis = STACKERS.get(facts.names.of(call.func) or "", "sum"), _stack_axis(call)
    if kind == "sum":
        return Consumer("sum" if len(call.args) == 1 and not call.keywords else "other", call)
    return Consumer(kind if axis is not None else "join", call, axis or 0)


def _turns(statement: ast.stmt, name: str) -> bool:
    """`xs = xs[::-1]`, `xs = list(reversed(xs))`, `xs.reverse()`."""
    turned = (f"{name}.reverse()", f"{name} = {name}[::-1]", f"{name} = list(reversed({name}))")
    return isinstance(statement, (ast.Expr, ast.Assign)) and ast.unparse(statement) in turned


def _is_reversal(index: ast.expr) -> bool:
    return isinstance(index, ast.Slice) and ast.unparse(index) == "::-1"


def _stack_axis(call: ast.Call) -> int | None:
    """The axis of a stacking call that gives nothing else; None where it gives more."""
    match call.args[1:], call.keywords:
        case ([axis], []) | ([], [ast.keyword("axis", axis)]):
            pass
        case [], []:
            return 0
        case _:
            return None
    sign = 1
    if isinstance(axis, ast.UnaryOp) and isinstance(axis.op, ast.USub):
        sign, axis = -1, axis.operand
    if isinstance(axis, ast.Constant) and type(axis.value) is int:
        return sign * axis.value
    return None


def next_reader(
    facts: Facts, loop: ast.stmt, consumers: tuple[Consumer, ...]
) -> tuple[ast.stmt, Consumer] | None:
    """The only reader of a list, where that stands in the statement right behind the loop."""
    rest = facts.module.behind(loop)
    if len(consumers) != 1 or not rest or consumers[0].kind not in _WHOLE:
        return None
    after = rest[0]
    if not isinstance(after, (ast.Assign, ast.Return, ast.AugAssign, ast.AnnAssign)):
        return None
    around = list(takewhile(lambda n: n is not after, facts.module.ancestors(consumers[0].node)))
    inside = facts.module.statement(consumers[0].node) is after
    if not inside or any(isinstance(n, _UNDER) for n in around):
        return None
    return after, consumers[0]


_UNDER = (ast.Lambda, ast.ListComp, ast.GeneratorExp, ast.DictComp, ast.IfExp)
_WHOLE = ("stack", "array", "join", "sum", "tree")
