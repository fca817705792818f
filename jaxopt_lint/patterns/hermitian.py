"""Matrices that are Hermitian by the way they are made."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import reaching
from jaxopt_lint.semantics.python import unpacks

_DEPTH = 8


def is_hermitian(facts: Facts, node: ast.expr, depth: int = _DEPTH) -> bool:
    """Whether a matrix is certainly the transpose of itself, conjugated where that is written: a
    product `a @ m @ a.conj().T` around a Hermitian one, a sum with its own transpose, a diagonal
    one, a covariance."""
    if depth <= 0:
        return False
    match node:
        case ast.Name():
            holder = facts.module.holder(node)
            bound = reaching(facts, node, holder) if holder is not None else []
            values = [b.value if b.kind == "assign" else None for b in bound]
            return bool(values) and all(_is_value(facts, v, node, depth) for v in values)
        case ast.BinOp(left, ast.MatMult()):
            return _is_sandwich(facts, node, depth)
        case ast.BinOp(left, ast.Add(), right):
            both = is_hermitian(facts, left, depth - 1) and is_hermitian(facts, right, depth - 1)
            return both or _adjoint(facts, left, right) or _adjoint(facts, right, left)
        case ast.BinOp(left, ast.Sub(), right):
            return is_hermitian(facts, left, depth - 1) and is_hermitian(facts, right, depth - 1)
        case ast.BinOp(left, ast.Mult() | ast.Div(), right):
            if isinstance(node.op, ast.Mult) and _is_real_number(left):
                return is_hermitian(facts, right, depth - 1)
            return _is_real_number(right) and is_hermitian(facts, left, depth - 1)
        case ast.Call():
            return _is_made_so(facts, node, depth)
    return False


def _is_value(facts: Facts, value: ast.expr | None, name: ast.Name, depth: int) -> bool:
    """Whether a value that a name is bound to is Hermitian: by itself, or as an update of what the
    name held before, on the diagonal alone."""
    if value is None:
        return False
    inner = _on_diagonal(value, name.id)
    return is_hermitian(facts, value if inner is None else inner, depth - 1)


def _on_diagonal(value: ast.expr, name: str) -> ast.Name | None:
    """The name in `name.at[i, i].set(number)`."""
    match value:
        case ast.Call(
            ast.Attribute(
                ast.Subscript(ast.Attribute(ast.Name() as of, "at"), ast.Tuple([row, column])),
                "set" | "add" | "multiply",
            ),
            [number],
        ):
            real = _same(row, column) and _is_real_number(number)
            return of if of.id == name and real else None
    return None


def _is_sandwich(facts: Facts, node: ast.BinOp, depth: int) -> bool:
    """Whether a product reads the same from behind, transposed, but for its middle."""
    factors = _factors(node)
    while len(factors) > 1:
        if not (
            _adjoint(facts, factors[0], factors[-1]) or _adjoint(facts, factors[-1], factors[0])
        ):
            return False
        factors = factors[1:-1]
    return not factors or is_hermitian(facts, factors[0], depth - 1)


def _factors(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult):
        return [*_factors(node.left), *_factors(node.right)]
    return [node]


def _adjoint(facts: Facts, one: ast.expr, other: ast.expr) -> bool:
    """Whether one matrix is written as the transpose of another."""
    turned = _turned(facts, other)
    return turned is not None and _same(one, turned)


def _turned(facts: Facts, node: ast.expr) -> ast.expr | None:
    """The matrix that is transposed, with or without being conjugated; None if none is."""
    match node:
        case ast.Attribute(inner, "T" | "mT"):
            return _plain(facts, inner)
        case ast.Attribute(inner, "H"):
            return inner
        case ast.Call(ast.Attribute(inner, "transpose"), [], []) if (
            facts.names.of(node.func) is None
        ):
            return _plain(facts, inner)
        case ast.Call(_, [inner], []) if facts.names.call(node) == "jax.numpy.transpose":
            return _plain(facts, inner)
    plain = _plain(facts, node)
    return _turned(facts, plain) if plain is not node else None


def _plain(facts: Facts, node: ast.expr) -> ast.expr:
    """What is conjugated."""
    match node:
        case ast.Call(ast.Attribute(inner, "conj" | "conjugate"), [], []):
            return inner
        case ast.Call(_, [inner], []) if facts.names.call(node) in (
            "jax.numpy.conj",
            "jax.numpy.conjugate",
        ):
            return inner
    return node


def _same(one: ast.expr, other: ast.expr) -> bool:
    calls = (n for n in ast.walk(one) if isinstance(n, ast.Call))
    return ast.unparse(one) == ast.unparse(other) and not any(calls)


def _is_made_so(facts: Facts, node: ast.Call, depth: int) -> bool:
    name = (facts.names.call(node) or "").removeprefix("jax.numpy.")
    if unpacks(node):
        return False
    if name in ("eye", "identity", "cov", "corrcoef"):
        return len(node.args) == 1 and not node.keywords
    if name in ("linalg.inv", "linalg.pinv") and len(node.args) == 1:
        return is_hermitian(facts, node.args[0], depth - 1)
    return False


def _is_real_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and isinstance(node.value, (int, float))
