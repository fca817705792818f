"""Other calls than the given one: what callers may hand over besides, one thing changed at a time.

Whether a function takes such a call only the original knows. Where it returns, or raises on
purpose, the rewrite has to do the same; where a library raises, nothing is promised. Sizes,
numbers, types of numbers, lengths and orders of containers: what inputs that somebody wrote down
once leave out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Container, Iterator
from functools import partial
from itertools import chain, pairwise, zip_longest
from typing import Any

import numpy as np

from . import lengths, minding
from .lengths import KINDS
from .lib import jax
from .pickling import is_float
from .places import Change, Path, at, get, inner, is_array, like, put, words
from .spoken import spoken
from .stating import Stated

NOTHING_STATED = Stated()
Make = Callable[[], Any]
Variation = tuple[str, Change]
DEEP = 1_200  # Python's calls do not nest this deep
ENTRIES = 12  # "layer10" sorts before "layer2"
_COUNTED = re.compile(r"(.*?)(\d+)$")
COMPLEX = "complex numbers"
FEW_DIGITS = HALF, SHORT = "in bfloat16", "in float16"
SHORT_ZEROS = f"0 {SHORT}"
# Where an original may overflow, and another order of operations may cost digits.
LOOSE = ("about zero", "much more", "1,000 times as much", *FEW_DIGITS)
_INEXACT = (1 << 24) + 1  # no float32
FORMATS = " {0} %s {"
UNLIKE = " instead of a whole number"
BYTES = " in uint8"
ALL_INEXACT = f" all {_INEXACT}"
# What whole numbers are tried that are no index of anything.
OUT_OF_RANGE = WHOLE_RANGE, TOP, NEXT_TO_POWERS, _ = (
    " over its whole range", " at its top", " next to squares and powers", ALL_INEXACT,
)  # fmt: skip
MAY_REFUSE = (COMPLEX, *FEW_DIGITS, BYTES, UNLIKE)  # other types than those that are asked for
ONCE = " as an iterator"
LISTS = "lists of "
SHORTER = " one shorter"
AS_ANOTHER = (" as a tuple", " as a list")
AS_AN_ARRAY = " as an array"
NO_NUMBERS = "0 for all numbers"
NONE_OF = (" is 0", NO_NUMBERS)
NEAR = " next to another one"
CANCELLING = " between large numbers that cancel"
_LARGE = 1e16
BELOW = ", of no negative numbers,"  # of what a negative one is tried in


def variations(
    make: Make,
    minds: Container[str],
    *,
    sizes: bool = True,
    values: bool = True,
    stated: Stated = NOTHING_STATED,
    function: Any = None,
) -> Iterator[tuple[str, Make]]:
    """Calls that differ from one in one thing, each with what differs; the most telling first.

    Args:
        minds: what the code of the original provides for (`minding`).
        sizes: whether lengths are varied, too; `values`: and the numbers in arrays.
        stated: what the documentation of the original says of its arguments.
        function: the original, for what its code speaks of.
    """
    made = make()
    longer = lengths.alike(made, stated) if sizes else iter(())
    others = _values(made, minds) if values else iter(())
    about = spoken(made, function, minds, stated, sizes=sizes)
    kinds = [about, _numbers(made, stated, minds), longer, others, _containers(made, minds, stated)]
    every = [one for one in chain.from_iterable(zip_longest(*kinds)) if one is not None]
    every.sort(key=lambda one: lengths.has_many(one[0]))  # what takes long keeps no other call off
    for name, change in every:
        yield name, partial(_changed, make, change)


def _changed(make: Make, change: Change) -> Any:
    return change(make())


def _numbers(tree: Any, stated: Stated, minds: Container[str]) -> Iterator[Variation]:
    """Other Python numbers, and texts with signs that mean something where texts are formatted."""
    found = [(p, v) for p, v in inner(tree) if type(v) in (bool, int, float)]
    sizes = [size for _, item in inner(tree) if is_array(item) for size in item.shape]
    for path, value in found[: 2 * KINDS]:
        for other in _others(value):
            if not stated.takes(stated.name_of(path), other, sizes):
                continue
            if not stated.divides(value, other, sizes) or not stated.counts_by(value, other):
                continue
            below = BELOW if type(value) is float and other < 0 < value else ""
            kind = UNLIKE if type(value) is int and type(other) is float else ""
            name = f"{words(path)}{below} is {other!r}{kind}"
            yield name, at(path, partial(_instead, other))
        if isinstance(value, float):
            yield f"{words(path)}{AS_AN_ARRAY}", at(path, jax.numpy.asarray)
    for path, _ in [(p, v) for p, v in inner(tree) if type(v) is str][:KINDS]:
        yield f"{words(path)} with {FORMATS!r}", at(path, lambda text: text + FORMATS)
    few = [(p, v) for p, v in _held_numbers(tree) if len(v) > 1 and v[0]]
    for path, _ in few[:1]:  # what is kept by a rounded number is found by its neighbour
        yield f"{words(path)} with neighbours", at(path, _neighbours)
    if minding.EXACT in minds:
        for path, _ in _held_numbers(tree)[:1]:
            yield f"{words(path)}{CANCELLING}", at(path, _cancelling)
    if len(found) > 1:
        every = [(path, stated.name_of(path)) for path, value in found if type(value) is not bool]
        may_be = [path for path, name in every if stated.takes(name, 0, sizes)]
        if may_be:
            yield NO_NUMBERS, _all(may_be, _nothing)


def _held_numbers(tree: Any) -> list[tuple[Path, Any]]:
    """The lists and tuples of Python's floats."""
    groups = [(path, item) for path, item in inner(tree) if type(item) in (list, tuple)]
    return [(p, item) for p, item in groups if all(type(one) is float for one in item)]


