"""The classes that neural-network frameworks make modules of, by their dotted names."""

from __future__ import annotations

import ast
from typing import TypeGuard

# The frameworks take care of state that is stored on objects of these.
_BASES = {
    "flax.nn.Module": "linen",
    "flax.nnx.Object": "nnx",
    "flax.nnx.Pytree": "nnx",
    "haiku.RNNCore": "haiku",
    "haiku.Transformed": "haiku",
    "penzai.pz.nn.Layer": "penzai",
    "praxis.base_layer.BaseLayer": "praxis",
}
# Layers of Equinox that draw their first weights from the `key` that they are given.
LAYERS = frozenset(
    {"equinox.nn.Linear", "equinox.nn.MLP", "equinox.nn.Embedding", "equinox.nn.GRUCell",
     "equinox.nn.LSTMCell", "equinox.nn.MultiheadAttention", "equinox.nn.Conv",
     "equinox.nn.Conv1d", "equinox.nn.Conv2d", "equinox.nn.Conv3d", "equinox.nn.ConvTranspose",
     "equinox.nn.ConvTranspose1d", "equinox.nn.ConvTranspose2d", "equinox.nn.ConvTranspose3d"}
)  # fmt: skip
# Where their modules lie, under names that end in one of these words.
_PACKAGES = {
    "flax.linen": "linen",
    "flax.nnx.bridge": "linen",
    "flax.nnx": "nnx",
    "flax": "linen",
    "equinox": "equinox",
    "haiku": "haiku",
    "objax": "objax",
    "penzai": "penzai",
    "treex": "treex",
    "elegy": "elegy",
    "praxis": "praxis",
    "trax.layers": "trax",
}
_KINDS = ("Module", "Layer", "Block", "Model")


def framework_named(dotted: str | None) -> str | None:
    """The framework that has a module class of this name; None for any other name.

    >>> framework_named("flax.linen.Module"), framework_named("pydantic.BaseModel")
    ('linen', None)
    """
    if dotted is None or dotted in _BASES:
        return _BASES.get(dotted or "")
    return package_of(dotted) if dotted.endswith(_KINDS) else None


def package_of(dotted: str) -> str | None:
    """The framework whose package a name is from."""
    for package, framework in _PACKAGES.items():
        if dotted.startswith(f"{package}."):
            return framework
    return None


def is_apply(func: ast.expr) -> TypeGuard[ast.Attribute]:
    """Whether what is called applies a network to weights that it is given: `model.apply`,
    `state.apply_fn`."""
    return isinstance(func, ast.Attribute) and func.attr in ("apply", "apply_fn")


def weights_given(call: ast.Call) -> list[ast.expr]:
    """What a call hands such a function as weights: `params`, or each entry of
    `{"params": params}`."""
    given = call.args[0] if call.args else None
    if isinstance(given, ast.Dict):
        return given.values
    return [given] if given is not None else []
