"""What annotations say of parameters, for where nobody is seen to give them.

They are believed: a parameter that is said to be a `jax.Array` is one.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.frameworks import framework_named
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.machine.values import Array, Host, Map, Network, Seq, Unknown, Value
from jaxopt_lint.semantics.python.scopes import FunctionNode

_ARRAYS = frozenset(
    {"jax.Array", "jax.numpy.ndarray", "chex.Array", "chex.ArrayDevice", "chex.PRNGKey",
     "jax.random.PRNGKey", "jaxtyping.PRNGKeyArray", "jaxlib.xla_extension.ArrayImpl",
     "jax.numpy.array"}
)  # fmt: skip
# `np.array` makes arrays and is no type, but many write it for one.
_OF_NUMPY = frozenset({"numpy.ndarray", "numpy.array", "numpy.typing.NDArray", "chex.ArrayNumpy"})
_LISTS = ("list", "tuple")


def believed(facts: Facts, function: FunctionNode) -> dict[str, Value]:
    """What the parameters of a function are said to be, as far as that says something here."""
    args = function.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs)
    found = {a.arg: believed_of(facts, a.annotation) for a in every if a.annotation is not None}
    return {name: value for name, value in found.items() if value is not None}


def believed_of(facts: Facts, annotation: ast.expr | None) -> Value | None:
    """What one annotation says; None where that is nothing that matters here."""
    inner = annotation.value if isinstance(annotation, ast.Subscript) else annotation
    name = facts.names.of(inner) or ""
    if name in _ARRAYS or (name.startswith("jaxtyping.") and inner is not annotation):
        return Array()
    if name in _OF_NUMPY:
        return Host(None, True)
    if isinstance(inner, ast.Name) and facts.names.is_builtin(inner, "float", "int"):
        return Host(())
    kind = name.removeprefix("typing.").lower() if name.startswith("typing.") else ""
    if isinstance(inner, ast.Name) and facts.names.is_builtin(inner, *_LISTS, "dict"):
        kind = inner.id
    if isinstance(annotation, ast.Subscript) and kind in _LISTS:
        return _sequence(facts, kind, annotation.slice)
    if kind == "dict":
        return Map((), _held(facts, annotation))
    binding = facts.names.only_binding(inner)
    owner = binding.node if binding is not None else None
    if base := framework_named(name):
        return Network("", base)  # any one of the framework's
    framework = facts.project.networks.get(name)
    if isinstance(owner, ast.ClassDef):
        framework = framework_of(facts, owner)
    if framework is None or inner is None:
        return None
    return Network(name.rpartition(".")[2] or facts.module.source(inner), framework)


def present(facts: Facts, annotation: ast.expr | None) -> ast.expr | None:
    """An annotation without `Optional` and `None` beside it: of what is there, where it is."""
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        sides = [s for s in (annotation.left, annotation.right) if not isinstance(s, ast.Constant)]
        return sides[0] if len(sides) == 1 else annotation
    if isinstance(annotation, ast.Subscript):
        if facts.names.of(annotation.value) == "typing.Optional":
            return annotation.slice
    return annotation


def _held(facts: Facts, annotation: ast.expr | None) -> Value:
    """What stands in a dictionary: `dict[str, jax.Array]`."""
    part = annotation.slice if isinstance(annotation, ast.Subscript) else None
    if isinstance(part, ast.Tuple) and len(part.elts) == 2:
        return believed_of(facts, part.elts[1]) or Unknown("what a dictionary holds")
    return Unknown("what a dictionary holds")


def _sequence(facts: Facts, kind: str, inner: ast.expr) -> Value | None:
    """`list[jax.Array]`, `tuple[float, ...]`, `tuple[()]`."""
    parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
    if not parts:
        return Seq(kind, ())
    last = parts[-1]
    if kind == "list" or (isinstance(last, ast.Constant) and last.value is ...):
        item = believed_of(facts, parts[0])
        return Seq(kind, None, item) if item is not None else None
    items = [believed_of(facts, part) for part in parts]
    known = [item for item in items if item is not None]
    return Seq(kind, tuple(known)) if len(known) == len(items) else None
