"""Objects of classes of the project that their constructors did not make.

What a constructor takes may be what nobody can make up, such as files or a whole program's
settings, where the method that is run reads a few attributes. The object has these, and the methods
of its class.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Iterator
from typing import Any, NoReturn

from ..lib import kept
from . import models, nodes
from .nodes import Literal, Made, Node
from .unknown import Learned

_LIBRARIES = ("jax.", "jaxlib.", "flax.", "optax.", "numpy", str(__package__))
_COST = 0.5  # what a constructor makes is more like what callers have


def bare(target: str, **attributes: Any) -> Any:
    """An object of a class with attributes, made without its constructor."""
    return _with(kept.lookup(target), attributes)


def open_bare(number: int, target: str, attributes: dict[str, Any]) -> Any:
    """The same, as it tells which further attributes it is asked for."""
    return _with(_asking(kept.lookup(target), number), attributes)


def instead(root: Node) -> Iterator[tuple[float, Node]]:
    """Trees in which objects of the project's classes are made so: each, and all of them."""
    found = [one for one in nodes.walk(root) if isinstance(one, Made) and _can_be(one)]
    outer = [one for one in found if not any(one in nodes.children(other) for other in found)]
    every = root
    for one in outer:
        made = Made(f"{__name__}:bare", (Literal(one.target),), open=True)
        yield _COST, nodes.put(root, one.number, made)
        every = nodes.put(every, one.number, made)
    if len(outer) > 1:
        yield _COST, every


def _can_be(node: Made) -> bool:
    """Whether what a node makes is an object of a class that keeps plain attributes."""
    try:
        kind = kept.lookup(node.target)
    except (ImportError, AttributeError):
        return False
    if not inspect.isclass(kind) or inspect.isabstract(kind) or models.is_module(kind):
        return False
    modules = {one.__module__.partition(".")[0] for one in kind.__mro__}
    plain = object.__new__ is kind.__new__ or "equinox" in modules
    own = not kind.__module__.startswith(
        ("jax.", "jaxlib.", "flax.", "optax.", "numpy", __package__)
    )
    return plain and own and "flax" not in modules and kind.__dictoffset__ != 0


def _with(kind: Any, attributes: dict[str, Any]) -> Any:
    made: Any = object.__new__(kind)
    vars(made).update(attributes)
    return made


@functools.lru_cache(maxsize=64)
def _asking(kind: type, number: int) -> type:
    """A class whose objects tell what they are asked for and do not have."""

    def asked(one: Any, name: str) -> NoReturn:
        if name.startswith("__") or name in ("_fields",):
            raise AttributeError(name)
        raise Learned(number, "attribute", name)

    made: type = type(kind)(kind.__name__, (kind,), {"__getattr__": asked})
    return made
