"""How many numbers a draw takes, and which two draws from one key have other bits for that.

Until JAX 0.5 all numbers of a draw were made together, by pairs that lie half the draw apart: into
another number of them they were other bits. Since then the first are the same however many there
are.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import argument
from jaxopt_lint.semantics.subjects.keys.ways import EACH_BY_ITSELF

# Where samplers take their shape that draw from the bits of the key, a word for each number.
_SHAPES = {
    **dict.fromkeys(
        ("bits", "cauchy", "exponential", "gumbel", "laplace", "logistic", "normal", "rademacher",
         "uniform"), 1
    ),
    "bernoulli": 2,
    "truncated_normal": 3,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """A product of numbers, and of what is no number here."""

    number: int
    others: tuple[str, ...] = ()


def other_bits(facts: Facts, one: ast.Call, other: ast.Call) -> bool:
    """Whether two draws of a function take so many numbers each that no word is in both; that a
    dimension is not 1 is taken for granted."""
    if one is other or facts.targets(EACH_BY_ITSELF):
        return False
    if facts.module.function(one) is not facts.module.function(other):
        return False
    first, second = _size(facts, one), _size(facts, other)
    if first is None or second is None or _kind(one) != _kind(other):
        return False
    if not (first.others or second.others):
        few, many = sorted((first.number, second.number))
        return (few + 1) // 2 != (many + 1) // 2 or (few, many) == (1, 2)
    if len(first.others) > len(second.others):
        first, second = second, first
    more = Counter(second.others) - Counter(first.others)
    if Counter(first.others) - Counter(second.others):
        return False
    if not more:
        return first.number != second.number
    return second.number % first.number == 0


def _kind(draw: ast.Call) -> str:
    kind = argument(draw, 2, "dtype") if _SHAPES.get(_last(draw)) == 1 else None
    return ast.unparse(kind) if kind is not None else ""


def _last(draw: ast.Call) -> str:
    func = draw.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")


def _size(facts: Facts, draw: ast.Call) -> Size | None:
    """How many numbers a sampler draws; None where that is not written down."""
    module, _, name = (facts.names.call(draw) or "").rpartition(".")
    place = _SHAPES.get(name) if module == "jax.random" else None
    if place is None or any(isinstance(a, ast.Starred) for a in draw.args):
        return None
    shape = argument(draw, place, "shape")
    if shape is None:
        return Size(1) if place == 1 else None
    return _product(facts, shape)


def _product(facts: Facts, shape: ast.expr) -> Size | None:
    match shape:
        case ast.Tuple(items) | ast.List(items):
            number, others = 1, []
            for item in items:
                known = static_int(facts, item)
                number *= known if known is not None else 1
                others += [ast.unparse(item)] if known is None else []
            return Size(number, tuple(others)) if number > 0 else None
        case ast.BinOp(left, ast.Add(), right):
            first, second = _product(facts, left), _product(facts, right)
            if first is None or second is None:
                return None
            return Size(first.number * second.number, (*first.others, *second.others))
        case ast.Name() if facts.names.behind(shape) is not shape:
            made = facts.names.behind(shape)
            return _product(facts, made) if isinstance(made, (ast.Tuple, ast.List)) else None
        case ast.Attribute(_, "shape"):
            return Size(1, (ast.unparse(shape),))
    return None
