"""Other calls than the given one: what callers may hand over besides, one thing changed at a time.

Whether a function takes such a call only the original knows. Where it returns, or raises on
purpose, the rewrite has to do the same; where a library raises, nothing is promised. Sizes,
numbers, types of numbers, lengths and orders of containers: what inputs that somebody wrote down
once leave out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from itertools import chain, zip_longest
from typing import Any

import numpy as np

from . import minding
from .lib import jax
from .pickling import is_float

Make = Callable[[], Any]
Change = Callable[[Any], Any]  # of a whole tree, which may be changed in place
Variation = tuple[str, Change]
MANY = 300  # beyond what a bfloat16 counts to, and any signed byte
DEEP = 1_200  # Python's calls do not nest this deep
ENTRIES = 12  # "layer10" sorts before "layer2"
_COUNTED = re.compile(r"(.*?)(\d+)$")
LARGEST = 1 << 22  # entries of an array
COMPLEX, HALF = "complex numbers", "in bfloat16"
# Where an original may overflow, and another order of operations may cost digits.
LOOSE = ("about zero", "much more", "1,000 times as much", HALF)
_INEXACT = (1 << 24) + 1  # no float32
UNLIKE = " instead of a whole number"
MAY_REFUSE = (COMPLEX, HALF, UNLIKE)  # other types than those that are asked for
BELOW = ", of no negative numbers,"  # of what a negative one is tried in
EMPTY = "made 0"  # an original that makes NaN of nothing promises nothing
ALONE = "alone"  # sizes that may not fit those of the rest, which a rewrite may refuse
ONE_ALONE = f"made 1 {ALONE}"
_KINDS = 3  # places of a kind that are varied


def variations(
    make: Make, minds: Container[str], *, sizes: bool = True, stated: Container[int] = ()
) -> Iterator[tuple[str, Make]]:
    """Calls that differ from one in one thing, each with what differs; the most telling first.

    Args:
        minds: what the code of the original provides for (`minding`).
        sizes: whether lengths are varied, too.
        stated: lengths that stay as they are, since the function's documentation names them.
    """
    made = make()
    lengths = _sizes(made, stated) if sizes else iter(())
    kinds = [
        _numbers(made), lengths, _values(made, minds), _containers(made, minds)
    ]  # fmt: skip
    for one in chain.from_iterable(zip_longest(*kinds)):
        if one is not None:
            name, change = one
            yield name, partial(_changed, make, change)


def _changed(make: Make, change: Change) -> Any:
    return change(make())


# Places in a tree of Python's containers: paths of indices and keys, as keystr writes them.
Path = tuple[Any, ...]


def _places(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All containers and leaves, each with its path, the outermost first."""
    yield path, tree
    if type(tree) in (list, tuple):
        for index, item in enumerate(tree):
            yield from _places(item, (*path, index))
    elif type(tree) is dict:
        for key, item in tree.items():
            yield from _places(item, (*path, key))


def _put(tree: Any, path: Path, value: Any) -> Any:
    """The tree with another value at a place."""
    if not path:
        return value
    step, rest = path[0], path[1:]
    if type(tree) is dict:
        return {k: _put(item, rest, value) if k == step else item for k, item in tree.items()}
    return type(tree)(
        _put(item, rest, value) if index == step else item for index, item in enumerate(tree)
    )


def _get(tree: Any, path: Path) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _at(path: Path, make: Callable[[Any], Any]) -> Change:
    """A change of what stands at one place."""
    return lambda tree: _put(tree, path, make(_get(tree, path)))


def _words(path: Path) -> str:
    """A place for people: the arguments by number, and what follows as Python writes it."""
    return f"argument {path[1]}" + "".join(f"[{step!r}]" for step in path[2:])


def _inner(tree: Any) -> list[tuple[Path, Any]]:
    """The arguments and what they hold, without the call itself."""
    return [(path, item) for path, item in _places(tree) if len(path) > 1]


def _numbers(tree: Any) -> Iterator[Variation]:
    """Other Python numbers."""
    found = [(p, v) for p, v in _inner(tree) if type(v) in (bool, int, float)]
    for path, value in found[: 2 * _KINDS]:
        for other in _others(value):
            below = BELOW if type(value) is float and other < 0 < value else ""
            kind = UNLIKE if type(value) is int and type(other) is float else ""
            name = f"{_words(path)}{below} is {other!r}{kind}"
            yield name, _at(path, partial(_instead, other))
        if isinstance(value, float):
            yield f"{_words(path)} as an array", _at(path, jax.numpy.asarray)
    if len(found) > 1:
        nothing = _all([path for path, value in found if type(value) is not bool], _nothing)
        yield "0 for all numbers", nothing


def _nothing(number: Any) -> Any:
    return type(number)(0)


def _instead(other: Any, _given: Any) -> Any:
    return other


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1, 0, -1, 5 * value + 3, float(value)]
    return [2.0 * value + 1.5, 0.0, -value, -1.0, 0.5 if value != 0.5 else 0.25]


