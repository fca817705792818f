"""What a call returned, as plain numpy: one record per leaf, comparable without the user's code."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import keys
from .lib import jax

_NESTED, _MANY = 4, 1_000  # levels of containers, and entries of each, that are looked at

LARGE = 1 << 20  # bytes of an array that is not written again and again
_large: dict[str, np.ndarray[Any, Any]] = {}


def structure(tree: Any, project: Path) -> str:
    """The shape of a tree as text: containers, their types and their keys. Functions in it are
    told by what they are made of: their addresses are others in each process."""
    treedef = jax.tree_util.tree_structure(tree)
    return keys.named(str(treedef), treedef, project)


def orders(tree: Any) -> list[list[str]]:
    """The keys of the dictionaries in a tree as they come, where a tree of JAX sorts them."""
    if type(tree) is dict:
        inside = [one for item in tree.values() for one in orders(item)]
        return [[repr(key)[:40] for key in tree], *inside]
    if type(tree) in (list, tuple):
        return [one for item in tree for one in orders(item)]
    return []


def describe(tree: Any, known: Sequence[Any] = ()) -> list[dict[str, Any]]:
    """One record per leaf, each with its path, Python type and value, of a known array with the
    digest of its value alone."""
    spared = {id(array) for array in known}
    out = []
    for path, one in with_paths(tree):
        found = leaf(one)
        if "value" in found and id(one) in spared:
            found["digest"] = digest(found.pop("value"))
        elif "value" in found:
            found["value"] = _once(found["value"])
        out.append({"path": path, **found})
    return out


def _once(value: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """A large array as the one object that all records share which hold the same bits: it is
    written, and read, once."""
    if value.nbytes < LARGE:
        return value
    return _large.setdefault(f"{value.shape} {value.dtype} {digest(value)}", value)


def digest(value: Any) -> str:
    """What two arrays of one shape and type have in common only if they hold the same bits."""
    return hashlib.blake2b(np.asarray(value).tobytes()).hexdigest()


def with_paths(tree: Any) -> list[tuple[str, Any]]:
    """The leaves of a tree, each with its path."""
    found, _ = jax.tree_util.tree_flatten_with_path(tree)
    return [(jax.tree_util.keystr(path), value) for path, value in found]


def shared(result: Any, arguments: Any) -> list[str]:
    """The results through which a caller could write into NumPy arrays, lists, dictionaries and
    sets that it passed."""
    given = [x for _, x in with_paths(arguments) if isinstance(x, np.ndarray)]
    arrays = [
        path
        for path, value in with_paths(result)
        if isinstance(value, np.ndarray)
        and any(np.may_share_memory(value, array) for array in given)
    ]
    own = {id(one) for _, one in _containers(arguments)}
    return arrays + [path for path, one in _containers(result) if id(one) in own]


def _containers(tree: Any, path: str = "", depth: int = _NESTED) -> Iterator[tuple[str, Any]]:
    """All that can be written to, and holds others, with paths."""
    if type(tree) in (list, dict, set):
        yield path or "itself", tree
    if depth and isinstance(tree, (list, tuple, dict)):
        items = tree.items() if isinstance(tree, dict) else enumerate(tree)
        for name, one in [*items][:_MANY]:
            yield from _containers(one, f"{path}[{name!r}]", depth - 1)


def leaf(value: Any) -> dict[str, Any]:
    """The record of one leaf."""
    if isinstance(value, jax.Array):
        if value.is_deleted():
            return {"type": "jax.Array", "deleted": True, "dtype": str(value.dtype)}
        record: dict[str, Any] = {"type": "jax.Array", "shape": tuple(value.shape)}
        record["dtype"] = str(value.dtype)
        record["sharding"], record["placement"] = _sharding(value)
        record["split"] = not value.sharding.is_fully_replicated
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
            return {**record, "value": np.asarray(jax.random.key_data(value))}
        record["weak"] = bool(getattr(value, "weak_type", False))
        return {**record, "value": np.asarray(value)}
    if isinstance(value, np.ndarray) and value.dtype != object:
        return {
            "type": "numpy.ndarray",
            "shape": value.shape,
            "dtype": str(value.dtype),
            "writable": value.flags.writeable,
            "value": np.array(value),
        }
    if isinstance(value, (np.generic, bool, int, float, complex)):
        kind = type(value).__name__
        dtype = str(np.asarray(value).dtype) if isinstance(value, np.generic) else kind
        return {"type": kind, "shape": (), "dtype": dtype, "value": np.asarray(value)}
    if isinstance(value, (str, bytes)):
        return {"type": type(value).__name__, "text": repr(value)}
    return {"type": f"{type(value).__module__}.{type(value).__qualname__}", "opaque": True}


def _numbered(spec: Any, sharding: Any) -> tuple[Any, ...]:
    """A spec with the places of axes in their mesh, as their names are nobody else's affair."""
    names = list(getattr(getattr(sharding, "mesh", None), "axis_names", ()))

    def number(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(map(number, part))
        return names.index(part) if part in names else part

    return tuple(number(part) for part in spec)


def _is_explicit(sharding: Any) -> bool:
    """Whether axes of the mesh are part of the types of what is traced."""
    kinds = getattr(getattr(sharding, "mesh", None), "axis_types", None) or ()
    return any("Explicit" in str(kind) for kind in kinds)


def _sharding(value: Any) -> tuple[str, str]:
    """A sharding in words, and as which device holds which part (the part that is compared)."""
    sharding = value.sharding
    memory = str(getattr(sharding, "memory_kind", None))
    spec = getattr(sharding, "spec", None)
    if len(sharding.device_set) == 1:
        # All of it lies there, whatever axes are called; but explicit ones are part of types.
        if spec is None or not any(spec) or not _is_explicit(sharding):
            return "one device", f"one device {memory}"
        return f"spec {tuple(spec)}", f"spec {_numbered(spec, sharding)} {memory}"
    parts = sorted(
        (
            device.id,
            tuple(part.indices(size) for part, size in zip(index, value.shape, strict=False)),
        )
        for device, index in sharding.devices_indices_map(value.shape).items()
    )
    words = f"{type(sharding).__name__}({tuple(spec) if spec is not None else '?'})"
    return words, f"{parts} {memory}"
