"""What kind of numbers an array holds, and how many axes it has, as far as straight code tells.

A function is run on such values where it does nothing but store, compute and return; at the first
branch or loop nothing is known of it any more. A kind is only given where it must hold.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from jaxopt_lint.semantics.jax.calls import calls
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python import FunctionNode, argument, defaults, keywords, positional
from jaxopt_lint.semantics.python.nodes import root_of

KINDS = ("bool", "int", "float", "complex")
_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Aval:
    """One array or number.

    Attributes:
        kind: the kind of its numbers, the least that they can be; "" if that is not known.
        rank: how many axes it has; None if that is not known.
        weak: it takes the kind of what it meets, as numbers of Python do.
        size: the length of its first axis.
    """

    kind: str = ""
    rank: int | None = None
    weak: bool = False
    size: int | None = None


# An array, several values in a tuple, or nothing that is known.
Known = Aval | tuple["Known", ...] | None
Env = dict[str, "Known"]


def aval(facts: Facts, node: ast.expr | None, env: Mapping[str, Known] | None = None) -> Known:
    """What is known of an expression, where some names stand for known values."""
    return _Straight(facts, dict(env or {}), _DEPTH).value(node)


def result(facts: Facts, function: FunctionNode, given: Sequence[Known]) -> Known:
    """What is known of what a function gives for some arguments, by position."""
    return _called(facts, function, given, _DEPTH)


def _called(facts: Facts, function: FunctionNode, given: Sequence[Known], depth: int) -> Known:
    names = positional(function)
    if function.args.vararg or function.args.kwarg or len(given) > len(names) or not depth:
        return None
    straight = _Straight(facts, {}, depth - 1)
    unset = defaults(function)
    for place, name in enumerate(names):
        known = given[place] if place < len(given) else None
        if place >= len(given) and name in unset:
            known = straight.value(unset[name])
        straight.env[name] = known
    for name in (a.arg for a in function.args.kwonlyargs):
        straight.env[name] = None
    if isinstance(function, ast.Lambda):
        return straight.value(function.body)
    if not isinstance(function, ast.FunctionDef):
        return None
    return straight.body(function.body)


class _Straight:
    """A run of straight code.

    Args:
        env: what the names of the function stand for so far.
        depth: how many calls may still be followed.
    """

    def __init__(self, facts: Facts, env: Env, depth: int) -> None:
        self.facts = facts
        self.env = env
        self.depth = depth

    def body(self, statements: Sequence[ast.stmt]) -> Known:
        for statement in statements:
            match statement:
                case ast.Return(value):
                    return self.value(value)
                case ast.Assign([target], value):
                    self._store(target, self.value(value))
                case ast.AugAssign(ast.Name(name) as target, op, value):
                    read = ast.Name(target.id, ast.Load())
                    left = self.env.get(name) if name in self.env else self.value(read)
                    self.env[name] = _operated(op, left, self.value(value))
                case ast.Expr() | ast.FunctionDef() | ast.Pass() | ast.Assert():
                    pass
                case _:
                    return None
        return None

    def _store(self, target: ast.expr, known: Known) -> None:
        if isinstance(target, ast.Name):
            self.env[target.id] = known
        elif isinstance(target, (ast.Tuple, ast.List)):
            several = known if isinstance(known, tuple) else ()
            fits = len(several) == len(target.elts)
            for place, item in enumerate(target.elts):
                self._store(item, several[place] if fits else None)
        else:
            root = root_of(target, (ast.Attribute, ast.Subscript, ast.Starred))
            if isinstance(root, ast.Name):
                self.env[root.id] = None

    def value(self, node: ast.expr | None) -> Known:
        match node:
            case ast.Constant(value):
                kind = type(value).__name__
                return Aval(kind, 0, weak=True) if kind in KINDS else None
            case ast.Name(name):
                return self.env[name] if name in self.env else self._outer(node)
            case ast.Tuple(items):
                if any(isinstance(item, ast.Starred) for item in items):
                    return None
                return tuple(self.value(item) for item in items)
            case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
                return self.value(operand)
            case ast.BinOp(left, op, right):
                return _operated(op, self.value(left), self.value(right))
            case ast.Compare(left, [ast.Lt() | ast.LtE() | ast.Gt() | ast.GtE()], [right]):
                both = _joined([self.value(left), self.value(right)])
                return replace(both, kind="bool", weak=False) if both is not None else None
            case ast.Subscript(of, index):
                return self._item(self.value(of), index)
            case ast.Attribute(of, "T" | "real" | "mT"):
                return self._array(of)
            case ast.Call():
                return self._call(node)
        return None

    def _outer(self, node: ast.Name) -> Known:
        """A name of the code around: what it is bound to, once."""
        binding = self.facts.names.only_binding(node)
        if binding is None or binding.kind != "assign" or not self.depth:
            return None
        return _Straight(self.facts, {}, self.depth - 1).value(binding.value)

    def _array(self, node: ast.expr | None) -> Aval | None:
        known = self.value(node)
        return known if isinstance(known, Aval) else None

    def _item(self, of: Known, index: ast.expr) -> Known:
        if isinstance(of, tuple):
            place = index.value if isinstance(index, ast.Constant) else None
            return of[place] if isinstance(place, int) and -len(of) <= place < len(of) else None
        if of is None or of.rank is None:
            return replace(of, rank=None, size=None) if of is not None else None
        rank = of.rank
        for part in index.elts if isinstance(index, ast.Tuple) else [index]:
            match part:
                case ast.Slice():
                    continue
                case ast.Constant(None):
                    rank += 1
                case _:
                    at = self.value(part)
                    if not isinstance(at, Aval) or at.kind not in ("int", "bool"):
                        return Aval(of.kind)
                    if at.kind == "bool" or at.rank is None:
                        return Aval(of.kind)
                    rank += at.rank - 1
        return Aval(of.kind, rank) if rank >= 0 else None

    # -- calls ------------------------------------------------------------------------------

    def _call(self, call: ast.Call) -> Known:
        name = self.facts.names.call(call) or ""
        head, _, last = name.rpartition(".")
        if any(isinstance(a, ast.Starred) for a in call.args):
            return None
        if head == "jax.numpy":
            return self._of_numpy(call, last)
        if name == "jax.numpy.linalg.norm" and call.args:
            first = self._array(call.args[0])
            return self._reduced(call, first, "norm", argument(call, 2, "axis"))
        if head == "jax.random" and last in ("normal", "uniform", "randint", "bernoulli"):
            kind = {"randint": "int", "bernoulli": "bool"}.get(last, "float")
            place = 2 if last == "bernoulli" else 1
            shape = argument(call, place, "shape")
            return self._shaped(shape, kind) if shape is not None else Aval(kind, 0)
        if head in ("jax.nn", "jax.scipy.special") and last in _SMOOTH:
            return _smooth(self._array(call.args[0]) if call.args else None)
        if head in ("optax", "optax.losses"):
            return self._loss(call, last)
        if name == "jax.lax.stop_gradient" and call.args:
            return self.value(call.args[0])
        if isinstance(call.func, ast.Attribute) and not head:
            return self._method(call, call.func)
        found = calls(self.facts).callee(call.func)
        if found is None or found.node is None or found.bound or call.keywords:
            return None
        if any(wrap not in ("jax.jit", "jax.checkpoint") for wrap, _ in found.wraps):
            return None
        given = [self.value(a) for a in call.args]
        return _called(self.facts, found.node, given, self.depth)

    def _of_numpy(self, call: ast.Call, name: str) -> Known:
        first = self._array(call.args[0]) if call.args else None
        kind = _dtype(self.facts, keywords(call).get("dtype"))
        if name in _SCALARS:
            return replace(first or Aval(), kind=_SCALARS[name], weak=False) if call.args else None
        if name in ("zeros", "ones", "empty"):
            kind = kind or _dtype(self.facts, argument(call, 1, "dtype"))
            untyped = argument(call, 1, "dtype") is None
            return self._shaped(argument(call, 0, "shape"), kind or ("float" if untyped else ""))
        if name == "full":
            typed = argument(call, 2, "dtype")
            fill = self._array(argument(call, 1, "fill_value"))
            known = _dtype(self.facts, typed) if typed is not None else fill.kind if fill else ""
            weak = typed is None and fill is not None and fill.weak
            return replace(self._shaped(argument(call, 0, "shape"), known), weak=weak)
        if name in ("zeros_like", "ones_like", "full_like") and first is not None:
            typed = argument(call, 2 if name == "full_like" else 1, "dtype")
            known = _dtype(self.facts, typed) if typed is not None else first.kind
            return replace(first, weak=False, kind=known)
        if name in ("array", "asarray"):
            return self._made(call)
        if name in ("arange", "linspace"):
            return self._counted(call, name, kind)
        if name in _SMOOTH:
            return _smooth(first)
        if name in _REDUCING:
            return self._reduced(call, first, name, argument(call, 1, "axis"))
        if name in _TOGETHER:
            both = _joined([self.value(a) for a in call.args])
            return _smooth(both) if name in ("divide", "true_divide", "hypot") else both
        if name == "where" and len(call.args) == 3:
            test, *ways = (self.value(a) for a in call.args)
            both, shape = _joined(ways), _joined([test, *ways])
            rank = shape.rank if shape is not None else None
            return replace(both, rank=rank, size=None) if both is not None else None
        if name in ("dot", "matmul") and len(call.args) == 2:
            return _operated(ast.MatMult(), *(self.value(a) for a in call.args))
        if name in ("squeeze", "reshape", "concatenate", "stack"):
            return Aval(first.kind) if first is not None else None
        return None

    def _made(self, call: ast.Call) -> Known:
        """`jnp.array(0)`, `jnp.array([1.0, 2.0])`."""
        given = argument(call, 0, "object") or argument(call, 0, "a")
        typed = argument(call, 1, "dtype")
        known = self._listed(given)
        if known is None:
            return Aval(_dtype(self.facts, typed)) if typed is not None else None
        kind = _dtype(self.facts, typed) if typed is not None else known.kind
        # Of one number of Python, JAX makes an array that still takes the kind of what it meets.
        return replace(known, kind=kind, weak=typed is None and known.weak)

    def _listed(self, node: ast.expr | None) -> Aval | None:
        if not isinstance(node, ast.List):
            known = self.value(node)
            return known if isinstance(known, Aval) else None
        items = [self._listed(item) for item in node.elts]
        both = _joined(items) if items and None not in items else None
        if both is None or both.rank is None:
            return None
        return Aval(both.kind, both.rank + 1, size=len(items))

    def _counted(self, call: ast.Call, name: str, kind: str) -> Known:
        if name == "linspace":
            return Aval(kind or "float", 1)
        both = _joined([self.value(a) for a in call.args])
        stop = call.args[0] if len(call.args) == 1 else None
        size = stop.value if isinstance(stop, ast.Constant) else None
        typed = any(k.arg == "dtype" for k in call.keywords) or len(call.args) > 3
        known = kind if typed else both.kind if both is not None else ""
        return Aval(known, 1, size=size if isinstance(size, int) else None)

    def _method(self, call: ast.Call, func: ast.Attribute) -> Known:
        if func.attr in ("set", "add", "multiply", "min", "max", "subtract", "divide", "power"):
            match func.value:
                case ast.Subscript(ast.Attribute(array, "at")):
                    return self._array(array)
        of = self._array(func.value)
        if of is None:
            return None
        if func.attr == "astype" and call.args:
            return replace(of, kind=_dtype(self.facts, call.args[0]), weak=False)
        if func.attr in _REDUCING:
            return self._reduced(call, of, func.attr, argument(call, 0, "axis"))
        return None

    def _reduced(
        self, call: ast.Call, of: Aval | None, name: str, axis: ast.expr | None
    ) -> Aval | None:
        if any(k.arg not in ("axis", "ord") for k in call.keywords):
            return None
        kind = of.kind if of is not None else ""
        if name in ("mean", "std", "var", "norm") and kind != "complex":
            kind = "float"
        elif name in ("argmax", "argmin"):
            kind = "int"
        elif name in ("any", "all"):
            kind = "bool"
        elif name in ("sum", "prod") and kind == "bool":
            kind = "int"
        if name == "norm" and (len(call.args) > 1 or axis is not None):
            return Aval(kind)
        if axis is None or (isinstance(axis, ast.Constant) and axis.value is None):
            return Aval(kind, 0)
        number = self._array(axis)
        rank = of.rank if of is not None else None
        if rank is None or number is None or number.kind != "int":
            return Aval(kind)
        return Aval(kind, rank - 1) if rank > 0 else None

    def _loss(self, call: ast.Call, name: str) -> Aval | None:
        given = [self.value(a) for a in call.args[:2]]
        if name in ("squared_error", "l2_loss", "huber_loss", "sigmoid_binary_cross_entropy"):
            return _smooth(_joined(given))
        first = given[0] if given else None
        if name.startswith("softmax_cross_entropy") and isinstance(first, Aval):
            return Aval("float", first.rank - 1) if first.rank else Aval("float")
        return None

    def _shaped(self, shape: ast.expr | None, kind: str) -> Aval:
        match self.facts.names.behind(shape):
            case ast.Tuple(items) | ast.List(items):
                if any(isinstance(item, ast.Starred) for item in items):
                    return Aval(kind)
                first = items[0].value if items and isinstance(items[0], ast.Constant) else None
                return Aval(kind, len(items), size=first if isinstance(first, int) else None)
            case ast.Constant(int() as size):
                return Aval(kind, 1, size=size)
            case ast.Attribute(of, "shape"):
                known = self._array(of)
                return Aval(kind, known.rank) if known is not None else Aval(kind)
        return Aval(kind)


def _operated(op: ast.operator, left: Known, right: Known) -> Known:
    if isinstance(op, ast.MatMult):
        if not isinstance(left, Aval) or not isinstance(right, Aval):
            return None
        kind = _wider([left.kind, right.kind])
        ranks = left.rank, right.rank
        if None in ranks or 0 in ranks:
            return Aval(kind)
        assert left.rank is not None and right.rank is not None
        lost = 2 if 1 in ranks else 0
        wide = max(ranks) if 1 in ranks else 2  # type: ignore[type-var]
        rank = 0 if ranks == (1, 1) else wide - 1 if lost else wide  # type: ignore[operator]
        return Aval(kind, rank) if max(left.rank, right.rank) < 3 else Aval(kind)
    both = _joined([left, right])
    if both is None:
        return None
    if isinstance(op, ast.Div):
        return _smooth(both)
    plain = isinstance(op, (ast.Add, ast.Sub, ast.Mult, ast.Pow, ast.FloorDiv, ast.Mod))
    return both if plain else replace(both, kind="")


def _smooth(of: Aval | None) -> Aval | None:
    """What a function with fractions for results gives, entry by entry."""
    if of is None:
        return Aval("float")
    return of if of.kind == "complex" else replace(of, kind="float", weak=False)


def _wider(kinds: Sequence[str]) -> str:
    """The least kind that several make together: with a fraction among them, at least that."""
    known = [KINDS.index(kind) for kind in kinds if kind]
    if not known or (len(known) < len(kinds) and max(known) < KINDS.index("float")):
        return ""
    return KINDS[max(known)]


def _joined(several: Sequence[Known]) -> Aval | None:
    """What arrays make together, entry by entry; None where none of them is known."""
    arrays = [one for one in several if isinstance(one, Aval)]
    if not arrays or any(isinstance(one, tuple) for one in several):
        return None
    whole = len(arrays) == len(several)
    ranks = [one.rank for one in arrays]
    rank = max(r for r in ranks if r is not None) if whole and None not in ranks else None
    strong = [one.kind for one in arrays if not one.weak]
    kinds = [one.kind for one in arrays] + [""] * (not whole)
    weak = whole and not strong
    sizes = {one.size for one in arrays if one.rank == rank} if rank else {None}
    return Aval(_wider(kinds), rank, weak, sizes.pop() if len(sizes) == 1 else None)


def _dtype(facts: Facts, node: ast.expr | None) -> str:
    """The kind of numbers that a dtype says; "" where it is not known."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value
    elif node is not None and facts.names.is_builtin(node, *KINDS):
        name = node.id if isinstance(node, ast.Name) else ""
    else:
        name = (facts.names.of(node) or "").rpartition(".")[2]
    return next(_dtypes(name), "")


def _dtypes(name: str) -> Iterator[str]:
    stem = name.rstrip("_0123456789")
    found = {"bfloat": "float", "uint": "int", "double": "float", "single": "float"}.get(stem, stem)
    if found in KINDS:
        yield found


_SCALARS = {
    **dict.fromkeys(("float16", "float32", "float64", "bfloat16"), "float"),
    **dict.fromkeys(("int8", "int16", "int32", "int64", "uint8", "uint32"), "int"),
}
_SMOOTH = frozenset(
    {"arccos", "arcsin", "arctan", "cos", "cosh", "erf", "exp", "expm1", "gelu", "log", "log1p",
     "log_sigmoid", "log_softmax", "logsumexp", "sigmoid", "silu", "sin", "sinh", "softmax",
     "softplus", "sqrt", "swish", "tan", "tanh"}
) - {"logsumexp"}  # fmt: skip
_REDUCING = frozenset(
    {"all", "any", "argmax", "argmin", "max", "mean", "min", "prod", "std", "sum", "var"}
)
_TOGETHER = frozenset(
    {"abs", "add", "clip", "divide", "hypot", "maximum", "minimum", "multiply", "negative",
     "square", "subtract", "true_divide"}
)  # fmt: skip
