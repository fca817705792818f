"""What is said of a rewrite's costs: claims with their interval, gains and losses by one rule."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from jaxopt_lint.finding import Evidence, Verdict
from jaxopt_lint.verify.gain import FIRST, RUN, interval, weigh
from jaxopt_lint.verify.settings import VerifySettings
from jaxopt_lint.verify.timing import timed as timed_anew


def timed(before: float, after: float, low: float, high: float, noise: float = 1.01) -> Any:
    ratio = before / after
    told = [ratio, low, high]
    return {"before": before, "after": after, "interval": told, "noise": noise, "inputs": "B=130"}


def weighed(**gain: Any) -> Evidence:
    return weigh(Evidence(Verdict.VERIFIED, gain=gain), 1.3)


def reasons(evidence: Evidence) -> list[tuple[str, str]]:
    return [(check.name, check.detail) for check in evidence.checks]


def pair(before: float, after: float) -> dict[str, float]:
    return {"before": before, "after": after}


@pytest.mark.parametrize(
    ("rounds", "bounds"),
    # The ranks that the sign test allows at 95 %: 1 of 6, 2 of 9, 3 of 12, 4 of 16.
    [(6, (1, 6)), (8, (1, 8)), (9, (2, 8)), (12, (3, 10)), (16, (4, 13))],
)
def test_interval_by_ranks(rounds: int, bounds: tuple[int, int]) -> None:
    ratios = [float(i + 1) for i in range(rounds)]
    found = interval(ratios[::-1], [1.0] * rounds)
    assert found is not None
    assert (found.low, found.high) == bounds
    assert found.ratio == (rounds + 1) / 2


def test_fewer_than_six_rounds_allow_no_interval() -> None:
    assert interval([1.0] * 5, [2.0] * 5) is None
    assert interval([1.0] * 9, [2.0] * 5) is None
    assert weighed(**{RUN: timed(1, 9, 0, 0) | {"interval": None}}).loses is False


def test_one_slow_round_says_nothing() -> None:
    found = interval([1.0] * 16, [1.0] * 15 + [100.0])
    assert found is not None
    assert (found.low, found.high) == (1.0, 1.0)


@pytest.mark.parametrize(
    ("run", "claim", "gains", "loses"),
    [
        (timed(8, 2, 3.5, 4.5), "4x faster (3.5x to 4.5x)", True, False),
        (timed(2, 8, 0.2, 0.4), "4x slower (2.5x to 5x)", False, True),
        # The interval holds 1; it is within the noise; the median is below `min-speedup`.
        (timed(8, 2, 0.9, 9.0), "", False, False),
        (timed(8, 2, 1.4, 9.0, noise=1.5), "", False, False),
        (timed(12, 10, 1.1, 1.3), "", False, False),
        (timed(10, 12, 0.8, 0.9), "", False, False),
    ],
)
def test_run_time(run: Any, claim: str, gains: bool, loses: bool) -> None:
    found = weighed(**{RUN: run})
    assert found.gain[RUN]["claim"] == claim
    assert (found.gains, found.loses) == (gains, loses)


def test_a_loss_that_a_larger_gain_makes_up_for_is_none() -> None:
    slower = timed(2, 4, 0.45, 0.55)
    assert weighed(**{RUN: slower}).loses
    memory = pair(10 << 20, 1 << 20)
    assert not weighed(**{RUN: slower}, memory_temp_bytes=memory).loses
    memory = pair(10 << 20, 7 << 20)
    assert reasons(weighed(**{RUN: slower}, memory_temp_bytes=memory)) == [
        ("run time", "1.8x as much")
    ]


def test_what_a_library_takes_for_itself_on_a_gpu_is_no_loss() -> None:
    def on_gpu(before: int, after: int) -> bool:
        gain = {"memory_temp_bytes": pair(before, after)}
        told = Evidence(Verdict.VERIFIED, gain=gain, environment={"backend": "gpu"})
        return weigh(told, 1.3).loses

    # One matrix product for a batch, as an H200 showed it, instead of many that XLA fused.
    assert weighed(memory_temp_bytes=pair(5_440, 32 << 20)).loses
    assert not on_gpu(5_440, 32 << 20)
    assert on_gpu(5_440, 65 << 20)


def test_fewer_equations_make_up_for_nothing() -> None:
    slower = timed(2, 4, 0.45, 0.55)
    found = weighed(**{RUN: slower}, jaxpr_equations=pair(100, 1), hlo_operations=pair(100, 1))
    assert found.loses
    assert not found.gains


@pytest.mark.parametrize(
    ("metric", "values", "loses", "gains"),
    [
        ("memory_temp_bytes", pair(1 << 20, 4 << 20), True, False),
        ("memory_temp_bytes", pair(4 << 20, 1 << 20), False, True),
        ("memory_temp_bytes", pair(80, 800), False, False),
        ("memory_temp_bytes", pair(10 << 20, 11 << 20), False, False),
        ("gradient_memory_temp_bytes", pair(1 << 20, 4 << 20), True, False),
        ("first_call_seconds", pair(0.5, 2.0), True, False),
        ("first_call_seconds", pair(2.0, 0.5), False, True),
        ("first_call_seconds", pair(0.01, 0.1), False, False),
        ("first_call_seconds", pair(2.0, 3.0), False, False),
    ],
)
def test_margins(metric: str, values: dict[str, float], loses: bool, gains: bool) -> None:
    found = weighed(**{metric: values})
    assert (found.loses, found.gains) == (loses, gains)


def test_what_was_dropped_is_lost_whatever_else_was_gained() -> None:
    faster = timed(8, 2, 3.5, 4.5)
    for metric in ("checkpoints", "donated"):
        found = weighed(**{RUN: faster, metric: pair(2, 1)})
        assert found.loses
        assert metric not in found.gain
    assert weighed(**{RUN: faster}, compiles_in_warm_calls=pair(0, 3)).loses
    assert weighed(compiles_in_warm_calls=pair(3, 0)).gains


def test_sources_and_inputs_stay() -> None:
    evidence = Evidence(Verdict.PROVED, inputs="a run", sources=("recorded",))
    found = weigh(evidence, 1.3)
    assert (found.inputs, found.sources) == ("a run", ("recorded",))


def test_a_first_call_is_timed_again_where_it_seems_to_differ(tmp_path: Path) -> None:
    told = iter([(0.5, 3.0), (0.6, 2.0), (2.5, 0.7)])  # a busy machine

    class Busy:
        settings = VerifySettings()
        folders = iter(range(9))

        def new_folder(self) -> Path:
            folder = tmp_path / str(next(self.folders))
            folder.mkdir()
            return folder

        def run(self, jobs: list[Any], *, together: bool) -> list[Any]:
            asked.append(jobs[0]["rounds"])
            rounds = [] if jobs[0]["rounds"] == 0 else [1.0] * 8
            return [{"first_call": s, "rounds": rounds, "case": "a"} for s in next(told)]

    asked: list[Any] = []
    given = Evidence(Verdict.VERIFIED)
    session: Any = Busy()
    found = timed_anew(given, session, lambda kind, side, **more: more, [])
    assert asked == [None, 0, 0]
    assert found.gain[FIRST] == pair(0.5, 0.7)
    assert not weigh(found, 1.3).loses
