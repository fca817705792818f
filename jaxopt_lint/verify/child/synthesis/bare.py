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
from . import nodes
from .nodes import Literal, Made, Node, Unknown
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
    """Trees in which objects of the project's classes are made so: each, and all of them. Those
    that cannot be are what they are used as."""
    found = [(one, kind) for one in nodes.walk(root) if (kind := _class_of(one)) is not None]
    below = {child.number for one, _ in found for child in nodes.children(one)}
    outer = [(one, kind) for one, kind in found if one.number not in below]
    every = root
    for one, kind in outer:
        assert isinstance(one, Made)
        made: Node = Made(f"{__name__}:bare", (Literal(one.target),), open=True)
        if not _can_be(kind):
            made = Unknown()
        yield _COST, nodes.put(root, one.number, made)
        every = nodes.put(every, one.number, made)
    if len(outer) > 1:
        yield _COST, every


def _class_of(node: Node) -> type | None:
    """The class of the project that a node calls; None where it is something else."""
    if not isinstance(node, Made) or node.target.startswith(_LIBRARIES):
        return None
    try:
        kind = kept.lookup(node.target)
    except (ImportError, AttributeError):
        return None
    return kind if inspect.isclass(kind) else None


def _can_be(kind: Any) -> bool:
    """Whether objects of a class keep plain attributes, and need nothing that makes them."""
    names = {one.__module__.partition(".")[0] for one in kind.__mro__}
    made = object.__new__ is kind.__new__ or "equinox" in names
    return (
        made and "flax" not in names and kind.__dictoffset__ != 0 and not inspect.isabstract(kind)
    )


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
