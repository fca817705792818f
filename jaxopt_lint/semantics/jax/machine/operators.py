"""What operators and tests give."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any

from jaxopt_lint.semantics.jax.machine import trips
from jaxopt_lint.semantics.jax.machine.contents import levels_of
from jaxopt_lint.semantics.jax.machine.core import MOST_ITEMS, Core
from jaxopt_lint.semantics.jax.machine.lattice import join, join_all
from jaxopt_lint.semantics.jax.machine.shapes import broadcast
from jaxopt_lint.semantics.jax.machine.values import (
    CALLABLE,
    NONE,
    SHAPE_NUMBER,
    TEXT,
    Array,
    Clock,
    Const,
    Host,
    Instance,
    Lib,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    items_of,
    truth,
)

_OPERATORS: dict[type[ast.AST], Callable[[Any, Any], object]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
_LARGEST = 10**9  # no larger numbers are computed with


class Operators(Core):
    """Applies operators, and asks for the truth of values."""

    def _binary(self, node: ast.BinOp) -> Value:
        left, right = self.expr(node.left), self.expr(node.right)
        return self.operated(node, type(node.op), left, right, node.right)

    def operated(
        self, node: ast.expr, op: type[ast.AST], left: Value, right: Value, expression: ast.expr
    ) -> Value:
        """What an operator gives."""
        match left, right:
            case (Const(a), Const(b)) if op in _OPERATORS and _small(a) and _small(b):
                try:
                    return Const(_OPERATORS[op](a, b))
                except (TypeError, ZeroDivisionError, ValueError, OverflowError, MemoryError):
                    return Unknown("it fails")
            case (Clock(), Clock()) if op is ast.Sub:
                self.span(left, right)
                return Host(())
            case (Clock(), _) | (_, Clock()):
                return Host(())
            case (Const(text), _) if isinstance(text, str):
                self.shows(node, (right,))
                self.asked_all(node, expression, right, "format")
                return TEXT
            case ((Array() | Tree()), _) | (_, (Array() | Tree())):
                return self._on_arrays(node, op, left, right)
            case (Seq("list" | "tuple", xs), Seq("list" | "tuple", ys)) if op is ast.Add:
                if xs is not None and ys is not None and len(xs) + len(ys) <= MOST_ITEMS:
                    return Seq(left.kind, (*xs, *ys))
                return Seq(left.kind, None, join_all([*items_of(left), *items_of(right)]))
            case (Seq(kind, _, _, _), _) if op is ast.Mult:
                return Seq(kind, None, join_all(items_of(left)))
            case (Unknown(_, True), (Const() | Host() | Unknown(_, True))) | (
                (Const() | Host()),
                Unknown(_, True),
            ):
                return SHAPE_NUMBER
            case ((Const() | Host()), (Const() | Host())):
                both = [_host_shape(v) for v in (left, right)]
                array = any(isinstance(v, Host) and v.array for v in (left, right))
                return trips.combined(self, (left, right), broadcast(both), array)
            case (Unknown(why), _) | (_, Unknown(why)):
                return Unknown(why)
        return Unknown("it is computed from what is not followed")

    def _on_arrays(self, node: ast.expr, op: type[ast.AST], left: Value, right: Value) -> Value:
        levels = levels_of(left, right)
        sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node, node)
        for value, side in zip((left, right), sides, strict=True):
            if isinstance(value, Host):
                trips.upload(self, node, side, value, "an operator")
        if op in _EXACT:
            levels = self.without_gradient(levels)
        plain = [v for v in (left, right) if not isinstance(v, (Unknown, Tree))]
        shape = broadcast([_host_shape(v) for v in plain]) if len(plain) == 2 else None
        if op is ast.MatMult:
            shape = None
        name = op.__name__.lower()
        if any(isinstance(v, Tree) for v in (left, right)) and op not in _OF_ARRAYS_ONLY:
            return self.tree(node, "eager", name, levels)
        return self.array(node, "eager", name, levels, shape)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            known = self.test(node.operand, "not")
            decided = truth(known)
            if decided is not None:
                return Const(not decided)
            by_shapes = isinstance(known, Unknown) and known.of_shapes
            return Unknown("the truth of it is not known", by_shapes)
        value = self.expr(node.operand)
        match value:
            case Const(number) if isinstance(number, (int, float)) and not isinstance(number, bool):
                if isinstance(node.op, ast.USub):
                    return Const(-number)
                return value if isinstance(node.op, ast.UAdd) else Host(())
            case Array(levels, shape):
                return self.array(node, "eager", "negative", levels, shape)
        return value

    def _compare(self, node: ast.Compare) -> Value:
        left = self.expr(node.left)
        out: Value = Const(True)
        for op, side in zip(node.ops, node.comparators, strict=True):
            right = self.expr(side)
            out = self._compared(node, op, left, right, side)
            if truth(out) is False:
                return out
            left = right
        return out

    def _compared(
        self, node: ast.Compare, op: ast.cmpop, left: Value, right: Value, side: ast.expr
    ) -> Value:
        if isinstance(op, (ast.Is, ast.IsNot)):
            same = _same(left, right)
            if same is None:
                return Unknown(_why(left) or "whether it is that is not known")
            return Const(same is isinstance(op, ast.Is))
        if isinstance(op, (ast.In, ast.NotIn)):
            self._searched(node, left, right, side)
            inside = _inside(left, right)
            if inside is None:
                return Unknown(_why(left) or _why(right) or "whether it is in there is not known")
            return Const(inside is isinstance(op, ast.In))
        if isinstance(op, (ast.Eq, ast.NotEq)):
            texts = [v for v in (left, right) if isinstance(v, Const) and isinstance(v.value, str)]
            if len(texts) == 1 and isinstance(left if right is texts[0] else right, _PLAIN):
                return Const(isinstance(op, ast.NotEq))
            if NONE in (left, right) and _same(left, right) is not None:
                return Const(_same(left, right) is isinstance(op, ast.Eq))
        return self.operated(node, type(op), left, right, side)

    def _searched(self, node: ast.Compare, left: Value, right: Value, side: ast.expr) -> None:
        """`x in (1, 2)` asks which one it is."""
        if isinstance(left, Array) and isinstance(right, Seq):
            self.meet(node, (left,))
            self.asked(node, node.left, left, "in")
        elif isinstance(right, Array):
            self.meet(node, (right,))
            self.asked(node, side, right, "in")

    def _boolean(self, node: ast.BoolOp) -> Value:
        conjunction = isinstance(node.op, ast.And)
        found: list[Value] = []
        for value in node.values:
            last = value is node.values[-1]
            word = "and" if conjunction else "or"
            known = self.expr(value) if last else self.test(value, word)
            decided = truth(known)
            if decided is (not conjunction):
                return join_all([*found, known])
            if decided is None or last:
                found.append(known)
        return join_all(found)

    def test(self, node: ast.expr, via: str) -> Value:
        """Ask for the truth of an expression; what it is, for `truth`."""
        if isinstance(node, ast.BoolOp):
            conjunction = isinstance(node.op, ast.And)
            open_: list[Value] = []
            for i, part in enumerate(node.values):
                if open_ and i:
                    with self.guarded(node.values[i - 1], open_[-1]):
                        known = self.test(part, via)
                else:
                    known = self.test(part, via)
                decided = truth(known)
                if decided is (not conjunction):
                    return known
                if decided is None:
                    open_.append(known)
            return _either(open_) if open_ else Const(conjunction)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            known = self.test(node.operand, via)
            decided = truth(known)
            return known if decided is None else Const(not decided)
        value = self.expr(node)
        self.meet(node, (value,))
        if isinstance(value, Array) or (isinstance(value, Tree) and isinstance(node, ast.Compare)):
            self.asked(node, node, value, via)
        elif isinstance(value, Unknown) and value.holds is not None:
            self.may_wait(node)
        return value

    def _choice(self, node: ast.IfExp) -> Value:
        known = self.test(node.test, "if")
        decided = truth(known)
        if decided is not None:
            return self.expr(node.body if decided else node.orelse)
        with self.guarded(node.test, known):
            return join(self.expr(node.body), self.expr(node.orelse))


def _either(values: list[Value]) -> Value:
    shapes = all(isinstance(v, Unknown) and v.of_shapes for v in values)
    whys = [v.why for v in values if isinstance(v, Unknown)]
    return Unknown(whys[0] if whys else "the truth of it is not known", shapes)


def _small(value: object) -> bool:
    if isinstance(value, (int, float)):
        return abs(value) < _LARGEST
    return isinstance(value, str) and len(value) < 200


def _host_shape(value: Value) -> tuple[int | None, ...] | None:
    match value:
        case Host(shape) | Array(_, shape):
            return shape
        case Const():
            return ()
    return None


def _why(value: Value) -> str:
    return value.why if isinstance(value, Unknown) else ""


_PLAIN = (Array, Tree, Host, Seq, Map, *CALLABLE)


def _same(left: Value, right: Value) -> bool | None:
    """`left is right`, where one of them is a constant."""
    match left, right:
        case (Const(a), Const(b)):
            return a is b or (a == b and type(a) is type(b))
        case (Const(a), other) | (other, Const(a)):
            if isinstance(other, Tree) and other.levels and a is None:
                return None  # a tree of no leaves is one of them
            if isinstance(other, (Array, Tree, Seq, Map, Instance, Record, *CALLABLE)):
                return False
            if isinstance(other, Host) and (a is None or other.array):
                return False
            return False if isinstance(other, Unknown) and other.of_shapes and a is None else None
        case (Lib(a), Lib(b)):
            return a == b
    return None


def _inside(left: Value, right: Value) -> bool | None:
    """`left in right`."""
    match left, right:
        case (Const(a), Const(b)) if isinstance(a, str) and isinstance(b, str):
            return a in b
        case (Const(), Seq(_, items)) if items is not None:
            if left in items:
                return True
            return False if all(isinstance(i, Const) for i in items) else None
        case (Const(a), Map(items, rest)):
            if any(k == a for k, _ in items):
                return True
            return False if rest is None else None
    return None


# Of these the derivative is nought, so that a gradient does not trace them.
_EXACT = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.FloorDiv)
# Of these a container has none.
_OF_ARRAYS_ONLY = (ast.Sub, ast.Div, ast.Pow, ast.MatMult, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