def _sizes(tree: Any, stated: Container[int]) -> Iterator[Variation]:
    """Axes of one length made longer and shorter together, then each alone.

    A length of one says how an array lies beside others, and stays; it may be a batch of one only
    in the first array.
    """
    arrays = [(path, item) for path, item in _inner(tree) if _is_array(item) and item.ndim]
    axes = [
        (path, axis, size)
        for number, (path, item) in enumerate(arrays)
        for axis, size in enumerate(item.shape)
        if size not in stated and (size != 1 or not number + axis)
    ]
    batches = {item.shape[0] for _, item in arrays}  # which may be empty, unlike a set of classes
    lengths = list(dict.fromkeys(size for _, _, size in axes if size))
    fit = f" {ALONE}" if len(lengths) > 1 else ""
    together = [
        (f"the length {size} made {other}{fit}", _resized([a for a in axes if a[2] == size], other))
        for size in lengths[: _KINDS + 1]
        for other in (size + 1, 1, MANY, 0)
        if other != size and (other or size in batches)
    ]
    together.sort(key=lambda one: one[0].removesuffix(fit).endswith((f"made {MANY}", EMPTY)))
    alone = [
        (
            f"{_words(path)} with {other} along axis {axis} {ALONE}",
            _resized([(path, axis, size)], other),
        )
        for path, axis, size in axes[: 2 * _KINDS]
        for other in (size + 1, size - 1)
        if other > 1 and sum(length == size for _, _, length in axes) > 1
    ]
    yield from [*together, *alone]


def _resized(axes: list[tuple[Path, int, int]], other: int) -> Change:
    def change(tree: Any) -> Any:
        for path, axis, size in axes:
            array = _get(tree, path)
            if array.size // size * other > LARGEST:
                raise MemoryError(f"{_words(path)} would be too large")
            places = np.arange(other) % size
            tree = _put(tree, path, _like(array, np.take(np.asarray(array), places, axis)))
        return tree

    return change


def _values(tree: Any, minds: Container[str]) -> Iterator[Variation]:
    """Other numbers in arrays: ties and halves, large ones, a large offset, all the same, the
    whole range of an integer type; and other types of numbers."""
    arrays = [(path, item) for path, item in _inner(tree) if _is_array(item)]
    floats = [(path, item) for path, item in arrays if is_float(item.dtype)]
    if floats:
        paths = [path for path, _ in floats]
        halves = _each(paths, lambda x: np.round(2 * _wide(x)) / 2)
        yield "halves", halves
        numbers = [path for path, item in _inner(tree) if type(item) is float]
        scalars = [path for path, item in floats if not item.ndim]
        if numbers or scalars:
            ones = _ones(numbers, _each(scalars, np.ones_like))
            yield "halves, and 1.0 for all numbers", lambda tree: ones(halves(tree))
        yield "about zero", _each(paths, _about_zero)
        yield "much more", _each(paths, _much_more)
        yield "1,000 times as much", _each(paths, lambda x: _wide(x) * 1e3)
        yield HALF, _each(paths, np.asarray, "bfloat16")
        if minding.COMPLEX in minds:
            yield COMPLEX, _each(paths, lambda x: x + 1j * np.flip(x), "complex64")
    for path, item in [(p, a) for p, a in arrays if a.dtype.kind in "iu"][:_KINDS]:
        where = _words(path)
        yield f"{where} all the same", _each([path], lambda x: np.full_like(x, x.flat[0]))
        if item.ndim:  # a number by itself may say how often a loop runs
            yield f"{where} over its whole range", _each([path], _whole_range)
            yield f"{where} at its top", _each([path], _top)
        if np.iinfo(item.dtype).max > _INEXACT:
            yield (
                f"{where} all {_INEXACT}",
                _each([path], lambda x: np.full_like(x, _INEXACT)),
            )
    for path, _ in [(p, a) for p, a in arrays if a.dtype.kind == "b"][:_KINDS]:
        yield f"{_words(path)} all False", _each([path], np.zeros_like)
        yield f"{_words(path)} in int32", _each([path], np.asarray, "int32")


def _both(numbers: list[Path], change: Change, tree: Any) -> Any:
    return change(_all(numbers, _nothing)(tree))


def _ones(numbers: list[Path], rest: Change) -> Change:
    one = _all(numbers, partial(_instead, 1.0))
    return lambda tree: rest(one(tree))


def _each(paths: list[Path], make: Callable[[Any], Any], dtype: str = "") -> Change:
    """A change of the numbers of some arrays, that stay what they are unless `dtype` says so."""

    def change(tree: Any) -> Any:
        for path in paths:
            array = _get(tree, path)
            if not array.size:
                continue
            kind = jax.numpy.dtype(dtype or array.dtype)
            made = np.asarray(make(np.asarray(array))).astype(kind)
            tree = _put(tree, path, _like(array, made))
        return tree

    return change


def _wide(array: Any) -> Any:
    return array.astype(np.float64)


