"""Arrays that are fetched from the device and handed to it again, and arrays of the host that a
loop hands to it again and again.

Both come from what the machine sees handed over (`Upload`): it knows where an array was fetched,
and since when nobody has written to it, through helpers, attributes and containers.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass
from typing import TypeVar

from jaxopt_lint.finding import Severity
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.jax.machine.crossing import idle_trips, uploads
from jaxopt_lint.semantics.jax.machine.events import Event, LoopNode, Turn, Upload
from jaxopt_lint.semantics.jax.machine.shapes import Shape
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import LOOPS, positional, stored_names
from jaxopt_lint.semantics.subjects.transfer.loop_waits import each_turn, is_number
from jaxopt_lint.semantics.subjects.transfer.turn_waits import turn_waits
from jaxopt_lint.semantics.subjects.transfer.weight import FEW

LARGE = 65_536  # elements that take longer to copy than a call takes to hand out
SMALL = 1_024  # elements that go along with any call


@dataclass(frozen=True, slots=True, eq=False)
class RoundTrip:
    """An array that was on the device, and is handed to it again.

    Attributes:
        node: what hands it over.
        value: where it stands there.
        fetch: where it was fetched.
        at: the same, as `file:row`.
        as_is: nothing was done to it on the host.
        loop: the loop that fetches it and hands it over on every turn; None where that happens
            once, or on some turns, or the two lie in different loops.
        up: the host had it, and it is fetched after it was handed over: the other way round.
        large: it is known to have so many elements that the copies take time.
        there: where it is handed over, as `file:row`, if that is in another file.
        alone: nobody else on the host is seen to read what was fetched.
        told: that the loop waits there, for more than a number, is told already.
    """

    node: ast.expr
    value: ast.expr
    fetch: ast.expr
    at: str
    as_is: bool
    loop: LoopNode | None
    there: str
    alone: bool
    told: bool = False
    up: bool = False
    large: bool = False

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        usual = self.loop is not None and self.alone and not self.told and self.large
        return None if usual else Severity.INFO


_Found = TypeVar("_Found", "RoundTrip", "SameUpload")


@fact
def round_trips(facts: Facts) -> list[RoundTrip]:
    """The arrays that a file fetches, or has fetched, and hands to the device again"""
    out: dict[tuple[ast.expr, ast.expr], RoundTrip] = {}
    # How a loop waits for a number, this says better.
    waits = (wait for wait in turn_waits(facts) if not is_number(wait))
    told = {wait.node for wait in waits if wait.severity is None}
    for one in uploads(facts):
        came = one.value.came
        if came is None or came.node is None:
            continue
        loop = one.fresh if one.loops and one.fresh is one.loops[-1] else None
        if loop is not None and (not each_turn(facts, one, loop) or not _often(one, loop)):
            loop = None
        if loop is None and not came.as_is:
            continue  # what is worked out on the host once
        if one.listed and not one.gathered:
            continue  # a few numbers
        node = loop.node if loop is not None and loop.node in facts.module.parent else None
        found = RoundTrip(
            one.node, one.expression, came.node, _place(facts, came.node), came.as_is, node,
            one.there, _read_by_nobody_else(facts, one, came.node, node), came.node in told,
            large=_is_large(one.value.shape),
        )  # fmt: skip
        known = out.get((one.node, one.expression))
        if known is None or (known.severity is not None and found.severity is None):
            out[one.node, one.expression] = found
    for wait in idle_trips(facts):
        turn, made = wait.fresh, wait.made
        assert made is not None
        if turn is None and not (
            made.node in facts.module.parent and wait.via in ("float", "int", "bool", "item")
        ):
            continue  # an array that is made once, and shown
        inside = turn is None or turn.node in facts.module.parent
        if turn is not None and not (inside and each_turn(facts, wait, turn)):
            continue
        if isinstance(made.node, ast.expr) and (turn is None or _often(wait, turn)):
            at, around = _place(facts, made.node), turn.node if turn is not None else None
            out[wait.node, wait.expression] = RoundTrip(
                wait.node, wait.expression, made.node, at, True, around, wait.there, True,
                wait.node in told, up=True, large=_is_large(getattr(wait.value, "shape", None)),
            )  # fmt: skip
    return _once_a_statement(facts, list(out.values()))


def _once_a_statement(facts: Facts, found: list[_Found]) -> list[_Found]:
    """Of what one statement hands over the first that matters most: one change mends all."""
    out: dict[ast.AST, _Found] = {}
    for one in sorted(found, key=lambda f: (f.severity is not None, f.node.lineno)):
        statement = facts.module.statement(one.node)
        first = out.setdefault(statement, one)
        if first is not one:
            facts.doubt(one.node, "{} stands for its statement", first.value, at=first.node)
    return list(out.values())


def _place(facts: Facts, node: ast.expr) -> str:
    return facts.at(node) if node in facts.module.parent else ""


def _often(event: Event, loop: Turn) -> bool:
    """Whether a loop may turn many times; one over objects of which a turn calls what does it may
    well have a few that do much."""
    if loop.count is None and loop.over == "objects" and len(event.chain) > loop.depth:
        return False
    return not _few(loop)


def _few(loop: Turn) -> bool:
    return loop.count is not None and loop.count < FEW


def _read_by_nobody_else(
    facts: Facts, found: Upload, fetch: ast.expr, loop: LoopNode | None
) -> bool:
    """Whether what is fetched stands where it is handed over, or under a name that is read there
    alone, in the loop if there is one."""
    value = found.expression
    if (
        value is fetch
        or facts.module.within(fetch, value)
        or facts.module.within(fetch, found.node)
    ):
        return True
    if not isinstance(value, ast.Name):
        return False
    function = facts.module.function(value)
    around = loop or function or facts.module.tree
    reads = [
        n for n in facts.module.inside(ast.Name, around)
        if n.id == value.id and isinstance(n.ctx, ast.Load)
    ]  # fmt: skip
    return all(n is value for n in reads)


@dataclass(frozen=True, slots=True, eq=False)
class SameUpload:
    """An array of the host that a loop hands to the device on every turn, though nobody changes it.

    Attributes:
        node: what hands it over.
        value: where it stands there.
        via: see `Upload`.
        compiled: see `Upload`.
        loop: the outermost loop in which nobody changes it.
        size: how many elements it has, where that is known.
        axes: it certainly has two axes or more.
        works: something compiled is called on the turns.
        there: see `RoundTrip`.
    """

    node: ast.expr
    value: ast.expr
    via: str
    compiled: bool
    loop: LoopNode
    size: int | None
    axes: bool
    works: bool
    there: str

    @property
    def severity(self) -> Severity | None:
        """How much it matters; None for as much as usual."""
        large = self.size is not None and self.size >= LARGE
        explicit = not self.compiled and self.via.startswith("jax.") and not self.there
        explicit = explicit and self.works
        return None if large or (explicit and self.size is None and self.axes) else Severity.INFO


@fact
def same_uploads(facts: Facts) -> list[SameUpload]:
    """The arrays of the host that loops hand to the device on every turn, and nobody changes"""
    out: dict[tuple[ast.expr, ast.expr], SameUpload] = {}
    for one in uploads(facts):
        came, loop = one.value.came, one.same
        if came is None or came.node is not None or loop is None or one.via == "jax.device_put":
            continue
        if loop.node not in facts.module.parent or not isinstance(loop.node, LOOPS):
            continue
        inside = one.loops[one.loops.index(loop) :]
        if all(map(_few, inside)) or not each_turn(facts, one, loop):
            continue
        if _may_be_taken(facts, one, loop.node):
            facts.doubt(one.node, "a step may take its memory")
            continue
        size = _size(one)
        if size is not None and size < SMALL:
            facts.doubt(one.node, "the array is known to be small")
            continue
        work = looped_work(facts).get(loop.node)
        works = work is not None and work.compiled > 0
        if work is None or not (works or work.hosted or _waits(facts, work.asked, loop.node)):
            facts.doubt(one.node, "nothing shows that its loop runs on the host", at=loop.node)
            continue
        found = SameUpload(
            one.node, one.expression, one.via, one.compiled, loop.node, size,
            len(one.value.shape or ()) > 1, works, one.there,
        )  # fmt: skip
        out.setdefault((one.node, one.expression), found)
    return _once_a_statement(facts, list(out.values()))


def _may_be_taken(facts: Facts, one: Upload, loop: LoopNode) -> bool:
    """Whether something compiled donates what a call hands over: it has to be there anew."""
    node, value, compiled = one.node, one.expression, one.compiled
    given = [node, value]
    statement = facts.module.statement(node)
    if isinstance(statement, ast.Assign) and statement.value is node and not compiled:
        names = stored_names(*statement.targets)
        given += [n for n in facts.module.inside(ast.Name, loop) if n.id in names]
    return any(_donated(facts, one) for one in given)


def _donated(facts: Facts, given: ast.expr) -> bool:
    """Whether what takes a value is compiled, and may donate it."""
    taker = facts.module.taker(given)
    wrap = tracing(facts).jitted(taker.func) if isinstance(taker, ast.Call) else None
    if wrap is None or not isinstance(taker, ast.Call):
        return False
    donated, sure = tracing(facts).donated(wrap)
    around = facts.module.parent[given]
    name = around.arg if isinstance(around, ast.keyword) else None
    if given in taker.args and wrap.function is not None:
        names = positional(wrap.function)[wrap.bound :]
        place = taker.args.index(given)
        name = names[place] if place < len(names) else None
    return not sure or (bool(donated) if name is None else name in donated)


def _waits(facts: Facts, asked: frozenset[ast.AST], loop: LoopNode) -> bool:
    """Whether something in a loop asks for the value of an array."""
    return any(node in facts.module.parent and facts.module.within(node, loop) for node in asked)


def _size(one: Upload) -> int | None:
    return _elements(one.value.shape)


def _is_large(shape: Shape) -> bool:
    size = _elements(shape)
    return size is not None and size >= LARGE


def _elements(shape: Shape) -> int | None:
    sizes = [size for size in shape if size is not None] if shape is not None else []
    return math.prod(sizes) if shape is not None and len(sizes) == len(shape) else None
