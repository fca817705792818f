"""Traced values that Python or NumPy takes for the place of an element, for the bound of a slice,
or for a number to be written in a format."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.abstract import why_abstract
from jaxopt_lint.semantics.jax.basics import Facts, Kind, values
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.mentioned import mentioned

_DISPLAYS: dict[type[ast.expr], tuple[str, str]] = {
    ast.List: ("a list", "TracerIntegerConversionError"),
    ast.Tuple: ("a tuple", "TracerIntegerConversionError"),
    ast.Dict: ("a dictionary", "TypeError: a tracer has no hash"),
}

_BOUND = "IndexError", "use `jax.lax.dynamic_slice_in_dim` or a mask, or make it static"
_BOUND_IN_KERNEL = (
    "TracerBoolConversionError of a `Ref`, and IndexError of an array",
    "use `pl.ds(start, size)` on a `Ref`, `jax.lax.dynamic_slice_in_dim` on an array",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A place or a format that needs the value of a traced array.

    Attributes:
        node: the expression that needs it.
        value: the traced value.
        needs: what needs it, as the start of a sentence.
        error: what is raised.
        why: how the code comes to be traced.
        instead: what to write.
    """

    node: ast.expr
    value: ast.expr
    needs: str
    error: str
    why: str
    instead: str


def traced_indices(facts: Facts) -> Iterator[Asked]:
    """The indices, bounds and formats of a file that need the value of a traced array."""
    for node in facts.module.all(ast.Subscript):
        if isinstance(node.ctx, ast.Load) and (found := _bound(facts, node) or _item(facts, node)):
            yield found
    for part in facts.module.all(ast.FormattedValue):
        if part.format_spec is not None and values(facts).traced(part.value):
            text = facts.module.parent[part]
            if isinstance(text, ast.expr) and (why := _why(facts, text)):
                yield Asked(
                    text, part.value, "a format", "TypeError", why, "print it by `jax.debug.print`"
                )


def _item(facts: Facts, node: ast.Subscript) -> Asked | None:
    """`[a, b][i]`, and `table[i]` of an array of NumPy."""
    if values(facts).kind(node.slice) not in (Kind.TRACER, Kind.TREE):
        return None
    container = facts.names.behind(node.value)
    if container is not None and type(container) in _DISPLAYS:
        what, error = _DISPLAYS[type(container)]
        instead = "use `jax.lax.switch`, or make an array of it by `jnp.array`"
    elif _is_numpy(facts, container):
        what, error = "an array of NumPy", "TracerArrayConversionError"
        instead = f"make it one of JAX: `jnp.asarray({facts.module.source(node.value)})`"
    else:
        return None
    why = _why(facts, node)
    needs = f"an index of {what}"
    return Asked(node, node.slice, needs, error, why, instead) if why else None


def _is_numpy(facts: Facts, node: ast.expr | None) -> bool:
    """Whether an expression makes one array of NumPy, on all ways."""
    return isinstance(node, ast.Call) and (facts.names.call(node) or "") in _NUMPY


_NUMPY = frozenset(
    f"numpy.{name}"
    for name in ("arange", "array", "asarray", "empty", "eye", "full", "linspace", "load", "ones",
                 "zeros")
)  # fmt: skip


def _bound(facts: Facts, node: ast.Subscript) -> Asked | None:
    """`x[:n]`, whatever `x` is: a slice must know its bounds."""
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for part in parts:
        if not isinstance(part, ast.Slice):
            continue
        for bound in (part.lower, part.upper, part.step):
            if bound is None or values(facts).kind(bound) not in (Kind.TRACER, Kind.TREE):
                continue
            if values(facts).kind(node.value) in (Kind.UNKNOWN, Kind.CALLABLE) and not _window(
                part
            ):
                facts.doubt(node, "{} may have slices of its own kind", node.value)
                continue
            why = _why(facts, node)
            if why:
                error, instead = _BOUND
                if any(name.startswith("jax.experimental.pallas") for name in mentioned(facts)):
                    error, instead = _BOUND_IN_KERNEL
                return Asked(node, bound, "a bound of a slice", error, why, instead)
    return None


def _window(part: ast.Slice) -> bool:
    """Whether a slice is of the form `i : i + 4`, as one cuts arrays."""
    match part:
        case ast.Slice(ast.Name(start), ast.BinOp(ast.Name(again), ast.Add())):
            return start == again
    return False


def _why(facts: Facts, node: ast.expr) -> str:
    """Why all that JAX computes around a node is traced; "" where that is not certain."""
    why = why_abstract(facts, node)
    return why if why and not error_meant(facts, node) else ""
