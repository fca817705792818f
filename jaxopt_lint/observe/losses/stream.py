"""The events of one process, and how its time divides."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import TypeVar, cast

from jaxopt_lint.observe.child.events import (
    NOWHERE,
    Compile,
    Dispatch,
    Event,
    Place,
    Program,
    Share,
    Trace,
    Transfer,
    Wait,
)
from jaxopt_lint.observe.reading import Process, Run
from jaxopt_lint.syntax.reading import parse

E = TypeVar("E", bound=Event)


class Stream:
    """One process of a run.

    Attributes:
        elapsed: seconds from its start to its end.
        startup: seconds until it first had to do with JAX: imports, data that is read.
        first: seconds of traces and compilations that it has to pay once.
        rest: what remains: shares are of this.
        text: the text of a file as it ran, where it is kept.
    """

    def __init__(
        self,
        process: Process,
        events: list[Event],
        text: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self.text = text
        self._trees: dict[str, ast.AST | None] = {}
        self._imports: dict[str, set[int]] = {}
        self._of: dict[type[Event], list[Event]] = defaultdict(list)
        self._on: dict[tuple[type[Event], str, int], list[Event]] = defaultdict(list)
        for event in events:
            self._of[type(event)].append(event)
            self._on[type(event), *line_of(event.place)].append(event)
        self.elapsed = max([process.end, *(event.last for event in events)])
        begun = [
            max(0.0, event.first - (event.seconds / event.count if event.count else 0.0))
            for event in events
            if isinstance(event, Trace | Compile | Dispatch | Transfer | Wait)
        ]
        self.startup = min([*begun, self.elapsed])
        self.first = sum(
            event.seconds + event.trace_seconds for event in self.of(Compile) if paid_once(event)
        )
        self.rest = max(0.0, self.elapsed - self.startup - self.first)
        self.backend = process.backend
        self._device: dict[str, float] | None = None

    def of(self, kind: type[E]) -> list[E]:
        """The events of a kind."""
        return cast("list[E]", self._of.get(kind, []))

    def on(self, kind: type[E], place: Place) -> list[E]:
        """The events of a kind on the line of a place."""
        return cast("list[E]", self._on.get((kind, *line_of(place)), []))

    def tree(self, path: str) -> ast.AST | None:
        """The syntax of a file as it ran, where that is kept."""
        if path not in self._trees:
            try:
                self._trees[path] = parse(self.text(path) or "").tree
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                self._trees[path] = None
        return self._trees[path]

    def import_lines(self, path: str) -> set[int]:
        """The lines of a file that import something."""
        if path not in self._imports:
            tree = self.tree(path)
            self._imports[path] = {
                line
                for node in (ast.walk(tree) if tree else ())
                if isinstance(node, (ast.Import, ast.ImportFrom))
                for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
            }
        return self._imports[path]

    def spent_at(self, place: Place) -> float:
        """Seconds in which the main thread was seen on a line or in what it calls of others."""
        return sum(event.seconds for event in self.on(Share, place))

    def compiling_at(self, place: Place) -> float:
        """Seconds of traces and compilations that a line led to itself."""
        return sum(event.seconds + event.trace_seconds for event in self.on(Compile, place))

    def waiting_at(self, place: Place) -> float:
        """Seconds that a line waited for the device."""
        return sum(event.seconds for event in self.on(Wait, place))

    def device(self, function: str) -> float:
        """Seconds that the device was at work on a compiled function, about.

        All that was waited for, and on a CPU, where calls may do the work themselves, the calls,
        are divided among the functions by the work of their programs. Where arguments are donated,
        older releases work on a CPU as the old arrays go, when the results take their names: that
        is on the line of the call, too.
        """
        if self._device is None:
            calls: Counter[str] = Counter()
            busy = sum(event.seconds for event in self.of(Wait))
            for event in self.of(Dispatch):
                if event.how == "jitted":
                    calls[event.operation] += event.count
                    busy += self._at_work(event) if self.backend == "cpu" else 0.0
            work = {one.function: one.work * calls[one.function] for one in self.of(Program)}
            whole = sum(work.values())
            busy = min(busy, self.rest)
            self._device = {name: busy * one / whole for name, one in work.items() if whole}
        return self._device.get(function, 0.0)

    def _at_work(self, event: Dispatch) -> float:
        """Seconds of the calls of a place, with what its line takes besides if it calls no more."""
        if len(self.on(Dispatch, event.place)) > 1 or not self._calls_once(event.place):
            return event.seconds
        place = event.place
        others = self.compiling_at(place) + self.waiting_at(place)
        return max(event.seconds, self.spent_at(place) - others)

    def _calls_once(self, place: Place) -> bool:
        """Whether a line is one statement with one call."""
        tree = self.tree(place.file)
        statements = [
            node
            for node in (ast.walk(tree) if tree else ())
            if isinstance(node, (ast.Assign, ast.Expr)) and holds(node, place.line)
        ]
        if len(statements) != 1:
            return False
        return sum(isinstance(node, ast.Call) for node in ast.walk(statements[0])) == 1

    def device_at(self, event: Dispatch) -> float:
        """The same for the calls of one place, of all calls of that function."""
        calls = [one for one in self.of(Dispatch) if one.operation == event.operation]
        share = event.count / max(1, sum(one.count for one in calls))
        return self.device(event.operation) * share


_FEW_EAGER = 8  # shapes that one operation at one place may meet without a word


def paid_once(event: Compile) -> bool:
    """Whether a program has to pay for this in any case, or may have to."""
    if event.cause == "eager":
        return event.count <= _FEW_EAGER
    return event.cause in ("first", "unknown")


def line_of(place: Place) -> tuple[str, int]:
    """What tells lines apart."""
    return place.file, place.line


def holds(node: ast.stmt, line: int) -> bool:
    """Whether a line is one of a statement."""
    return node.lineno <= line <= (node.end_lineno or node.lineno)


def imports(stream: Stream, place: Place) -> bool:
    """Whether a line is an import: what a library does then is no matter of the program."""
    return place.line in stream.import_lines(place.file)


def streams(run: Run) -> list[Stream]:
    """The processes of a run that had to do with JAX."""
    events: dict[int, list[Event]] = {}
    for event in run.events:
        events.setdefault(event.process, []).append(event)
    return [
        Stream(process, events.get(process.number, []), run.text)
        for process in run.processes
        if process.jax
    ]


def costliest(events: list[E]) -> E:
    """The event that took longest, of those that have a place where any has one."""
    return max(events, key=lambda one: (one.place != NOWHERE, one.seconds, one.count))


def also(events: list[E], but: Place) -> tuple[Place, ...]:
    """The other places of some events, the costliest first, one for each line."""
    out: dict[tuple[str, int], Place] = {}
    for event in sorted(events, key=lambda one: -one.seconds):
        if event.place.file and line_of(event.place) != line_of(but):
            out.setdefault(line_of(event.place), event.place)
    return tuple(out.values())
