"""What the documentation of an original says about its arguments, and so leaves unpromised for
other ones: lengths, odd and even, in which order; values that are distinct; lists."""

from __future__ import annotations

import inspect
import math
import operator
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import minding
from .documented import words_of
from .places import Path, inner, is_array

_NUMBER = re.compile(r"(?<![\w.])\d+(?![.\d])|(?<=\dx)\d+(?![.\d])")
_OF_LENGTHS = r"(?:lengths?|sizes?|numbers?|counts?|widths?|features?|dims?|dimensions?)"
_PARITY = re.compile(
    rf"\b(?P<first>odd|even)[ -](?:\w+ )?{_OF_LENGTHS}\b"
    rf"|\b{_OF_LENGTHS} (?:is |are |must be )?(?P<last>odd|even)\b"
)
_ASCENDING = re.compile(r"\b(?:ascending|increasing|sorted|monotonic)\b")
_WORDS = {
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "eight": 8,
    "ten": 10,
    "sixteen": 16,
}
_MULTIPLE = re.compile(rf"\b(?:multiples? of|divisible by) (?P<of>\d+|{'|'.join(_WORDS)})\b")
_BOUNDS = re.compile(
    r"(?P<low>-?\d+) *(?P<above><=?) *(?P<name>\w+) *(?P<below><=?) *(?P<high>\w+)"
)
_ONE_SIDED = re.compile(r"\b(?P<name>[A-Za-z_]\w*) *(?P<sign>>=|<=|>|<) *(?P<least>-?\d+)(?![.\d])")
_SIGNS = {">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_POSITIVE = re.compile(r"\b(?:non-?negative|(?<!non-)positive) (?:\w+ )?(?P<name>\w+)")
_BELOW = re.compile(r"\b(?:below|under|less than|smaller than) (?P<most>\d[\d_,]*(?:\*\*\d+)?)\b")
_DIVIDES = re.compile(r"\b(?:divides?|divisors?|divisible|multiples?)\b")
_LEAST_BOUND = 100  # lower ones say how many there are of something, rather
_ORDER = re.compile(r"\b(?:no|not) (?:longer|larger|greater|more|wider) than\b")
_FILLED = re.compile(r"\bnon-?empty\b|\bnone (?:is )?empty\b|\bnot empty\b|\bat least one\b")
_EXCLUDED = re.compile(r"\((?:but )?not (-?\d+)\)|\b(?:other than|except) (-?\d+)(?![\w.])")
_INTERVAL = re.compile(r"[\[(]([A-Za-z_]\w*), ?([A-Za-z_]\w*)[\])]")
_DISTINCT = re.compile(r"\b(?:distinct|pairwise different|without ties|no ties)\b")


@dataclass(frozen=True)
class Stated:
    """What is said.

    Attributes:
        lengths: that are named ("x has 8 rows", "a 3x3 kernel"): of others nothing is promised.
        odd: lengths that are odd stay so.
        factors: numbers that lengths are multiples of, two for even ones: those that are stay so.
        names: of the parameters, in their order.
        below: what whole numbers lie below.
        positive: arguments, by their names, that hold no negative numbers; () for none, "" among
            them for all.
        signs: of numbers by their names on which side of which number they lie.
        divisors: a number that divides a length goes on to divide one.
        needs: the least lengths of axes of arguments (`minding.needs`).
        counts: the parameters that count turns of loops (`minding.counts`): none is negative.
        excluded: what numbers are not ("not 0").
        intervals: the ends of such, as in "[low, high)": the first stays below the second.
        bounds: of a number, by its name: the least, and the most, which may be any length (None).
        ordered: what is no longer than something else stays so.
        filled: there is no call with nothing.
        distinct: arrays without equal values stay so.
        ascending: and those whose values ascend.
    """

    lengths: frozenset[int] = frozenset()
    odd: bool = False
    factors: frozenset[int] = frozenset()
    ordered: bool = False
    filled: bool = False
    distinct: bool = False
    ascending: bool = False
    bounds: tuple[tuple[str, int, int | None], ...] = ()
    below: tuple[int, ...] = ()
    positive: tuple[str, ...] = ()
    signs: tuple[tuple[str, str, int], ...] = ()
    divisors: bool = False
    needs: Mapping[tuple[str, int], int] = field(default_factory=dict)
    counts: frozenset[str] = frozenset()
    excluded: frozenset[int] = frozenset()
    intervals: tuple[tuple[str, str], ...] = ()
    names: tuple[str, ...] = ()

    def name_of(self, path: Path) -> Any:
        """The name of an argument by its place in a call of positional and named ones; "" for what
        lies inside of one."""
        kind, *rest = path
        if len(rest) != 1 or kind:
            return rest[0] if len(rest) == 1 else ""
        return self.names[rest[0]] if rest[0] < len(self.names) else ""

    def step(self, size: int) -> int:
        """By how much a length may change at the least."""
        factors = [factor for factor in self.factors if size % factor == 0]
        return math.lcm(*factors, 2 if self.odd and size % 2 else 1)

    def takes(self, name: str, number: float, lengths: Iterable[int]) -> bool:
        """Whether an argument may be another number beside arrays of some lengths."""
        most = max(lengths, default=0)
        if number in self.excluded or (number < 0 and name in self.counts):
            return False
        if any(mine == name and not _SIGNS[sign](number, to) for mine, sign, to in self.signs):
            return False
        return all(
            low <= number <= (most if high is None else high)
            for mine, low, high in self.bounds
            if mine == name
        )

    def divides(self, given: float, other: float, lengths: Iterable[int]) -> bool:
        """Whether a number may stand for another one as far as it divides lengths."""
        if not self.divisors or type(given) is not int or given < 2 or type(other) is bool:
            return True
        own = [size for size in lengths if size % given == 0]
        return not own or (other > 0 and any(size % other == 0 for size in own))

    def counts_by(self, given: float, other: float) -> bool:
        """Whether a number stays a multiple of what the given one is said to be one of."""
        if type(given) is not int or not given or type(other) is bool:
            return True
        return not any(other % factor for factor in self.factors if given % factor == 0)

    def reaches(self, path: Path, axis: int, other: int) -> bool:
        """Whether an axis of some other length still has all places that the code asks for."""
        return not other or other >= self.needs.get((str(self.name_of(path)), axis), 0)

    def allows(self, size: int, other: int, rest: Iterable[int]) -> bool:
        """Whether a length may become another one beside the rest of them."""
        if self.filled and not other:
            return False
        if (size - other) % self.step(size):
            return False
        return not self.ordered or all(
            (one >= size) <= (one >= other) and (one <= size) <= (one <= other)
            for one in rest
            if one != size
        )

    def spares(self, given: Any, other: Any) -> bool:
        """Whether a call has an array that is not what is said of it, as the given one is."""
        if self._leaves(given, other) or self._crosses(given, other):
            return True
        asked = [_all_differ] * self.distinct + [_ascends] * self.ascending
        return any(
            holds(a) and not holds(b)
            for holds in asked
            for a, b in zip(_arrays(given), _arrays(other), strict=False)
            if a.size > 1
        )

    def _crosses(self, given: Any, other: Any) -> bool:
        """Whether the ends of an interval come in the wrong order, which the given ones do not."""
        if not self.intervals:
            return False
        numbers = [
            {self.name_of(path): item for path, item in inner(tree) if type(item) in (int, float)}
            for tree in (given, other)
        ]
        return any(
            a in n and b in n and numbers[0][a] <= numbers[0][b] and numbers[1][a] > numbers[1][b]
            for a, b in self.intervals
            for n in [{*numbers[0]} & {*numbers[1]}]
        )

    def _leaves(self, given: Any, other: Any) -> bool:
        """Whether numbers of an argument leave the bounds within which the given ones lie."""
        if not (self.bounds or self.positive):
            return False
        before = {path: item for path, item in inner(given) if len(path) == 2}
        for path, item in inner(other):
            was = before.get(path)
            if len(path) != 2 or not _is_number(item) or not _is_number(was):
                continue
            name = str(self.name_of(path))
            for low, high in self._bounds_of(name, was):
                if _within(was, low, high) and not _within(item, low, high):
                    return True
        return False

    def _bounds_of(self, name: str, was: Any) -> Iterator[tuple[float, float]]:
        """The least and the most of an argument; where no number says how much it may be, it is
        what was given. An array of what the documentation has one of, goes by its plural."""
        if "" in self.positive and np.asarray(was).dtype.kind in "iu":
            yield 0, np.inf
        if name in self.positive:
            yield 0, np.inf
        if is_array(was) and was.size:
            for mine, low, high in self.bounds:
                if mine in (name, name.removesuffix("s")):
                    yield low, float(np.max(np.asarray(was))) if high is None else high


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) or (is_array(value) and value.dtype.kind != "c")


