"""Values that no class of the project describes: records of attributes, functions, bound modules.

Both versions of a function build them anew from the same spec, so all here is deterministic.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any, NoReturn, Self

import numpy

from ..lib import jax, kept
from .answers import Answering, numbers
from .through import stands
from .unknown import Learned, OpenDict


class Record:
    """Attributes, as of a configuration or of a training state; a tree to JAX."""

    is_made_up = True

    def __init__(self, **attributes: Any) -> None:
        vars(self).update(attributes)

    def __repr__(self) -> str:
        # Where it stands in what a tree keeps beside its leaves, trees are compared by their texts.
        return f"Record({', '.join(sorted(vars(self)))})"

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


def mixed(*args: Any, **kwargs: Any) -> Any:
    """A smooth function of all that it is given, of the shape of the last array: as a model."""
    arrays = numbers((args, kwargs))
    if not arrays:
        return jax.numpy.zeros(())
    rest = sum((jax.numpy.mean(one) for one in arrays[:-1]), start=0.0)
    return jax.numpy.tanh(arrays[-1] + rest)


def scalar(*args: Any, **kwargs: Any) -> Any:
    """One number that depends on all that it is given: as a loss."""
    arrays = numbers((args, kwargs))
    return sum((jax.numpy.mean(jax.numpy.square(one)) for one in arrays), start=jax.numpy.zeros(()))


def linen(target: str, fields: dict[str, Any], method: str, *inputs: Any) -> Any:
    """A module of flax.linen with parameters for some inputs, as its methods find it."""
    module = kept.lookup(target)(**fields)
    key = jax.random.key(0)
    rngs = {"params": key, "dropout": key}
    return module.bind(module.init(rngs, *inputs, method=method), rngs={"dropout": key})


def answering(answer: Any, number: int, **attributes: Any) -> Answering:
    """A function whose answers are of one kind, and what else it is asked for, as a model is."""
    function = Answering(answer, number)
    vars(function).update(attributes)
    return function


def training_state(target: str, *, apply_fn: Any, params: Any, **fields: Any) -> Any:
    """A state of Flax with an optimizer, and with fields that its class does not have as well."""
    kind = kept.lookup(target)
    more = tuple(sorted(set(fields) - set(kind.__dataclass_fields__)))
    if more:
        kind = _with_fields(kind, more)
    return kind.create(apply_fn=apply_fn, params=params, tx=_optimizer(), **fields)


def open_state(number: int, target: str, fields: dict[str, Any]) -> Any:
    """The same, as it tells which further fields it is asked for."""
    if stands(fields):
        record = OpenRecord(number_=number, step=0, **fields)
        vars(record)["apply_gradients"] = lambda **given: record
        return record
    state = training_state(target, **fields)
    kind = type(state)
    told = type(kind.__name__, (kind,), {"__getattr__": _asked, "number_": number})
    return told(**{name: getattr(state, name) for name in kind.__dataclass_fields__})


def _asked(state: Any, name: str) -> NoReturn:
    if name.startswith("__"):
        raise AttributeError(name)
    raise Learned(type(state).number_, "attribute", name)


@functools.cache
def _with_fields(kind: type, names: tuple[str, ...]) -> Any:
    return type(kind.__name__, (kind,), {"__annotations__": dict.fromkeys(names, Any)})


@functools.cache
def _optimizer() -> Any:
    return importlib.import_module("optax").sgd(0.1, momentum=0.5)


def mesh(*names: str) -> Any:
    """A mesh of one device, with axes of these names."""
    devices = numpy.array(jax.devices()[:1]).reshape((1,) * len(names))
    return jax.sharding.Mesh(devices, names)


def device() -> Any:
    """The first device."""
    return jax.devices()[0]


def sharding() -> Any:
    """A sharding that leaves everything on one device."""
    return jax.sharding.SingleDeviceSharding(jax.devices()[0])


def positive(tree: Any) -> Any:
    """A tree whose floats are not negative, as what optimizers keep of squares."""

    def one(leaf: Any) -> Any:
        return abs(leaf) if hasattr(leaf, "dtype") and leaf.dtype.kind in "fV" else leaf

    return jax.tree_util.tree_map(one, tree)
