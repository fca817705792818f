"""Programs as JAX writes them down: their equations, what these cost, which lines made them."""

from __future__ import annotations

import collections
from collections.abc import Iterator
from typing import Any, NamedTuple

from .events import Place
from .state import DEPTH, here, line_at

# Equations that run one jaxpr once, on just what they get.
_CALLS = (
    "pjit", "jit", "closed_call", "core_call", "remat2", "checkpoint", "custom_jvp_call",
    "custom_vjp_call", "custom_vjp_call_jaxpr", "custom_lin",
)  # fmt: skip
# Operations for each row of a matrix and each element of it, roughly.
_OF_MATRICES = {"cholesky": 1 / 3, "lu": 2 / 3, "qr": 2, "geqrf": 2, "eigh": 9, "svd": 12,
                "eig": 25, "householder_product": 2}  # fmt: skip


def plain(jaxpr: Any) -> Any:
    """A jaxpr without the constants that it may come with."""
    return getattr(jaxpr, "jaxpr", jaxpr)


def inner(equation: Any) -> list[Any]:
    """The jaxprs that an equation runs."""
    out: list[Any] = []
    for value in equation.params.values():
        parts = value if isinstance(value, (tuple, list)) else (value,)
        out += [plain(one) for one in parts if hasattr(one, "eqns") or hasattr(one, "jaxpr")]
    return [one for one in out if hasattr(one, "eqns")]


def called_body(equation: Any) -> Any:
    """The jaxpr that a call runs on its inputs as they are; `None` of any other equation."""
    bodies = inner(equation)
    if equation.primitive.name not in _CALLS or len(bodies) != 1:
        return None
    return bodies[0] if len(bodies[0].invars) == len(equation.invars) else None


def jaxprs(jaxpr: Any) -> Iterator[Any]:
    """A jaxpr, and all that run in it, once each."""
    seen: set[int] = set()
    pending = [plain(jaxpr)]
    while pending:
        one = pending.pop()
        if id(one) in seen or not hasattr(one, "eqns"):
            continue
        seen.add(id(one))
        yield one
        for equation in one.eqns:
            pending += inner(equation)


class Around(NamedTuple):
    """What an equation stands in.

    Attributes:
        jaxpr: the innermost.
        frames: of the nearest equation around it that knows of the user's lines; for one that
            does itself, its own.
    """

    jaxpr: Any
    frames: list[tuple[Any, int]]


def in_order(jaxpr: Any) -> Iterator[tuple[Any, Around]]:
    """The equations of a jaxpr, and of all that run in it, once each, as they come.

    What a function of JAX that is compiled by itself holds does not know who called it.
    """
    seen: set[int] = set()

    def walk(one: Any, frames: list[tuple[Any, int]]) -> Iterator[tuple[Any, Around]]:
        if id(one) in seen:
            return
        seen.add(id(one))
        for equation in one.eqns:
            own = here.adapter.frames(equation)
            known = any(code.co_filename in here.files for code, _ in own)
            around = own if known else frames
            yield equation, Around(one, around)
            for body in inner(equation):
                yield from walk(body, around)

    yield from walk(plain(jaxpr), [])


def size(variable: Any) -> int:
    """Elements of a value."""
    try:
        return int(variable.aval.size)
    except (AttributeError, TypeError):
        return 0


def nbytes(variable: Any) -> int:
    """Bytes of a value; 0 for what has none that can be told, as a key."""
    try:
        return size(variable) * int(variable.aval.dtype.itemsize)
    except (AttributeError, TypeError):
        return 0


def is_variable(value: Any) -> bool:
    """Whether an input of an equation is a variable, and no literal."""
    return not hasattr(value, "val")


class Work:
    """Arithmetic operations of equations and jaxprs, roughly; remembers what it has worked out."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, tuple[float, float]]] = {}

    def of(self, jaxpr: Any) -> tuple[float, float]:
        """Operations, and those in floats of 64 bits."""
        jaxpr = plain(jaxpr)
        known = self._known.get(id(jaxpr))
        if known is None:
            parts = [self.of_equation(one) for one in jaxpr.eqns]
            total = (sum(all_ for all_, _ in parts), sum(wide for _, wide in parts))
            known = self._known[id(jaxpr)] = (jaxpr, total)
        return known[1]

    def of_equation(self, equation: Any) -> tuple[float, float]:
        """The same of one equation; a loop of unknown length counts once."""
        name = equation.primitive.name
        parts = [self.of(one) for one in inner(equation)]
        if name == "cond":
            return max(parts, default=(0.0, 0.0))
        if parts:
            times = float(equation.params.get("length", 1)) if name == "scan" else 1.0
            return (
                times * sum(all_ for all_, _ in parts),
                times * sum(wide for _, wide in parts),
            )
        done = float(sum(size(one) for one in equation.outvars))
        if name == "dot_general":
            (contracted, _), _ = equation.params["dimension_numbers"]
            shape = equation.invars[0].aval.shape
            for axis in contracted:
                done *= shape[axis]
            done *= 2
        elif name == "conv_general_dilated":
            numbers = equation.params["dimension_numbers"]
            kernel = equation.invars[1]
            done *= 2 * size(kernel) / max(1, kernel.aval.shape[numbers.rhs_spec[0]])
        elif name == "triangular_solve":
            done *= equation.invars[0].aval.shape[-1]
        elif name in _OF_MATRICES:
            matrix = equation.invars[0]
            done = max(done, _OF_MATRICES[name] * size(matrix) * matrix.aval.shape[-1])
        elif name.startswith(("reduce", "cum", "arg", "sort")):
            done = float(sum(size(one) for one in equation.invars))
        dtype = getattr(equation.outvars[0].aval, "dtype", None) if equation.outvars else None
        return done, done if str(dtype) == "float64" else 0.0

    def by_line(self, jaxpr: Any) -> dict[str, float]:
        """Operations by the innermost of the user's lines, as "train.py:12"."""
        out: dict[str, float] = collections.defaultdict(float)
        self._by_line(plain(jaxpr), 1.0, "", out)
        return out

    def _by_line(self, jaxpr: Any, times: float, around: str, out: Any) -> None:
        for equation in jaxpr.eqns:
            frames = user_frames(equation)[:1]
            line = "{0.file}:{0.line}".format(*places(frames)) if frames else around
            rounds = equation.params["length"] if equation.primitive.name == "scan" else 1
            bodies = inner(equation)
            for body in bodies:
                self._by_line(body, times * rounds, line, out)
            if not bodies and line:
                out[line] += times * self.of_equation(equation)[0]


def user_frames(equation: Any) -> list[tuple[Any, int]]:
    """Code and offset for each of the user's frames that made an equation, innermost first."""
    return [one for one in here.adapter.frames(equation) if one[0].co_filename in here.files]


def places(frames: list[tuple[Any, int]]) -> list[Place]:
    """The places of such frames."""
    return [
        Place(
            here.files[code.co_filename],
            line_at(code, offset) or code.co_firstlineno,
            code.co_qualname,
        )
        for code, offset in frames
    ]


def stack(frames: list[tuple[Any, int]]) -> tuple[Place, tuple[Place, ...]]:
    """The innermost place, and its callers."""
    found = places(frames[: DEPTH + 1])
    return found[0], tuple(found[1:])
