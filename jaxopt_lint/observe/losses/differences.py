"""What differed between two calls of a compiled function, in words."""

from __future__ import annotations

import itertools
import re
from dataclasses import dataclass
from enum import StrEnum

from jaxopt_lint.observe.child.events import Compile, Promotion

_ARRAY = re.compile(r"(?P<dtype>[a-z]\w*)\[(?P<shape>[\d,]*)\](?P<weak> weak)?(?P<placed> .+)?$")


class What(StrEnum):
    """What kind of thing differed."""

    STATIC = "static"  # the value of a static argument
    WEAK = "weak"  # a number of Python before, an array now, or the other way round
    SHAPE = "shape"
    DTYPE = "dtype"
    PLACEMENT = "placement"  # on other devices, sharded in another way
    STRUCTURE = "structure"  # another tree, or a leaf more
    SETTING = "setting"  # a switch of JAX


@dataclass(frozen=True, slots=True)
class Difference:
    """One line of what differed.

    Attributes:
        name: of the parameter, with the path to the leaf: `params['w']`.
        before, now: the types or values.
    """

    what: What
    name: str
    before: str
    now: str


def parsed(text: str) -> Difference | None:
    """A line such as "x: float32[3] -> float32[4]".

    >>> parsed("x: float32[3] -> float32[4]").what, parsed("n: int 3 -> int 4").what
    (<What.SHAPE: 'shape'>, <What.STATIC: 'static'>)
    >>> parsed("t: Python float -> float32[]").what, parsed("t: float32[] weak -> float32[]").what
    (<What.WEAK: 'weak'>, <What.WEAK: 'weak'>)
    """
    name, colon, types = text.partition(": ")
    before, arrow, now = types.partition(" -> ")
    if not colon or not arrow:
        return None
    return Difference(_what(name, before, now), name, before, now)


def _what(name: str, before: str, now: str) -> What:
    if name.startswith("jax_"):
        return What.SETTING
    if name.endswith(" (structure)") or "absent" in (before, now):
        return What.STRUCTURE
    old, new = _ARRAY.match(before), _ARRAY.match(now)
    if old and new:
        if old["shape"] != new["shape"]:
            return What.SHAPE
        if old["weak"] != new["weak"]:
            return What.WEAK
        return What.DTYPE if old["dtype"] != new["dtype"] else What.PLACEMENT
    if (old or new) and "Python " in (before[:7], now[:7]):
        return What.WEAK
    return What.DTYPE if old or new or before.startswith("Python ") else What.STATIC


def other_rows(one: Difference) -> bool:
    """Whether two shapes differ in the number of rows alone.

    >>> other_rows(parsed("x: float32[32,8] -> float32[7,8]"))
    True
    >>> other_rows(parsed("x: float32[32,64,8] -> float32[32,192,8]"))
    False
    """
    old, new = _ARRAY.match(one.before), _ARRAY.match(one.now)
    if not old or not new:
        return False
    (before, *_), (now, *_) = old["shape"].split(","), new["shape"].split(",")
    return before != now


def far_apart(found: list[Difference]) -> bool:
    """Whether sizes differ as buckets do, or the sizes of a benchmark: by a fifth at least.

    >>> far_apart([parsed("x: f4[8,16] -> f4[8,32]"), parsed("x: f4[8,16] -> f4[8,24]")])
    True
    >>> far_apart([parsed("x: f4[8,24] -> f4[8,23]")])
    False
    """
    axes: dict[tuple[str, int], set[int]] = {}
    for one in found:
        old, new = _ARRAY.match(one.before), _ARRAY.match(one.now)
        if not old or not new:
            continue
        before, now = old["shape"].split(","), new["shape"].split(",")
        if len(before) != len(now):
            continue
        for axis, pair in enumerate(zip(before, now, strict=True)):
            if pair[0] != pair[1]:
                axes.setdefault((one.name, axis), set()).update(map(int, pair))
    orders = map(sorted, axes.values())
    return all(a * _APART <= b for order in orders for a, b in itertools.pairwise(order))


_APART = 1.2  # of two sizes, the larger by the smaller
_WORDS = ("str ", "bool ", "NoneType ")


def selects(one: Difference) -> bool:
    """Whether a static argument is a word or a switch, which selects code.

    >>> selects(parsed("mode: str 'train' -> str 'eval'")), selects(parsed("n: int 3 -> int 4"))
    (True, False)
    """
    return one.what is What.STATIC and one.before.startswith(_WORDS) and one.now.startswith(_WORDS)


def main_one(texts: list[str]) -> Difference | None:
    """The difference that explains most: a leaf rather than the tree that it changed."""
    found = [one for one in map(parsed, texts) if one is not None]
    if not found:
        return None
    order = list(What)
    return min(found, key=lambda one: (one.what is What.STRUCTURE, order.index(one.what)))


def widening(event: Compile, promotion: Promotion) -> bool:
    """Whether a program was made again as arguments had become wider, as a promotion has it."""
    found = [one for one in map(parsed, event.differed) if one is not None]
    return bool(found) and all(
        one.what is What.DTYPE
        and one.before.startswith(f"{promotion.before}[")
        and one.now.startswith(f"{promotion.after}[")
        for one in found
    )
