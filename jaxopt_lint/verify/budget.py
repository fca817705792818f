"""How long a run may verify in all, and one fix: what is not reached in it is said to be so."""

from __future__ import annotations

import time
from dataclasses import dataclass, field


class BudgetSpent(Exception):
    """There is no time left to run anything more."""


class FixSpent(BudgetSpent):
    """There is none for this fix, over all sources of its inputs; there is for others."""


TIMES = 3  # as long as a child process a fix may take in all


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


@dataclass
class Share(Budget):
    """Seconds for one fix, no more than what is left for all of them.

    >>> Share(60, Budget(0)).left, Share(0, None).left
    (0.0, 0.0)
    """

    whole: Budget | None = None

    @property
    def left(self) -> float:
        """Seconds that remain of either."""
        own = super().left
        return own if self.whole is None else min(own, self.whole.left)

    @property
    def alone(self) -> bool:
        """Whether this one is spent, and something is left for others."""
        return not self.left and (self.whole is None or bool(self.whole.left))


def shorter(seconds: float, budget: Budget | None) -> float:
    """A time limit, as far as the budget allows it.

    Raises:
        BudgetSpent: it allows none.
        FixSpent: the time of this fix alone is over.
    """
    if budget is None:
        return seconds
    if not budget.left:
        if isinstance(budget, Share) and budget.alone:
            raise FixSpent
        raise BudgetSpent
    return min(seconds, budget.left)


def for_one_fix(timeout: float, budget: Budget | None) -> Share:
    """The time for one fix, where a child process may take `timeout`; kept if it runs already."""
    return budget if isinstance(budget, Share) else Share(TIMES * timeout, budget)
