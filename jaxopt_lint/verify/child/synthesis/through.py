"""Lets stand-ins through JAX's transforms: code under one is called with them once as it is.

JAX takes nothing but arrays, and would only say that. This holds in a process that looks for
inputs, and of calls in the project alone.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import sys
from collections.abc import Callable
from typing import Any

from ..lib import jax
from . import models
from .unknown import Learned, Opened, Stand

_TRANSFORMS = ("jit", "grad", "value_and_grad", "vmap", "checkpoint", "remat", "jacfwd", "jacrev",
               "hessian", "pmap")  # fmt: skip
_MAPS = ("vmap", "pmap")


def stands(tree: Any) -> list[int]:
    """The numbers of the stand-ins in a tree."""
    leaves = jax.tree_util.tree_leaves(tree, is_leaf=lambda one: isinstance(one, (Stand, Opened)))
    found = [[leaf.number] for leaf in leaves if isinstance(leaf, Stand)]
    found += [leaf.unknown for leaf in leaves if isinstance(leaf, Opened)]
    return [number for numbers in found for number in numbers]


class Through:
    """A transformed function that shows stand-ins to the function itself first.

    Args:
        axes: of the arguments, where they are mapped over: as `in_axes`, or None.
    """

    def __init__(self, function: Callable[..., Any], made: Any, *, axes: Any, library: str) -> None:
        functools.update_wrapper(self, function, updated=())
        self._function, self._made, self._axes = function, made, axes
        self._library = library

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        numbers = stands((args, kwargs))
        if numbers:
            mapped, each, more = self._each(args, kwargs)
            try:
                _shown(mapped, self._function, *each, **more)
            except Learned as learned:
                if learned.number in numbers:
                    learned.library = self._library
                raise
            except NameError as error:  # of an axis that is there inside of the transform alone
                if "axis" not in str(error):
                    raise
        return self._made(*args, **kwargs)

    def _each(
        self, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> tuple[list[int], list[Any], dict[str, Any]]:
        """The stand-ins that are mapped over, and what one call of the function is given."""
        if self._axes is None:
            return [], list(args), kwargs
        every = isinstance(self._axes, int)
        axes = [self._axes] * len(args) if every else list(self._axes)[: len(args)]
        axes += [None] * (len(args) - len(axes))
        pairs = [*zip(args, axes, strict=True), *((one, 0) for one in kwargs.values())]
        taken = [_row(one, axis) if isinstance(axis, int) else one for one, axis in pairs]
        mapped = stands([one for one, axis in pairs if isinstance(axis, int)])
        return mapped, taken[: len(args)], dict(zip(kwargs, taken[len(args) :], strict=True))

    def __get__(self, instance: Any, kind: Any = None) -> Any:
        return self if instance is None else functools.partial(self, instance)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._made, name)


def _row(tree: Any, axis: int) -> Any:
    """What one call gets of what is mapped over; what cannot be mapped over as it is."""

    def one(leaf: Any) -> Any:
        if isinstance(leaf, (Stand, Opened)) or getattr(leaf, "ndim", 0) <= axis:
            return leaf
        return jax.numpy.take(leaf, 0, axis) if not _is_key(leaf) else leaf[0]

    return jax.tree_util.tree_map(one, tree, is_leaf=lambda one: isinstance(one, (Stand, Opened)))


def _is_key(leaf: Any) -> bool:
    return bool(jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.prng_key))


def _shown(mapped: list[int], function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Call with stand-ins; what is learned of those that are mapped over has a dim less."""
    try:
        return function(*args, **kwargs)
    except Learned as learned:
        learned.mapped |= learned.number in mapped
        raise


def let_through(project: str, text: str) -> None:
    """From now on, transforms that code below a folder asks for let stand-ins through.

    Args:
        text: of the code, which tells the libraries that have transforms, too.
    """
    for name in _TRANSFORMS:
        setattr(jax, name, _transform(getattr(jax, name), project, maps=name in _MAPS))
    for library, names in models.TRANSFORMS.items():
        if library.rpartition(".")[2] not in text:
            continue
        with contextlib.suppress(Exception):  # it is not there, or does not get on with this JAX
            module = importlib.import_module(library)
            for name in names:
                made = _transform(
                    getattr(module, name), project, maps=name.endswith("vmap"), library=library
                )
                setattr(module, name, made)
    for name, body in (
        ("scan", _scan), ("map", _map), ("fori_loop", _fori), ("while_loop", _while),
        ("cond", _cond),
    ):  # fmt: skip
        setattr(jax.lax, name, _loop(getattr(jax.lax, name), body))


def _transform(original: Any, project: str, *, maps: bool, library: str = "") -> Any:
    @functools.wraps(original)
    def transform(*args: Any, **kwargs: Any) -> Any:
        if not sys._getframe(1).f_code.co_filename.startswith(project):
            return original(*args, **kwargs)
        named = original.__name__ == "pmap"  # whose second argument is the name of its axis
        second = () if named else args[1:2]
        axes = (second or (kwargs.get("in_axes", 0),))[0] if maps else None

        def of(function: Any) -> Any:
            made = original(function, *args[1:], **kwargs)
            return Through(function, made, axes=axes, library=library)

        return of(args[0]) if args else of  # a decorator with options

    return transform


def _loop(original: Any, body: Callable[..., Any]) -> Any:
    @functools.wraps(original)
    def loop(*args: Any, **kwargs: Any) -> Any:
        if stands((args, kwargs)):
            with contextlib.suppress(TypeError):  # called in another way than it is here
                body(*args, **kwargs)
        return original(*args, **kwargs)

    return loop


def _first(tree: Any) -> Any:
    return jax.tree_util.tree_map(lambda one: one if isinstance(one, Stand) else one[0], tree)


def _scan(f: Any, init: Any, xs: Any = None, *rest: Any, **more: Any) -> None:
    _shown(stands(xs), f, init, _first(xs))


def _map(f: Any, xs: Any, **more: Any) -> None:
    _shown(stands(xs), f, _first(xs))


def _fori(lower: Any, upper: Any, body_fun: Any, init_val: Any, **more: Any) -> None:
    body_fun(lower, init_val)


def _while(cond_fun: Any, body_fun: Any, init_val: Any) -> None:
    cond_fun(init_val)
    body_fun(init_val)


def _cond(pred: Any, true_fun: Any, false_fun: Any, *operands: Any, **more: Any) -> None:
    for branch in (true_fun, false_fun):
        branch(*operands)
