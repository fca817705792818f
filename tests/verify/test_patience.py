"""How long something has taken, where the machine is busy with other things."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from jaxopt_lint.verify.child import patience as patience_module
from jaxopt_lint.verify.child.patience import Patience


@pytest.mark.parametrize(
    ("wall", "processor", "left"),
    [
        (5.0, 5.0, 5.0),
        (20.0, 9.0, 1.0),  # other processes had the machine
        (5.0, 15.0, 5.0),  # several threads had it at once
        (25.0, 0.0, 0.0),  # it waits for what never comes
        (30.0, 30.0, 0.0),
    ],
)
def test_the_processors_time_counts_as_far_as_the_clock_bears_it(
    monkeypatch: pytest.MonkeyPatch, wall: float, processor: float, left: float
) -> None:
    clocks = {"monotonic": 100.0, "process_time": 50.0}
    told = {name: lambda name=name: clocks[name] for name in clocks}
    monkeypatch.setattr(patience_module, "time", SimpleNamespace(**told))
    patience = Patience(10.0)
    clocks["monotonic"] += wall
    clocks["process_time"] += processor
    assert patience.left == pytest.approx(left)


def test_what_would_be_ended_comes_to_its_end_before(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = {"monotonic": 100.0, "process_time": 50.0}
    told = {name: lambda name=name: clocks[name] for name in clocks}
    monkeypatch.setattr(patience_module, "time", SimpleNamespace(**told))
    patience = Patience(10.0, within=12.0)
    clocks["monotonic"] += 8.0
    clocks["process_time"] += 1.0
    assert patience.left == pytest.approx(4.0)
    clocks["monotonic"] += 4.0
    assert patience.left == 0.0
