"""The checks of one comparison, one entry per name: the worst outcome with its detail."""

from __future__ import annotations

from typing import Any

from .tolerance import Outcome

LEFT_OUT = "left out: it takes too long, or too much room"  # the record of a call that was not made


class Ledger:
    """Gathers outcomes; a check that failed once has failed, and its first problem is told."""

    def __init__(self) -> None:
        self._made: dict[str, int] = {}
        self._problems: dict[str, str] = {}
        self._largest: dict[str, tuple[float, float, str]] = {}
        self._left: dict[str, str] = {}
        self.ill = False

    def add(self, name: str, passed: bool, problem: str) -> None:
        """Write an outcome down; `problem` matters only where it did not pass."""
        self._made[name] = self._made.get(name, 0) + 1
        if not passed:
            self._problems.setdefault(name, problem)

    def has_failed(self, name: str) -> bool:
        """Whether a check has failed by now."""
        return name in self._problems

    def leave(self, name: str, why: str) -> None:
        """Write down that a check can't be made here; nothing is concluded, and `why` is told."""
        self._left.setdefault(name, why)

    def outcome(self, name: str, outcome: Outcome, where: str) -> None:
        """Write a comparison of values down; where all pass, the largest error is told."""
        detail = f"{where}: error {outcome.error:.1e}, tolerance {outcome.tolerance:.1e}"
        if outcome.note:
            detail += f" ({outcome.note})"
        self.ill |= outcome.ill
        if name not in self._largest or outcome.error >= self._largest[name][0]:
            self._largest[name] = (outcome.error, outcome.tolerance, detail)
        self.add(name, outcome.passed or outcome.ill, detail)

    def checks(self) -> list[dict[str, Any]]:
        """All checks, in the order in which they were first made."""
        made = [
            {
                "name": name,
                "passed": name not in self._problems,
                "detail": self._problems.get(name) or self._told(name, times),
                **self._measured(name),
            }
            for name, times in self._made.items()
        ]
        left = [
            {"name": name, "passed": None, "detail": why}
            for name, why in self._left.items()
            if name not in self._made
        ]
        return made + left

    def _measured(self, name: str) -> dict[str, float]:
        if name not in self._largest:
            return {}
        error, tolerance, _ = self._largest[name]
        return {"error": error, "tolerance": tolerance}

    def _told(self, name: str, times: int) -> str:
        if name in self._largest:
            return self._largest[name][2]
        return f"{times} comparison{'s' if times > 1 else ''}"
