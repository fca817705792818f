"""Functions of `associative_scan` for which it matters in what order pairs are put together.

A function that only computes is worked out for numbers in the place of arrays: if
`f(f(a, b), c)` and `f(a, f(b, c))` are two things for numbers, they are for arrays.
"""

from __future__ import annotations

import ast
import itertools
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FunctionNode, argument, defaults, positional

# A number, or several in a tuple, each with their own.
Value = float | tuple["Value", ...]
_UNARY: dict[str, Callable[[float], float]] = {
    "abs": abs, "cos": math.cos, "exp": math.exp, "negative": lambda x: -x, "sin": math.sin,
    "square": lambda x: x * x, "tanh": math.tanh,
}  # fmt: skip
_BINARY: dict[str, Callable[[float, float], float]] = {
    "add": lambda x, y: x + y, "subtract": lambda x, y: x - y, "multiply": lambda x, y: x * y,
    "divide": lambda x, y: x / y, "maximum": max, "minimum": min,
    "logaddexp": lambda x, y: math.log(math.exp(x) + math.exp(y)),
}  # fmt: skip
_OPERATORS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda x, y: x + y, ast.Sub: lambda x, y: x - y, ast.Mult: lambda x, y: x * y,
    ast.Div: lambda x, y: x / y, ast.MatMult: lambda x, y: x * y,
}  # fmt: skip
_FIXED = (0.73, 0.41, 1.37)  # what stands for numbers of the code around
# What three parts are tried for: fractions, and masks of 0 and 1.
_FRACTIONS = (0.37, 0.83, 0.59), (0.91, 0.23, 0.71), (1.3, 0.47, 1.9)
_BITS = (1.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, 1.0, 0.0), (0.0, 0.0, 1.0), (1.0, 0.0, 1.0)
_SIZES = (0, 2, 3)  # one number, or so many in a tuple
_CLOSE = 1e-6


class _UnknownError(Exception):
    """What a function computes is not seen."""


@dataclass(frozen=True, slots=True)
class NotAssociative:
    """A scan with such a function.

    Attributes:
        node: the function, as it is given.
        body: the function.
        guessed: it holds for numbers of the code around that are not known.
    """

    node: ast.expr
    body: FunctionNode
    guessed: bool


def not_associative(facts: Facts) -> Iterator[NotAssociative]:
    """The scans of a file whose function is not associative."""
    for call, _ in called(facts, "jax.lax.associative_scan"):
        given = argument(call, 0, "fn")
        found = calls(facts).callee(given)
        if given is None or found is None or found.node is None or error_meant(facts, call):
            continue
        if found.bound or found.bound_names or any(n != "jax.vmap" for n, _ in found.wraps):
            continue
        if len(positional(found.node)) < 2:
            continue
        runner = _Runner(facts, found.node)
        if runner.depends_on_order():
            yield NotAssociative(given, found.node, bool(runner.fixed))


class _Runner:
    """Works a function out for numbers.

    Attributes:
        fixed: what stands for the numbers of the code around that are not known.
    """

    def __init__(self, facts: Facts, body: FunctionNode) -> None:
        self.facts = facts
        self.body = body
        self.fixed: dict[str, float] = {}

    def depends_on_order(self) -> bool:
        """Whether the order matters, be the parts fractions or masks."""
        for size in _SIZES:
            kinds = itertools.product((_FRACTIONS, _BITS), repeat=max(size, 1))
            try:
                return all(self._differs(size, kind) for kind in kinds)
            except _UnknownError:
                continue
        return False

    def _differs(self, size: int, kinds: tuple[tuple[tuple[float, ...], ...], ...]) -> bool:
        for samples in itertools.product(*kinds):
            a, b, c = (
                tuple(s[place] for s in samples) if size else samples[0][place]
                for place in range(3)
            )
            try:
                left = self._run(self._run(a, b), c)
                right = self._run(a, self._run(b, c))
            except (ArithmeticError, ValueError):
                continue
            if not _close(left, right):
                return True
        return False

    def _run(self, a: Value, b: Value) -> Value:
        names = positional(self.body)
        env: dict[str, Value] = {}
        for name, default in defaults(self.body).items():
            env[name] = self._value(default, {})
        env |= {names[0]: a, names[1]: b}
        if any(name not in env for name in names):
            raise _UnknownError
        result = self._result(env)
        if isinstance(result, tuple) != isinstance(a, tuple):
            raise _UnknownError
        if isinstance(result, tuple) and isinstance(a, tuple) and len(result) != len(a):
            raise _UnknownError
        return result

    def _result(self, env: dict[str, Value]) -> Value:
        if isinstance(self.body, ast.Lambda):
            return self._value(self.body.body, env)
        for statement in self.body.body:
            match statement:
                case ast.Return(value) if value is not None:
                    return self._value(value, env)
                case ast.Assign([ast.Name(name)], value):
                    env[name] = self._value(value, env)
                case ast.Assign([ast.Tuple(targets)], value):
                    several = self._value(value, env)
                    if not isinstance(several, tuple) or len(several) != len(targets):
                        raise _UnknownError
                    for target, part in zip(targets, several, strict=True):
                        if not isinstance(target, ast.Name):
                            raise _UnknownError
                        env[target.id] = part
                case ast.Expr(ast.Constant()):
                    continue
                case _:
                    raise _UnknownError
        raise _UnknownError

    def _value(self, node: ast.expr, env: dict[str, Value]) -> Value:
        match node:
            case ast.Constant(int() | float() as value):
                return float(value)
            case ast.Name(name):
                return env[name] if name in env else self._outer(node)
            case ast.Tuple(items) | ast.List(items):
                return tuple(self._value(item, env) for item in items)
            case ast.UnaryOp(ast.USub(), operand):
                return -self._number(operand, env)
            case ast.BinOp(left, op, right) if type(op) in _OPERATORS:
                return _OPERATORS[type(op)](self._number(left, env), self._number(right, env))
            case ast.Subscript(of, ast.Constant(int() as place)):
                several = self._value(of, env)
                if isinstance(several, tuple) and -len(several) <= place < len(several):
                    return several[place]
            case ast.Call(_, arguments, []):
                head, _, name = (self.facts.names.call(node) or "").rpartition(".")
                if head == "jax.numpy" and name in _UNARY and len(arguments) == 1:
                    return _UNARY[name](self._number(arguments[0], env))
                if head == "jax.numpy" and name in _BINARY and len(arguments) == 2:
                    return _BINARY[name](*(self._number(a, env) for a in arguments))
        raise _UnknownError

    def _number(self, node: ast.expr, env: dict[str, Value]) -> float:
        value = self._value(node, env)
        if isinstance(value, tuple):
            raise _UnknownError
        return value

    def _outer(self, name: ast.Name) -> Value:
        """A number of the code around; what is not known stands for some fraction."""
        binding = self.facts.names.only_binding(name)
        if binding is None:
            raise _UnknownError
        if binding.kind == "assign" and isinstance(binding.value, ast.Constant):
            return self._value(binding.value, {})
        if binding.kind not in ("assign", "param"):
            raise _UnknownError
        return self.fixed.setdefault(name.id, _FIXED[len(self.fixed) % len(_FIXED)])


def _close(left: Value, right: Value) -> bool:
    if isinstance(left, tuple) and isinstance(right, tuple):
        return all(itertools.starmap(_close, zip(left, right, strict=True)))
    if isinstance(left, tuple) or isinstance(right, tuple):
        return False
    return abs(left - right) <= _CLOSE * max(1.0, abs(left), abs(right))
