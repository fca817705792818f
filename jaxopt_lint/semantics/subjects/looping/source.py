"""What a loop goes over: a count, arrays, or something else."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.static_ints import small_by_nature, static_int
from jaxopt_lint.semantics.python.liveness import assigned_names, read_names

FEW = 16  # turns that jit may as well unroll


@dataclass(frozen=True, slots=True)
class Element:
    """A name that holds one row of an array on each turn."""

    target: ast.expr
    array: ast.expr
    unpacked: bool = False  # the row of every array in a tuple of arrays: `zip(*arrays)`


@dataclass(frozen=True, slots=True)
class Source:
    """What a loop goes over.

    Attributes:
        kind: "count" (`range`, `jnp.arange`), "arrays" (an array, `zip`, `enumerate`), "condition"
            (`while`) or "opaque".
        index: the name of the counter, if there is one that the loop itself sets.
        start, stop, step: of a counter; a missing start is 0, a missing step 1.
        reversed: the turns go backwards.
        elements: the names that hold rows.
        why: what makes it opaque.
        strict: a `zip` that raises where the arrays differ in length.
    """

    kind: str
    index: str | None = None
    start: ast.expr | None = None
    stop: ast.expr | None = None
    step: ast.expr | None = None
    reversed: bool = False
    traced: bool = False  # the counter is an array already: `for i in jnp.arange(n)`
    elements: tuple[Element, ...] = field(default=())
    why: str = ""
    strict: bool = False

    def trip(self, facts: Facts) -> int | None:
        """How many turns, where constants and defaults tell."""
        if self.kind == "count":
            stop = static_int(facts, self.stop)
            start = 0 if self.start is None else static_int(facts, self.start)
            step = 1 if self.step is None else static_int(facts, self.step)
            if stop is None or start is None or not step:
                return None
            return len(range(start, stop, step))
        return None

    def _window(self) -> bool:
        """`range(-r, r + 1)`: the offsets of a stencil, which are few."""
        start, stop = self.start, self.stop
        if not (isinstance(start, ast.UnaryOp) and isinstance(start.op, ast.USub)):
            return False
        return (
            isinstance(stop, ast.BinOp)
            and isinstance(stop.op, ast.Add)
            and ast.dump(stop.left) == ast.dump(start.operand)
            and isinstance(stop.right, ast.Constant)
            and stop.right.value == 1
        )

    def small(self, facts: Facts, limit: int) -> bool:
        """Whether there are fewer turns than `limit`, as far as anybody can tell."""
        trip = self.trip(facts)
        if trip is not None:
            return trip < limit
        if small_by_nature(facts, self.stop) or self._window():
            return True
        return any(literal_length(facts, e.array, limit) for e in self.elements)


def source_of(facts: Facts, target: ast.expr, iterable: ast.expr) -> Source:
    """What `for target in iterable` goes over."""
    if isinstance(iterable, ast.Call):
        names = facts.names
        if names.is_builtin(iterable.func, "reversed") and len(iterable.args) == 1:
            inner = source_of(facts, target, iterable.args[0])
            if inner.kind == "opaque" or inner.reversed:
                return inner
            return Source(
                inner.kind, inner.index, inner.start, inner.stop, inner.step, True,
                inner.traced, inner.elements, strict=inner.strict,
            )  # fmt: skip
        if names.is_builtin(iterable.func, "range"):
            return _count(facts, target, iterable, traced=False)
        if names.of(iterable.func) == "jax.numpy.arange" and not iterable.keywords:
            return _count(facts, target, iterable, traced=True)
        if names.is_builtin(iterable.func, "enumerate"):
            return _enumerate(target, iterable)
        if names.is_builtin(iterable.func, "zip"):
            return _zip(target, iterable)
    if isinstance(target, ast.Name) and _is_place(iterable):
        return Source("arrays", elements=(Element(target, iterable),))
    return Source("opaque", why="it goes over something that is neither a count nor an array")


def counting(facts: Facts, node: ast.While) -> tuple[Source, ast.stmt | None]:
    """`i = 0`, `while i < n:`, ..., `i += 1` as a counting loop, and what counts."""
    opaque = Source("condition", why="it runs until a condition changes")
    test = node.test
    if not (
        isinstance(test, ast.Compare)
        and isinstance(test.left, ast.Name)
        and len(test.ops) == 1
        and isinstance(test.ops[0], ast.Lt)
        and node.body
    ):
        return opaque, None
    name, last = test.left.id, node.body[-1]
    if not (
        isinstance(last, ast.AugAssign)
        and isinstance(last.op, ast.Add)
        and isinstance(last.target, ast.Name)
        and last.target.id == name
        and isinstance(last.value, ast.Constant)
        and last.value.value == 1
    ):
        return opaque, None
    block = facts.module.block_of(node)
    before = block[: block.index(node)]
    init = before[-1] if before else None
    if not (
        isinstance(init, ast.Assign)
        and len(init.targets) == 1
        and isinstance(init.targets[0], ast.Name)
        and init.targets[0].id == name
        and isinstance(init.value, ast.Constant)
        and init.value.value == 0
    ):
        return opaque, None
    if read_names(test.comparators[0]) & assigned_names(*node.body):
        return opaque, None
    return Source("count", name, None, test.comparators[0]), last


def _count(facts: Facts, target: ast.expr, call: ast.Call, traced: bool) -> Source:
    args = call.args
    if not isinstance(target, ast.Name) or call.keywords or not 1 <= len(args) <= 3:
        return Source("opaque", why="its counter has no plain name")
    if any(isinstance(a, ast.Starred) for a in args):
        return Source("opaque", why="its bounds are unpacked")
    start, stop, step = None, args[0], None
    if len(args) > 1:
        start, stop = args[0], args[1]
    if len(args) > 2:
        step = args[2]
    if isinstance(start, ast.Constant) and start.value == 0:
        start = None
    if isinstance(step, ast.Constant) and step.value == 1:
        step = None
    backwards = static_int(facts, step) == -1 if step is not None else False
    if backwards and static_int(facts, stop) == -1:
        # `range(n - 1, -1, -1)` is `reversed(range(n))`.
        last = start
        if (
            isinstance(last, ast.BinOp)
            and isinstance(last.op, ast.Sub)
            and isinstance(last.right, ast.Constant)
            and last.right.value == 1
        ):
            return Source("count", target.id, None, last.left, None, True, traced)
        return Source("opaque", why="it counts down in a way that is not recognised")
    return Source("count", target.id, start, stop, step, False, traced)


def _enumerate(target: ast.expr, call: ast.Call) -> Source:
    if (
        len(call.args) != 1
        or call.keywords
        or not isinstance(target, ast.Tuple)
        or len(target.elts) != 2
        or not isinstance(target.elts[0], ast.Name)
    ):
        return Source("opaque", why="its counter has no plain name")
    index, item = target.elts
    assert isinstance(index, ast.Name)
    inner = call.args[0]
    if isinstance(inner, ast.Call) and isinstance(inner.func, ast.Name) and inner.func.id == "zip":
        zipped = _zip(item, inner)
        if zipped.kind == "opaque":
            return zipped
        return Source("arrays", index.id, elements=zipped.elements, strict=zipped.strict)
    if not isinstance(item, ast.Name) or not _is_place(inner):
        return Source("opaque", why="it goes over something that is neither a count nor an array")
    return Source("arrays", index.id, elements=(Element(item, inner),))


def _zip(target: ast.expr, call: ast.Call) -> Source:
    if any(k.arg != "strict" for k in call.keywords) or not call.args:
        return Source("opaque", why="it goes over something that is neither a count nor an array")
    if len(call.args) == 1 and isinstance(call.args[0], ast.Starred):
        inner = call.args[0].value
        if _is_place(inner) and isinstance(target, (ast.Name, ast.Tuple)):
            return Source("arrays", elements=(Element(target, inner, unpacked=True),))
        return Source("opaque", why="it goes over something that is neither a count nor an array")
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(call.args):
        return Source("opaque", why="the rows that it takes have no names of their own")
    elements = []
    for item, array in zip(target.elts, call.args, strict=True):
        if not isinstance(item, ast.Name) or not _is_place(array):
            return Source("opaque", why="it goes over something that is no array")
        elements.append(Element(item, array))
    strict = any(isinstance(k.value, ast.Constant) and k.value.value for k in call.keywords)
    return Source("arrays", elements=tuple(elements), strict=bool(strict))


def _is_place(node: ast.expr) -> bool:
    """`x`, `batch.x`, `batch["x"]`, `x[1:]`, and calls that may give an array."""
    if isinstance(node, ast.Name):
        return True
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return _is_place(node.value)
    return isinstance(node, ast.Call)


def literal_length(facts: Facts, node: ast.expr, limit: int) -> bool:
    """Whether an array is seen to be made of fewer rows than `limit`."""
    if isinstance(node, ast.Call) and node.args:
        name = facts.names.of(node.func)
        if name in _LITERAL_ARRAYS and isinstance(node.args[0], (ast.List, ast.Tuple)):
            return len(node.args[0].elts) < limit
        if name == "jax.random.split":
            count = node.args[1] if len(node.args) > 1 else None
            found = static_int(facts, count) if count is not None else 2
            return found is not None and found < limit
    if isinstance(node, ast.Name):
        values = [b.value for b in facts.names.binding(node)]
        if len(values) == 1 and isinstance(values[0], ast.Call):
            return literal_length(facts, values[0], limit)
    return False


_LITERAL_ARRAYS = ("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack")