def _neighbours(numbers: Any) -> Any:
    """As many numbers as there are, each a thousandth from the next."""
    return type(numbers)(numbers[0] * (1 + 1e-3 * i) for i in range(len(numbers)))


def _cancelling(numbers: Any) -> Any:
    """The numbers between two large ones that take their digits, and leave nothing else."""
    return type(numbers)([_LARGE, *numbers, -_LARGE])


def _nothing(number: Any) -> Any:
    return type(number)(0)


def _instead(other: Any, _given: Any) -> Any:
    return other


def _others(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        # The equal number of another type comes before it: who keeps results by equality mixes up
        # both.
        more = 5 * value + 3
        others = [value + 1, 0, 1, -1, float(more), more, float(value)]
        return [one for one in others if one != value or type(one) is float]
    return [2.0 * value + 1.5, 0.0, -value, -1.0, 0.5 if value != 0.5 else 0.25]


def _values(tree: Any, minds: Container[str]) -> Iterator[Variation]:
    """Other numbers in arrays: ties and halves, large ones, a large offset, all the same, the
    whole range of an integer type; and other types of numbers."""
    arrays = [(path, item) for path, item in inner(tree) if is_array(item)]
    floats = [(path, item) for path, item in arrays if is_float(item.dtype)]
    if floats:
        paths = [path for path, _ in floats]
        halves = _each(paths, lambda x: np.round(2 * _wide(x)) / 2)
        yield "halves", halves
        numbers = [path for path, item in inner(tree) if type(item) is float]
        scalars = [path for path, item in floats if not item.ndim]
        if numbers or scalars:
            ones = _ones(numbers, _each(scalars, np.ones_like))
            yield "halves, and 1.0 for all numbers", lambda tree: ones(halves(tree))
        below = BELOW if any(positive(item) for _, item in floats) else ""
        yield f"about zero{below}", _each(paths, _about_zero)
        yield "much more", _each(paths, _much_more)
        yield "1,000 times as much", _each(paths, lambda x: _wide(x) * 1e3)
        if minding.NEARNESS in minds:
            yield from _near(floats)
        yield HALF, _each(paths, np.asarray, "bfloat16")
        if minding.TYPES in minds:
            yield SHORT, _each(paths, np.asarray, "float16")
            yield SHORT_ZEROS, _each(paths, np.zeros_like, "float16")
        if minding.COMPLEX in minds:
            yield COMPLEX, _each(paths, lambda x: x + 1j * np.flip(x), "complex64")
    for path, item in [(p, a) for p, a in arrays if a.dtype.kind in "iu"][:KINDS]:
        where = words(path)
        yield f"{where} all the same", _each([path], lambda x: np.full_like(x, x.flat[0]))
        if item.ndim:  # a number by itself may say how often a loop runs
            yield f"{where}{WHOLE_RANGE}", _each([path], _whole_range)
            yield f"{where}{TOP}", _each([path], _top)
            yield f"{where}{NEXT_TO_POWERS}", _each([path], _next_to_powers)
        if minding.TYPES in minds and item.ndim:
            yield f"{where}{BYTES}", _each([path], _from_zero, "uint8")
        if np.iinfo(item.dtype).max > _INEXACT:
            yield (
                f"{where}{ALL_INEXACT}",
                _each([path], lambda x: np.full_like(x, _INEXACT)),
            )
    for path, _ in [(p, a) for p, a in arrays if a.dtype.kind == "b"][:KINDS]:
        yield f"{words(path)} all False", _each([path], np.zeros_like)
        if minding.TRUTH not in minds:
            yield f"{words(path)} in int32", _each([path], np.asarray, "int32")


def _near(floats: list[tuple[Path, Any]]) -> Iterator[Variation]:
    """Two arrays of one shape whose large numbers differ in the last digits alone."""
    for first, second in [(a, b) for a, b in pairwise(floats) if a[1].shape == b[1].shape][:1]:
        path, other = first[0], second[0]

        def change(tree: Any, path: Path = path, other: Path = other) -> Any:
            array = get(tree, path)
            large = 1e4 * (1.0 + np.abs(_wide(np.asarray(array))))
            for place, numbers in ((path, large), (other, large * (1 + 1e-6))):
                tree = put(tree, place, like(array, numbers.astype(array.dtype)))
            return tree

        yield f"{words(other)}{NEAR}", change


def _both(numbers: list[Path], change: Change, tree: Any) -> Any:
    return change(_all(numbers, _nothing)(tree))


def _ones(numbers: list[Path], rest: Change) -> Change:
    one = _all(numbers, partial(_instead, 1.0))
    return lambda tree: rest(one(tree))


def _each(paths: list[Path], make: Callable[[Any], Any], dtype: str = "") -> Change:
    """A change of the numbers of some arrays, that stay what they are unless `dtype` says so."""

    def change(tree: Any) -> Any:
        for path in paths:
            array = get(tree, path)
            if not array.size:
                continue
            kind = jax.numpy.dtype(dtype or array.dtype)
            made = np.asarray(make(np.asarray(array))).astype(kind)
            tree = put(tree, path, like(array, made))
        return tree

    return change


def _wide(array: Any) -> Any:
    return array.astype(np.float64)


def _about_zero(array: Any) -> Any:
    """Numbers of both signs that are no larger than one."""
    numbers = _wide(array)
    signs = np.random.default_rng(11).choice([-1.0, 1.0], array.size)  # no sign has a pattern
    signs[:2] = [-1.0, 1.0][: array.size]
    signs = signs.reshape(array.shape)
    return numbers * signs / (np.max(np.abs(numbers)) or 1.0)


def positive(array: Any) -> bool:
    """Whether there are positive numbers in an array and no negative ones, as in one of variances:
    its owner may know that there are none."""
    return bool(np.any(array > 0) and not np.any(array < 0))


def _much_more(array: Any) -> Any:
    """An offset that takes most digits: such as time stamps have, in types that hold those."""
    return _wide(array) + (1e9 if array.dtype == np.float64 else 1e4)


def _from_zero(array: Any) -> Any:
    """Numbers that a byte holds, a zero among them."""
    numbers = np.abs(_wide(array)) % 256
    numbers.flat[0] = 0
    return numbers


def _top(array: Any) -> Any:
    return np.full_like(array, np.iinfo(array.dtype).max)


def _next_to_powers(array: Any) -> Any:
    """Large whole numbers on both sides of squares and of powers: where a root or a logarithm of
    floats comes to the wrong side."""
    most = np.iinfo(array.dtype).max
    squares = [k * k for k in (math.isqrt(most), math.isqrt(most // 3), 181)]
    powers = [10**k for k in range(3, 19)] + [2**k for k in range(5, 63)]
    beside = [n for one in (*squares, *powers) for n in (one - 1, one) if n <= most]
    return np.resize(np.array(beside), array.shape)


def _whole_range(array: Any) -> Any:
    room = np.iinfo(array.dtype)
    drawn = np.random.default_rng(5).integers(room.min, room.max, array.shape, np.int64, True)
    return drawn if array.dtype != np.uint64 else array


def _containers(tree: Any, minds: Container[str], stated: Stated) -> Iterator[Variation]:
    """Lists of other lengths, as tuples and as iterators; dictionaries in another order, with
    more entries, under other names, with None."""
    held_by = inner(tree)
    lists = [(path, item) for path, item in held_by if type(item) in (list, tuple) and item]
    held = [path for path, _ in lists]
    numbers = [
        path
        for path, value in held_by
        if type(value) in (int, float) and not any(path[: len(one)] == one for one in held)
    ]
    for length in list(dict.fromkeys(len(item) for _, item in lists))[:KINDS]:
        paths = [path for path, item in lists if len(item) == length]
        yield f"{LISTS}{length} one longer", _all(paths, lambda x: type(x)([*x, _another(x[0])]))
        yield f"{LISTS}{length}{SHORTER}", _all(paths, lambda x: x[:-1])
        empty = _all(paths, lambda x: x[:0])
        if not stated.filled:
            yield f"{LISTS}{length} empty", empty
        if numbers and not stated.filled:  # what a loop divides by need not be there without turns
            yield f"{LISTS}{length} empty, and 0 for all numbers", partial(_both, numbers, empty)
        if len(paths) > 1:
            yield f"{words(paths[0])}{SHORTER}", at(paths[0], lambda x: x[:-1])
    for path, item in lists[:KINDS]:
        other = tuple if type(item) is list else list
        yield f"{words(path)} as a {other.__name__}", at(path, other)
        if type(item) is list:
            yield f"{words(path)}{ONCE}", at(path, iter)
            if all(type(one) in (int, float) for one in item):
                where = f"{words(path)} with {DEEP} entries"
                yield where, at(path, lambda x: [x[i % len(x)] for i in range(DEEP)])
    dicts = [(path, item) for path, item in held_by if type(item) is dict and item]
    for path, item in dicts[:KINDS]:
        where = words(path)
        yield f"{where} in another order", at(path, lambda x: dict([*x.items()][::-1]))
        alike = [other for other, one in dicts if one.keys() == item.keys()]
        yield f"{where} and those alike with one entry more", _all(alike, _one_more)
        if any(isinstance(key, str) and _COUNTED.match(key) for key in item):
            yield f"{where} with {ENTRIES} entries", at(path, _many_more)
        inside = [key for one in item.values() if type(one) is dict for key in one]
        for key in list(dict.fromkeys(one for one in inside if isinstance(one, str)))[:KINDS]:
            yield f"{where} with {key!r} in its keys", at(path, partial(_named_after, key))
        first = next(iter(item))
        if minding.NONE in minds:
            yield f"{where}[{first!r}] is None", at((*path, first), lambda _: None)


def _all(paths: list[Path], make: Callable[[Any], Any]) -> Change:
    def change(tree: Any) -> Any:
        for path in reversed(paths):  # the innermost first
            tree = put(tree, path, make(get(tree, path)))
        return tree

    return change


def _another(entry: Any) -> Any:
    """An entry of the same kind that is not the same."""
    if type(entry) in (int, float):
        return 2 * entry + 1
    if is_array(entry) and is_float(entry.dtype):
        return like(entry, np.asarray(-0.5 * _wide(np.asarray(entry))).astype(entry.dtype))
    return entry


def _one_more(entries: dict[Any, Any]) -> dict[Any, Any]:
    key, value = next(iter(entries.items()))
    return {**entries, f"{key}_more" if isinstance(key, str) else (key, "more"): value}


def _named_after(key: str, entries: dict[Any, Any]) -> dict[Any, Any]:
    """Names of what is held that contain the name of something in it: "debias" is no bias."""
    return {
        f"{name}_{key}" if isinstance(name, str) and type(value) is dict else name: value
        for name, value in entries.items()
    }


def _many_more(entries: dict[Any, Any]) -> dict[Any, Any]:
    """Entries of counted names up to a number of two digits."""
    more = dict(entries)
    for key, value in entries.items():
        if isinstance(key, str) and (found := _COUNTED.match(key)):
            for number in range(ENTRIES):
                more.setdefault(f"{found[1]}{number}", value)
    return more
