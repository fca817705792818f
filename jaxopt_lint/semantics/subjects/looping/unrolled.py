"""Loops that jit unrolls, and that no codemod can write as one operation.

What is in the way is known to a person at sight: a turn at the boundary that differs, turns that
alternate, a chunk of rows for each turn. The loop is as long as any other.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import assigned_names, read_names
from jaxopt_lint.semantics.subjects.looping import body as loop_body
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.loop import Loop
from jaxopt_lint.semantics.subjects.looping.loops import loops
from jaxopt_lint.semantics.subjects.looping.modules import modules_called
from jaxopt_lint.semantics.subjects.looping.source import FEW

_BRANCH = "a branch depends on a value of the iteration"
_SLICE = "a slice depends on a value of the iteration"


@dataclass(frozen=True, slots=True)
class Unrolled:
    """What a person can do about such a loop.

    Attributes:
        state: the names that go from turn to turn.
        sequence: a turn takes a part of some array, which is what `scan` is for.
        advice: how the loop becomes one operation.
        assumed: what was not seen to be so.
    """

    state: tuple[str, ...]
    sequence: bool
    advice: str
    assumed: tuple[str, ...]


def unrolled(facts: Facts, loop: Loop) -> Unrolled | None:
    """The loop as one that only a person can roll up; None where it is no such loop."""
    node = loop.node
    state = (*loop.carried, *loop.sums)
    if not isinstance(node, ast.For) or loop.source.kind != "count" or not state:
        return None
    if not loop.computes or not loop.uses_jax:
        return None
    assumed: tuple[str, ...] = ()
    if loop.traced_at is None:
        if not (loop.feeds_back and loop.computes_itself) or loops(facts).dispatches(loop):
            return None
        assumed += ("the function is jitted where it is used",)
    if (loop.source.small(facts, FEW) and not _off(facts, loop)) or loops(facts).exempt(node):
        return None
    if (
        node.orelse
        or any(loop_body.exits(list(node.body)))
        or modules_called(facts, list(node.body), node)
        or loop_body.reshapes(facts, loop.body, set(state))
        or any(loops(facts).starts_as_python(node, name) for name in state)
        # The layers of a list have each their own shape.
        or not all(arrays(facts).plausible(array) for array, _, _ in loop.rows)
    ):
        return None
    advice = _advice(facts, loop)
    if not advice or (loop.traced_at is None and not any(map(_is_parity, _tests(loop)))):
        return None
    taken = bool(loop.used("row", "gather", "block")) or loop.stepwise
    if loop.source.trip(facts) is None or _off(facts, loop):
        assumed += ("it takes many turns",)
    return Unrolled(state, taken, advice, assumed)


def _off(facts: Facts, loop: Loop) -> bool:
    """`iterations=1`: a default without a loop says nothing about those who turn it on."""
    trip = loop.source.trip(facts)
    return trip is not None and trip <= 1 and isinstance(loop.source.stop, ast.Name)


def _advice(facts: Facts, loop: Loop) -> str:
    """What to do about all that is in the way; "" where something else is."""
    varying = set(loop.varying)
    why = set(loop_body.effects(facts, list(loop.body), varying, loop.gathering, loop.index))
    if why - {_BRANCH, _SLICE} or loop.used("argument") or _picks(loop):
        return ""
    steady = _steady(loop)
    if loop.used("block") or _SLICE in why:
        if _BRANCH in why or not all(_moves(loop, s, steady) for s in _slices(loop)):
            return ""
        return "reshape to one chunk an iteration and use `jax.lax.scan`"
    tests = _tests(loop)
    if not tests or not all(_asks_the_counter(loop, t, steady) for t in tests):
        return ""
    if any(_is_parity(t) for t in tests):
        return "use `jax.lax.cond`, or two iterations at a time, in `jax.lax.fori_loop`"
    return "append what the differing iteration takes, and use `jax.lax.scan`"


def _steady(loop: Loop) -> set[str]:
    """Names of the body that are sums and products of the counter: `end = start + size`."""
    out: set[str] = set()
    for statement in loop.body:
        if isinstance(statement, ast.Assign) and loop.index in read_names(statement.value):
            plain = not any(isinstance(n, ast.Call) for n in ast.walk(statement.value))
            if plain and read_names(statement.value) & loop.varying <= {loop.index, *out}:
                out |= assigned_names(statement)
    return out


def _slices(loop: Loop) -> list[ast.Slice]:
    slices = (n for n in loop.nodes if isinstance(n, ast.Slice))
    return [n for n in slices if read_names(n) & loop.varying]


def _moves(loop: Loop, node: ast.Slice, steady: set[str]) -> bool:
    """Whether both ends of a slice move along with the counter, from chunk to chunk."""
    known = {loop.index, *steady}
    if loop.source.step is None and not any(isinstance(n, ast.Mult) for n in ast.walk(node)):
        return False  # windows that overlap
    ends = [read_names(e) & loop.varying for e in (node.lower, node.upper) if e is not None]
    calls = any(isinstance(n, ast.Call) for n in ast.walk(node))
    return len(ends) == 2 and not calls and all(e and e <= known for e in ends)


def _tests(loop: Loop) -> list[ast.expr]:
    branches = (n for n in loop.nodes if isinstance(n, (ast.If, ast.IfExp)))
    return [n.test for n in branches if read_names(n.test) & loop.varying]


def _picks(loop: Loop) -> bool:
    """Whether a comprehension takes other items on each turn: its length may change."""
    parts = (n for n in loop.nodes if isinstance(n, ast.comprehension))
    return any(read_names(*n.ifs) & loop.varying for n in parts)


def _asks_the_counter(loop: Loop, test: ast.expr, steady: set[str]) -> bool:
    """Whether a test compares the counter, or its remainder, with something that stays."""
    match test:
        case ast.Compare(_, [ast.Eq() | ast.NotEq() | ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()]):
            return read_names(test) & loop.varying <= {loop.index, *steady}
    return False


def _is_parity(test: ast.expr) -> bool:
    return any(isinstance(n, ast.BinOp) and isinstance(n.op, ast.Mod) for n in ast.walk(test))
