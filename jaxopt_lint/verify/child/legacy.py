"""Names that JAX has removed, put back so that an original which uses them can still be run.

Only names whose replacement is the very same object under another name are here: a rewrite
that renames them can then be compared with what the original would have computed.
"""

from __future__ import annotations

import importlib
import re
import sys
import types
from collections.abc import Iterable

_TREE = ("map", "leaves", "flatten", "unflatten", "structure", "reduce", "all", "transpose")
# module, name -> module, name of the object that it was
REMOVED: dict[tuple[str, str], tuple[str, str]] = {
    **{("jax", f"tree_{n}"): ("jax.tree_util", f"tree_{n}") for n in _TREE},
    ("jax", "tree_multimap"): ("jax.tree_util", "tree_map"),
    ("jax.tree_util", "tree_multimap"): ("jax.tree_util", "tree_map"),
    ("jax.experimental", "PartitionSpec"): ("jax.sharding", "PartitionSpec"),
    ("jax.experimental.pjit", "PartitionSpec"): ("jax.sharding", "PartitionSpec"),
    ("jax.experimental.pjit", "with_sharding_constraint"): (
        "jax.lax",
        "with_sharding_constraint",
    ),
    ("jax.numpy", "DeviceArray"): ("jax", "Array"),
    ("jax.random", "KeyArray"): ("jax", "Array"),
    ("jax.numpy", "row_stack"): ("jax.numpy", "vstack"),
    ("jax.numpy", "product"): ("jax.numpy", "prod"),
    ("jax.numpy", "cumproduct"): ("jax.numpy", "cumprod"),
    ("jax.numpy", "sometrue"): ("jax.numpy", "any"),
    ("jax.numpy", "alltrue"): ("jax.numpy", "all"),
    ("jax.numpy", "round_"): ("jax.numpy", "round"),
    ("jax.numpy", "trapz"): ("jax.numpy", "trapezoid"),
    ("jax.config", "config"): ("jax", "config"),
    ("jax.experimental", "optimizers"): ("jax.example_libraries", "optimizers"),
    ("jax.experimental", "stax"): ("jax.example_libraries", "stax"),
    ("jax", "linear_util"): ("jax.extend", "linear_util"),
    # JAX itself still has both, where it keeps what it no longer gives to others.
    ("jax", "device_put_sharded"): ("jax._src.api", "device_put_sharded"),
    ("jax", "device_put_replicated"): ("jax._src.api", "device_put_replicated"),
}
_GONE = ("jax.config",)  # modules of which nothing is left to import


def mentioned(text: str) -> list[str]:
    """The removed names that a text may use, dotted."""
    used = set(_USES.findall(text))
    return sorted(
        f"{module}.{name}"
        for module, name in REMOVED
        if (name in used if module in _BY_ALIAS else _spelt(module, name).search(text))
    )


# Modules that go by other names as often as by their own.
_BY_ALIAS = ("jax", "jax.numpy", "jax.random", "jax.tree_util")
# An attribute, or anything on a line of an import; those of `itertools` are others.
_NAMES = "|".join(sorted({name for _, name in REMOVED}, key=len, reverse=True))
_USES = re.compile(rf"(?:(?<!itertools)\.|^[ \t]*(?:from|import)\b.*\b|^[ \t]+)({_NAMES})\b", re.M)


def _spelt(module: str, name: str) -> re.Pattern[str]:
    """A name of a module that code has to spell out: an attribute of it, or imported from it."""
    path = re.escape(module)
    return re.compile(rf"{path}\.{name}\b|from {path} import (?:\([^)]*|[^\n(]*)\b{name}\b")


def put_back(names: Iterable[str]) -> list[str]:
    """Restore those of the dotted names that the installed JAX lacks; which those were."""
    restored = []
    for dotted in names:
        module_name, _, name = dotted.rpartition(".")
        now_module, now_name = REMOVED[module_name, name]
        try:
            module = _module(module_name)
            if hasattr(module, name):
                continue
            found = _object(now_module, now_name)
        except (ImportError, AttributeError):
            continue
        setattr(module, name, found)
        if isinstance(found, types.ModuleType):
            sys.modules[dotted] = found
        restored.append(dotted)
    return restored


def _module(name: str) -> types.ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError:
        if name not in _GONE:
            raise
        made = sys.modules[name] = types.ModuleType(name)
        return made


def _object(module: str, name: str) -> object:
    found = importlib.import_module(module)
    return (
        getattr(found, name)
        if hasattr(found, name)
        else importlib.import_module(f"{module}.{name}")
    )
