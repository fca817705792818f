"""What libraries tell of a stand-in: the parameters of a model, the state of an optimizer.

A model that is there is asked for its parameters where it is given a stand-in for them, and so is
an optimizer for its state. What they would begin with tells the whole tree, so that a stand-in for
it has no need to be found out leaf by leaf. This holds in a process that looks for inputs.
"""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable
from typing import Any

from ..lib import jax
from .through import stands
from .unknown import Learned, Stand

_COLLECTIONS = ("params", "dropout", "noise", "sample", "default")
_OF_CALLS = ("rngs", "mutable", "capture_intermediates")


def ask_libraries() -> None:
    """From now on, libraries that are in use tell what they would begin with."""
    for module, ask in (
        ("optax", _optax), ("flax.linen", _linen), ("haiku", _haiku),
    ):  # fmt: skip
        if module in sys.modules:
            ask(sys.modules[module])


def _tell(given: Any, begin: Callable[[], Any], *, positive: bool = False) -> None:
    """Say what a stand-in in the place of a tree, or of an entry of a dict, is."""
    entries = given.items() if isinstance(given, dict) else [(None, given)]
    for name, one in entries:
        if not isinstance(one, Stand):
            continue
        begun = jax.eval_shape(begin)
        if name is not None:
            begun = begun.get(name, {})
        raise Learned(one.number, "tree", (begun, positive))


def _optax(optax: Any) -> None:
    kind = optax.GradientTransformation
    field = inspect.getattr_static(kind, "update")

    def update(transform: Any) -> Any:
        made = field.__get__(transform, type(transform))

        @functools.wraps(made)
        def asked(updates: Any, state: Any = None, params: Any = None, **more: Any) -> Any:
            if isinstance(state, Stand):
                for number in stands((updates, params)):
                    raise Learned(number, "number")
                like = updates if params is None else params
                _tell(state, lambda: transform.init(like), positive=True)
            return made(updates, state, params, **more)

        return asked

    kind.update = property(update)


def _linen(linen: Any) -> None:
    original = linen.Module.apply

    @functools.wraps(original)
    def apply(module: Any, variables: Any, *args: Any, **more: Any) -> Any:
        if stands(variables):
            keys = {name: jax.random.key(0) for name in _COLLECTIONS}
            given = {name: one for name, one in more.items() if name not in _OF_CALLS}
            _tell(variables, lambda: module.init(keys, *args, **given))
        return original(module, variables, *args, **more)

    linen.Module.apply = apply


def _haiku(haiku: Any) -> None:
    kind = haiku.Transformed
    field = inspect.getattr_static(kind, "apply")

    def apply(net: Any) -> Any:
        made = field.__get__(net, type(net))

        @functools.wraps(made)
        def asked(params: Any, *args: Any, **more: Any) -> Any:
            if isinstance(params, Stand):
                takes_key = "rng" in list(inspect.signature(made).parameters)[:2]
                rest = args[1:] if takes_key else args
                given = {name: one for name, one in more.items() if name != "rng"}
                _tell(params, lambda: net.init(jax.random.key(0), *rest, **given))
            return made(params, *args, **more)

        return asked

    kind.apply = property(apply)
