"""Decompositions of matrices of which one part alone is read."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.python import unpacks

_MODULES = ("jax.numpy.linalg", "jax.scipy.linalg")


@dataclass(frozen=True, slots=True)
class Unread:
    """A decomposition that computes more than is read of it.

    Attributes:
        node: the call.
        unread: what is computed for nothing.
        instead: what computes the rest, with `{}` for the module and for the matrix.
    """

    node: ast.Call
    unread: str
    instead: str


# By the function and its module: the part that can be had alone, what the others are, and how.
_PARTS = {
    ("eig", "jax.numpy.linalg"): (0, "the eigenvectors", "{}.eigvals({})"),
    ("eig", "jax.scipy.linalg"): (0, "the eigenvectors", ""),
    ("svd", "jax.numpy.linalg"): (1, "the vectors", "{}.svd({}, compute_uv=False)"),
    ("svd", "jax.scipy.linalg"): (1, "the vectors", "{}.svd({}, compute_uv=False)"),
    ("qr", "jax.numpy.linalg"): (1, "the columns of `Q`", '{}.qr({}, mode="r")'),
    ("qr", "jax.scipy.linalg"): (1, "the columns of `Q`", '{}.qr({}, mode="r")[0]'),
}
_FIELDS = {"eigenvalues": 0, "S": 1, "R": 1}


def unread(facts: Facts, call: ast.Call) -> Unread | None:
    """What a decomposition computes for nothing; None where it does not, or all may be read."""
    module, _, name = (facts.names.call(call) or "").rpartition(".")
    part, what, instead = _PARTS.get((name, module), (0, "", ""))
    if not instead or len(call.args) != 1 or unpacks(call):
        return None
    if any(k.arg != "full_matrices" for k in call.keywords):
        return None  # `compute_uv`, `mode` and `hermitian` choose the parts already
    if _parts_read(facts, call, 3 if name == "svd" else 2) != {part}:
        return facts.doubt(call, "more than one part of {} may be read", call, early=True)
    function = facts.module.function(call)
    if tracing(facts).differentiated(function) is not None:
        return facts.doubt(call, "the gradient of {} needs the vectors", call)
    return Unread(call, what, instead)


def _parts_read(facts: Facts, call: ast.Call, count: int) -> set[int] | None:
    """The parts of a result that are read, by their place; None where that is not known."""
    match facts.module.parent[call]:
        case ast.Subscript(_, ast.Constant(int(place))):
            return {place % count}
        case ast.Attribute(_, name) if name in _FIELDS:
            return {_FIELDS[name]}
        case ast.Assign([ast.Tuple(targets)]) if len(targets) == count:
            if not all(isinstance(one, ast.Name) for one in targets):
                return None
            return {place for place, one in enumerate(targets) if _is_read(facts, one)}
    return None


def _is_read(facts: Facts, target: ast.expr) -> bool:
    """Whether anything reads a name that is stored here, or may do so from outside."""
    assert isinstance(target, ast.Name)
    holder = facts.module.holder(target)
    if holder is None or target.id in facts.module.declared_global:
        return True
    if holder is facts.module.top and not target.id.startswith("_"):
        return True  # another file may import it
    return bool(facts.module.reads(holder, target.id))
