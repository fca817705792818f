"""What the tables of libraries may ask of the machine, and what all of its parts do with values."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import leaves
from jaxopt_lint.semantics.jax.machine.lattice import join_all
from jaxopt_lint.semantics.jax.machine.shapes import element
from jaxopt_lint.semantics.jax.machine.turns import Turns
from jaxopt_lint.semantics.jax.machine.values import (
    NONE,
    Array,
    Const,
    Host,
    Instance,
    Levels,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
)

Arguments = Sequence[Value]
Keywords = Mapping[str, Value]
MOST_ITEMS = 32  # of a literal that are told apart


class Core(Turns, ABC):
    """The machine, as far as its parts call upon each other."""

    @abstractmethod
    def expr(self, node: ast.expr) -> Value:
        """What an expression gives, evaluated now."""

    @abstractmethod
    def call(
        self, node: ast.expr, func: Value, args: Arguments, kwargs: Keywords, exact: bool = True
    ) -> Value:
        """What calling a value gives.

        Args:
            node: the call, or the decorator.
            exact: the arguments are all there are; False where some are unpacked from what is not
                known.
        """

    @abstractmethod
    def store(self, target: ast.expr, value: Value) -> None:
        """Let a name, an attribute or an item hold a value."""

    def shown(self, node: ast.AST) -> str:
        """A node as text for people, cut where it is long."""
        text = self.module.source(node)
        return text if len(text) <= 40 and "\n" not in text else "it"

    # -- asking -------------------------------------------------------------------------

    def asked_all(self, node: ast.expr, expression: ast.expr, value: Value, via: str) -> bool:
        """Ask for the values of all arrays in a container; whether there are any."""
        found = leaves(value)
        for leaf in found[:1]:
            self.asked(node, expression, leaf, via, of_many(value))
        return bool(found)

    def without_gradient(self, levels: Levels) -> Levels:
        """Some levels, without those of gradients: for what has no derivative."""
        only = {t.level for t in self.traces if t.kind == "grad"}
        return levels - only

    # -- values -------------------------------------------------------------------------

    def iterated(self, value: Value, node: ast.expr) -> tuple[Value, int | None]:
        """What comes out of an iteration over a value, and how often."""
        match value:
            case Seq(_, items, item, count):
                known = len(items) if items is not None else count
                return join_all(items_of(value)) if items != () else item, known
            case Record(_, fields, True):
                return join_all([held for _, held in fields]), len(fields)
            case Map(items, rest):
                keys: list[Value] = [_constant(k) for k, _ in items]
                if rest is not None:
                    return Unknown("a key of the dictionary"), None
                return join_all(keys), len(keys)
            case Array(levels, shape, made):
                size = shape[0] if shape else None
                part = element(shape)
                return self.array(node, "item", "an item", levels, part, made), size
            case Tree(levels, made):
                return Tree(levels, made), None
            case Host(shape, True):
                held = trips.part_of(self, value, element(shape))
                return replace(held, array=len(shape) != 1 if shape is not None else False), (
                    shape[0] if shape else None
                )
            case Const(text) if isinstance(text, str):
                return Unknown("a letter"), len(text)
            case Unknown(why, came=came):
                return Unknown(why, came=came), None
        return Unknown("it is not known what iterating over it gives"), None

    def gone_over(self, source: Value) -> str:
        """What a loop over a value goes over, in the words of `Turn`."""
        match source:
            case Seq("range"):
                return "numbers"
            case Array() | Host(_, True) | Tree():
                return "rows"
            case Seq():
                items = items_of(source) if source.items != () else []
                kinds = {
                    self.gone_over(i) if isinstance(i, Seq)
                    else "rows" if isinstance(i, (Array, Host, Const)) or _follows(i) else "objects"
                    for i in items
                }  # fmt: skip
                return "rows" if kinds and "objects" not in kinds else "objects"
        return "objects"

    def network(self, node: ast.expr, value: Value) -> str:
        """The network whose layers run where a value is called; "" where it is none."""
        raise NotImplementedError

    def forward(self, node: ast.expr, name: str) -> Value:
        """What a network computes, as it is called."""
        raise NotImplementedError

    def widened(self, value: Value) -> Value:
        """What a container may hold after others had it: anything it did, and more."""
        match value:
            case Seq("list"):
                return Seq("list", None, join_all(items_of(value)) if value.items != () else _MORE)
            case Map(items, _):
                return Map(items, _MORE)
        return value

    def escape(self, nodes: Sequence[ast.expr]) -> None:
        """Let code that is not seen have containers: it may change them."""
        for node in nodes:
            if isinstance(node, ast.Name) and isinstance(
                held := self.frame.names.get(node.id), (Seq, Map)
            ):
                self.frame.names[node.id] = self.widened(held)

    def instance(self, owner: ast.ClassDef) -> Instance:
        """A new object."""
        return Instance(owner, self.number())


def of_many(value: Value) -> bool:
    """Whether a value is a list of arrays, of many or nobody knows how many."""
    if not isinstance(value, Seq) or value.kind == "iterator":
        return False
    count = len(value.items) if value.items is not None else value.count
    return count is None or count >= _MANY_PIECES


_MANY_PIECES = 16
_MORE = Unknown("code that is not seen may have put it there")


def _constant(key: object) -> Value:
    return Const(key) if key is not None else NONE


def _follows(value: Value) -> bool:
    """Whether it is a number that follows from shapes, whatever that is."""
    return isinstance(value, Unknown) and value.of_shapes
