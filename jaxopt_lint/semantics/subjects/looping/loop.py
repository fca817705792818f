"""One loop, and what follows from the facts about it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.jax.writes import writes_at
from jaxopt_lint.semantics.python import assigned_names, read_names
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.looping.arrays import arrays
from jaxopt_lint.semantics.subjects.looping.body import unseen
from jaxopt_lint.semantics.subjects.looping.index import IndexUse
from jaxopt_lint.semantics.subjects.looping.outputs import Output
from jaxopt_lint.semantics.subjects.looping.purpose import provisos
from jaxopt_lint.semantics.subjects.looping.readers import Consumer
from jaxopt_lint.semantics.subjects.looping.source import FEW, Source

LoopNode = ast.For | ast.While | ast.ListComp | ast.GeneratorExp


@dataclass(frozen=True, eq=False)
class Loop:
    """One loop.

    Attributes:
        node: the loop.
        source: what it goes over.
        outputs: the lists, buffers and sums that it gathers.
        uses: every place that reads the counter.
        assigned: names that its body binds.
        carried: names whose value goes from one turn to the next, gathered ones left out.
        live_outs: other names of the body that are read after the loop.
        obstacle: why its body cannot become a function; "" if nothing is in the way.
        counter: the `i += 1` of a `while` loop.
        element: what a comprehension computes on each turn.
        stacker: the call that makes a comprehension's list an array.
        consumers: who reads the list of a comprehension that is not stacked on the spot.
    """

    facts: Facts
    node: LoopNode
    source: Source
    outputs: tuple[Output, ...] = ()
    uses: tuple[IndexUse, ...] = ()
    assigned: frozenset[str] = frozenset()
    carried: tuple[str, ...] = ()
    live_outs: tuple[str, ...] = ()
    obstacle: str = ""
    counter: ast.stmt | None = None
    element: ast.expr | None = None
    stacker: ast.Call | None = None
    consumers: tuple[Consumer, ...] = ()

    @property
    def kind(self) -> str:
        """ "independent", "carried" or "opaque"."""
        if self.obstacle:
            return "opaque"
        return "carried" if self.carried else "independent"

    @property
    def body(self) -> list[ast.stmt]:
        """The statements of a turn; none for a comprehension."""
        return self.node.body if isinstance(self.node, (ast.For, ast.While)) else []

    @property
    def statement(self) -> ast.For | ast.While:
        """The loop, where it is known to be none of a comprehension."""
        assert isinstance(self.node, (ast.For, ast.While))
        return self.node

    @property
    def parts(self) -> list[ast.AST]:
        """What runs on each turn."""
        return [self.element] if self.element is not None else list(self.body)

    @cached_property
    def nodes(self) -> tuple[ast.AST, ...]:
        """All nodes of what runs on each turn."""
        return tuple(node for part in self.parts for node in walk(part))

    @property
    def gathering(self) -> set[ast.AST]:
        """The statements of the body that gather something, and their calls."""
        statements = [o.statement for o in self.outputs]
        return {*statements, *(s.value for s in statements if isinstance(s, ast.Expr))}

    @property
    def taken(self) -> list[ast.expr]:
        """What it takes rows of: what it goes over, and what it indexes."""
        subscripts = (u.subscript for u in self.used("row"))
        over = [e.array for e in self.source.elements]
        return [*over, *(s.value for s in subscripts if s is not None)]

    @property
    def index(self) -> str | None:
        return self.source.index

    @cached_property
    def varying(self) -> frozenset[str]:
        """Names whose value may differ from turn to turn."""
        targets = assigned_names(*(e.target for e in self.source.elements))
        own = {self.source.index} if self.source.index is not None else set()
        return frozenset(self.assigned | targets | own)

    def used(self, *kinds: str) -> list[IndexUse]:
        """The uses of the counter that are of some kinds."""
        return [u for u in self.uses if u.kind in kinds]

    @cached_property
    def rows(self) -> tuple[tuple[ast.expr, int, tuple[IndexUse, ...]], ...]:
        """Arrays from outside that the counter takes rows of: array, axis, uses."""
        out: dict[tuple[str, int], list[IndexUse]] = {}
        for use in self.used("row"):
            assert use.subscript is not None
            out.setdefault((ast.unparse(use.subscript.value), use.axis), []).append(use)
        return tuple(
            (uses[0].subscript.value, axis, tuple(uses))  # type: ignore[union-attr]
            for (_, axis), uses in out.items()
        )

    @cached_property
    def proven(self) -> bool:
        """Whether what it takes rows of is known to be arrays, one of them on a device."""
        held = arrays(self.facts)
        if not all(held.is_array(e.array) for e in self.source.elements if not e.unpacked):
            return False
        taken = [e.array for e in self.source.elements]
        taken += [u.subscript.value for u in self.used("row") if u.subscript and u.proven]
        return any(not held.on_host(node) for node in taken)

    @cached_property
    def certain(self) -> bool:
        """Whether everything that it takes rows of is known to be arrays."""
        return self.proven and all(use.proven for use in self.used("row"))

    @cached_property
    def of_one_batch(self) -> bool:
        """Whether it goes over all rows of an array, and what else it takes rows of may be arrays
        that are as long."""
        held, stop = arrays(self.facts), self.source.stop
        if not self.proven or not self.plausible or stop is None:
            return False
        return any(
            held.is_array(array) and held.has_length(array, axis, stop)
            for array, axis, _ in self.rows
        )

    @cached_property
    def left(self) -> str | None:
        """The default that leaves it many turns, as a clause; "" where nobody is asked, None where
        nothing says that there are many."""
        found = usual_turns(self.facts, self.node)
        return found.why if found is not None and found.number >= FEW else None

    @cached_property
    def many_turns(self) -> bool:
        """Whether there are certainly many turns, or as many as a known array has rows."""
        trip, held = self.source.trip(self.facts), arrays(self.facts)
        if trip is not None:
            return trip >= FEW
        if not self.proven:
            return False
        stop = self.source.stop
        parts = walk(stop) if stop is not None else ()
        counted = any(held.length_of(n) for n in parts if isinstance(n, ast.expr))
        return counted or bool(self.source.elements)

    @cached_property
    def handed(self) -> bool:
        """Whether it goes over one parameter, which every call of the file gives an array: anything
        can be gone over, a list, a loader, and calls tell."""
        known, over = arrays(self.facts), [e.array for e in self.source.elements]
        if len(over) != 1 or self.rows:
            return False
        return known.is_array(over[0]) is None and known.passed(over[0])

    @cached_property
    def plausible(self) -> bool:
        """Whether what it takes rows of is known to be arrays, or may well be."""
        known, taken = arrays(self.facts), self.taken
        if len(self.source.elements) == 1 and not self.rows:
            return self.handed
        rows = [e.target for e in self.source.elements]
        rows += [u.subscript for u in self.used("row") if u.subscript is not None]
        return all(known.plausible(node) for node in [*taken, *rows]) and any(
            not known.on_host(node) for node in taken
        )

    @cached_property
    def uses_jax(self) -> bool:
        """Whether the function around, or one that the body calls, mentions JAX at all."""
        function, names = self.facts.module.function(self.node), self.facts.names
        called = (calls(self.facts).function(n) for n in self.nodes if isinstance(n, ast.Call))
        return any(
            (names.of(node) or "").startswith(_LIBRARIES)
            for root in (function or self.node, *called)
            for node in (walk(root) if root is not None else ())
        )

    @cached_property
    def computes(self) -> bool:
        """Whether a turn does some work on arrays."""
        for node in self.nodes:
            match node:
                case ast.Call(func, args, keywords):
                    if (self.facts.names.of(func) or "").startswith(_LIBRARIES):
                        return True
                    gathers = isinstance(func, ast.Attribute) and func.attr == "append"
                    if not gathers and read_names(*args, *keywords) & self.varying:
                        return True
                case ast.BinOp(left, op, right):
                    if isinstance(op, ast.MatMult) or any(map(self._on_array, (left, right))):
                        return True
        return False

    def _on_array(self, node: ast.expr) -> bool:
        """Whether an operand is a row of, or itself, an array of the device."""
        if isinstance(node, ast.Subscript):
            node = node.value
        known = arrays(self.facts)
        return known.is_array(node) is True and not known.on_host(node)

    @cached_property
    def computes_itself(self) -> bool:
        """Whether an operation of JAX stands in the body itself."""
        names = self.facts.names
        return any((names.call(n) or "").startswith(_OPERATIONS) for n in self.nodes)

    @cached_property
    def writes_itself(self) -> bool:
        """Whether the body itself writes into an array of JAX."""
        return any(map(writes_at, self.nodes))

    @cached_property
    def feeds_back(self) -> bool:
        """Whether a turn reads what the one before left, and does not only write beside it."""
        parent = self.facts.module.parent
        reads = (n for n in self.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load))
        return bool(self.sums) or any(
            n.id in self.carried
            and not (isinstance(around := parent[n], ast.Attribute) and around.attr == "at")
            for n in reads
        )

    @property
    def sums(self) -> tuple[str, ...]:
        """The names of what it adds up."""
        return tuple(o.name for o in self.outputs if o.kind == "sum")

    @property
    def history(self) -> tuple[Output, ...]:
        """What it gathers that is no sum: a stack of results, one a turn."""
        return tuple(o for o in self.outputs if o.kind != "sum")

    @property
    def stepwise(self) -> bool:
        """Whether a turn takes a row, or leaves a result behind: what `scan` is for."""
        return bool(self.source.elements or self.history or self.rows)

    @cached_property
    def provisos(self) -> tuple[str, ...]:
        """What is assumed of it although what stands around it is called otherwise."""
        stop = self.source.stop
        small = {n for n in read_names(stop) if words.SMALL_COUNT.says(n)} if stop else set()
        counts = (f"`{n}` is no small number, whatever its name says" for n in sorted(small))
        calls = (f"`{self.unseen}` only computes",) if self.unseen else ()
        return (*provisos(self.facts, self.node), *counts, *calls)

    @cached_property
    def unseen(self) -> str:
        """What a turn on the host calls that nobody knows; what is traced may do little else than
        compute."""
        return "" if self.traced_at is not None else unseen(self.facts, self.parts)

    @cached_property
    def traced_at(self) -> str | None:
        """Why the loop runs when JAX traces; None where nothing says so."""
        return tracing(self.facts).staged(self.facts.module.function(self.node))

    @property
    def because(self) -> tuple[str, ...]:
        """Why each turn is traced on its own, if it is."""
        return (f"runs at trace time: {self.traced_at}",) if self.traced_at is not None else ()

    def assumed(self, certain: bool) -> tuple[str, ...]:
        """What is taken for granted of it as a loop over rows.

        Args:
            certain: whether all that it takes rows of is known to be arrays.
        """
        out: tuple[str, ...] = ()
        if not certain:
            out += ("what it takes rows of are arrays, as far as the calls in this file tell",)
        if self.traced_at is None:
            out += ("there are enough rows for the cost of each to matter",)
        return out + self.provisos


_LIBRARIES = ("jax.", "optax.", "equinox.")
_OPERATIONS = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.ops.")
