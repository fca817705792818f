"""States of loops, and branches, whose type is another one afterwards."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.avals import KINDS, Aval, Known, aval, result
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, positional, unpacks

# Where the function and the first state stand.
_LOOPS = {
    "jax.lax.scan": ((0, "f"), (1, "init")),
    "jax.lax.fori_loop": ((2, "body_fun"), (3, "init_val")),
    "jax.lax.while_loop": ((1, "body_fun"), (2, "init_val")),
}
_GROWING = frozenset(f"jax.numpy.{n}" for n in ("append", "concatenate", "hstack", "vstack"))
_WORDS = {
    "bool": "truths", "int": "whole numbers", "float": "fractions", "complex": "complex numbers",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class OtherType:
    """A type that changes where it may not.

    Attributes:
        node: what has another type.
        message: which types these are.
        help: what to write.
        because: where the function is.
    """

    node: ast.expr
    message: str
    help: str
    because: str = ""


def other_types(facts: Facts) -> Iterator[OtherType]:
    """The loops and branches of a file whose types change where they may not."""
    for call, name in called(facts, "jax.lax."):
        if unpacks(call) or error_meant(facts, call):
            continue
        if name in _LOOPS:
            yield from _looped(facts, call, name)
        elif name == "jax.lax.cond" and len(call.args) in (3, 4):
            yield from _chosen(facts, call)


def _body(facts: Facts, node: ast.expr | None) -> FunctionNode | None:
    found = calls(facts).callee(node)
    plain = found is not None and not (found.bound or found.bound_names or found.wraps)
    body = found.node if found is not None and plain else None
    return body if not getattr(body, "decorator_list", []) else None


def _looped(facts: Facts, call: ast.Call, name: str) -> Iterator[OtherType]:
    function, state = _LOOPS[name]
    begun = argument(call, *state)
    body = _body(facts, argument(call, *function))
    if begun is None or body is None:
        return
    growing = _grown(facts, body, name)
    if growing is not None:
        yield growing
        return
    first = aval(facts, begun)
    if first is None:
        return
    given: list[Known] = [first]
    if name == "jax.lax.scan":
        given.append(_row(aval(facts, argument(call, 2, "xs"))))
    elif name == "jax.lax.fori_loop":
        given.insert(0, Aval("int", 0))
    after = result(facts, body, given)
    if name == "jax.lax.scan":
        after = after[0] if isinstance(after, tuple) and len(after) == 2 else None
    found = _differs(first, after)
    if found is not None:
        yield OtherType(
            _place(begun, first, after),
            f"the state begins as {found[0]} and is {found[1]} after a turn, and has to keep its "
            "type: it raises TypeError",
            f"begin with {found[2]}",
            f"the function is at {facts.at(body)}",
        )


def _row(rows: Known) -> Known:
    """What is known of one row of what is scanned."""
    if isinstance(rows, tuple):
        return tuple(_row(one) for one in rows)
    if rows is None or not rows.rank:
        return Aval(rows.kind) if rows is not None else None
    return replace(rows, rank=rows.rank - 1, size=None, weak=False)


def _differs(before: Known, after: Known) -> tuple[str, str, str] | None:
    """How two types differ, in words, and what to begin with; None where they are not known to."""
    if isinstance(before, tuple) and isinstance(after, tuple):
        if len(before) != len(after):
            return f"a tuple of {len(before)}", f"one of {len(after)}", "the same structure"
        return next(filter(None, map(_differs, before, after)), None)
    if not isinstance(before, Aval) or not isinstance(after, Aval):
        return None
    if before.rank is not None and after.rank is not None and before.rank != after.rank:
        return f"an array with {before.rank} axes", f"one with {after.rank}", "what it becomes"
    if not before.weak and before.kind and after.kind:
        if KINDS.index(before.kind) < KINDS.index(after.kind):
            return _WORDS[before.kind], _WORDS[after.kind], "what it becomes: `0.0`"
    return None


def _place(begun: ast.expr, before: Known, after: Known) -> ast.expr:
    """The part of the first state that changes."""
    if isinstance(begun, ast.Tuple) and isinstance(before, tuple) and isinstance(after, tuple):
        for node, one, other in zip(begun.elts, before, after, strict=False):
            if _differs(one, other):
                return _place(node, one, other)
    return begun


def _grown(facts: Facts, body: FunctionNode, name: str) -> OtherType | None:
    """A state that a turn appends to, so that it is longer than it was."""
    names = positional(body)
    at = 1 if name == "jax.lax.fori_loop" else 0
    if len(names) <= at:
        return None
    for value in facts.module.results(body):
        given = value
        if name == "jax.lax.scan":
            given = value.elts[0] if isinstance(value, ast.Tuple) and value.elts else None
        made: ast.expr | None = given
        if isinstance(given, ast.Name):
            stores = [
                a.value
                for a in facts.module.inside(ast.Assign, body)
                if any(isinstance(t, ast.Name) and t.id == given.id for t in a.targets)
            ]
            made = stores[0] if len(stores) == 1 else None
        if not isinstance(made, ast.Call) or facts.names.call(made) not in _GROWING:
            continue
        first = made.args[0] if made.args else None
        parts = first.elts if isinstance(first, (ast.List, ast.Tuple)) else [first]
        if any(isinstance(p, ast.Name) and p.id == names[at] for p in parts):
            return OtherType(
                made,
                f"`{names[at]}` is longer after a turn, and the state of a loop has to keep its "
                "shape: it raises TypeError",
                "give rows as the second result of a scan, or write into an array of full length",
            )
    return None


def _chosen(facts: Facts, call: ast.Call) -> Iterator[OtherType]:
    """Branches that give numbers of other kinds."""
    ways = [argument(call, 1, "true_fun"), argument(call, 2, "false_fun")]
    bodies = [_body(facts, way) for way in ways]
    operands = [aval(facts, a) for a in call.args[3:]]
    one, other = (result(facts, b, operands) if b is not None else None for b in bodies)
    node = ways[1]
    if node is None or not isinstance(one, Aval) or not isinstance(other, Aval):
        return
    ranks = one.rank is not None and other.rank is not None and one.rank != other.rank
    kinds = one.kind and other.kind and one.kind != other.kind
    if not ranks and not kinds:
        return
    what = (
        f"{_WORDS[one.kind]} and {_WORDS[other.kind]}"
        if kinds
        else f"arrays with {one.rank} and {other.rank} axes"
    )
    yield OtherType(
        node,
        f"the branches give {what}, and have to give the same type: it raises TypeError",
        "convert one of them: `0.0`, `jnp.zeros_like(x)`",
    )
