"""Sums over many turns that are kept in 16 bits."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import FunctionNode, argument, keywords, positional

# Where the body stands, where what it begins with, and which of its parameters is carried.
_LOOPS = {
    "jax.lax.scan": (0, "f", 1, "init", 0),
    "jax.lax.fori_loop": (2, "body_fun", 3, "init_val", 1),
}
_NARROW = {"jax.numpy.bfloat16": 8, "jax.numpy.float16": 11}
_MAKING = frozenset(f"jax.numpy.{name}" for name in ("zeros", "zeros_like", "array", "asarray"))
_ENOUGH = 64  # so few turns are summed well enough


@dataclass(frozen=True, slots=True)
class Narrow:
    """A sum that is kept in 16 bits.

    Attributes:
        node: what the sum begins with.
        loop: the call of the loop.
        bits: of the numbers' mantissa.
    """

    node: ast.expr
    loop: ast.Call
    bits: int


def narrow_sums(facts: Facts) -> Iterator[Narrow]:
    """The sums that loops of a file keep in 16 bits."""
    for call in facts.module.all(ast.Call):
        places = _LOOPS.get(facts.names.call(call) or "")
        if places is None or _is_short(facts, call):
            continue
        at, name, start, first, carried = places
        found = calls(facts).callee(argument(call, at, name))
        body = found.node if found is not None and not found.bound and not found.wraps else None
        given = argument(call, start, first)
        init = facts.names.behind(given)
        if body is None or init is None or given is None or len(positional(body)) <= carried:
            continue
        parts = init.elts if isinstance(init, ast.Tuple) else [given]
        for place, part in enumerate(parts):
            bits = _bits(facts, part)
            if bits and _is_summed(facts, body, carried, place, isinstance(init, ast.Tuple)):
                yield Narrow(part, call, bits)
                break


def _is_short(facts: Facts, call: ast.Call) -> bool:
    """Whether a loop is known to have few turns."""
    if facts.names.call(call) == "jax.lax.scan":
        turns = static_int(facts, keywords(call).get("length"))
    else:
        turns = static_int(facts, argument(call, 1, "upper"))
    return turns is not None and turns < _ENOUGH


def _bits(facts: Facts, node: ast.expr) -> int:
    made = origins(facts, node)
    call = made[0] if len(made) == 1 else None
    if not isinstance(call, ast.Call) or facts.names.call(call) not in _MAKING:
        return 0
    typed = argument(call, 1, "dtype")
    return _NARROW.get(facts.names.of(typed) or "", 0) if typed is not None else 0


def _is_summed(facts: Facts, body: FunctionNode, at: int, place: int, several: bool) -> bool:
    """Whether each turn adds something to a part of what is carried."""
    carry = positional(body)[at]
    name = _unpacked(facts, body, carry, place) if several else carry
    if name is None:
        return False
    if isinstance(body, ast.Lambda):
        return _adds(body.body, name)
    stored = {
        t.id: s.value
        for s in facts.module.inside(ast.Assign, body)
        for t in s.targets
        if isinstance(t, ast.Name)
    }
    for result in facts.module.results(body):
        out = (
            result.elts[0] if at == 0 and isinstance(result, ast.Tuple) and result.elts else result
        )
        if several:
            fits = isinstance(out, ast.Tuple) and len(out.elts) > place
            out = out.elts[place] if fits else None  # type: ignore[union-attr]
        if isinstance(out, ast.Name):
            out = stored.get(out.id)
        if out is None or not _adds(out, name):
            return False
    return True


def _unpacked(facts: Facts, body: FunctionNode, carry: str, place: int) -> str | None:
    for statement in facts.module.inside(ast.Assign, body):
        match statement:
            case ast.Assign([ast.Tuple(items)], ast.Name(name)) if name == carry:
                item = items[place] if place < len(items) else None
                return item.id if isinstance(item, ast.Name) else None
    return None


def _adds(node: ast.expr, name: str) -> bool:
    match node:
        case ast.BinOp(ast.Name(left), ast.Add(), right):
            return left == name and not _reads(right, name)
        case ast.BinOp(left, ast.Add(), ast.Name(right)):
            return right == name and not _reads(left, name)
    return False


def _reads(node: ast.expr, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))
