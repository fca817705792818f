"""Who sends to whom: the pairs of a permutation that is written out or computed from ranges.

A size that is not known is a free variable: the pairs are worked out for several sizes, and what
is said of them must hold for each.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from itertools import product
from typing import Any

from jaxopt_lint.semantics.jax.facts import Facts

SIZES = (2, 3, 4, 8)
_STEPS = 4000


def evaluations(facts: Facts, node: ast.expr) -> list[list[Any]] | None:
    """What a list of pairs or numbers is, for each choice of the sizes in it; None where it
    cannot be computed."""
    free: dict[str, ast.expr] = {}
    try:
        _Evaluator(facts, None, free).value(node)
        if len(free) > 2:
            return None
        out = []
        for sizes in product(SIZES, repeat=len(free)):
            value = _Evaluator(facts, dict(zip(free, sizes, strict=True)), free).value(node)
            if not isinstance(value, list):
                return None
            out.append(value)
        return out
    except (_Unknown, ArithmeticError, TypeError, ValueError, RecursionError):
        return None


def pairs(value: list[Any]) -> list[tuple[int, int]] | None:
    """The (source, target) pairs of a value; None where it holds anything else."""
    for item in value:
        if not isinstance(item, (list, tuple)) or [*map(type, item)] != [int, int]:
            return None
    return [(source, target) for source, target in value]


def cycle(value: list[tuple[int, int]]) -> list[int]:
    """The devices of a closed loop among unique pairs; empty where there is none."""
    after = dict(value)
    for start in after:
        seen = [start]
        while (current := after.get(seen[-1])) is not None:
            if current == start:
                return [*seen, start]
            if current in seen:
                break
            seen.append(current)
    return []


def repeated(items: list[int]) -> int | None:
    """The first item that comes twice."""
    return next((item for i, item in enumerate(items) if item in items[:i]), None)


class _Unknown(Exception):
    pass


class _Evaluator:
    """Runs an expression over integers, lists, `range` and `zip`; nothing else is computed."""

    def __init__(self, facts: Facts, sizes: dict[str, int] | None, free: dict[str, ast.expr]):
        self.facts = facts
        self.sizes = sizes
        self.free = free
        self.local: dict[str, Any] = {}
        self.steps = 0

    def value(self, node: ast.expr, depth: int = 12) -> Any:
        self.steps += 1
        if depth <= 0 or self.steps > _STEPS:
            raise _Unknown
        if isinstance(node, ast.Constant):
            if type(node.value) is not int:
                raise _Unknown
            return node.value
        if isinstance(node, (ast.List, ast.Tuple)):
            out: list[Any] = []
            for item in node.elts:
                if isinstance(item, ast.Starred):
                    out += self.sequence(item.value, depth)
                else:
                    out.append(self.value(item, depth - 1))
            return out
        if isinstance(node, ast.Name):
            return self.name(node, depth)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.number(node.operand, depth)
        if isinstance(node, ast.BinOp):
            return self.arithmetic(node, depth)
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            return self.comprehension(node, depth)
        if isinstance(node, ast.Call):
            return self.call(node, depth)
        if isinstance(node, (ast.Attribute, ast.Subscript)):
            return self.unknown(node)
        raise _Unknown

    def number(self, node: ast.expr, depth: int) -> int:
        value = self.value(node, depth - 1)
        if type(value) is not int:
            raise _Unknown
        return value

    def sequence(self, node: ast.expr, depth: int) -> list[Any]:
        value = self.value(node, depth - 1)
        if not isinstance(value, list):
            raise _Unknown
        return value

    def unknown(self, node: ast.expr) -> int:
        """A size of the user's machine: any number of devices."""
        if any(isinstance(n, ast.Name) and n.id in self.local for n in ast.walk(node)):
            raise _Unknown
        key = ast.dump(node)
        self.free.setdefault(key, node)
        return SIZES[0] if self.sizes is None else self.sizes[key]

    def name(self, node: ast.Name, depth: int) -> Any:
        if node.id in self.local:
            return self.local[node.id]
        bindings = self.facts.names.binding(node)
        if len(bindings) != 1:
            raise _Unknown
        if bindings[0].kind == "assign" and bindings[0].value is not None:
            return self.value(bindings[0].value, depth - 1)
        if bindings[0].kind == "param":
            return self.unknown(node)
        raise _Unknown

    def arithmetic(self, node: ast.BinOp, depth: int) -> Any:
        left, right = self.value(node.left, depth - 1), self.value(node.right, depth - 1)
        if isinstance(left, list) != isinstance(right, list):
            raise _Unknown
        run = _OPERATORS.get(type(node.op))
        if run is None or (isinstance(left, list) and run is not operator.add):
            raise _Unknown
        return run(left, right)

    def comprehension(self, node: ast.ListComp | ast.GeneratorExp, depth: int) -> list[Any]:
        out: list[Any] = []
        before = dict(self.local)

        def run(index: int) -> None:
            if index == len(node.generators):
                out.append(self.value(node.elt, depth - 1))
                return
            generator = node.generators[index]
            if generator.ifs or generator.is_async:
                raise _Unknown
            for item in self.sequence(generator.iter, depth):
                self.bind(generator.target, item)
                run(index + 1)

        run(0)
        self.local = before
        return out

    def bind(self, target: ast.expr, item: Any) -> None:
        if isinstance(target, ast.Name):
            self.local[target.id] = item
        elif isinstance(target, (ast.Tuple, ast.List)) and isinstance(item, list):
            if len(item) != len(target.elts):
                raise _Unknown
            for part, value in zip(target.elts, item, strict=True):
                self.bind(part, value)
        else:
            raise _Unknown

    def call(self, node: ast.Call, depth: int) -> Any:
        names = self.facts.names
        if node.keywords or any(isinstance(a, ast.Starred) for a in node.args):
            raise _Unknown
        if names.is_builtin(node.func, "range") and node.args:
            found = range(*(self.number(a, depth) for a in node.args))
            if len(found) > 256:
                raise _Unknown
            return list(found)
        if names.is_builtin(node.func, "list", "tuple") and len(node.args) == 1:
            return list(self.sequence(node.args[0], depth))
        if names.is_builtin(node.func, "zip"):
            return [list(t) for t in zip(*(self.sequence(a, depth) for a in node.args))]  # noqa: B905
        if names.is_builtin(node.func, "reversed") and len(node.args) == 1:
            return list(reversed(self.sequence(node.args[0], depth)))
        dotted = names.of(node.func) or ""
        if dotted.rpartition(".")[2] in _COUNTS or names.is_builtin(node.func, "len"):
            return self.unknown(node)
        if dotted == "jax.lax.psum" and node.args and isinstance(node.args[0], ast.Constant):
            return self.unknown(node)
        raise _Unknown


_OPERATORS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.BitXor: operator.xor,
}
_COUNTS = frozenset({"device_count", "local_device_count", "axis_size"})
