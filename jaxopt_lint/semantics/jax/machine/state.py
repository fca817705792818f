"""Where a run of the machine stands: frames, objects, loops, traces, guards, and what it may cost.

Everything here holds for one run from one entry.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from jaxopt_lint.semantics.jax.api.random import KEY_MAKERS
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.machine.events import (
    Compiled,
    Concretization,
    Deed,
    EagerCall,
    Event,
    Guard,
    Looped,
    Span,
    Trace,
    Turn,
    Upload,
    Wait,
)
from jaxopt_lint.semantics.jax.machine.values import (
    CONCRETE,
    Array,
    Clock,
    Host,
    Instance,
    Levels,
    Made,
    Map,
    Record,
    Seq,
    Tree,
    Unknown,
    Value,
    either_way,
    join,
    leaves,
    levels_of,
    may_hold_arrays,
)
from jaxopt_lint.semantics.python.scopes import FunctionNode
from jaxopt_lint.semantics.python.walking import walk

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
        self.deeds: list[tuple[Turn, Deed]] = []  # other work in loops, each with the innermost
        self.steps: list[tuple[Turn, int, str]] = []  # what was jitted, where all turns call it
        self.keys: set[int] = set()  # which of them gave random keys
        self.settled = 0  # the newest work that the program has waited for, or may have
        self.settler: ast.AST | None = None  # what did
        self.waited: list[int] = []  # what it has certainly waited for; 0 if that is not known
        self.unseen: dict[int, int] = {}  # how often it may have, by the number of loops around
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
        names = "handed", "operations", "jitted", "settled", "settler", "recording", "unseen"
        kept = {name: getattr(self, name) for name in names}
        held, depths = self.snapshot(), [len(x) for x in (self.loops, self.guards, self.traces)]
        waited, around, frame = len(self.waited), self.left, self.frame
        self.unseen, self.recording = dict(self.unseen), False
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
            del self.waited[waited:]
            self.left = around - spent

    @contextmanager
    def evaluated(self) -> Iterator[None]:
        """Run something at once, whatever traces are going on."""
        before, self.traces = self.traces, []
        try:
            yield
        finally:
            self.traces = before

    def array(
        self,
        node: ast.AST,
        how: str,
        name: str,
        levels: Levels = CONCRETE,
        shape: object = None,
        source: Made | None = None,
    ) -> Array:
        """The result of work that is handed to the device, or noted down in a trace."""
        levels = levels | self.staged
        known = shape if isinstance(shape, tuple) else None
        if levels:
            self.noted += 1
            return Array(levels, known)
        return Array(levels, known, self.hand(node, how, name, source))

    def tree(self, node: ast.AST, how: str, name: str, levels: Levels = CONCRETE) -> Tree:
        """The same for what comes as a container."""
        levels = levels | self.staged
        self.noted += bool(levels)
        return Tree(levels, None if levels else self.hand(node, how, name))

    def hand(self, node: ast.AST, how: str, name: str, source: Made | None = None) -> Made:
        """Note that work is handed to the device."""
        self.handed += 1
        if how == "jitted":
            self.jitted += 1
            if self.recording:
                self.compilations.append((self.handed, node, name, tuple(self.chain)))
        self.operations += how == "eager"
        self.last[node] = self.handed
        before = source.number if source is not None else 0
        if name in KEY_MAKERS or before in self.keys:
            self.keys.add(self.handed)
        elif how == "eager" and self.loops and self.recording and isinstance(node, ast.expr):
            turn = self.loops[-1]
            held = held_by(turn, node, tuple(self.chain))
            guards = tuple(self.guards[turn.guards :])
            self.deeds.append((turn, Deed(self.handed, node, held, name, guards)))
        return Made(node, self.handed, how, name, before, len(self.loops))

    def stepped(self, name: str) -> None:
        """Note that something that was jitted is called."""
        turn = self.loops[-1] if self.loops and self.recording else None
        if turn is not None and all(guard.fails for guard in self.guards[turn.guards :]):
            self.steps.append((turn, self.handed, name))

    # -- events -------------------------------------------------------------------------

    def asked(
        self, node: ast.expr, expression: ast.expr, value: Value, via: str, pieces: bool = False
    ) -> None:
        """Python needs to know a value: the program waits, or fails if it is a tracer."""
        if isinstance(value, (Array, Tree)):
            self.waits(node, value.made)
        if not self.recording or not isinstance(value, (Array, Tree)):
            return
        around = (
            node, self.frame.function, tuple(self.chain), tuple(self.loops), tuple(self.guards),
            tuple(self.traces),
        )  # fmt: skip
        if value.levels:
            self.events.append(Concretization(*around, value, expression, via))
            return
        made = value.made
        fresh = None
        behind = False
        work = 0
        if made is not None:
            number = made.number
            fresh = next((t for t in reversed(self.loops) if number > t.began), None)
            behind = self.last.get(made.node, 0) > number
            if fresh is not None:
                work = self.handed - fresh.began
        wait = Wait(*around, value, expression, via, fresh, behind, work, pieces=pieces)
        self.events.append(wait)

    def waits(self, node: ast.AST, made: Made | None = None) -> None:
        """The program waits for some work, and with it for what was handed out before.

        What the same place has made in a later turn of a loop will be waited for in the next.
        """
        number = self.last.get(made.node, made.number) if made is not None else 0
        self.waited.append(number)
        self._settle_up(node, made.number if made is not None else 0)

    def may_wait(self, node: ast.AST) -> None:
        """Code that is not seen may wait for all that was handed out."""
        depth = len(self.loops)
        self.unseen[depth] = self.unseen.get(depth, 0) + 1
        self._settle_up(node, self.handed)

    def shows(self, node: ast.AST, values: Iterable[Value]) -> None:
        """Something needs the numbers behind some values, if they have any."""
        if any(may_hold_arrays(value) for value in values):
            self.may_wait(node)

    def hands_out(self, node: ast.AST, source: Value) -> None:
        """Something is gone over: where that runs code, it may wait, unless nobody knows what it
        is, and it holds nothing that was computed here: a data loader has nothing to wait for."""
        match source:
            case Unknown(_, False, Made()):
                self.may_wait(node)
            case Instance() if self.hands_out_itself(source):
                self.may_wait(node)
            case Seq("iterator"):
                self.shows(node, (source,))

    def hands_out_itself(self, owner: Instance) -> bool:
        """Whether the class of an object says what going over it hands out, and no library does."""
        raise NotImplementedError

    def _settle_up(self, node: ast.AST, number: int) -> None:
        self.settled, self.settler = max(number, self.settled), node

    def clock(self, node: ast.AST) -> Clock:
        """What a clock shows."""
        loops = self.loops
        began = loops[-1].began if loops else 0
        unseen = sum(n for depth, n in self.unseen.items() if depth > len(loops))
        waits = len(self.waited)
        return Clock(
            node, self.handed, self.settled, self.settler, waits, unseen, len(loops), began
        )

    def span(self, end: Clock, start: Clock) -> None:
        """Note that the time between two readings is taken, if compiled work was handed out."""
        same_turn = (end.loops, end.began) == (start.loops, start.began)
        if not self.recording or self.traces or not same_turn:
            return
        within = [c for c in self.compilations if start.handed < c[0] <= end.handed]
        if not within or not isinstance(end.node, ast.expr):
            return
        _, call, name, way = within[-1]
        # What was handed out before the first of that work says nothing of it.
        first = within[0][0]
        for_these = any(not n or n >= first for n in self.waited[start.waits : end.waits])
        waited = end.settled >= first or end.unseen > start.unseen or for_these
        flying = [c for c in self.compilations if start.settled < c[0] <= start.handed]
        ahead = flying[-1][1] if flying and flying[-1][2] == name and for_these else None
        self.events.append(
            Span(
                end.node, self.frame.function, tuple(self.chain), tuple(self.loops),
                tuple(self.guards), (), start.node, call, name, way,
                end.settler if waited else None, ahead=ahead,
            )
        )  # fmt: skip

    def read(self, value: Value) -> Value:
        """Note that a name is read: a turn may need what an earlier one has computed."""
        if self.loops and self.recording:
            parts: Sequence[Value] = (value,)
            if isinstance(value, Seq) and value.items:
                parts = value.items
            elif isinstance(value, Map):
                parts = [held for _, held in value.items]
            elif isinstance(value, Record):
                parts = [held for _, held in value.fields]
            for part in parts:
                made = part.made if isinstance(part, (Array, Tree)) else None
                made = part.holds if isinstance(part, Unknown) else made
                if made is not None:
                    for turn in self.loops:
                        before = turn.started < made.number <= turn.began
                        turn.carries |= before
                        turn.renews |= before and made.number not in self.keys
        return value

    def gathered(self, value: Value) -> None:
        """Note that a value is put into a container, or into a part of an array."""
        if leaves(value) or (isinstance(value, Host) and value.array):
            for turn in self.loops:
                turn.gathers = True

    def ran(self, turn: Turn, forwards: int, compiled: int) -> None:
        """Note what the last turn of a loop has done."""
        if self.recording and not self.traces:
            new = [(held_by(turn, n, way), name) for n, name, way in self.forwards[forwards:]]
            steps = [n for t, number, n in self.steps if t is turn and number >= turn.began]
            whole = {node for node, _, _ in self.forwards[forwards:]}
            eager = [
                d for t, d in self.deeds
                if t is turn and d.number > turn.began and d.site not in whole
            ]  # fmt: skip
            self.looped.append(
                Looped(
                    turn, self.frame.function, self.handed - turn.began, self.jitted - compiled,
                    tuple(eager if steps else ()), tuple(dict.fromkeys(steps)),
                    new[0] if new else None, tuple(self.guards[: turn.guards]), self.hosted,
                    frozenset(n for n, v in self.frame.names.items() if _is_unknown(v)),
                    tuple(one for one in self.loops if one is not turn),
                )
            )  # fmt: skip

    def anew(
        self,
        node: ast.expr,
        name: str,
        made: FunctionNode | None,
        number: int,
        wrap: ast.expr | None = None,
    ) -> None:
        """Note that control flow, or what was jitted, is run as it is, of a function that a frame
        has defined; None where it makes one itself."""
        weighed = self.weighed
        if weighed is None and (not self.recording or self.traces or not self.loops):
            return
        frame: Frame | None = self.frames.get(number)
        new = number if frame is not None and frame.function is not None else 0
        while frame is not None and frame.function is not None:
            if getattr(frame.function, "decorator_list", ()):
                return  # what it has made once it may have kept
            frame = frame.outer
        if weighed is not None:
            if new > weighed[0]:
                weighed[1].append((node, name, made, wrap))
            return
        for turn in reversed(self.loops):
            if made is None or new > turn.numbered or any(n is made for n in walk(turn.node)):
                held = held_by(turn, node, tuple(self.chain))
                guarded = len(self.guards) > turn.guards
                again = turn is not self.loops[-1]
                found = Compiled(held, node, name, made, turn, guarded, self.hosted, again, wrap)
                self.compiled_anew.append(found)
                return

    def anew_within(self, node: ast.expr, within: list[Any]) -> None:
        """Note what a transform that compiles nothing comes to in the function that it runs."""
        turn = self.loops[-1]
        held = held_by(turn, node, tuple(self.chain))
        guarded = len(self.guards) > turn.guards
        for site, name, made, wrap in within:
            found = Compiled(held, site, name, made, turn, guarded, self.hosted, False, wrap)
            self.compiled_anew.append(found)

    def meet(self, node: ast.expr, values: Iterable[Value], exact: bool = True) -> None:
        """Note that a call or a test is come to, with some values."""
        if not self.opaque and self.recording and self.met.get(node) is None:
            may = not exact or any(isinstance(v, Unknown) or levels_of(v) for v in values)
            self.met[node] = tuple(self.guards) if may else None

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


def _is_unknown(value: Value) -> bool:
    if isinstance(value, Record):
        return any(_is_unknown(held) for _, held in value.fields)
    return isinstance(value, Unknown) and not value.of_shapes and value.holds is None


def held_by(turn: Turn, node: ast.expr, chain: tuple[ast.AST, ...]) -> ast.expr:
    """A call in a turn, or the call in the turn that leads to it, through whatever other calls: so
    it stands where the loop does, in whichever file the others stand."""
    first = chain[turn.depth] if len(chain) > turn.depth else node
    return first if isinstance(first, ast.expr) else node


def _merged(ours: dict[_Key, Value], theirs: dict[_Key, Value]) -> dict[_Key, Value]:
    out = dict(theirs)
    for key, value in ours.items():
        out[key] = join(value, theirs[key]) if key in theirs else value
    return out
