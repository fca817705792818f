"""Models that are made up: modules of Flax's NNX and of Equinox with parameters of their own.

A transform of one of these libraries takes a module where it is differentiated by it, and no
function. What the code asks of its model, and what this gives, is found out as of any argument.
"""

from __future__ import annotations

import functools
import importlib
from typing import Any

from ..lib import jax
from .answers import Answering
from .unknown import Opened

# Their transforms, which take modules.
TRANSFORMS = {
    "flax.nnx": ("jit", "grad", "value_and_grad", "vmap", "remat"),
    "equinox": ("filter_jit", "filter_grad", "filter_value_and_grad", "filter_vmap",
                "filter_checkpoint"),
}  # fmt: skip


def model(library: str, answer: Any, number: int, opened: int = 0, **attributes: Any) -> Any:
    """A module that gives an answer where it is called.

    Args:
        library: what it is a module of.
        number: stands for it, as for a function with that answer.
        opened: stands for it where it tells which further attributes it is asked for.
    """
    return _kind(library, opened)(Answering(answer, number), attributes)


def optimizer(model: Any) -> Any:
    """An optimizer of NNX for a module."""
    nnx, optax = importlib.import_module("flax.nnx"), importlib.import_module("optax")
    return nnx.Optimizer(model, optax.sgd(0.1, momentum=0.5), wrt=nnx.Param)


def is_module(kind: Any) -> bool:
    """Whether a class is one of modules of NNX."""
    names = {f"{one.__module__}.{one.__qualname__}" for one in getattr(kind, "__mro__", ())}
    return any(one.startswith("flax.nnx.") and one.endswith(".Module") for one in names)


@functools.cache
def _kind(library: str, opened: int) -> Any:
    return _of_equinox(opened) if library == "equinox" else _of_nnx(library, opened)


def _of_nnx(library: str, opened: int) -> Any:
    nnx = importlib.import_module(library)

    class Model(Opened, nnx.Module):  # type: ignore[misc, name-defined]
        opens = opened

        def __init__(self, answers: Answering, given: dict[str, Any]) -> None:
            self.scale = nnx.Param(jax.numpy.linspace(0.5, 1.0, 3))
            self.answers = answers
            for name, one in given.items():
                setattr(self, name, one)

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return self.answers.moved(self.scale[...])(*args, **kwargs)

    return Model


def _of_equinox(opened: int) -> Any:
    equinox = importlib.import_module("equinox")

    class Model(Opened, equinox.Module):  # type: ignore[misc, name-defined]
        opens = opened
        answers: Any = equinox.field(static=True)
        given: Any
        scale: Any

        def __init__(self, answers: Answering, given: dict[str, Any]) -> None:
            self.answers = answers
            self.given = given
            self.scale = jax.numpy.linspace(0.5, 1.0, 3)

        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            return self.answers.moved(self.scale)(*args, **kwargs)

        def __getattr__(self, name: str) -> Any:
            given = vars(self).get("given", {})
            return given[name] if name in given else super().__getattr__(name)

    return Model
