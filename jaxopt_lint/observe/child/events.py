"""The vocabulary: what a run may tell, each kind of event with what it holds.

An event stands for all that happened at one place under one chain of callers, with counts, seconds
and bytes summed up. Its *key* fields tell it from others at the same place; what is no key may
change while the run goes on, and the last value stands.

Standard library only: the program that is watched writes these, the tool reads them.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

FORMAT = 1


class Place(NamedTuple):
    """A line of one of the user's own files.

    Attributes:
        file: posix path from the project's root.
        line: counts from 1.
        function: qualified name of the function around it, `<module>` at the top of a file.
        column: of the expression that is meant, in code points from 1; 0 where the line is meant.
    """

    file: str
    line: int
    function: str
    column: int = 0


NOWHERE = Place("", 0, "")  # no line of the user's files was on the stack


def key(**kwargs: Any) -> Any:
    """A field that tells an event from others of its kind at the same place."""
    return field(metadata={"key": True}, **kwargs)


@dataclass(slots=True, kw_only=True)
class Event:
    """What happened at one place under one chain of callers.

    Attributes:
        place: where, the innermost of the user's own lines.
        chain: the user's own lines that led there, nearest caller first.
        count: how often.
        seconds: wall time of all of them together; 0 for what has no length.
        bytes: what the kind says, of all of them together.
        first: seconds from the start of the process to the first of them.
        last: the same to the last of them.
        process: number of the process in its run.
    """

    kind: ClassVar[str] = ""
    place: Place = NOWHERE
    chain: tuple[Place, ...] = ()
    count: int = 0
    seconds: float = 0.0
    bytes: int = 0
    first: float = 0.0
    last: float = 0.0
    process: int = 0


@dataclass(slots=True, kw_only=True)
class Trace(Event):
    """JAX ran a function of Python to make a program of it.

    Attributes:
        function: name of the traced function.
        defined: where it is written, if in the user's files.
        inner: whether another trace was going on, whose seconds hold these already.
    """

    kind: ClassVar[str] = "trace"
    function: str = key(default="")
    inner: bool = key(default=False)
    defined: Place | None = None


# What differed, of two functions of one source that close over the same.
NOTHING, GIVEN = "nothing that it closes over", "only what it was given"


@dataclass(slots=True, kw_only=True)
class Compile(Event):
    """XLA made a program; `seconds` are those of lowering and the backend, without the trace.

    Attributes:
        function: name of the function that was compiled.
        cached: whether it came from the persistent cache.
        cause: `first` (never compiled before), `arguments` (differed from the nearest earlier
            call), `function` (the same source as a new function object), `wrapper` (a new jit of
            the same function), `again` (nothing that can be seen differed), `eager` (an operation
            outside of jit met new shapes), `body` (such a one, a loop or a condition, was given
            new functions that do the same), or `unknown`.
        differed: for `arguments` what did, each as "PARAMETER: BEFORE -> NOW"; at most eight; for
            `function` one line where another of the same source closed over the same, which says
            whether its arguments were of the same types.
        defined: where the function is written, if in the user's files.
        trace_seconds: of the traces that led to these programs.
    """

    kind: ClassVar[str] = "compile"
    function: str = key(default="")
    cached: bool = key(default=False)
    cause: str = key(default="unknown")
    differed: list[str] = field(default_factory=list)
    defined: Place | None = None
    trace_seconds: float = 0.0


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
class Repeated(Event):
    """One line gave many equal equations to one program: an unrolled loop; `count` of them.

    Attributes:
        function: whose program.
        primitive: the equation that stands there most often.
        times: how often that one stands there.
        equations: of the whole program.
        loop: the line of the Python loop around the place, in traced code, that went round most
            often, if there is one, and `rounds`, how often that was.
    """

    kind: ClassVar[str] = "repeated"
    function: str = key(default="")
    primitive: str = ""
    times: int = 0
    equations: int = 0
    loop: Place | None = None
    rounds: int = 0


@dataclass(slots=True, kw_only=True)
class Captured(Event):
    """A program holds arrays as constants, as the traced function closes over them.

    Attributes:
        function: whose program; the place is where it was called.
        shapes: of the constants, the largest first, at most eight.
        defined: where the function is written.
        used: the first line that uses the largest of them.
    """

    kind: ClassVar[str] = "captured"
    function: str = key(default="")
    shapes: list[str] = field(default_factory=list)
    defined: Place | None = None
    used: Place | None = None


@dataclass(slots=True, kw_only=True)
class Residual(Event):
    """A line made values that are kept from the forward pass for the backward pass.

    Attributes:
        function: whose program.
        shapes: the largest first, at most eight.
        around: bytes of the program's arguments and results.
        loop: the line of the loop on the device (`jax.lax.scan`) that keeps them in each round.
    """

    kind: ClassVar[str] = "residual"
    function: str = key(default="")
    shapes: list[str] = field(default_factory=list)
    around: int = 0
    loop: Place | None = None


@dataclass(slots=True, kw_only=True)
class Twice(Event):
    """A program runs a loop on the device that an earlier line runs on the same values.

    Attributes:
        function: whose program.
        primitive: `scan` or `while`.
        earlier: the line that does it first.
        part: of the program's work, 0 to 1, its gradient included.
    """

    kind: ClassVar[str] = "twice"
    function: str = key(default="")
    primitive: str = key(default="")
    earlier: Place | None = None
    part: float = 0.0


@dataclass(slots=True, kw_only=True)
class Branches(Event):
    """A program computes all branches of a condition and selects, as it is mapped over.

    Attributes:
        function: whose program.
        part: of the program's work that is in the branches, 0 to 1.
    """

    kind: ClassVar[str] = "branches"
    function: str = key(default="")
    part: float = 0.0


@dataclass(slots=True, kw_only=True)
class Program(Event):
    """A program of the user's was made; the fields are those of the one made last.

    Attributes:
        function: whose program.
        work: arithmetic operations of one run, roughly; loops of unknown length count once.
        wide: how many of these are in floats of 64 bits.
        returns: the type of most bytes of its results.
        effects: whether it does anything besides computing these.
        lines: those of the lines that do most, as "train.py:12", at most twenty.
    """

    kind: ClassVar[str] = "program"
    function: str = key(default="")
    work: float = 0.0
    wide: float = 0.0
    returns: str = ""
    effects: bool = False
    lines: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True, kw_only=True)
class Apart(Event):
    """A line calls a program that does a part of its work for one of its results alone.

    Attributes:
        result: which, as one writes it behind what the call gives: `[2]['loss']`, `.loss`.
        part: of the program's work, 0 to 1.
        at: the line that does most of it.
    """

    kind: ClassVar[str] = "apart"
    result: str = key(default="")
    part: float = 0.0
    at: Place | None = None


@dataclass(slots=True, kw_only=True)
class Promotion(Event):
    """A line turned a type into a wider one, or asked for 64 bits and got 32.

    Attributes:
        before: the type that went in, `after` what came out.
        silent: whether 64 bits were asked for and not given.
        lost: of values of the host that were not given them, the part that does not fit or that
            cannot be told from others any more, 0 to 1; 0 where a type was asked for by its name.
    """

    kind: ClassVar[str] = "promotion"
    before: str = key(default="")
    after: str = key(default="")
    silent: bool = key(default=False)
    function: str = ""
    lost: float = 0.0


@dataclass(slots=True, kw_only=True)
class Collective(Event):
    """Devices exchange `bytes` in one run of a program; `count` of these operations in it.

    Attributes:
        function: whose program.
        operation: `all-reduce`, `all-gather`, `reduce-scatter`, `all-to-all`, `collective-permute`
            as compiled; `psum` for sums that a loop of the program only adds up, `all_gather` for
            arrays that are gathered only to be reduced, as the function has them.
        by_name: whether the function asks for what is compiled itself, so that no sharding is the
            cause.
        rounds: how often each of them runs, at most, in a loop of the program.
    """

    kind: ClassVar[str] = "collective"
    WRITTEN: ClassVar[tuple[str, ...]] = ("psum", "all_gather")  # operations not as compiled
    function: str = key(default="")
    operation: str = key(default="")
    by_name: bool = key(default=False)
    rounds: int = 0


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
_SUMMED = {"count", "seconds", "bytes", "first", "last", "place", "chain", "process"}


def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields that a kind has beyond those of every event."""
    return tuple(one.name for one in dataclasses.fields(kind) if one.name not in _SUMMED)


def key_fields(kind: type[Event]) -> tuple[str, ...]:
    """Those of them that tell its events from each other."""
    return tuple(one.name for one in dataclasses.fields(kind) if one.metadata.get("key"))


def own_types(kind: type[Event]) -> dict[str, str]:
    """The annotations of the fields that a kind has beyond those of every event."""
    return {one.name: str(one.type) for one in dataclasses.fields(kind) if one.name not in _SUMMED}
