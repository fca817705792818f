"""Runs made by hand: events as a process would have logged them, without a process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from jaxopt_lint.observe.child.events import Event, Place
from jaxopt_lint.observe.reading import Process, Run, Span
from jaxopt_lint.observe.store import Header

STARTED = 1_795_000_000.0
STEP = Place("train.py", 12, "train_step")


def line(number: int, function: str = "main", file: str = "train.py") -> Place:
    """A line of the program."""
    return Place(file, number, function)


def process(number: int = 0, seconds: float = 10.0, **changes: object) -> Process:
    """A process that used JAX and ended as it should."""
    one = Process(number, 100 + number, 1, ["train.py"], STARTED, "3.11.7")
    one.jax, one.jaxlib, one.backend, one.devices = "0.10.2", "0.10.2", "cpu", 1
    one.end, one.cut = seconds, False
    for name, value in changes.items():
        setattr(one, name, value)
    return one


def run(
    *events: Event,
    seconds: float = 10.0,
    processes: Sequence[Process] = (),
    command: Sequence[str] = ("python", "train.py"),
    contents: Path = Path("nowhere"),
) -> Run:
    """A run of these events; they last as long as the run unless they say otherwise."""
    header = Header("20261122-104500", list(command), "/project", "/project", STARTED, {}, "0")
    held = list(processes) or [process(seconds=seconds)]
    for event in events:
        event.last = event.last or held[event.process].end
    for one in held:
        # Two happenings of each event that takes time, as a timeline shows them.
        one.spans = [
            Span(event, event.first, event.seconds / max(1, event.count))
            for event in events
            if event.process == one.number and event.seconds
        ]
        one.ticks = [
            (one.end, [(e, e.count, e.seconds, e.bytes) for e in events if e.process == one.number])
        ]
    return Run(header, contents, held, list(events))
