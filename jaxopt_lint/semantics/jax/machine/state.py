"""Where a run of the machine stands: files, frames, traces, guards, and what it may cost.

Everything here holds for one run from one entry.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.contents import either_way
from jaxopt_lint.semantics.jax.machine.events import (
    Compiled,
    Deed,
    EagerCall,
    Event,
    Guard,
    Looped,
    Pause,
    Trace,
    Turn,
    Upload,
)
from jaxopt_lint.semantics.jax.machine.lattice import join
from jaxopt_lint.semantics.jax.machine.values import Levels, Value
from jaxopt_lint.semantics.python.scopes import FunctionNode

_Key = TypeVar("_Key")
STEPS = 12_000  # expressions and statements of one run
STEPS_ABROAD = 1_500  # those of one call into another file
DEPTH = 10  # calls within each other
SIGNATURES = 8  # kinds of arguments that one function is run with


# What the names of a frame hold, and the attributes of objects.
Kept = tuple[dict[str, Value], dict[tuple[int, str], Value]]


class OutOfBudget(Exception):
    """The run has cost what it may cost."""


@dataclass(slots=True, eq=False)
class Home:
    """A file whose code is run.

    Attributes:
        top: the frame that stands for its top level.
    """

    facts: Facts
    top: Frame


@dataclass(slots=True, eq=False)
class Frame:
    """A function that is being run.

    Attributes:
        number: stands for it in `Func`; 0 for the module.
        function: the function; None for the body of the module.
        names: what its local names hold.
        outer: the frame in which the function was defined.
        home: the file that it is of; None for the one that is looked at.
        returned: what it has returned so far, on all ways.
    """

    number: int
    function: FunctionNode | None
    names: dict[str, Value]
    outer: Frame | None
    home: Home | None = None
    returned: list[Value] = field(default_factory=list)
    yields: bool = False
    # Runs the block of the `with` that the function is the context manager of, at its `yield`.
    within: Callable[[Value], None] | None = None


class State:
    """What the parts of the machine share.

    Args:
        facts: the file.
        opaque: calls of compiled functions give arrays, and their code is not looked at.
        steps: how many expressions and statements may be looked at.

    Attributes:
        facts: the file whose code is being run; `module` and `top` are of it as well.
        near: the other modules of the project whose code may be run.
    """

    def __init__(self, facts: Facts, *, opaque: bool, steps: int = STEPS) -> None:
        self.facts = facts
        self.module = facts.module
        self.opaque = opaque
        self.left = steps
        self.top = Frame(0, None, {}, None)
        self.own = Home(facts, self.top)
        self.homes: dict[str, Home | None] = {facts.module.name: self.own}
        self.classes: dict[ast.ClassDef, Home] = {}  # those of other files, with their file
        self.methods: dict[ast.AST, Home] = {}  # those of classes that were looked up
        self.lineages: dict[ast.ClassDef, list[tuple[ast.ClassDef, Home]]] = {}
        self.records: dict[ast.ClassDef, Any] = {}  # the fields of classes that are no more
        self.lengthy: set[ast.AST] = set()  # functions of other files that cost too much
        self.near = facts.project.near(facts.module.name) if opaque else set[str]()
        self.frames: dict[int, Frame] = {0: self.top}
        self.frame = self.top
        self.heap: dict[tuple[int, str], Value] = {}
        self.cut: set[ast.AST] = set()  # functions that were left before their end
        self.chain: list[ast.AST] = []
        self.loops: list[Turn] = []
        self.guards: list[Guard] = []
        self.traces: list[Trace] = []
        self.numbers = 0  # frames, objects and traces that were made
        self.jitted = 0  # calls of compiled functions
        # Calls of networks, with their names and the calls that lead there.
        self.forwards: list[tuple[ast.expr, str, tuple[ast.AST, ...]]] = []
        self.looped: list[Looped] = []
        self.compiled_anew: list[Compiled] = []
        self.hosted = False  # the run set out from the body of the module
        self.indexed: set[ast.Subscript] = set()  # items of what is no array, taken in loops
        self.handed = 0  # pieces of work that were handed to the device
        self.operations = 0  # of these, operations by themselves; what `vmap` runs counts fully
        self.noted = 0  # operations that were noted down in traces
        self.eager_calls: list[EagerCall] = []  # those in loops, of functions that only compute
        self.passes: dict[object, Any] = {}  # what calls did that only compute
        self.weights: dict[ast.AST, int] = {}  # operations of functions that transforms run
        # What such a function compiles that it makes itself, and the last frame before it was run.
        self.weighed: tuple[int, list[Any]] | None = None
        self.makes: dict[ast.AST, list[Any]] = {}
        self.passed = ""  # the first network that what is weighed calls
        self.passing: dict[ast.AST, str] = {}  # the same, of each function
        # Of these the calls of compiled functions, with their names and the calls that lead there.
        self.compilations: list[tuple[int, ast.AST, str, tuple[ast.AST, ...]]] = []
        self.tested: list[tuple[Guard, ...]] = []  # the tests passed on the way to each of these
        self.turned: list[tuple[Turn, ...]] = []  # the loops around each of these
        self.deeds: list[tuple[Turn, Deed]] = []  # other work in loops, each with the innermost
        self.steps: list[tuple[Turn, int, str]] = []  # what was jitted, where all turns call it
        self.keys: set[int] = set()  # which of them gave random keys
        self.settled = 0  # the newest work that the program has waited for, or may have
        self.settler: ast.AST | None = None  # what did
        self.waited: list[Pause] = []  # where it has certainly waited
        self.unseen: list[Pause] = []  # where it may have
        self.last: dict[ast.AST, int] = {}  # the newest of them at each place
        self.recording = True
        self.events: list[Event] = []
        self.uploads: list[Upload] = []
        # When somebody has, or may have, written to memory of the host; where that is certain.
        self.altered: dict[int, int] = {}
        self.written: set[int] = set()
        self.lifted: set[int] = set()  # work that only hands over what the host had
        # Calls and tests that were come to, with the tests passed if a tracer may have been there.
        self.met: dict[ast.expr, tuple[Guard, ...] | None] = {}
        self.latest: dict[ast.AST, Frame] = {}  # of each function that was run, its last frame
        self.known: dict[tuple[object, ...], Value] = {}  # results, by function and arguments
        self.signatures: dict[ast.AST, int] = {}  # how many kinds of arguments a function has had
        self.active: list[ast.AST] = []  # the functions that are being run

    # -- budget -------------------------------------------------------------------------

    def spend(self) -> None:
        """Account for one node."""
        self.left -= 1
        if self.left < 0:
            self.cut.update(self.active)
            raise OutOfBudget

    def number(self) -> int:
        """A number that nothing else in this run has."""
        self.numbers += 1
        return self.numbers

    # -- files --------------------------------------------------------------------------

    def settle(self, frame: Frame) -> None:
        """Go on in a frame, and in the file that it is of."""
        self.frame = frame
        home = frame.home or self.own
        if home.facts is not self.facts:
            self.facts, self.module, self.top = home.facts, home.facts.module, home.top

    def home(self, module: str) -> Home | None:
        """A file of the project by its module, if its code may be run."""
        if module not in self.homes:
            facts = elsewhere(self.own.facts, module) if module in self.near else None
            home = None
            if facts is not None:
                top = Frame(self.number(), None, {}, None)
                home = top.home = Home(facts, top)
                self.frames[top.number] = top
            self.homes[module] = home
        return self.homes[module]

    @contextmanager
    def bounded(self, function: ast.AST, leaves: bool) -> Iterator[list[bool]]:
        """Run a function, within a part of the budget where it leaves the file that is looked at.

        What is handed over is empty in the end if it cost more than that.
        """
        whole = [True]
        if not leaves:
            yield whole
            return
        around = self.left
        allowed = self.left = min(around // 4, STEPS_ABROAD)
        depths = len(self.loops), len(self.guards), len(self.traces)
        recording, cut = self.recording, set(self.cut)
        try:
            yield whole
        except OutOfBudget:
            whole.clear()
            self.cut = cut
            self.lengthy.add(function)
            self.recording = recording
            del self.loops[depths[0] :], self.guards[depths[1] :], self.traces[depths[2] :]
        finally:
            self.left = around - (allowed - max(self.left, 0))

    def is_own(self, node: ast.AST) -> bool:
        """Whether a node is of the file that is looked at."""
        return node in self.own.facts.module.parent

    # -- traces -------------------------------------------------------------------------

    @property
    def staged(self) -> Levels:
        """The level that all that JAX computes now belongs to; empty outside of such traces."""
        found = [t.level for t in self.traces if t.staged]
        return frozenset(found[-1:])

    @contextmanager
    def trace(self, kind: str, site: ast.AST | None, where: str, staged: bool) -> Iterator[Trace]:
        """Run something under a transform."""
        trace = Trace(self.number(), kind, staged, site, where, len(self.chain))
        self.traces.append(trace)
        try:
            yield trace
        finally:
            self.traces.pop()

    @contextmanager
    def unnoticed(self) -> Iterator[None]:
        """Run something for what it would do, within a part of the budget, and forget it."""
        names = "handed", "operations", "jitted", "settled", "settler", "recording"
        kept = {name: getattr(self, name) for name in names}
        held, depths = self.snapshot(), [len(x) for x in (self.loops, self.guards, self.traces)]
        pauses, around, frame = (len(self.waited), len(self.unseen)), self.left, self.frame
        self.recording = False
        allowed = self.left = min(around // 4, STEPS_ABROAD)
        try:
            yield
        except OutOfBudget:
            for stack, depth in zip((self.loops, self.guards, self.traces), depths, strict=True):
                del stack[depth:]  # type: ignore[attr-defined]
        finally:
            spent = allowed - max(self.left, 0)
            self.settle(frame)
            self.restore(held)
            for name, value in kept.items():
                setattr(self, name, value)
            del self.waited[pauses[0] :], self.unseen[pauses[1] :]
            self.left = around - spent

    @contextmanager
    def evaluated(self) -> Iterator[None]:
        """Run something at once, whatever traces are going on."""
        before, self.traces = self.traces, []
        try:
            yield
        finally:
            self.traces = before

    # -- ways that part and join --------------------------------------------------------

    @contextmanager
    def guarded(self, test: ast.expr | None, known: Value | None = None) -> Iterator[None]:
        """Run something that a test lets through, which could go either way."""
        self.guards.append(Guard(test, either_way(known), len(self.chain)))
        try:
            yield
        finally:
            self.guards.pop()

    def snapshot(self) -> Kept:
        """What names and objects hold now."""
        return dict(self.frame.names), dict(self.heap)

    def restore(self, before: Kept) -> None:
        """Let names and objects hold what they held."""
        self.frame.names, self.heap = dict(before[0]), dict(before[1])

    def merge(self, other: Kept) -> None:
        """Let names and objects hold what they do now, or what they did on another way."""
        self.frame.names = _merged(self.frame.names, other[0])
        self.heap = _merged(self.heap, other[1])


def _merged(ours: dict[_Key, Value], theirs: dict[_Key, Value]) -> dict[_Key, Value]:
    out = dict(theirs)
    for key, value in ours.items():
        out[key] = join(value, theirs[key]) if key in theirs else value
    return out
