"""What a program printed, before and after: the same, other numbers, or something else."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from jaxopt_lint.report.console import count

_NUMBER = re.compile(r"(?<![\w.])[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\bnan\b|\binf\b")
_Place = tuple[int, int]  # line, and number on it


@dataclass(frozen=True)
class Printed:
    """How one output differs from another.

    Attributes:
        others: the lines, from 1, that say something else but for their numbers; of two outputs of
            different lengths also the first that one alone has.
        moved: the numbers that differ, by line and place on it: how far, relatively.
        longer: whether one has more lines.
    """

    others: tuple[int, ...] = ()
    moved: dict[_Place, float] = field(default_factory=dict)
    longer: bool = False

    @property
    def line(self) -> int:
        """The first line that says something else; 0 for none."""
        return min(self.others, default=0)

    @property
    def most(self) -> float:
        """How far the number is off that is off most."""
        return max(self.moved.values(), default=0.0)

    def without(self, noise: Printed) -> Printed:
        """The same less what is another each time: numbers such as times, lines such as names of
        folders that hold the date."""
        moved = {place: off for place, off in self.moved.items() if place not in noise.moved}
        moved = {place: off for place, off in moved.items() if place[0] not in noise.others}
        others = tuple(line for line in self.others if line not in noise.others)
        return Printed(others, moved, self.longer)


def compare(one: str, other: str) -> Printed:
    """Hold two outputs of the same program against each other, line by line.

    >>> compare("loss 0.50 in 3 s", "loss 0.51 in 4 s").moved.keys()
    dict_keys([(1, 0), (1, 1)])
    >>> compare("a 1", "b 1").line
    1
    >>> compare("1 %\\r50 %\\rdone 0.5", "2 %\\rdone 0.5").line
    0
    """
    lines, others = _lines(one), _lines(other)
    moved: dict[_Place, float] = {}
    different: list[int] = []
    for number, (a, b) in enumerate(zip(lines, others, strict=False), 1):
        if a == b:
            continue
        if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
            different.append(number)
            continue
        pairs = zip(_NUMBER.findall(a), _NUMBER.findall(b), strict=True)
        for place, (x, y) in enumerate(pairs):
            if x != y:
                moved[number, place] = _off(float(x), float(y))
    longer = len(lines) != len(others)
    if longer:
        different.append(min(len(lines), len(others)) + 1)
    return Printed(tuple(different), moved, longer)


def unlike(noise: Printed) -> list[str]:
    """In which ways two runs of the same code print something else, a sentence each.

    >>> unlike(compare("a", "b"))[0][:47]
    'the program is not deterministic: line 1 of wha'
    """
    first = f"the program is not deterministic: line {noise.line} of what it prints"
    if noise.longer:
        return [f"{first} was another one the second time; what it prints is not compared"]
    out = []
    if noise.others:
        others = len(noise.others) - 1
        more = f", and {count(others, 'other')}, were others" if others else " was another one"
        out.append(f"{first}{more} the second time, and not compared")
    if noise.moved:
        lines = count(len({line for line, _ in noise.moved}), "line")
        out.append(
            f"{count(len(noise.moved), 'number')} on {lines} of what it prints differ between two "
            "runs of the same code (times, or random numbers); they are not compared"
        )
    return out


def _lines(text: str) -> list[str]:
    """The lines as a terminal shows them in the end, where progress writes over itself."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    return [line.rstrip("\r").rpartition("\r")[2] for line in lines]


def _off(x: float, y: float) -> float:
    if math.isnan(x) or math.isnan(y) or math.isinf(x) or math.isinf(y):
        return 0.0 if x == y or (math.isnan(x) and math.isnan(y)) else math.inf
    return abs(x - y) / max(abs(x), abs(y), 1e-30)
