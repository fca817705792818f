"""What a loop gathers: a list that is stacked, a buffer that is filled, a sum."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.liveness import read_names
from jaxopt_lint.semantics.python.nodes import all_names, is_name
from jaxopt_lint.semantics.subjects.looping.readers import Consumer, all_stack, readers


@dataclass(frozen=True, slots=True, eq=False)
class Output:
    """One thing that a loop gathers turn by turn.

    Attributes:
        kind: "append", "set" or "sum".
        name: the list, buffer or accumulator.
        value: what one turn gives.
        statement: the statement of the body that gathers it.
        init: the statement in front of the loop that creates it.
        place: for "set", the `y.at[...]`.
        axis: for "set", the axis that the counter indexes; None where it is not a plain row.
        consumers: for "append", who reads the list afterwards.
    """

    kind: str
    name: str
    value: ast.expr
    statement: ast.stmt
    init: ast.Assign | None
    place: ast.Subscript | None = None
    axis: int | None = None
    consumers: tuple[Consumer, ...] = ()

    @property
    def stacked(self) -> bool:
        """Whether the list is only read as an array in the end."""
        return all_stack(self.consumers)

    @property
    def start(self) -> ast.expr | None:
        """What it is before the first turn."""
        return value_for(self.init, self.name) if self.init is not None else None


def joined(facts: Facts, output: Output) -> bool:
    """Whether a list, after more has been appended to it, is joined into one array."""
    kinds = {c.kind for c in output.consumers if not _appends(facts, c.node)}
    return bool(kinds) and kinds <= {"stack", "array", "join"}


def _appends(facts: Facts, node: ast.AST) -> bool:
    around = facts.module.parent.get(node)
    return isinstance(around, ast.Attribute) and around.attr == "append"


def outputs_of(facts: Facts, loop: ast.For | ast.While, index: str | None) -> Iterator[Output]:
    """Everything that the statements at the top of a loop's body gather."""
    counts = _reads_per_name(loop)
    for statement in loop.body:
        found = (
            _append(facts, loop, statement, counts)
            or _set(facts, loop, statement, index, counts)
            or _sum(facts, loop, statement, counts)
        )
        if found is not None:
            yield found


def _append(
    facts: Facts, loop: ast.For | ast.While, statement: ast.stmt, counts: dict[str, int]
) -> Output | None:
    if not (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == "append"
        and isinstance(statement.value.func.value, ast.Name)
        and len(statement.value.args) == 1
        and not statement.value.keywords
        and not isinstance(statement.value.args[0], ast.Starred)
    ):
        return None
    name = statement.value.func.value.id
    init = init_before(facts, loop, name)
    start = value_for(init, name) if init is not None else None
    if start is None or counts.get(name) != 1 or not _empty_list(start):
        return None
    return Output(
        "append", name, statement.value.args[0], statement, init,
        consumers=tuple(readers(facts, loop, name)),
    )  # fmt: skip


def _set(
    facts: Facts,
    loop: ast.For | ast.While,
    statement: ast.stmt,
    index: str | None,
    counts: dict[str, int],
) -> Output | None:
    if not (
        isinstance(statement, ast.Assign)
        and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.Call)
        and isinstance(statement.value.func, ast.Attribute)
        and statement.value.func.attr == "set"
        and isinstance(statement.value.func.value, ast.Subscript)
        and len(statement.value.args) == 1
    ):
        return None
    place = statement.value.func.value
    if not (
        isinstance(place.value, ast.Attribute)
        and place.value.attr == "at"
        and isinstance(place.value.value, ast.Name)
        and place.value.value.id == statement.targets[0].id
        and index is not None
        and index in read_names(place.slice)
    ):
        return None
    name = statement.targets[0].id
    if counts.get(name) != 1:
        return None
    axis = _axis(place.slice, index) if not statement.value.keywords else None
    return Output(
        "set", name, statement.value.args[0], statement, init_before(facts, loop, name), place, axis
    )


def _sum(
    facts: Facts, loop: ast.For | ast.While, statement: ast.stmt, counts: dict[str, int]
) -> Output | None:
    name, term = None, None
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, ast.Add):
        if isinstance(statement.target, ast.Name):
            name, term = statement.target.id, statement.value
            if counts.get(name, 0) != 0:
                return None
    elif (
        isinstance(statement, ast.Assign)
        and len(statement.targets) == 1
        and isinstance(statement.targets[0], ast.Name)
        and isinstance(statement.value, ast.BinOp)
        and isinstance(statement.value.op, ast.Add)
    ):
        left, right = statement.value.left, statement.value.right
        name = statement.targets[0].id
        if isinstance(left, ast.Name) and left.id == name:
            term = right
        elif isinstance(right, ast.Name) and right.id == name:
            term = left
        if counts.get(name) != 1:
            return None
    if name is None or term is None or name in read_names(term):
        return None
    return Output("sum", name, term, statement, init_before(facts, loop, name))


def _reads_per_name(loop: ast.For | ast.While) -> dict[str, int]:
    counts: dict[str, int] = {}
    for statement in loop.body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                counts[node.id] = counts.get(node.id, 0) + 1
    return counts


def _axis(index: ast.expr, name: str) -> int | None:
    """The axis of a plain `[i]`, `[:, i]`, `[i, :]`, `[i, ...]`."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    axis = None
    for k, item in enumerate(items):
        if isinstance(item, ast.Name) and item.id == name:
            if axis is not None:
                return None
            axis = k
        elif isinstance(item, ast.Slice):
            if item.lower or item.upper or item.step:
                return None
        elif isinstance(item, ast.Constant) and item.value is Ellipsis:
            if axis is None:
                return -1 if len(items) == 2 and k == 0 and is_name(items[1], name) else None
        else:
            return None
    return axis


def _empty_list(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id == "list" and not node.args
    return isinstance(node, ast.List) and not node.elts


def init_before(facts: Facts, loop: ast.stmt, name: str) -> ast.Assign | None:
    """`name = ...` in front of a loop, in its block, with nothing about the name in between.

    `name, other = ..., ...` counts too.
    """
    block = facts.module.block_of(loop)
    for statement in reversed(block[: block.index(loop)]):
        if isinstance(statement, ast.Assign) and value_for(statement, name) is not None:
            return statement
        if name in all_names(statement):
            return None
    return None


def value_for(statement: ast.Assign, name: str) -> ast.expr | None:
    """What an assignment to names gives one of them."""
    if len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if is_name(target, name):
        return value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        if len(target.elts) == len(value.elts):
            pairs = zip(target.elts, value.elts, strict=True)
            return next((v for t, v in pairs if is_name(t, name)), None)
    return None
