"""What a program printed, before and after: the same, other numbers, or something else."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|\binf\b")
_Place = tuple[int, int]  # line, and number on it


@dataclass(frozen=True)
class Printed:
    """How one output differs from another.

    Attributes:
        line: the first that says something else but for its numbers, from 1; 0 for none.
        moved: the numbers that differ, by line and place on it: how far, relatively.
    """

    line: int = 0
    moved: dict[_Place, float] = field(default_factory=dict)

    @property
    def same(self) -> bool:
        """Whether nothing differs."""
        return not self.line and not self.moved

    @property
    def most(self) -> float:
        """How far the number is off that is off most."""
        return max(self.moved.values(), default=0.0)

    def without(self, noise: Printed) -> Printed:
        """The same less the numbers that are others each time, such as times."""
        kept = {place: off for place, off in self.moved.items() if place not in noise.moved}
        return Printed(self.line, kept)


def compare(one: str, other: str) -> Printed:
    """Hold two outputs of the same program against each other, line by line.

    >>> compare("loss 0.50 in 3 s", "loss 0.51 in 4 s").moved.keys()
    dict_keys([(1, 0), (1, 1)])
    >>> compare("a 1", "b 1").line
    1
    """
    lines, others = one.splitlines(), other.splitlines()
    moved: dict[_Place, float] = {}
    for number, (a, b) in enumerate(zip(lines, others, strict=False), 1):
        if a == b:
            continue
        if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
            return Printed(number, moved)
        pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
        for place, (x, y) in enumerate(pairs):
            if x != y:
                moved[number, place] = _off(float(x), float(y))
    longer = min(len(lines), len(others)) + 1 if len(lines) != len(others) else 0
    return Printed(longer, moved)


def _off(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return 0.0 if x == y or (math.isnan(x) and math.isnan(y)) else math.inf
    return abs(x - y) / max(abs(x), abs(y), 1e-30)