def _about_zero(array: Any) -> Any:
    """Numbers that are no larger than one, of both signs where there are such."""
    numbers = _wide(array)
    signs = np.where(np.arange(array.size) % 2, 1.0, -1.0).reshape(array.shape)
    return numbers * (1.0 if positive(array) else signs) / (np.max(np.abs(numbers)) or 1.0)


def positive(array: Any) -> bool:
    """Whether there are positive numbers in an array and no negative ones, as in one of variances:
    its owner may know that there are none."""
    return bool(np.any(array > 0) and not np.any(array < 0))


def _much_more(array: Any) -> Any:
    """An offset that takes most digits: such as time stamps have, in types that hold those."""
    return _wide(array) + (1e9 if array.dtype == np.float64 else 1e4)


def _top(array: Any) -> Any:
    return np.full_like(array, np.iinfo(array.dtype).max)


def _whole_range(array: Any) -> Any:
    room = np.iinfo(array.dtype)
    drawn = np.random.default_rng(5).integers(room.min, room.max, array.shape, np.int64, True)
    return drawn if array.dtype != np.uint64 else array


def _containers(tree: Any, minds: Container[str]) -> Iterator[Variation]:
    """Lists of other lengths, as tuples and as iterators; dictionaries in another order, with
    more entries, with None."""
    inner = _inner(tree)
    lists = [(path, item) for path, item in inner if type(item) in (list, tuple) and item]
    held = [path for path, _ in lists]
    numbers = [
        path
        for path, value in inner
        if type(value) in (int, float) and not any(path[: len(one)] == one for one in held)
    ]
    for length in list(dict.fromkeys(len(item) for _, item in lists))[:_KINDS]:
        paths = [path for path, item in lists if len(item) == length]
        yield f"lists of {length} one longer", _all(paths, lambda x: type(x)([*x, _another(x[0])]))
        yield f"lists of {length} one shorter", _all(paths, lambda x: x[:-1])
        empty = _all(paths, lambda x: x[:0])
        yield f"lists of {length} empty", empty
        if numbers:  # what a loop divides by need not be there for a loop without turns
            yield f"lists of {length} empty, and 0 for all numbers", partial(_both, numbers, empty)
        if len(paths) > 1:
            yield f"{_words(paths[0])} one shorter", _at(paths[0], lambda x: x[:-1])
    for path, item in lists[:_KINDS]:
        other = tuple if type(item) is list else list
        yield f"{_words(path)} as a {other.__name__}", _at(path, other)
        if type(item) is list:
            yield f"{_words(path)} as an iterator", _at(path, iter)
            if all(type(one) in (int, float) for one in item):
                where = f"{_words(path)} with {DEEP} entries"
                yield where, _at(path, lambda x: [x[i % len(x)] for i in range(DEEP)])
    dicts = [(path, item) for path, item in inner if type(item) is dict and item]
    for path, item in dicts[:_KINDS]:
        where = _words(path)
        yield f"{where} in another order", _at(path, lambda x: dict([*x.items()][::-1]))
        alike = [other for other, one in dicts if one.keys() == item.keys()]
        yield f"{where} and those alike with one entry more", _all(alike, _one_more)
        if any(isinstance(key, str) and _COUNTED.match(key) for key in item):
            yield f"{where} with {ENTRIES} entries", _at(path, _many_more)
        first = next(iter(item))
        if minding.NONE in minds:
            yield f"{where}[{first!r}] is None", _at((*path, first), lambda _: None)


def _all(paths: list[Path], make: Callable[[Any], Any]) -> Change:
    def change(tree: Any) -> Any:
        for path in reversed(paths):  # the innermost first
            tree = _put(tree, path, make(_get(tree, path)))
        return tree

    return change


def _another(entry: Any) -> Any:
    """An entry of the same kind that is not the same."""
    if type(entry) in (int, float):
        return 2 * entry + 1
    if _is_array(entry) and is_float(entry.dtype):
        return _like(entry, np.asarray(-0.5 * _wide(np.asarray(entry))).astype(entry.dtype))
    return entry


def _one_more(entries: dict[Any, Any]) -> dict[Any, Any]:
    key, value = next(iter(entries.items()))
    return {**entries, f"{key}_more" if isinstance(key, str) else (key, "more"): value}


def _many_more(entries: dict[Any, Any]) -> dict[Any, Any]:
    """Entries of counted names up to a number of two digits."""
    more = dict(entries)
    for key, value in entries.items():
        if isinstance(key, str) and (found := _COUNTED.match(key)):
            for number in range(ENTRIES):
                more.setdefault(f"{found[1]}{number}", value)
    return more


def _is_array(leaf: Any) -> bool:
    if not isinstance(leaf, (jax.Array, np.ndarray)) or leaf.dtype == object:
        return False
    return not jax.dtypes.issubdtype(leaf.dtype, jax.dtypes.extended)


def _like(leaf: Any, value: Any) -> Any:
    return value if isinstance(leaf, np.ndarray) else jax.numpy.asarray(value)
