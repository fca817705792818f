"""How long a run may verify in all: what it does not reach is said to be so."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class BudgetSpent(Exception):
    """There is no time left to run anything more."""


@dataclass
class Budget:
    """Seconds for a whole run, counted from when this is made.

    >>> Budget(60).left > 59, Budget(0).left
    (True, 0.0)
    """

    seconds: float
    _end: float = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._end = time.monotonic() + self.seconds

    @property
    def left(self) -> float:
        """Seconds that remain, none at the least."""
        return max(0.0, self._end - time.monotonic())


def shorter(seconds: float, budget: Budget | None) -> float:
    """A time limit, as far as the budget allows it.

    Raises:
        BudgetSpent: it allows none.
    """
    if budget is None:
        return seconds
    if not budget.left:
        raise BudgetSpent
    return min(seconds, budget.left)
