"""What the machine sees happen, in the words of `observe`'s events, and under which circumstances.

A run tells of the same events with counts and seconds (`observe/child/events.py`); here they come
with the loops, traces, guards and calls that lead to them.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.machine.values import Array, Host, Made, Tree
from jaxopt_lint.semantics.python.scopes import Comprehension, FunctionNode

LoopNode = ast.For | ast.AsyncFor | ast.While | Comprehension


@dataclass(slots=True, eq=False)
class Turn:
    """A loop that is being run.

    Attributes:
        node: the loop or comprehension.
        count: how many turns it has, where that is known, or left to a default.
        began: how much work had been handed to the device when the present turn began.
        depth: how many calls lead from the entry to it.
        guards: how many tests had been passed before it.
        started: how much work had been handed to the device before the loop.
        over: what it goes over: `numbers`, `rows` of an array or of several, `while`, or
            `objects`, which is anything else.
        carries: a turn reads what the device computed in an earlier one.
        renews: the same, random keys apart: what a step makes better is carried so.
        gathers: a turn leaves an array in a container, or in a part of an array.
        numbered: what has a larger number was made in the present turn.
        rests: the default that the count rests on, as a clause; "" where it is known.
        opened: what has a larger number was made since the loop began.
        ended: how much work had been handed to the device when it was over; -1 until then.
    """

    node: LoopNode
    count: int | None
    began: int
    depth: int
    guards: int
    started: int
    over: str = "objects"
    carries: bool = False
    renews: bool = False
    gathers: bool = False
    numbered: int = 0
    rests: str = ""
    opened: int = 0
    ended: int = -1


@dataclass(frozen=True, slots=True, eq=False)
class Pause:
    """The program waits for something, or may do so.

    Attributes:
        number: the work that it waits for; 0 if that is not known.
        handed: how much work had been handed to the device by then.
        loops: the loops that were being run.
        runs: code that is not seen is run there, which may hand out work and wait for that.
    """

    number: int
    handed: int
    loops: tuple[Turn, ...]
    runs: bool = False

    def may_be_for(self, work: int, depth: int) -> bool:
        """Whether it may be some work that is waited for, or what a later turn of a loop hands out
        at the same place: of a loop below some that was not over before. Loops that run code which
        is not seen may be what is timed."""
        if self.handed >= work:
            return True
        inner = self.loops[depth] if len(self.loops) > depth else None
        return inner is not None and (self.runs or not 0 <= inner.ended < work)


@dataclass(frozen=True, slots=True, eq=False)
class Compiled:
    """Control flow that is run as it is, or a call of what was jitted, of functions that no earlier
    turn has had: JAX finds what it compiled by these.

    Attributes:
        node: where, in the turn, or the call in the turn that leads there.
        site: where it is run.
        name: what is run: `scan`, `cond`, ...; `jit` or `pmap`.
        made: the function that is new; None for what makes one itself, as `jax.lax.map` does.
        turn: the innermost loop that comes to it anew.
        guarded: a test in the turn had to let it through.
        hosted: the run set out from the body of the module.
        again: a loop within the turn runs it, so that the turn finds it again itself.
        wrap: what jitted it; None for control flow.
    """

    node: ast.expr
    site: ast.expr
    name: str
    made: FunctionNode | None
    turn: Turn
    guarded: bool
    hosted: bool
    again: bool
    wrap: ast.expr | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Deed:
    """One operation that was handed to the device by itself.

    Attributes:
        number: how many were handed out before it in this run.
        site: the operation.
        node: the operation, or the call in the turn of the loop that leads to it.
        name: what it is.
        guards: the tests passed on the way to it from the turn.
    """

    number: int
    site: ast.expr
    node: ast.expr
    name: str
    guards: tuple[Guard, ...]

    @property
    def certain(self) -> bool:
        """Whether each turn comes to it, if it comes to its end."""
        return all(guard.fails for guard in self.guards)


@dataclass(frozen=True, slots=True, eq=False)
class EagerCall:
    """A call in a loop that only computes, operation by operation.

    Attributes:
        site: the call.
        node: the same, or the call in the turn that leads to it.
        function: what it runs.
        name: what that is called.
        transform: the transform that runs it, dotted; "" for a plain call.
        operations: how many operations it hands to the device; under a transform, how many are
            noted in one pass through the function.
        loops: the loops around, outermost first.
        around: the function that the call stands in; None for the body of the module.
        guards: the tests passed on the way to it from the turn.
        hosted: the run set out from the body of the module.
        after: the compiled step that the same turn has called before it; "" for none.
        within: the calls of that kind that are part of it.
    """

    site: ast.expr
    node: ast.expr
    function: FunctionNode
    name: str
    transform: str
    operations: int
    loops: tuple[Turn, ...]
    around: FunctionNode | None
    guards: tuple[Guard, ...]
    hosted: bool
    after: str = ""
    within: tuple[EagerCall, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Looped:
    """A loop has been run; what its last turn did.

    Attributes:
        turn: the loop.
        function: the function around it; None for the body of the module.
        work: how many operations the turn handed to the device, or how many would be noted down in
            a trace; of two ways both count.
        compiled: how many of them were calls of compiled functions.
        eager: those that are neither that, nor transfers, items, random keys or networks, apart
            from what loops within the turn do; where something compiled is called, too.
        steps: what is compiled and called on every turn, by name.
        forward: a call of a network that nothing compiles, with the name of the network.
        guards: the tests passed on the way to the loop.
        hosted: the run set out from the body of the module.
        unknown: the names of which nobody knows at the end of a turn what they hold.
        around: the loops around it.
    """

    turn: Turn
    function: FunctionNode | None
    work: int
    compiled: int
    eager: tuple[Deed, ...]
    steps: tuple[str, ...]
    forward: tuple[ast.expr, str] | None
    guards: tuple[Guard, ...]
    hosted: bool
    unknown: frozenset[str]
    around: tuple[Turn, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace that is going on.

    Attributes:
        level: its number; the tracers that belong to it carry it.
        kind: the idea of the transform: `jit`, `scan`, `vmap`, `grad`.
        staged: whatever JAX computes under it is abstract, not only what comes from arguments.
        site: the call or decorator that applies the transform, or where another file does.
        where: the same as `file:row`, for people.
        depth: how many calls lead from the entry to it.
    """

    level: int
    kind: str
    staged: bool
    site: ast.AST | None
    where: str
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Guard:
    """A test that had to go one way for the code to be reached, where it could go either way.

    Attributes:
        test: the test; None where something else decides, as an exception.
        by_shapes: either way is taken some day, as the test asks for shapes, or for a tracer.
        depth: how many calls lead from the entry to it.
        passed: it lies in front: its other way leaves the block, as in `if done: return`.
        fails: the same, and the other way can only raise.
    """

    test: ast.expr | None
    by_shapes: bool
    depth: int
    passed: bool = False
    fails: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """Something that happens at a node.

    Attributes:
        node: where.
        function: the function around it; None for the body of the module.
        chain: the calls that lead from the entry to there, outermost first.
        loops: the loops that are being run, outermost first.
        guards: the tests passed on the way.
        traces: the traces that are going on, outermost first.
    """

    node: ast.expr
    function: FunctionNode | None
    chain: tuple[ast.AST, ...]
    loops: tuple[Turn, ...]
    guards: tuple[Guard, ...]
    traces: tuple[Trace, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Wait(Event):
    """The program needs a value of the device, which is there by then or is waited for.

    Attributes:
        value: what it needs.
        expression: where that stands.
        via: how: `float`, `item`, `if`, `print`, `numpy.asarray`, `device_get`, ...
        fresh: the innermost of `loops` in whose present turn the value was computed, as far as it
            is known; None where it was there before.
        behind: what computed the value has been handed out again since: the device is a step ahead.
        work: how much other work was handed to the device in that turn before.
        there: where that is, as `file:row`, if it is in another file; `node` leads to it.
        pieces: it needs each of a list of arrays, of which many or nobody knows how many are there.
        busy: something compiled has been handed out since, which the device does meanwhile.
    """

    value: Array | Tree
    expression: ast.expr
    via: str
    fresh: Turn | None
    behind: bool
    work: int
    there: str = ""
    pieces: bool = False
    busy: bool = False

    @property
    def made(self) -> Made | None:
        """The work that is waited for."""
        return self.value.made


@dataclass(frozen=True, slots=True, eq=False)
class Upload(Event):
    """An array of the host, or a list of numbers, is handed to the device.

    Attributes:
        value: what is handed over; `came` says where it comes from.
        expression: where that stands.
        via: what takes it: `jax.numpy.asarray`, an operator, the name of what is compiled.
        compiled: it is an argument of something compiled.
        listed: it is one of the items of a list.
        gathered: of a list of which nobody knows how long it is.
        number: how much work had been handed to the device before.
        fresh: the innermost of `loops` whose turns made it, or fetched it: this one or an earlier.
        same: the outermost of `loops` in which nothing changes it; None if it is another array on
            each turn of all, or that is not known.
        there: where that is, as `file:row`, if it is in another file; `node` leads to it.
    """

    value: Host
    expression: ast.expr
    via: str
    compiled: bool
    listed: bool
    gathered: bool
    number: int
    fresh: Turn | None
    same: Turn | None
    there: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Span(Event):
    """A reading of a clock is subtracted from a later one, which is `node`; both are of the same
    turn of the innermost loop.

    Attributes:
        started: the earlier reading.
        call: the last call of something compiled in between.
        name: what that calls.
        way: the calls that lead to it from the entry, outermost first.
        waits: what waits for the device behind the first of these calls, or may do so unseen; None
            where nothing does.
        there: where the later reading is, as `file:row`, if it is in another function; `node` leads
            to it.
        ahead: an earlier call of the same that is under way when the first reading is taken, and
            is waited for within the span.
        runs: how often something compiled is called within the span, where that is known.
        last: how often what `call` calls there is, where that is known.
    """

    started: ast.AST
    call: ast.AST
    name: str
    way: tuple[ast.AST, ...]
    waits: ast.AST | None
    there: str = ""
    ahead: ast.AST | None = None
    runs: int | None = 1
    last: int | None = 1


@dataclass(frozen=True, slots=True, eq=False)
class Concretization(Event):
    """Python or NumPy asks for the value of a tracer: that raises.

    Attributes:
        value: the tracer.
        expression: where it stands.
        via: as for `Wait`.
    """

    value: Array | Tree
    expression: ast.expr
    via: str

    @property
    def trace(self) -> Trace | None:
        """The innermost trace that the value belongs to."""
        found = [t for t in self.traces if t.level in self.value.levels]
        return found[-1] if found else None

    @property
    def certain(self) -> bool:
        """Whether whoever enters there gets to this point: no open test lies on the way, besides
        those that shapes decide."""
        return all(guard.by_shapes for guard in self.guards)
