"""Which arrays certainly hold numbers of 16 bits, or complex ones, by the types that a file writes
down."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.patterns.wide_numbers import is_number, is_wide
from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.python import FunctionNode, argument, arguments, keywords, positional
from jaxopt_lint.semantics.python.nodes import stored_names

_SHORT = frozenset({"bfloat16", "float16"})
_COMPLEX = frozenset({"complex128", "complex64"})
_DEPTH = 14
_STEPS = 400  # expressions that are looked at for one question
# Where the makers of arrays take a type: by place, too.
_MAKERS = {
    **{f"jax.numpy.{name}": 1 for name in ("array", "asarray", "zeros", "ones", "empty",
       "zeros_like", "ones_like", "empty_like")},
    **{f"jax.numpy.{name}": 2 for name in ("full", "full_like")},
    **{f"jax.random.{name}": 2 for name in ("normal", "uniform", "exponential", "gumbel", "laplace",
       "logistic", "cauchy")},
    "jax.random.truncated_normal": 4,
}  # fmt: skip
# What gives the type that all of its arrays have.
_KEEPING = frozenset(
    {f"jax.numpy.{name}" for name in (
        "abs", "add", "broadcast_to", "clip", "cos", "divide", "dot", "einsum", "exp",
        "expand_dims", "flip", "log", "log1p", "matmul", "max", "maximum", "mean", "min",
        "minimum", "moveaxis", "multiply", "negative", "permute_dims", "ravel", "repeat",
        "reshape", "roll", "sin", "sqrt", "square", "squeeze", "std", "subtract", "sum",
        "swapaxes", "tanh", "tensordot", "tile", "transpose", "tril", "triu", "var")}
    | {f"jax.nn.{name}" for name in (
        "elu", "gelu", "leaky_relu", "log_sigmoid", "log_softmax", "relu", "sigmoid", "silu",
        "softmax", "softplus", "swish", "tanh")}
    | {f"jax.lax.{name}" for name in ("exp", "rsqrt", "stop_gradient", "tanh")}
    | {"jax.block_until_ready", "jax.device_put", "jax.lax.with_sharding_constraint"}
)  # fmt: skip
_REAL = frozenset({"jax.numpy.abs", "jax.numpy.std", "jax.numpy.var"})  # of complex numbers, too
_ALONE = frozenset({"jax.numpy.broadcast_to", "jax.numpy.reshape", "jax.device_put"})
_METHODS = frozenset(
    {"flatten", "max", "mean", "min", "ravel", "reshape", "squeeze", "sum", "swapaxes", "transpose"}
)
_TYPED = frozenset({"dtype", "preferred_element_type", "out_type"})
_WRAPS = frozenset(
    {"jax.jit", "jax.checkpoint", "jax.grad", "jax.value_and_grad", "jax.vmap", "jax.shard_map"}
)
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult, ast.Pow)
_Given = dict[FunctionNode, set[str]]


def is_short(facts: Facts, node: ast.expr) -> bool:
    """Whether an array, or each array of a tree, holds numbers of 16 bits, at least once."""
    return _Reader(facts, _SHORT).short(node, {}, _DEPTH)


def is_complex(facts: Facts, node: ast.expr) -> bool:
    """Whether an array, or each array of a tree, holds complex numbers, at least once."""
    return _Reader(facts, _COMPLEX).short(node, {}, _DEPTH)


def short_type(facts: Facts, node: ast.expr | None) -> bool:
    """Whether an expression is the type of numbers of 16 bits."""
    return _is_type(facts, node, _SHORT)


def _is_type(facts: Facts, node: ast.expr | None, types: frozenset[str]) -> bool:
    node = facts.names.behind(node)
    if isinstance(node, ast.Constant):
        return node.value in types
    if node is not None and types is _COMPLEX and facts.names.is_builtin(node, "complex"):
        return True
    head, _, last = (facts.names.of(node) or "").rpartition(".")
    return last in types and head in ("jax.numpy", "numpy", "ml_dtypes")


class _Reader:
    """Reads what the arrays of a file hold.

    Args:
        types: those that are asked for.
    """

    def __init__(self, facts: Facts, types: frozenset[str]) -> None:
        self.facts = facts
        self.types = types
        self.steps = _STEPS

    def short(self, node: ast.expr, given: _Given, depth: int) -> bool:
        self.steps -= 1
        if depth <= 0 or self.steps <= 0:
            return False
        match node:
            case ast.Constant(complex()):
                return self.types is _COMPLEX
            case ast.Name():
                return self._named(node, self.facts.module.statement(node), given, depth - 1)
            case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
                return self.short(operand, given, depth - 1)
            case ast.BinOp(left, op, right) if isinstance(op, _ARITHMETIC):
                return self._together([left, right], given, depth - 1)
            case ast.Subscript(value) | ast.Attribute(value, "T" | "mT" | "at"):
                return self.short(value, given, depth - 1)
            case ast.Dict(_, parts) | ast.List(parts) | ast.Tuple(parts):
                return bool(parts) and all(self.short(p, given, depth - 1) for p in parts)
            case ast.ListComp(element) | ast.GeneratorExp(element):
                return self.short(element, given, depth - 1)
            case ast.Call():
                return self._call(node, given, depth - 1)
        return False

    def _together(self, parts: list[ast.expr], given: _Given, depth: int) -> bool:
        """What arrays make with each other, and with numbers of Python: one of 16 bits only where
        all have it, a complex one where one is complex."""
        if self.types is _COMPLEX:
            return any(self.short(p, given, depth) for p in parts)
        found = [p for p in parts if not is_number(self.facts, p)]
        return bool(found) and all(
            not is_wide(self.facts, p) and self.short(p, given, depth) for p in found
        )

    def _call(self, call: ast.Call, given: _Given, depth: int) -> bool:
        name = self.facts.names.call(call) or ""
        named = keywords(call)
        if name in _MAKERS:
            typed = argument(call, _MAKERS[name], "dtype")
            if typed is not None or not name.endswith("_like"):
                return _is_type(self.facts, typed, self.types)
            return bool(call.args) and self.short(call.args[0], given, depth)
        if name.rpartition(".")[2] in self.types and name.startswith("jax.numpy."):
            return True
        if name in LEAF_MAPS:
            return bool(call.args) and self._casts(call.args[0])
        if name in _KEEPING and not (self.types is _COMPLEX and name in _REAL):
            arrays = [a for a in call.args if not isinstance(a, ast.Constant)]
            arrays = arrays[:1] if name in _ALONE else arrays
            return not _TYPED & set(named) and self._together(arrays, given, depth)
        if isinstance(call.func, ast.Attribute) and not name:
            if call.func.attr == "astype":
                return _is_type(self.facts, argument(call, 0, "dtype"), self.types)
            kept = call.func.attr in _METHODS and not _TYPED & set(named)
            if kept and self.short(call.func.value, given, depth):
                return True
        return self._result(call, given, depth)

    def _casts(self, function: ast.expr) -> bool:
        """Whether a function that is mapped over a tree makes each leaf one of 16 bits."""
        if not isinstance(function, ast.Lambda) or len(positional(function)) != 1:
            return False
        return isinstance(function.body, ast.Call) and self._call(function.body, {}, 1)

    def _result(self, call: ast.Call, given: _Given, depth: int) -> bool:
        """What a function of the file gives for the arguments of one call."""
        found = calls(self.facts).callee(call.func)
        if found is None or found.node is None or found.bound or found.bound_names:
            return False
        if any(wrap not in ("jax.jit", "jax.checkpoint", "jax.vmap") for wrap, _ in found.wraps):
            return False
        if not _known_decorators(self.facts, found.node):
            return False
        inner = {name for name, value in arguments(call, found.node)
                 if self.short(value, given, depth)}  # fmt: skip
        results = self.facts.module.results(found.node)
        known = {**given, found.node: inner}
        return bool(results) and all(r is not None and self.short(r, known, depth) for r in results)

    # -- names --------------------------------------------------------------------------------

    def _named(self, name: ast.Name, at: ast.stmt, given: _Given, depth: int) -> bool:
        """What a variable holds by the last statement that stores it, or what it is given."""
        module = self.facts.module
        inner: ast.AST = name
        for around in module.ancestors(name):
            for loop in getattr(around, "generators", ()):
                if name.id in stored_names(loop.target) and inner is not loop:
                    return self._item(name.id, loop.target, loop.iter, given, depth)
            if isinstance(around, ast.Lambda) and name.id in positional(around):
                return False
            inner = around
            if around is at:
                break
        here: ast.AST = at
        while isinstance(here, (ast.stmt, ast.ExceptHandler)):
            for before in reversed(_in_front(self.facts, here)):
                if isinstance(before, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    if before.name == name.id:
                        return False
                elif name.id in stored_names(before):
                    return self._stored(name, before, given, depth)
            around = module.parent[here]
            if isinstance(around, ast.For) and name.id in stored_names(around.target):
                return self._item(name.id, around.target, around.iter, given, depth)
            if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)):
                return self._of_function(name, around, given, depth)
            here = around
        return False

    def _stored(self, name: ast.Name, before: ast.stmt, given: _Given, depth: int) -> bool:
        match before:
            case ast.Assign([ast.Name()], value):
                return self.short(value, given, depth)
            case ast.AugAssign(ast.Name(), op, value) if isinstance(op, _ARITHMETIC):
                kept = is_number(self.facts, value) or self.short(value, given, depth)
                return kept and self._named(name, before, given, depth)
            case ast.Assign([ast.Tuple(targets)], value):
                return self._unpacked(name.id, targets, value, given, depth)
        return False

    def _unpacked(
        self, name: str, targets: list[ast.expr], value: ast.expr, given: _Given, depth: int
    ) -> bool:
        if isinstance(value, ast.Tuple) and len(value.elts) == len(targets):
            pairs = zip(targets, value.elts, strict=True)
            return any(isinstance(t, ast.Name) and t.id == name and self.short(v, given, depth)
                       for t, v in pairs)  # fmt: skip
        each = isinstance(value, (ast.ListComp, ast.GeneratorExp))
        return each and self.short(value, given, depth)

    def _item(self, name: str, target: ast.expr, over: ast.expr, given: _Given, depth: int) -> bool:
        """What a loop takes of what it goes over."""
        plain = isinstance(target, ast.Name) and target.id == name
        return plain and self.short(over, given, depth)

    def _of_function(
        self, name: ast.Name, function: FunctionNode, given: _Given, depth: int
    ) -> bool:
        if name.id not in positional(function):
            value = self.facts.names.value(name)
            return value is not None and self.short(value, given, depth)
        if function in given:
            return name.id in given[function]
        return any(self.short(value, {}, depth) for value in self._handed(name.id, function))

    def _handed(self, name: str, function: FunctionNode) -> Iterator[ast.expr]:
        """What the calls of a function give one of its parameters."""
        if not _known_decorators(self.facts, function):
            return
        for call in calls(self.facts).callers(function):
            found = calls(self.facts).callee(call.func)
            if found is None or found.bound or found.bound_names:
                continue
            if all(wrap in _WRAPS for wrap, _ in found.wraps):
                yield from (v for n, v in arguments(call, function) if n == name)


def _known_decorators(facts: Facts, function: FunctionNode) -> bool:
    """Whether nothing but transforms of JAX, which keep types, stands above a function."""
    above = [w.name for w in tracing(facts).of(function) if w.decorator]
    return len(above) == len(getattr(function, "decorator_list", ())) and {*above} <= _WRAPS


def _in_front(facts: Facts, statement: ast.AST) -> list[ast.stmt]:
    try:
        return facts.module.before(statement)  # type: ignore[arg-type]
    except KeyError:
        return []
