"""Limits on the figures of a run: `compiles>3`, `lost-share>=10%`, `undonated-bytes>64MiB`."""

from __future__ import annotations

import difflib
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from jaxopt_lint.observe.figures import NAMES, Unit
from jaxopt_lint.observe.losses import amounts

_FORM = re.compile(
    r"\s*(?P<name>[A-Za-z][\w-]*)\s*(?P<operator>>=|<=|==|!=|>|<|=)\s*"
    r"(?P<number>\d+(?:\.\d*)?|\.\d+)\s*(?P<unit>[A-Za-z%]*)\s*"
)
_OPERATORS: dict[str, Callable[[float, float], bool]] = {
    ">": operator.gt,
    ">=": operator.ge,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
}
_UNITS: dict[Unit, dict[str, float]] = {
    Unit.COUNT: {"": 1},
    Unit.SECONDS: {"": 1, "s": 1, "ms": 1e-3, "min": 60},
    Unit.BYTES: {
        "": 1, "b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9,
        "kib": 1 << 10, "mib": 1 << 20, "gib": 1 << 30,
    },
    Unit.SHARE: {"": 1, "%": 1},
}  # fmt: skip


class BadLimit(Exception):
    """What was given is no limit; the message says why."""


@dataclass(frozen=True, slots=True)
class Limit:
    """A comparison that fails a run where it holds.

    Attributes:
        text: as it was given.
        bound: in the unit of the figure: seconds, bytes, percent or a count.
    """

    text: str
    name: str
    operator: str
    bound: float

    def exceeded(self, figures: Mapping[str, float]) -> str:
        """What is to be said where the comparison holds; empty where it does not.

        >>> limit("compiles > 3").exceeded({"compiles": 5})
        'compiles is 5, and the run fails on `compiles > 3`'
        """
        value = figures[self.name]
        if not _OPERATORS[self.operator](value, self.bound):
            return ""
        return f"{self.name} is {shown(self.name, value)}, and the run fails on `{self.text}`"


def shown(name: str, value: float) -> str:
    """A figure as people read it."""
    match NAMES[name][0]:
        case Unit.SECONDS:
            return amounts.seconds(value)
        case Unit.BYTES:
            return amounts.amount(int(value))
        case Unit.SHARE:
            return f"{value:.1f} %"
        case Unit.COUNT:
            return f"{value:,.0f}"


def limit(text: str) -> Limit:
    """Read a limit.

    Raises:
        BadLimit: it names no figure, or has another form or unit.

    >>> limit("undonated-bytes>1.5MiB").bound
    1572864.0
    """
    found = _FORM.fullmatch(text)
    if found is None or found["operator"] == "=":
        raise BadLimit(
            f"`{text}` is no limit: write NAME, one of > >= < <= == !=, and a number, as in "
            "`compiles>3`"
        )
    name = found["name"].lower().replace("_", "-")
    if name not in NAMES:
        near = difflib.get_close_matches(name, NAMES, 1, 0.5)
        hint = f"did you mean `{near[0]}`?" if near else f"figures are {', '.join(NAMES)}"
        raise BadLimit(f"`{text}`: there is no figure `{found['name']}`; {hint}")
    units = _UNITS[NAMES[name][0]]
    unit = found["unit"].lower()
    if unit not in units:
        known = ", ".join(one for one in units if one)
        takes = f"takes {known}" if known else "is a count and takes no unit"
        raise BadLimit(f"`{text}`: `{name}` {takes}, and not `{found['unit']}`")
    return Limit(text.strip(), name, found["operator"], float(found["number"]) * units[unit])
