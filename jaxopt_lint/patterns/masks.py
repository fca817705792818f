"""What masks and conditions say, as far as they are written down, and which never hold together.

A formula is an atom (a text), an item of several of which one holds at the most (`kind == 0`, an
item of a one-hot array), or made of others by not, and, or.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from itertools import product

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument

Formula = tuple[object, ...]

_MOST = 10  # atoms of which all ways are tried
_DEPTH = 6
_NOT = frozenset({"jax.numpy.logical_not", "jax.numpy.invert", "jax.numpy.bitwise_not"})
_BOTH = {
    "jax.numpy.logical_and": "and",
    "jax.numpy.bitwise_and": "and",
    "jax.numpy.logical_or": "or",
    "jax.numpy.bitwise_or": "or",
}
_BOTH_BY = {ast.BitAnd: "and", ast.BitOr: "or", ast.And: "and", ast.Or: "or"}
# What stands for another comparison, denied.
_DENIED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.NotEq: ast.Eq, ast.IsNot: ast.Is
}  # fmt: skip


def denied(formula: Formula) -> Formula:
    return ("not", formula)


def condition(facts: Facts, test: ast.expr, by: ast.AST) -> Formula:
    """What a test says; one that is not the same wherever it is written is that of `by` alone."""
    return mask(facts, test) or _atom(facts, test, by)


def mask(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> Formula | None:
    """What has to hold where a mask is not 0; None for what is not known to be one."""
    if depth <= 0:
        return None
    match node:
        case ast.Compare(left, [op], [right]):
            return _compared(facts, left, op, right)
        case ast.UnaryOp(ast.Invert() | ast.Not(), operand):
            return denied(_inner(facts, operand, depth))
        case ast.BinOp(left, (ast.BitAnd() | ast.BitOr()) as op, right):
            return (_BOTH_BY[type(op)], *(_inner(facts, n, depth) for n in (left, right)))
        case ast.BoolOp(op, values):
            return (_BOTH_BY[type(op)], *(_inner(facts, n, depth) for n in values))
        case ast.BinOp(left, ast.Mult(), right):
            found = [f for n in (left, right) if (f := mask(facts, n, depth - 1)) is not None]
            return ("and", *found) if found else None
        case ast.BinOp(ast.Constant(1 | 1.0), ast.Sub(), right):
            inner = mask(facts, right, depth - 1)
            return denied(inner) if inner is not None else None
        case ast.Call(ast.Attribute(value, "astype")):
            return mask(facts, value, depth - 1)
        case ast.Call(args=args):
            name = facts.names.call(node) or ""
            if name in _NOT and len(args) == 1:
                return denied(_inner(facts, args[0], depth))
            if name in _BOTH and len(args) == 2:
                return (_BOTH[name], *(_inner(facts, n, depth) for n in args))
            return None
        case ast.Subscript(ast.Name() as array, at):
            place = static_int(facts, at)
            return ("is", array.id, place) if place is not None and _one_hot(facts, array) else None
        case ast.Name():
            made = facts.names.value(node)
            return mask(facts, made, depth - 1) if made is not None else None
    return None


def _inner(facts: Facts, node: ast.expr, depth: int) -> Formula:
    return mask(facts, node, depth - 1) or _atom(facts, node, node)


def _atom(facts: Facts, node: ast.expr, by: ast.AST) -> Formula:
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name)]
    calls = any(isinstance(n, ast.Call) for n in ast.walk(node))
    same = not calls and all(
        facts.names.only_binding(n) or not facts.names.binding(n) for n in names
    )
    return ("atom", ast.unparse(node) if same else id(by))


def _compared(facts: Facts, left: ast.expr, op: ast.cmpop, right: ast.expr) -> Formula:
    kind = _DENIED.get(type(op))
    text = _atom(facts, left, left)[1]
    value = static_int(facts, right)
    if isinstance(op, (ast.Eq, ast.NotEq)) and value is not None:
        said: Formula = ("is", text, value)
    else:
        said = ("atom", (text, (kind or type(op)).__name__, _atom(facts, right, right)[1]))
    return denied(said) if kind is not None else said


def _one_hot(facts: Facts, array: ast.Name) -> bool:
    """Whether an array is 0 but for one place: `zeros(3).at[choice].set(1)`, or `one_hot(n, 3)`."""
    stored = [b.value for b in facts.names.binding(array)]
    match stored[-1] if stored else None:
        case ast.Call(ast.Attribute(ast.Subscript(ast.Attribute(base, "at"), at), "set")):
            again = isinstance(base, ast.Name) and base.id == array.id and len(stored) == 2
            known = facts.names.behind(base) if len(stored) == 1 else None
            zeros = stored[0] if again else known
            return facts.names.call(zeros) == "jax.numpy.zeros" and _is_number(facts, at)
        case ast.Call(args=[place, *_]) as made if facts.names.call(made) == "jax.nn.one_hot":
            return len(stored) == 1 and _is_number(facts, place)
    return False


def _is_number(facts: Facts, place: ast.expr) -> bool:
    """Whether an index is one number, and no array of them."""
    if static_int(facts, place) is not None:
        return True
    made = facts.names.behind(place)
    name = facts.names.call(made)
    if not isinstance(made, ast.Call) or name not in _NUMBERS:
        return False
    at, keyword = _NUMBERS[name]
    shape = argument(made, at, keyword)
    empty = isinstance(shape, ast.Tuple) and not shape.elts and keyword == "shape"
    return shape is None or empty


# What gives one number, unless it is given something there.
_NUMBERS = {
    "jax.random.choice": (2, "shape"),
    "jax.random.randint": (1, "shape"),
    "jax.numpy.argmax": (1, "axis"),
    "jax.numpy.argmin": (1, "axis"),
}


# -- what holds together ----------------------------------------------------------------


def exclude(one: Iterable[Formula], other: Iterable[Formula]) -> bool:
    """Whether there is no way in which all of two sets of formulas hold."""
    every = ("and", *one, *other)
    atoms = sorted({*_atoms(every)}, key=repr)
    if len(atoms) > _MOST:
        return False
    for way in product((False, True), repeat=len(atoms)):
        held = dict(zip(atoms, way, strict=True))
        one_of = [atom[1] for atom, holds in held.items() if holds and atom[0] == "is"]
        if len(one_of) == len(set(one_of)) and _holds(every, held):
            return False
    return True


def _atoms(formula: Formula) -> Iterator[Formula]:
    if formula[0] in ("atom", "is"):
        yield formula
        return
    for part in formula[1:]:
        assert isinstance(part, tuple)
        yield from _atoms(part)


def _holds(formula: Formula, held: dict[Formula, bool]) -> bool:
    kind, *parts = formula
    if kind in ("atom", "is"):
        return held[formula]
    ways = (_holds(part, held) for part in parts if isinstance(part, tuple))
    if kind == "not":
        return not next(ways)
    return all(ways) if kind == "and" else any(ways)
