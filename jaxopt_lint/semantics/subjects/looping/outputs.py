"""What a loop gathers: a list that is stacked, a buffer that is filled, a sum."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import all_names, is_name, read_names
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

    @property
    def of_arrays(self) -> bool:
        """Whether it adds up what is not seen to be single numbers: a sum starts as a number."""
        match self.start:
            case ast.Constant(int() | float()) | ast.Call(_, [ast.Constant(int() | float())]):
                return False
            case ast.Call(_, [ast.Tuple([])]):  # `jnp.zeros(())`
                return False
        return self.kind == "sum"


def joined(facts: Facts, output: Output) -> bool:
    """Whether a list, after more has been appended to it, is joined into one array."""
    kinds = {c.kind for c in output.consumers if not _appends(facts, c.node)}
    return bool(kinds) and kinds <= {"stack", "array", "join"}


def _appends(facts: Facts, node: ast.AST) -> bool:
    around = facts.module.parent.get(node)
    return isinstance(around, ast.Attribute) and around.attr == "append"


def outputs_of(facts: Facts, loop: ast.For | ast.While, index: str | None) -> Iterator[Output]:
    """Everything that the statements at the top of a loop's body gather."""
    names = (n for n in facts.module.inside(ast.Name, *loop.body))
    reads = Counter(n.id for n in names if isinstance(n.ctx, ast.Load))
    for statement in loop.body:
        found = _gathered(facts, loop, statement, index)
        # What is read elsewhere in the body too is more than gathered.
        if found is not None and reads[found.name] == (not isinstance(statement, ast.AugAssign)):
            yield found


def stored_at(
    statement: ast.stmt, methods: Container[str] = ("set",)
) -> tuple[str, ast.Subscript, ast.Call] | None:
    """`y = y.at[...].set(value)`: the name, the place and the call."""
    match statement:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Attribute(place, method)) as call):
            match place:
                case ast.Subscript(ast.Attribute(ast.Name(held), "at")) if held == name:
                    return (name, place, call) if method in methods else None
    return None


def _gathered(
    facts: Facts, loop: ast.For | ast.While, statement: ast.stmt, index: str | None
) -> Output | None:
    match statement:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "append"), [value], [])):
            init = init_before(facts, loop, name)
            start = value_for(init, name) if init is not None else None
            if start is None or not _empty_list(start) or isinstance(value, ast.Starred):
                return None
            consumers = tuple(readers(facts, loop, name))
            return Output("append", name, value, statement, init, consumers=consumers)
        case ast.Assign([ast.Name(name)], ast.Call(_, [value], keywords)):
            _, place, _ = stored_at(statement) or (name, None, None)
            if place is None or index is None or index not in read_names(place.slice):
                return None
            axis = _axis(place.slice, index) if not keywords else None
            init = init_before(facts, loop, name)
            return Output("set", name, value, statement, init, place, axis)
        case ast.AugAssign(ast.Name(name), ast.Add(), term):
            pass
        case ast.Assign([ast.Name(name)], ast.BinOp(left, ast.Add(), right)):
            term = right if is_name(left, name) else left
            if not (is_name(left, name) or is_name(right, name)):
                return None
        case _:
            return None
    if name in read_names(term):
        return None
    return Output("sum", name, term, statement, init_before(facts, loop, name))


def _axis(index: ast.expr, name: str) -> int | None:
    """The axis of a plain `[i]`, `[:, i]`, `[i, :]`, `[i, ...]`."""
    items = index.elts if isinstance(index, ast.Tuple) else [index]
    axis = None
    for k, item in enumerate(items):
        match item:
            case ast.Name(id) if id == name and axis is None:
                axis = k
            case ast.Slice(None, None, None):
                pass
            case ast.Constant(value) if value is Ellipsis:
                if axis is None:
                    return -1 if len(items) == 2 and k == 0 and is_name(items[1], name) else None
            case _:
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
    for statement in reversed(facts.module.before(loop)):
        if isinstance(statement, ast.Assign) and value_for(statement, name) is not None:
            return statement
        if name in all_names(statement):
            return None
    return None


def value_for(statement: ast.Assign, name: str) -> ast.expr | None:
    """What an assignment to names gives one of them."""
    match statement.targets, statement.value:
        case [ast.Name(only)], value if only == name:
            return value
        case [ast.Tuple(targets)], ast.Tuple(values) if len(targets) == len(values):
            pairs = zip(targets, values, strict=True)
            return next((v for t, v in pairs if is_name(t, name)), None)
    return None
