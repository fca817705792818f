"""Captured values that are large by what they are made of: models with parameters, what is loaded
from files, and arrays of a size that the file tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

from jaxopt_lint.semantics.jax.api.results import METADATA
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.captures import captured
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.python import FunctionNode, Scope, own_nodes
from jaxopt_lint.semantics.subjects.looping.modules import module_class

LARGE = 2**24  # elements: 64 MB of float32
_KEEP_PARAMETERS = ("equinox", "nnx")  # the objects of other frameworks hold none
_WITHOUT = ("Pool1d", "Pool2d", "Pool3d", "Lambda", "Identity", "Dropout", "Rngs", "Optimizer")
_LOADERS = frozenset(
    {"numpy.load", "numpy.loadtxt", "numpy.genfromtxt", "numpy.fromfile", "numpy.memmap",
     "jax.numpy.load", "pickle.load", "pickle.loads", "joblib.load", "h5py.File",
     "safetensors.flax.load_file", "safetensors.numpy.load_file", "torch.load", "pandas.read_csv",
     "flax.serialization.from_bytes", "flax.serialization.msgpack_restore",
     "equinox.tree_deserialise_leaves", "tensorflow_datasets.load", "tensorflow_datasets.as_numpy"}
)  # fmt: skip
_DEVICE = ("jax.numpy.asarray", "jax.numpy.array", "jax.device_put", "jax.numpy.load",
           "safetensors.flax.load_file")  # fmt: skip
_SHAPED = {"zeros": 0, "ones": 0, "full": 0, "empty": 0, "normal": 1, "uniform": 1}
_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Held:
    """What a captured value is.

    Attributes:
        kind: "network" that is called, "loaded" from a file, or "large" by its shape.
        elements: how many numbers it holds, where that is known.
    """

    kind: str
    elements: int | None = None


def held_by(facts: Facts, function: FunctionNode) -> Iterator[tuple[ast.expr, Held]]:
    """What a function reads from around it that is large, with what it is."""
    for name, holder in captured(facts.module, function):
        read: ast.expr = name
        around = facts.module.parent[name]
        if isinstance(around, ast.Attribute) and facts.module.is_self(name):
            read = around
        elif holder.node is not facts.module.tree and not _once(facts, name, holder):
            continue
        values = calls(facts).stored_in(read) if read is not name else [facts.names.value(name)]
        found = [_held(facts, value) for value in values if value is not None]
        if len(values) == 1 and found and found[0] is not None and _is_used(facts, read, found[0]):
            yield read, found[0]


def _once(facts: Facts, name: ast.Name, holder: Scope) -> bool:
    """Whether a name of a function around has one value."""
    return len(holder.bindings.get(name.id, ())) == 1


def _held(facts: Facts, value: ast.expr, depth: int = _DEPTH) -> Held | None:
    if isinstance(value, ast.Call):
        made = module_class(facts, value.func)
        if made is not None and made.framework in _KEEP_PARAMETERS:
            return Held("network") if not made.name.endswith(_WITHOUT) else None
    elements = _elements(facts, value)
    if elements is not None:
        return Held("large", elements) if elements >= LARGE else None
    return Held("loaded") if _is_loaded(facts, value, depth) else None


def _is_loaded(facts: Facts, value: ast.expr, depth: int) -> bool:
    """Whether a value is made an array of JAX from what a file holds."""
    inside = [n for n in own_nodes([value]) if isinstance(n, ast.Call)]
    names = {facts.names.call(call) for call in inside}
    if names & _LOADERS and names.intersection(_DEVICE):
        return not any(isinstance(n, ast.Subscript) and _is_item(n) for n in ast.walk(value))
    source = inside[0].args[0] if inside and inside[0].args and names & {*_DEVICE} else None
    made = facts.names.value(source) if isinstance(source, ast.Name) else None
    calls_made = [n for n in own_nodes([made]) if isinstance(n, ast.Call)] if made else []
    return depth > 0 and any(facts.names.call(call) in _LOADERS for call in calls_made)


def _is_item(node: ast.Subscript) -> bool:
    """`table[0]`: one row of what is loaded is as a rule not large."""
    return isinstance(node.slice, ast.Constant) and isinstance(node.slice.value, int)


def _elements(facts: Facts, value: ast.expr) -> int | None:
    """How many numbers an array holds, as the last shape that it is given in writing says."""
    if not isinstance(value, ast.Call):
        return None
    name = facts.names.call(value) or ""
    head, _, short = name.rpartition(".")
    sizes: list[ast.expr] = []
    if head in ("jax.numpy", "jax.random") and short in _SHAPED:
        sizes = value.args[_SHAPED[short] : _SHAPED[short] + 1]
    elif isinstance(value.func, ast.Attribute) and value.func.attr == "reshape":
        sizes = value.args if len(value.args) > 1 else value.args[:1]
    elif name in _DEVICE and value.args:
        return _elements(facts, value.args[0])
    elif isinstance(value.func, ast.Attribute) and value.func.attr == "astype":
        return _elements(facts, value.func.value)
    if len(sizes) == 1 and isinstance(sizes[0], (ast.Tuple, ast.List)):
        sizes = sizes[0].elts
    known = [static_int(facts, size) for size in sizes]
    return prod(n for n in known if n) if known and all(n and n > 0 for n in known) else None


def _is_used(facts: Facts, read: ast.expr, held: Held) -> bool:
    """Whether a function takes the values, and not only a shape; of a network, whether it runs."""
    around = facts.module.parent[read]
    if held.kind != "network":
        return not isinstance(around, ast.Attribute) or around.attr not in METADATA
    if isinstance(around, ast.Call):
        return around.func is read or read in around.args
    # A method of it: `model.encode(x)`.
    method = isinstance(around, ast.Attribute) and facts.module.parent[around]
    return isinstance(method, ast.Call) and method.func is around