def _within(value: Any, low: float, high: float) -> bool:
    numbers = np.asarray(value).astype(np.float64)
    return bool(np.all((numbers >= low) & (numbers <= high)))


def stated(function: Any) -> Stated:
    """What the documentation of a function says; nothing where there is none."""
    words = words_of(function)
    parities = {one["first"] or one["last"] for one in _PARITY.finditer(words)}
    return Stated(
        lengths=frozenset(int(number) for number in _NUMBER.findall(words)),
        odd="odd" in parities,
        factors=_factors(words) | ({2} if "even" in parities else set()),
        ordered=bool(_ORDER.search(words)),
        filled=bool(_FILLED.search(words)) and "Error" not in words,
        distinct=bool(_DISTINCT.search(words)),
        ascending=bool(_ASCENDING.search(words)),
        bounds=tuple(_bounds(words)),
        below=tuple(_below(words)),
        positive=_positive(words, _names(function)),
        divisors=bool(_DIVIDES.search(words)),
        needs=minding.needs(function),
        counts=minding.counts(function),
        excluded=frozenset(int(a or b) for a, b in _EXCLUDED.findall(words)),
        intervals=tuple(_INTERVAL.findall(words)),
        signs=tuple((n["name"], n["sign"], int(n["least"])) for n in _ONE_SIDED.finditer(words)),
        names=_names(function),
    )


