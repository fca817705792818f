"""The kinds of events that tell of programs: how they are made, and what is in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar

from .event import Event, Place, key


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
