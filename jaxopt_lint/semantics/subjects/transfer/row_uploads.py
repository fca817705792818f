"""Lists of arrays of the host that go to the device one by one, and are put together there."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.jax.machine.crossing import uploads
from jaxopt_lint.semantics.jax.machine.events import LoopNode, Turn, Upload
from jaxopt_lint.semantics.python import COMPREHENSIONS, LOOPS
from jaxopt_lint.semantics.subjects.transfer.loop_waits import each_turn
from jaxopt_lint.semantics.subjects.transfer.weight import FEW

_STACKS = frozenset(
    {
        "jax.numpy.stack", "jax.numpy.concatenate", "jax.numpy.concat", "jax.numpy.vstack",
        "jax.numpy.hstack", "jax.numpy.dstack", "jax.numpy.column_stack",
    }
)  # fmt: skip
# They do the same with arrays of JAX; a list of NumPy's is put together on the host first.
_ARRAYS = frozenset({"jax.numpy.array", "jax.numpy.asarray"})


@dataclass(frozen=True, slots=True, eq=False)
class RowUploads:
    """One list of arrays of the host of which each is handed to the device by itself.

    Attributes:
        node: what puts them together on the device.
        value: the list.
        loop: the loop that comes there on every turn.
        count: how many they are, where that is known.
        works: the loop calls something compiled.
    """

    node: ast.Call
    value: ast.expr
    loop: LoopNode
    count: int | None
    works: bool

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        return None if self.works else Severity.INFO


@fact
def row_uploads(facts: Facts) -> list[RowUploads]:
    """The lists of arrays of the host that loops hand to the device array by array, one for each
    function: inputs and labels are made alike"""
    if not any(facts.names.call(call) in _STACKS | _ARRAYS for call in facts.module.all(ast.Call)):
        return []
    out: dict[ast.AST | None, RowUploads] = {}
    for one in uploads(facts):
        came = one.value.came
        if one.compiled or came is None or came.node is not None:
            continue
        found = _listed(facts, one) or _made_in_a_comprehension(facts, one)
        if found is not None:
            function = facts.module.function(found.node)
            if function not in out or (found.works and not out[function].works):
                out[function] = found
    return list(out.values())


def _listed(facts: Facts, one: Upload) -> RowUploads | None:
    """`jnp.stack(rows)`: a list of which nobody knows how long it is."""
    if not one.listed or not one.gathered or one.via not in _STACKS or one.there:
        return None
    if not isinstance(one.node, ast.Call) or one.node not in facts.module.parent:
        return None
    return _repeated(facts, one, one.node, one.expression, one.loops, None)


def _made_in_a_comprehension(facts: Facts, one: Upload) -> RowUploads | None:
    """`jnp.stack([jnp.asarray(row) for row in rows])`."""
    turn = one.loops[-1] if one.loops else None
    if one.listed or turn is None or not isinstance(turn.node, COMPREHENSIONS):
        return None
    if turn.node not in facts.module.parent or getattr(turn.node, "elt", None) is not one.node:
        return None
    if turn.count is not None and turn.count < FEW:
        return facts.doubt(one.node, "they are {}", turn.count)
    taker = facts.module.parent[turn.node]
    if not isinstance(taker, ast.Call) or facts.names.call(taker) not in _STACKS | _ARRAYS:
        return None
    return _repeated(facts, one, taker, turn.node, one.loops[:-1], turn.count)


def _repeated(
    facts: Facts,
    one: Upload,
    node: ast.Call,
    value: ast.expr,
    loops: tuple[Turn, ...],
    count: int | None,
) -> RowUploads | None:
    """The finding that a list is, if a loop comes there on every turn."""
    around = [turn for turn in loops if isinstance(turn.node, LOOPS)]
    turn = around[-1] if around else None
    if turn is None or turn.node not in facts.module.parent:
        return None
    if turn.count is not None and turn.count < FEW:
        return facts.doubt(node, "its loop has few turns", at=turn.node)
    if not each_turn(facts, one, turn):
        return None
    work = looped_work(facts).get(turn.node)
    works = work is not None and work.compiled > 0
    return RowUploads(node, value, turn.node, count, works)
