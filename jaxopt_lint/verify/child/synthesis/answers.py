"""Functions that are made up: what they give is looked for as arguments are.

What a function gives starts as an unknown like any argument, so its first use tells: two names that
it is unpacked into, an attribute, a number. Whatever it is, it depends on all floats that the
function is given, so that a gradient goes through. Both versions build it anew from the same spec,
so all here is deterministic.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy

from ..lib import jax
from .unknown import Learned, Stand

# Which arguments of a made-up function were containers when it was called last, by its number.
containers: dict[int, list[bool]] = {}


@dataclass(frozen=True)
class Mixed:
    """In an answer: an array of the shape of the last one that the function is given."""


@dataclass(frozen=True)
class Like:
    """In an answer: a tree like the argument at a place."""

    place: int


def numbers(tree: Any) -> list[Any]:
    """The arrays of floats in a tree, and its numbers, which are arrays where they are traced."""
    leaves = jax.tree_util.tree_leaves(tree)
    for leaf in leaves:
        if isinstance(leaf, Stand):
            raise Learned(leaf.number, "number")
    leaves = [jax.numpy.asarray(leaf) if type(leaf) is float else leaf for leaf in leaves]
    return [leaf for leaf in leaves if _is_float(leaf)]


def others(tree: Any) -> list[Any]:
    """One number for each array of whole numbers, flags or random keys in a tree: which they are,
    and in which order, has to show in what a function gives."""
    out = []
    for leaf in jax.tree_util.tree_leaves(tree):
        if not hasattr(leaf, "dtype") or _is_float(leaf):
            continue
        if jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key):
            leaf = jax.random.key_data(leaf)
        if leaf.dtype.kind in "iub" and leaf.size:
            rests = jax.numpy.ravel(jax.numpy.asarray(leaf).astype("uint32") % 251) / 251
            out.append(jax.numpy.mean(rests * jax.numpy.linspace(0.5, 1.5, rests.size)))
    return out


def _is_float(leaf: Any) -> bool:
    return hasattr(leaf, "dtype") and jax.numpy.issubdtype(leaf.dtype, jax.numpy.floating)


class Answering:
    """A function of any arguments with an answer of one kind.

    Args:
        answer: a tree of arrays, of `Mixed` and `Like`, of records and of functions.
        number: stands for it, as its answer may be told in further attempts.
        bound: arrays that its answers depend on, too.
    """

    def __init__(self, answer: Any, number: int, bound: tuple[Any, ...] = ()) -> None:
        self.answer, self.number, self.bound = answer, number, bound
        self.__name__ = self.__qualname__ = f"function_{number}"

    def __repr__(self) -> str:
        return self.__name__

    @functools.cached_property
    def _told(self) -> tuple[Any, ...]:
        """What tells it from others: to a jit, equal functions are one."""
        leaves, structure = jax.tree_util.tree_flatten((self.answer, self.bound))
        told = [numpy.asarray(one).tobytes() if hasattr(one, "dtype") else one for one in leaves]
        return self.number, structure, *told

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Answering) and not _open(self) and self._told == other._told
        )

    def __hash__(self) -> int:
        return hash(self.number)

    def moved(self, *bound: Any) -> Answering:
        """The same function, whose answers depend on further arrays as well."""
        return Answering(self.answer, self.number, (*self.bound, *bound))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        given = numbers((args, kwargs))
        containers[self.number] = [_is_container(one) for one in args]
        if isinstance(self.answer, Stand):
            return self.answer
        every = (*self.bound, *given, *others((args, kwargs)))
        mean = sum((jax.numpy.mean(one) for one in every), start=jax.numpy.zeros(()))
        return self._filled(self.answer, args, given, mean, every)

    def _filled(
        self, answer: Any, args: tuple[Any, ...], given: list[Any], mean: Any, every: Any
    ) -> Any:
        fill: Callable[[Any], Any] = lambda one: self._filled(one, args, given, mean, every)  # noqa: E731
        if isinstance(answer, Stand):
            return answer
        if isinstance(answer, Mixed):
            last = given[-1] if given else jax.numpy.zeros(())
            return jax.numpy.tanh(last + mean.astype(last.dtype))
        if isinstance(answer, Like):
            if answer.place >= len(args):
                raise TypeError("there is no argument that the answer is to be like")
            return jax.tree_util.tree_map(functools.partial(_moved, by=mean), args[answer.place])
        if isinstance(answer, Answering):
            return Answering(answer.answer, answer.number, every)
        if isinstance(answer, dict):
            filled = {name: fill(one) for name, one in answer.items()}
            if type(answer) is dict:
                return filled
            answer.update(filled)
            return answer
        if isinstance(answer, (list, tuple)):
            return type(answer)([fill(one) for one in answer])
        if getattr(type(answer), "is_made_up", False):
            return answer.replace(**{name: fill(one) for name, one in vars(answer).items()})
        return _moved(answer, by=mean)


def _open(function: Answering) -> bool:
    """Whether anything of a function's answer is not known, or is not known now."""
    leaves = jax.tree_util.tree_leaves((function.answer, function.bound))
    return any(isinstance(one, (Stand, jax.core.Tracer)) for one in leaves)


def _is_container(value: Any) -> bool:
    leaves = jax.tree_util.tree_leaves(value)
    return not (len(leaves) == 1 and leaves[0] is value)


def _moved(leaf: Any, by: Any) -> Any:
    """A number or an array of floats, moved smoothly; anything else as it is."""
    if isinstance(leaf, (Stand, bool, int, str)) or leaf is None:
        return leaf
    if type(leaf) is float or _is_float(leaf):
        array = jax.numpy.asarray(leaf)
        return array + (0.1 * jax.numpy.tanh(by)).astype(array.dtype)
    return leaf
