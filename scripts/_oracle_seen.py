"""What runs of a project showed, as claims ask for it."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from jaxopt_lint.observe.child.events import (
    Called,
    Dispatch,
    Event,
    Loop,
    Trace,
    Undonated,
    Value,
)
from jaxopt_lint.observe.reading import Run

Key = tuple[str, str, int] | tuple[str, str, int, str] | tuple[str, str]


@dataclass
class Calls:
    """Calls of one function: `traced` of `count` happened while JAX was tracing."""

    count: int = 0
    traced: int = 0
    by_process: Counter[int] = field(default_factory=Counter)

    @property
    def most_in_a_process(self) -> int:
        """The calls in the process that made most."""
        return max(self.by_process.values(), default=0)


@dataclass
class Turns:
    """Iterations of one loop: `least` and `most` of one run of it, if one `finished`."""

    count: int = 0
    entries: int = 0
    traced: int = 0
    least: int = 1 << 62
    most: int = 0

    @property
    def finished(self) -> bool:
        """Whether any run of it was seen to its end."""
        return self.most > 0


class Seen:
    """The events of some runs in files whose text is the one that is linted.

    Args:
        root: of the project; files that are not there, or read otherwise now, are left out.
    """

    def __init__(self, root: Path, runs: list[Run]) -> None:
        self.paths = set(_unchanged(root, runs))
        self._calls: dict[tuple[str, int], Calls] = defaultdict(Calls)
        self._turns: dict[tuple[str, int], Turns] = defaultdict(Turns)
        self._types: dict[Key, set[str]] = defaultdict(set)
        self._lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._defined: dict[str, set[int]] = defaultdict(set)
        self._jitted: set[str] = set()
        self._undonated: set[str] = set()
        self.facts: set[tuple[object, ...]] = set()
        for number, run in enumerate(runs):
            for event in run.events:
                if event.place.file in self.paths:
                    self._take(event, number * 1_000_000 + event.process)

    def _take(self, event: Event, process: int) -> None:
        file, line = event.place.file, event.place.line
        self._lines[event.kind][file].add(line)
        said: tuple[object, ...] = ()
        if isinstance(event, Called):
            calls = self._calls[file, line]
            calls.count += event.count
            calls.traced += event.traced
            calls.by_process[process] += event.count
            said = (event.chain[:1], event.traced > 0)
        elif isinstance(event, Loop):
            turns = self._turns[file, line]
            turns.count += event.count
            turns.entries += event.entries
            turns.traced += event.traced
            turns.least, turns.most = min(turns.least, event.least), max(turns.most, event.most)
            said = (event.least, event.most)
        elif isinstance(event, Value):
            self._types["value", file, line, event.name].update(event.types)
            for text in event.types:
                self.facts.add(("value", file, line, event.role, event.name, text))
            return
        elif isinstance(event, Trace) and not event.inner and event.defined is not None:
            self._defined[event.defined.file].add(event.defined.line)
        elif isinstance(event, Dispatch) and event.how == "jitted":
            self._jitted.add(event.operation.rpartition(".")[2])
        elif isinstance(event, Undonated):
            self._undonated.add(event.function.rpartition(".")[2])
        own = tuple(str(getattr(event, name, "")) for name in ("via", "how", "operation", "what",
                    "cause", "function", "shape", "direction", "primitive"))  # fmt: skip
        self.facts.add((event.kind, file, line, event.place.column, *own, *said))

    # -- what claims ask ------------------------------------------------------------------

    def calls(self, file: str, line: int) -> Calls:
        """The calls of the function whose `def` is on a line."""
        return self._calls.get((file, line)) or Calls()

    def turns(self, file: str, line: int) -> Turns:
        """The iterations of the loop on a line."""
        return self._turns.get((file, line)) or Turns()

    def types(self, about: Key) -> set[str]:
        """What a parameter or a result was."""
        return self._types.get(about, set())

    def traced_definitions(self, file: str) -> set[int]:
        """The lines of functions that were traced to be compiled."""
        return self._defined.get(file, set())

    def waits(self, file: str, first: int, last: int) -> int:
        """How many lines of a range waited for the device."""
        return self._on("wait", file, first, last)

    def reused_keys(self, file: str, first: int, last: int) -> int:
        """How many lines of a range used a key again."""
        return self._on("key", file, first, last)

    def impure(self, file: str, line: int) -> bool:
        """Whether traced code had to do with the world on a line."""
        return line in self._lines["impurity"][file]

    def reached(self, file: str, first: int, last: int) -> bool:
        """Whether anything happened on lines of a range."""
        return any(self._on(kind, file, first, last) for kind in list(self._lines))

    def jitted_calls(self, name: str) -> bool:
        """Whether a compiled function with a name was called."""
        return name in self._jitted

    def undonated(self, name: str) -> bool:
        """Whether it was given an array that died and was not donated."""
        return name in self._undonated

    def _on(self, kind: str, file: str, first: int, last: int) -> int:
        lines = self._lines[kind].get(file, set())
        return sum(first <= line <= last for line in lines)

    # -- what happened, by the keys of claims ---------------------------------------------

    def happened(self) -> Iterator[Key]:
        """What the runs showed, by what a claim would have been about."""
        for (file, line), calls in self._calls.items():
            yield ("called", file, line)
            if calls.traced:
                yield ("traced", file, line)
        for (file, line), turns in self._turns.items():
            yield ("unrolled" if turns.traced else "loop", file, line)
        yield from self._types
        for kind in ("wait", "key", "impurity"):
            for file, lines in self._lines[kind].items():
                for line in lines:
                    yield (kind, file, line)
        for name in self._undonated:
            yield ("undonated", name)


def _unchanged(root: Path, runs: list[Run]) -> Iterator[str]:
    """The files whose text is still the one that ran."""
    processes = [process for run in runs for process in run.processes]
    contents = {path: text for process in processes for path, text in process.files.items()}
    for path, content in contents.items():
        file = root / path
        if file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == content:
            yield path
