"""Other lengths of axes: of dimensions that a spec names, and of axes that are of one length."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Any

import numpy as np

from .places import Change, Path, get, inner, is_array, like, put, words
from .stating import Stated

PRIMES = (5, 3, 7, 11, 2, 13, 17, 19, 23, 29)
LARGE = 130  # no signed byte holds it
MANY = 300  # beyond what a bfloat16 counts to, and any signed byte
LARGEST = 1 << 22  # entries of an array
EMPTY = "made 0"
ALONE = "alone"  # sizes that may not fit those of the rest, which a rewrite may refuse
ONE_ALONE = f"made 1 {ALONE}"
KINDS = 3  # lengths, and other things of a kind, that are varied


def has_many(name: str) -> bool:
    """Whether a case of this name has many of something, and so sums with many terms."""
    return name.removesuffix(f" {ALONE}").endswith(f"made {MANY}")


def named(
    dims: Mapping[str, int], fixed: Container[str], *, full: bool
) -> Iterator[tuple[dict[str, int], str]]:
    """Other sizes for the free dimensions: one, distinct primes, distinct even numbers, one that
    no signed byte holds, none at all."""
    free = [name for name in dims if name not in fixed]
    if not free:
        return
    for name in free[: None if full else 4]:
        if dims[name] != 1:
            yield {name: 1}, "size"
    primes = {name: PRIMES[i % len(PRIMES)] for i, name in enumerate(free)}
    if primes != {name: dims[name] for name in free}:
        yield primes, "size"
    yield {name: 2 * (i + 2) for i, name in enumerate(free)}, "size"
    for name in free[: None if full else 1]:
        yield {name: LARGE}, "size"
    for name in free[: None if full else 2]:
        yield {name: 0}, "empty"


def alike(tree: Any, stated: Stated) -> Iterator[tuple[str, Change]]:
    """Axes of one length made longer and shorter together, then each alone.

    A length of one says how an array lies beside others, and stays; only in the first array it may
    be a batch, or a feature, of which there happens to be one.
    """
    arrays = [(path, item) for path, item in inner(tree) if is_array(item) and item.ndim]
    axes = [
        (path, axis, size)
        for number, (path, item) in enumerate(arrays)
        for axis, size in enumerate(item.shape)
        if size not in stated.lengths and (size != 1 or not number)
    ]
    batches = {item.shape[0] for _, item in arrays}  # which may be empty, unlike a set of classes
    lengths = list(dict.fromkeys(size for _, _, size in axes if size))
    fit = f" {ALONE}" if len(lengths) > 1 else ""
    # Each length a little longer before any of them is one: of slow originals few calls are made.
    some = lengths[: KINDS + 1]
    changed = [(size, size + stated.step(size)) for size in some]
    changed += [(size, other) for other in (1, MANY, 0) for size in some]
    together = [
        (f"the length {size} made {other}{fit}", _resized([a for a in axes if a[2] == size], other))
        for size, other in changed
        if other != size and (other or size in batches) and stated.allows(size, other, lengths)
        if all(stated.reaches(path, axis, other) for path, axis, own in axes if own == size)
    ]
    empty = [one for one in together if one[0].removesuffix(fit).endswith(EMPTY)]
    alone = [
        (
            f"{words(path)} with {other} along axis {axis} {ALONE}",
            _resized([(path, axis, size)], other),
        )
        for path, axis, size in axes[: 2 * KINDS]
        for other in (size + stated.step(size), size - stated.step(size))
        if other > 1 and stated.allows(size, other, lengths) and stated.reaches(path, axis, other)
        if sum(length == size for _, _, length in axes) > 1
    ]
    few = [one for one in together if one not in empty and not has_many(one[0])]
    many = [one for one in together if has_many(one[0])]
    yield from [*few, *_as_another(arrays, stated), *alone, *empty, *many]


def _as_another(arrays: list[tuple[Path, Any]], stated: Stated) -> Iterator[tuple[str, Change]]:
    """A length that only stands in front, as that of a batch does, made what the first length of a
    leaf is: which are told apart by their lengths alone no longer can be."""
    rest = {size for _, item in arrays for size in item.shape[1:]}
    leaves = [item.shape[0] for path, item in arrays if len(path) > 2]
    for path, item in [(p, a) for p, a in arrays if len(p) == 2][:KINDS]:
        size = item.shape[0]
        others = sorted({*leaves} - {size, 0, 1, *stated.lengths})
        if size in rest or size in leaves or size < 2 or size in stated.lengths:
            continue
        for other in [one for one in others if stated.allows(size, one, ())][:1]:
            yield (
                f"{words(path)} with {other} along axis 0 {AS_A_LEAF}",
                _resized([(path, 0, size)], other),
            )


AS_A_LEAF = f"as a leaf has, {ALONE}"


def dividing(tree: Any, what: str) -> Iterator[tuple[str, Change]]:
    """Lengths of one made two where another array has a multiple of two there."""
    arrays = [(path, item) for path, item in inner(tree) if is_array(item) and item.ndim]
    for path, item in arrays[1:]:
        for axis, size in enumerate(item.shape):
            beside = [a.shape[axis] for p, a in arrays if p != path and a.ndim == item.ndim]
            if size == 1 and any(one > 2 and not one % 2 for one in beside):
                change = _grown(path, axis)
                yield f"{words(path)} with 2 along axis {axis}{what}", change


def _grown(path: Path, axis: int) -> Change:
    def change(tree: Any) -> Any:
        array = get(tree, path)
        one = np.asarray(array)
        return put(tree, path, like(array, np.concatenate([one, -one], axis)))

    return change


def _resized(axes: list[tuple[Path, int, int]], other: int) -> Change:
    def change(tree: Any) -> Any:
        for path, axis, size in axes:
            array = get(tree, path)
            if array.size // size * other > LARGEST:
                raise MemoryError(f"{words(path)} would be too large")
            places = np.arange(other) % size
            tree = put(tree, path, like(array, np.take(np.asarray(array), places, axis)))
        return _within(tree, {size for _, _, size in axes}, other)

    return change


def _within(tree: Any, sizes: set[int], other: int) -> Any:
    """Whole numbers that lay below a length, as indices do, below the shorter one instead."""
    for path, array in [(p, a) for p, a in inner(tree) if is_array(a) and a.dtype.kind in "iu"]:
        numbers = np.asarray(array)
        below = numbers.size and numbers.min() >= 0 and numbers.max() < max(sizes)
        if below and 0 < other <= numbers.max():
            tree = put(tree, path, like(array, (numbers % other).astype(array.dtype)))
    return tree