def _below(words: str) -> Iterator[int]:
    for one in _BELOW.finditer(words):
        base, _, power = one["most"].replace(",", "").replace("_", "").partition("**")
        number = int(base) ** int(power or 1) if int(power or 1) < 64 else 0
        if number >= _LEAST_BOUND:
            yield number


def _positive(words: str, names: tuple[str, ...]) -> tuple[str, ...]:
    found = {one["name"] for one in _POSITIVE.finditer(words)}
    own = [name for name in names if name in found or name.removesuffix("s") in found]
    return tuple(own) if own or not found else ("",)


def _names(function: Any) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(function).parameters)
    except (TypeError, ValueError):
        return ()


def _factors(words: str) -> frozenset[int]:
    found = (one["of"] for one in _MULTIPLE.finditer(words))
    return frozenset(int(one) if one.isdigit() else _WORDS[one] for one in found) - {0}


def _bounds(words: str) -> Iterator[tuple[str, int, int | None]]:
    for one in _BOUNDS.finditer(words):
        high = int(one["high"]) - (one["below"] == "<") if one["high"].isdigit() else None
        yield one["name"], int(one["low"]) + (one["above"] == "<"), high


def _arrays(tree: Any) -> list[Any]:
    return [item for _, item in inner(tree) if is_array(item)]


def _all_differ(array: Any) -> bool:
    numbers = np.asarray(array).ravel().astype(np.float64)
    differ = len(np.unique(numbers)) == numbers.size
    return differ and not np.isnan(numbers).any()


def _ascends(array: Any) -> bool:
    return array.ndim == 1 and bool(np.all(np.diff(np.asarray(array).astype(np.float64)) > 0))
