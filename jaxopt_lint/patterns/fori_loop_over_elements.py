"""`fori_loop`s whose turns each write elements of their own, and need none that another wrote.

A turn writes the element at its counter, or at what moves with it one by one; of the arrays that it
writes it reads nothing, or that element alone. So all turns could be one operation.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import FUNCTIONS, all_names, argument, positional

FEW = 16  # turns, where they are known: fewer are not worth a word
_PLACES = frozenset({"set", "add", "multiply", "mul", "divide", "power", "min", "max"})
# Functions that work on each element by itself.
_ELEMENTWISE = frozenset(
    {"abs", "absolute", "add", "arccos", "arcsin", "arctan", "arctan2", "ceil", "clip", "cos",
     "cosh", "divide", "exp", "exp2", "expm1", "floor", "floor_divide", "hypot", "isfinite",
     "isnan", "log", "log10", "log1p", "log2", "logical_and", "logical_not", "logical_or",
     "maximum", "minimum", "mod", "multiply", "negative", "power", "remainder", "round", "rsqrt",
     "sign", "sin", "sinh", "sqrt", "square", "subtract", "tan", "tanh", "true_divide", "where",
     "float32", "float64", "int32", "int64"}
)  # fmt: skip
_PLAIN = (
    ast.BinOp, ast.UnaryOp, ast.Compare, ast.Name, ast.Constant, ast.Attribute, ast.Subscript,
    ast.Tuple, ast.operator, ast.unaryop, ast.cmpop, ast.expr_context,
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class ElementLoop:
    """One loop whose turns do not need each other.

    Attributes:
        node: the call of `fori_loop`.
        arrays: what it writes, by name.
        place: where each turn writes.
        plain: a turn computes numbers out of numbers, and nothing that may be large.
        count: how many turns there are; None if that is not known.
        gradient: how a gradient comes to flow through it; "" where none is seen to.
    """

    node: ast.Call
    arrays: tuple[str, ...]
    place: str
    plain: bool
    count: int | None
    gradient: str


@dataclass(slots=True)
class _Body:
    """What the body of a loop has been seen to do so far."""

    facts: Facts
    counter: str
    carried: tuple[str, ...]
    places: dict[str, str] = field(default_factory=dict)  # where arrays are written
    moving: dict[str, ast.expr] = field(default_factory=dict)  # names of numbers that move with it
    local: set[str] = field(default_factory=set)
    read: list[tuple[str, str]] = field(default_factory=list)  # elements of what is carried
    given: dict[str, str] = field(default_factory=dict)  # other names of what is written
    plain: bool = True


@fact
def element_loops(facts: Facts) -> dict[ast.Call, ElementLoop]:
    """The `fori_loop`s whose turns each write elements of their own and need no other turn"""
    found = (_loop(facts, c) for c in facts.module.all(ast.Call))
    return {loop.node: loop for loop in found if loop is not None}


def _loop(facts: Facts, call: ast.Call) -> ElementLoop | None:
    if facts.names.call(call) != "jax.lax.fori_loop" or in_test(facts, call):
        return None
    lower, upper = argument(call, 0, "lower"), argument(call, 1, "upper")
    taken = argument(call, 2, "body_fun")
    callee = calls(facts).callee(taken) if taken is not None else None
    function = callee.node if callee is not None and not callee.bound else None
    if not isinstance(function, FUNCTIONS) or len(positional(function)) != 2:
        return None
    low, high = static_int(facts, lower), static_int(facts, upper)
    count = high - low if low is not None and high is not None else None
    if count is not None and count < FEW:
        return facts.doubt(call, "it has {} turns", count)
    counter, carry = positional(function)
    body = _Body(facts, counter, (carry,))
    if not _followed(body, function):
        return facts.doubt(call, "its turns may need each other, or do more than write elements")
    places = {body.places[name] for name in body.places}
    if not places or any(body.places.get(name) != place for name, place in body.read):
        return facts.doubt(call, "a turn reads what another one may have written")
    gradient = tracing(facts).differentiated(facts.module.function(call)) or ""
    arrays = tuple(sorted(body.places))
    return ElementLoop(call, arrays, sorted(places)[0], body.plain, count, gradient)


def _followed(body: _Body, function: ast.AST) -> bool:
    """Whether a body does nothing but to write elements, as far as that is seen."""
    if isinstance(function, ast.Lambda):
        return _returned(body, function.body)
    statements = getattr(function, "body", [])
    for statement in statements[:-1]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return False
        if not _stored(body, statement.targets[0], statement.value):
            return False
    last = statements[-1]
    return isinstance(last, ast.Return) and last.value is not None and _returned(body, last.value)


def _stored(body: _Body, target: ast.expr, value: ast.expr) -> bool:
    if isinstance(target, ast.Tuple):
        whole = isinstance(value, ast.Name) and (value.id,) == body.carried and not body.places
        names = tuple(e.id for e in target.elts if isinstance(e, ast.Name))
        if not whole or len(names) != len(target.elts):
            return False
        body.carried = names
        return True
    if not isinstance(target, ast.Name) or target.id == body.counter:
        return False
    written = _written(body, value)
    if written is not None:
        if target.id in body.carried:
            return target.id == written
        body.given[target.id] = written
        return True
    if target.id in body.carried or not _computed(body, value):
        return False
    if _moves(body, value):
        body.moving[target.id] = value
    body.local.add(target.id)
    return True


def _returned(body: _Body, value: ast.expr) -> bool:
    """Whether a body gives back what is carried, in its order."""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    if len(parts) != len(body.carried):
        return False
    for part, name in zip(parts, body.carried, strict=True):
        if isinstance(part, ast.Name) and body.given.get(part.id, part.id) == name:
            continue
        if _written(body, part) != name:
            return False
    return True


def _written(body: _Body, value: ast.expr) -> str | None:
    """The array that `a.at[i].set(...)` writes; None for all that is not that."""
    match value:
        case ast.Call(
            ast.Attribute(ast.Subscript(ast.Attribute(ast.Name(name), "at"), place), method),
            [given],
            [],
        ):
            name = body.given.get(name, name)
            if name not in body.carried or method not in _PLACES:
                return None
            parts = place.elts if isinstance(place, ast.Tuple) else [place]
            if not any(_moves(body, part) for part in parts):
                return None
            if not all(_moves(body, part) or _still(body, part) for part in parts):
                return None
            where = ast.unparse(place)
            if body.places.setdefault(name, where) != where or not _computed(body, given):
                return None
            return name
    return None


def _moves(body: _Body, place: ast.expr) -> bool:
    """Whether a number is another one in every turn: the counter, and what is added to it."""
    match place:
        case ast.Name(name):
            return name == body.counter or name in body.moving
        case ast.BinOp(left, ast.Add() | ast.Sub(), right):
            ways = (_moves(body, left), _moves(body, right))
            still = (_still(body, left), _still(body, right))
            return (ways[0] and still[1]) or (ways[1] and still[0])
        case ast.BinOp(left, ast.Mult(), ast.Constant(int(by))) if by:
            return _moves(body, left)
        case ast.BinOp(ast.Constant(int(by)), ast.Mult(), right) if by:
            return _moves(body, right)
    return False


def _still(body: _Body, node: ast.expr) -> bool:
    """Whether an expression is the same in every turn."""
    changing = {body.counter, *body.carried, *body.local, *body.given}
    return changing.isdisjoint(all_names(node))


def _computed(body: _Body, value: ast.expr) -> bool:
    """Whether an expression reads nothing of what is carried but elements, which are noted."""
    allowed: set[ast.AST] = set()
    for node in ast.walk(value):
        if isinstance(node, ast.Lambda):
            return False
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name):
            if node.value.id in body.carried:
                allowed.add(node.value)
                body.read.append((node.value.id, ast.unparse(node.slice)))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            if node.attr in ("dtype", "shape", "ndim", "size"):
                allowed.add(node.value)
    names = (n for n in ast.walk(value) if isinstance(n, ast.Name))
    held = {*body.carried, *body.given}
    if any(n.id in held and n not in allowed for n in names):
        return False
    body.plain &= all(_is_plain(body.facts, node) for node in ast.walk(value))
    return True


def _is_plain(facts: Facts, node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        name = facts.names.call(node) or ""
        return name.startswith("jax.numpy.") and name.rpartition(".")[2] in _ELEMENTWISE
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return False
    if isinstance(node, ast.Subscript):
        return not any(isinstance(part, ast.Slice) for part in ast.walk(node.slice))
    return isinstance(node, (*_PLAIN, ast.keyword))
