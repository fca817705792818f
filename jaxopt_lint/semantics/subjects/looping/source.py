"""What a loop goes over: a count, arrays, or something else."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.static_ints import small_by_nature, static_int
from jaxopt_lint.semantics.python import assigned_names, read_names

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
        match self.start, self.stop:
            case ast.UnaryOp(ast.USub(), r), ast.BinOp(left, ast.Add(), ast.Constant(1)):
                return ast.dump(left) == ast.dump(r)
        return False

    def cuts(self, facts: Facts) -> bool:
        """Whether there are as many turns as pieces of a size in a whole: `range(n // size)`."""
        stop = facts.names.value(self.stop) if isinstance(self.stop, ast.Name) else self.stop
        if isinstance(stop, ast.Call) and len(stop.args) == 1:  # math.ceil, int, max
            stop = stop.args[0]
        divides = isinstance(stop, ast.BinOp) and isinstance(stop.op, (ast.FloorDiv, ast.Div))
        return self.kind == "count" and divides

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
    names = facts.names
    match iterable:
        case ast.Call(func, [inner]) if names.is_builtin(func, "reversed"):
            found = source_of(facts, target, inner)
            if found.kind == "opaque" or found.reversed:
                return found
            return replace(found, reversed=True)
        case ast.Call(func) if names.is_builtin(func, "range"):
            return _count(facts, target, iterable, traced=False)
        case ast.Call(func) if names.of(func) == "jax.numpy.arange":
            return _count(facts, target, _by_position(iterable), traced=True)
        case ast.Call(func) if names.is_builtin(func, "enumerate"):
            return _enumerate(target, iterable)
        case ast.Call(func) if names.is_builtin(func, "zip"):
            return _zip(target, iterable)
    if isinstance(target, ast.Name) and _is_place(iterable):
        return Source("arrays", elements=(Element(target, iterable),))
    return _NEITHER


def counting(facts: Facts, node: ast.While) -> tuple[Source, ast.stmt | None]:
    """`i = 0`, `while i < n:`, ..., `i += 1` as a counting loop, and what counts."""
    opaque = Source("condition", why="it runs until a condition changes")
    match node.test, node.body[-1], facts.module.before(node)[-1:]:
        case (
            ast.Compare(ast.Name(name), [ast.Lt()], [stop]),
            ast.AugAssign(ast.Name(counted), ast.Add(), ast.Constant(1)),
            [ast.Assign([ast.Name(started)], ast.Constant(0))],
        ) if name == counted == started and not read_names(stop) & assigned_names(*node.body):
            return Source("count", name, None, stop), node.body[-1]
    return opaque, None


def _count(facts: Facts, target: ast.expr, call: ast.Call, traced: bool) -> Source:
    if not isinstance(target, ast.Name) or call.keywords or not 1 <= len(call.args) <= 3:
        return _NO_NAME
    if any(isinstance(a, ast.Starred) for a in call.args):
        return Source("opaque", why="its bounds are unpacked")
    start, stop, step = None, call.args[0], None
    if len(call.args) > 1:
        start, stop, *more = call.args
        step = more[0] if more else None
    if isinstance(start, ast.Constant) and start.value == 0:
        start = None
    if isinstance(step, ast.Constant) and step.value == 1:
        step = None
    backwards = static_int(facts, step) == -1 if step is not None else False
    if backwards and static_int(facts, stop) == -1:
        match start:  # `range(n - 1, -1, -1)` is `reversed(range(n))`
            case ast.BinOp(count, ast.Sub(), ast.Constant(1)):
                return Source("count", target.id, None, count, None, True, traced)
        return Source("opaque", why="it counts down in a way that is not recognised")
    return Source("count", target.id, start, stop, step, False, traced)


def _by_position(call: ast.Call) -> ast.Call:
    """`jnp.arange(start=a, stop=b)` as `jnp.arange(a, b)`; other calls as they are."""
    given = {k.arg: k.value for k in call.keywords}
    names = ("start", "stop", "step")[len(call.args) :]
    if "stop" not in given or not given.keys() <= {*names} or names[0] not in given:
        return call
    args = [*call.args, *(given[name] for name in names if name in given)]
    return ast.copy_location(ast.Call(call.func, args, []), call)


def _enumerate(target: ast.expr, call: ast.Call) -> Source:
    match target, call:
        case ast.Tuple([ast.Name(index), item]), ast.Call(_, [inner], []):
            pass
        case _:
            return _NO_NAME
    match inner:
        case ast.Call(ast.Name("zip")):
            zipped = _zip(item, inner)
            return zipped if zipped.kind == "opaque" else replace(zipped, index=index)
    if not isinstance(item, ast.Name) or not _is_place(inner):
        return _NEITHER
    return Source("arrays", index, elements=(Element(item, inner),))


def _zip(target: ast.expr, call: ast.Call) -> Source:
    if any(k.arg != "strict" for k in call.keywords) or not call.args:
        return _NEITHER
    match call.args:
        case [ast.Starred(inner)]:
            if _is_place(inner) and isinstance(target, (ast.Name, ast.Tuple)):
                return Source("arrays", elements=(Element(target, inner, unpacked=True),))
            return _NEITHER
    if not isinstance(target, ast.Tuple) or len(target.elts) != len(call.args):
        return Source("opaque", why="the rows that it takes have no names of their own")
    pairs = list(zip(target.elts, call.args, strict=True))
    if not all(isinstance(item, ast.Name) and _is_place(array) for item, array in pairs):
        return Source("opaque", why="it goes over something that is no array")
    strict = any(isinstance(k.value, ast.Constant) and k.value.value for k in call.keywords)
    elements = tuple(Element(item, array) for item, array in pairs)
    return Source("arrays", elements=elements, strict=bool(strict))


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
            found = static_int(facts, node.args[1]) if len(node.args) > 1 else 2
            return found is not None and found < limit
    made = facts.names.value(node)
    return isinstance(made, ast.Call) and literal_length(facts, made, limit)


_NEITHER = Source("opaque", why="it goes over something that is neither a count nor an array")
_NO_NAME = Source("opaque", why="its counter has no plain name")
_LITERAL_ARRAYS = ("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack")
