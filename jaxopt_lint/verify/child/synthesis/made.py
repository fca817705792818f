"""Values that no class of the project describes: records of attributes, functions, bound modules.

Both versions of a function build them anew from the same spec, so all here is deterministic.
"""

from __future__ import annotations

import functools
from typing import Any, NoReturn, Self

from ..lib import jax, kept
from .unknown import Learned, OpenDict, Stand


class Record:
    """Attributes, as of a configuration or of a training state; a tree to JAX."""

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def replace(self, **attributes: Any) -> Self:
        """A copy with other attributes."""
        return type(self)(**{**vars(self), **attributes})

    _replace = replace


class OpenRecord(Record):
    """A record that tells which further attributes it is asked for."""

    def __getattr__(self, name: str) -> NoReturn:
        if name.startswith("__"):
            raise AttributeError(name)
        raise Learned(self.number_, "attribute", name)


def _attributes(record: Record) -> tuple[list[Any], Any]:
    pairs = sorted(vars(record).items())
    plain = [(name, isinstance(one, (str, bool, int)) or callable(one)) for name, one in pairs]
    leaves = [one for (_, one), (_, still) in zip(pairs, plain, strict=True) if not still]
    rest = [(name, one) for (name, one), (_, still) in zip(pairs, plain, strict=True) if still]
    names = tuple(name for name, still in plain if not still)
    return leaves, (names, tuple(rest))


def _made(kind: type[Record], told: Any, leaves: Any) -> Record:
    names, rest = told
    return kind(**dict(zip(names, leaves, strict=True)), **dict(rest))


for _kind in (Record, OpenRecord):
    jax.tree_util.register_pytree_node(_kind, _attributes, functools.partial(_made, _kind))


def _entries(table: OpenDict) -> tuple[list[Any], Any]:
    return list(table.values()), (table.number, tuple(table))


def _table(told: Any, leaves: Any) -> OpenDict:
    made = OpenDict(zip(told[1], leaves, strict=True))
    made.number = told[0]
    return made


jax.tree_util.register_pytree_node(OpenDict, _entries, _table)


def _numbers(tree: Any) -> list[Any]:
    """The arrays of floats in a tree, and its numbers, which are arrays where they are traced."""
    leaves = jax.tree_util.tree_leaves(tree)
    for leaf in leaves:
        if isinstance(leaf, Stand):
            raise Learned(leaf.number, "number")
    leaves = [jax.numpy.asarray(leaf) if type(leaf) is float else leaf for leaf in leaves]
    return [
        leaf
        for leaf in leaves
        if hasattr(leaf, "dtype") and jax.numpy.issubdtype(leaf.dtype, jax.numpy.floating)
    ]


def mixed(*args: Any, **kwargs: Any) -> Any:
    """A smooth function of all that it is given, of the shape of the last array: as a model."""
    arrays = _numbers((args, kwargs))
    if not arrays:
        return jax.numpy.zeros(())
    rest = sum((jax.numpy.mean(one) for one in arrays[:-1]), start=0.0)
    return jax.numpy.tanh(arrays[-1] + rest)


def scalar(*args: Any, **kwargs: Any) -> Any:
    """One number that depends on all that it is given: as a loss."""
    arrays = _numbers((args, kwargs))
    return sum((jax.numpy.mean(jax.numpy.square(one)) for one in arrays), start=jax.numpy.zeros(()))


def linen(target: str, fields: dict[str, Any], method: str, *inputs: Any) -> Any:
    """A module of flax.linen with parameters for some inputs, as its methods find it."""
    module = kept.lookup(target)(**fields)
    key = jax.random.key(0)
    rngs = {"params": key, "dropout": key}
    return module.bind(module.init(rngs, *inputs, method=method), rngs={"dropout": key})
