"""Loops of Python that go round element by element, with nothing for the device in them."""

from __future__ import annotations

from textwrap import dedent

import pytest

from jaxopt_lint.observe.child.events import Dispatch, Event, Loop, Place, Share
from jaxopt_lint.observe.losses.host import element_by_element
from jaxopt_lint.observe.losses.loss import Group, Tally
from jaxopt_lint.observe.losses.stream import Stream
from jaxopt_lint.observe.reading import Process

SOURCE = """
def advantages(rewards, values):
    for e in range(256):
        total = 0.0
        for t in reversed(range(64)):
            total = rewards[t, e] + 0.9 * total
            values[t, e] = total


def main():
    for step in range(100):
        advantages(*play(step))
"""
OUTER, INNER, BODY, STEP, CALL = 3, 5, 6, 11, 12


def place(number: int, function: str = "advantages") -> Place:
    return Place("train.py", number, function)


def at(number: int, seconds: float, caller: int = CALL) -> Share:
    chain = (place(caller, "main"),)
    return Share(place=place(number), chain=chain, seconds=seconds, first=1.0, last=9.0)


def rounds(number: int, count: int, **more: int) -> Loop:
    return Loop(place=place(number), count=count, **more)


USED = Dispatch(place=place(20, "play"), operation="act", how="jitted", count=100, first=0.5)
LOOPS = (rounds(OUTER, 25_600), rounds(INNER, 1_638_400), rounds(STEP, 100))


def told(*events: Event, source: str = SOURCE) -> Tally:
    process = Process(0, 1, 0, [], 0.0, "", end=10.0)
    tally = Tally()
    element_by_element(Stream(process, [USED, *events], lambda _: dedent(source)), tally)
    return tally


def test_the_innermost_loop_is_told_with_all_its_time() -> None:
    (loss,) = told(*LOOPS, at(BODY, 2.0), at(BODY + 1, 1.0), at(OUTER + 1, 0.5)).losses
    assert (loss.kind, loss.group, loss.place.line) == ("host-loop", Group.TIME, INNER)
    assert loss.seconds == pytest.approx(3.0) and loss.count == 1_638_400
    assert "1,638,400 times" in loss.reason and "NumPy" in loss.change


def test_time_in_what_the_loop_calls_counts() -> None:
    helper = at(30, 2.0, caller=BODY)
    (loss,) = told(*LOOPS, helper).losses
    assert loss.seconds == pytest.approx(2.0)


@pytest.mark.parametrize(
    "events",
    [
        (*LOOPS, at(BODY, 0.1)),  # too little of the run
        (rounds(INNER, 900), at(BODY, 0.04)),  # few rounds
        (rounds(STEP, 20_000), at(CALL, 5.0)),  # long ones
        (*LOOPS, at(BODY, 2.0), Dispatch(place=place(BODY), operation="add", count=9)),
        (*LOOPS, at(BODY, 2.0), Dispatch(place=place(40), chain=(place(BODY),), count=9)),
        (rounds(INNER, 1_638_400, traced=1_638_400), at(BODY, 2.0)),
    ],
)
def test_what_may_stand_as_it_is(events: tuple[Event, ...]) -> None:
    assert not told(*events).losses


def test_what_came_before_jax_was_used_is_not_counted() -> None:
    early = Share(place=place(BODY), seconds=3.0, first=0.1, last=0.4)
    assert not told(*LOOPS, early).losses


def test_nothing_is_told_of_a_file_that_is_not_kept() -> None:
    assert not told(*LOOPS, at(BODY, 2.0), source="").losses
