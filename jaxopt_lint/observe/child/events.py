"""The vocabulary: what a run may tell, each kind of event with what it holds.

Those that tell of programs stand in `program_events.py`, what all have in common in `event.py`;
both are taken from here.

Standard library only: the program that is watched writes these, the tool reads them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from .event import NOWHERE, Event, Place, key, key_fields, own_fields, own_types
from .program_events import (
    GIVEN,
    NOTHING,
    Apart,
    Branches,
    Captured,
    Collective,
    Compile,
    Program,
    Promotion,
    Repeated,
    Residual,
    Trace,
    Twice,
)

FORMAT = 1


@dataclass(slots=True, kw_only=True)
class Wait(Event):
    """The program needed a value of the device; `bytes` are those that it asked for.

    Attributes:
        via: how: `float`, `int`, `bool`, `if`, `format`, `print`, `item`, `tolist`,
            `numpy.asarray`, `block_until_ready`, `device_get` and so on.
        blocked: how many of `count` found the value not computed yet; `seconds` are theirs.
        producer: the call that the value came of, where known.
        producer_name: what was called there.
        size: elements of the value asked for last.
        gaps: how many of `blocked` were looked at until the next call for the device.
        idle: seconds from the end of those to that call, in which the device stood still; of each
            at most what was waited.
    """

    kind: ClassVar[str] = "wait"
    via: str = key(default="")
    blocked: int = 0
    producer: Place | None = None
    producer_name: str = ""
    size: int = 0
    gaps: int = 0
    idle: float = 0.0


@dataclass(slots=True, kw_only=True)
class Transfer(Event):
    """Bytes went between host and device.

    Attributes:
        direction: `to_device` or `to_host`.
        via: what moved them: a call of jnp, `device_put`, an argument of a jitted call, or the
            `via` of the wait that fetched them.
        shape: of the value that moved last, as "float32[3,4]".
        again: how many of `count` had what the line had moved the time before, `again_bytes`
            those of them.
        back: how many of `count`, and `back_bytes`, had been fetched from the device as they were.
    """

    kind: ClassVar[str] = "transfer"
    direction: str = key(default="")
    via: str = key(default="")
    shape: str = ""
    again: int = 0
    again_bytes: int = 0
    back: int = 0
    back_bytes: int = 0


@dataclass(slots=True, kw_only=True)
class Dispatch(Event):
    """Work was handed to the device; `seconds` are those until the call returned.

    Attributes:
        how: `jitted` (a call of the user's own compiled function), `eager` (an operator or a
            function of jax outside of jit), `library` (another call that returned arrays).
        operation: what was called: `add`, `jax.numpy.sum`, the name of a jitted function.
        shape: of the first array in the last result, as "float32[3,4]".
        loop: line of the innermost loop around it in the same function, 0 if there is none.
        shapes: of a compiled function, how many of the calls that were looked at had arguments of
            the same shapes and the same plain values (numbers, texts), for each that was seen, as
            "SHAPES/VALUES", which are hashes; at most 32.
        looked: calls of a compiled function that were compared with the one before at that line:
            `fed` of them got what that line or an earlier round of the loop had made, `same` got
            just the same.
        steady: the part of the program's work, 0 to 1, that needs only arguments which were the
            same in all calls that were looked at; `steady_at` is the line that does most of it.
        inside: another call in the same function that `shared` times got all arrays that this one
            got, if there is one; `inside_name` is what it calls.
    """

    kind: ClassVar[str] = "dispatch"
    how: str = key(default="")
    operation: str = key(default="")
    shape: str = ""
    loop: int = 0
    shapes: dict[str, int] = field(default_factory=dict)
    looked: int = 0
    fed: int = 0
    same: int = 0
    steady: float = 0.0
    steady_at: Place | None = None
    inside: Place | None = None
    inside_name: str = ""
    shared: int = 0


@dataclass(slots=True, kw_only=True)
class Undonated(Event):
    """Arguments died at the call, had the type of a result, and were not donated.

    In `count` of the calls that were looked at that was so, in none where something else kept them;
    `bytes` are those of one call.

    Attributes:
        held: calls whose arguments were there after the call, and were gone at the next one.
        function: what was called.
        arguments: parameters or positions that could be donated.
        looked: calls that were looked at.
        mapped: whether the function is one of `jax.pmap`.
    """

    kind: ClassVar[str] = "undonated"
    function: str = key(default="")
    arguments: list[str] = field(default_factory=list)
    looked: int = 0
    held: int = 0
    mapped: bool = False


@dataclass(slots=True, kw_only=True)
class KeyUse(Event):
    """A random key was used up more than once.

    Attributes:
        how: `reused` (consumed here after another consumer had it), `constant` (consumed here
            again and again, or made anew of the same seed).
        consumer: what consumed it here.
        earlier: where it was consumed before.
        traced: whether that was while tracing.
    """

    kind: ClassVar[str] = "key"
    how: str = key(default="")
    consumer: str = ""
    earlier: Place | None = None
    traced: bool = False


@dataclass(slots=True, kw_only=True)
class Impurity(Event):
    """Traced code had to do with the world outside of it.

    Attributes:
        how: `effect` (called something while tracing that no later call repeats), `changed` (gave
            state another value while tracing), `leak` (state holds a tracer whose trace has
            ended), `stale` (state that was read while tracing has changed).
        what: what was called, read or changed.
        function: the traced function.
    """

    kind: ClassVar[str] = "impurity"
    how: str = key(default="")
    what: str = key(default="")
    function: str = ""


@dataclass(slots=True, kw_only=True)
class EarlyTimer(Event):
    """A clock was read while the device was still at work on what was timed.

    Attributes:
        clock: `time.time`, `time.perf_counter` and so on.
        started: where the clock was read before.
        pending: the call whose result was not there yet.
        pending_name: what was called there.
    """

    kind: ClassVar[str] = "timer"
    clock: str = key(default="")
    started: Place | None = None
    pending: Place | None = None
    pending_name: str = ""


@dataclass(slots=True, kw_only=True)
class Value(Event):
    """What a parameter or a result was, of the calls that were looked at (the first 50).

    The place is the function's first line.

    Attributes:
        role: `parameter` or `result`.
        name: of the parameter; empty for a result.
        traced: whether that was while JAX was tracing.
        types: each kind seen, as "jax float32[3,4]", "tracer float32[3]", "numpy int64[2]", "int",
            "dict{a:jax float32[], b:...}", with how often; at most sixteen.
    """

    kind: ClassVar[str] = "value"
    role: str = key(default="")
    name: str = key(default="")
    traced: bool = key(default=False)
    types: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Called(Event):
    """Calls of one of the user's functions; the place is its first line, the chain its caller.

    Attributes:
        traced: how many of `count` happened while JAX was tracing.
        compared: how many got small arrays and plain values alone, of the first calls of the
            function; `again` of them got the same values as an earlier one.
    """

    kind: ClassVar[str] = "called"
    traced: int = 0
    compared: int = 0
    again: int = 0


@dataclass(slots=True, kw_only=True)
class Loop(Event):
    """A loop of Python, `count` iterations in all.

    Attributes:
        entries: how often it was entered.
        least: iterations of the shortest finished run of it.
        most: iterations of the longest one.
        traced: iterations that happened while JAX was tracing: these are unrolled.
        step: whether it is the loop by which steps are counted.
    """

    kind: ClassVar[str] = "loop"
    entries: int = 0
    least: int = 0
    most: int = 0
    traced: int = 0
    step: bool = False


@dataclass(slots=True, kw_only=True)
class Share(Event):
    """Samples of the main thread in which this line was the innermost of the user's own.

    `seconds` are samples times the time between them.
    """

    kind: ClassVar[str] = "share"


KINDS: dict[str, type[Event]] = {
    one.kind: one
    for one in (
        Trace, Compile, Wait, Transfer, Dispatch, Repeated, Twice, Branches, Program, Apart,
        Captured, Residual, Promotion, Collective, Undonated, KeyUse, Impurity, EarlyTimer, Value,
        Called, Loop, Share,
    )
}  # fmt: skip

__all__ = [
    "FORMAT", "GIVEN", "KINDS", "NOTHING", "NOWHERE", "Apart", "Branches", "Called", "Captured",
    "Collective", "Compile", "Dispatch", "EarlyTimer", "Event", "Impurity", "KeyUse", "Loop",
    "Place", "Program", "Promotion", "Repeated", "Residual", "Share", "Trace", "Transfer", "Twice",
    "Undonated", "Value", "Wait", "key_fields", "own_fields", "own_types",
]  # fmt: skip
