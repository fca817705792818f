"""What runs of a project showed, as claims ask for it."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from jaxopt_lint.observe.child.events import (
    Called,
    Compile,
    Dispatch,
    Event,
    Loop,
    Place,
    Undonated,
    Value,
    Wait,
)
from jaxopt_lint.observe.reading import Run

Key = tuple[str, str, int] | tuple[str, str, int, str] | tuple[str, str]

SAMPLED = 40  # calls of a function of which each is told with its caller; later ones are counted


@dataclass
class Calls:
    """Calls of one function: `traced` of `count` happened while JAX was tracing."""

    count: int = 0
    traced: int = 0
    name: str = ""
    by_process: Counter[int] = field(default_factory=Counter)
    by_caller: Counter[tuple[int, tuple[Place, ...]]] = field(default_factory=Counter)

    @property
    def most_in_a_process(self) -> int:
        """The calls in the process that made most."""
        return max(self.by_process.values(), default=0)

    @property
    def most_from_a_place(self) -> int:
        """The calls in one process from the line that made most."""
        return max(self.by_caller.values(), default=0)


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

    Attributes:
        contents: hash of the text of each file, by its path.
        facts: distinct things that were told: content of the file, place, kind, value.
    """

    def __init__(self, root: Path, runs: list[Run]) -> None:
        self.root = root
        self.contents = dict(_unchanged(root, runs))
        self._calls: dict[tuple[str, int], Calls] = defaultdict(Calls)
        self._turns: dict[tuple[str, int], Turns] = defaultdict(Turns)
        self._types: dict[Key, dict[bool, set[str]]] = {}
        self._lines: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
        self._columns: dict[tuple[str, int, int], set[str]] = defaultdict(set)
        self._reaches: dict[tuple[str, int], set[tuple[str, int]]] = defaultdict(set)
        self._waits: set[tuple[str, int, int]] = set()
        self._recompiled: set[tuple[str, int]] = set()
        self._looked: set[str] = set()
        self._undonated: set[str] = set()
        self._spans: dict[str, list[tuple[int, int, int]]] = {}
        self.facts: set[tuple[object, ...]] = set()
        for number, run in enumerate(runs):
            for event in run.events:
                if event.place.file in self.contents:
                    self._take(event, number * 1_000_000 + event.process)
                    self.facts.update(facts_of(event, self.contents[event.place.file]))

    def _take(self, event: Event, process: int) -> None:
        file, line = event.place.file, event.place.line
        self._lines[event.kind][file].add(line)
        if isinstance(event, Called):
            calls = self._calls[file, line]
            calls.name = event.place.function.rpartition(".")[2]
            calls.count += event.count
            calls.traced += event.traced
            calls.by_process[process] += event.count
            calls.by_caller[process, event.chain[:1]] += event.count
            for caller in event.chain[:1]:
                self._reaches[caller.file, caller.line].add((file, line))
        elif isinstance(event, Loop):
            turns = self._turns[file, line]
            turns.count += event.count
            turns.entries += event.entries
            turns.traced += event.traced
            turns.least, turns.most = min(turns.least, event.least), max(turns.most, event.most)
        elif isinstance(event, Value):
            types = self._types.setdefault(
                ("value", file, line, event.name), {True: set(), False: set()}
            )
            types[event.traced].update(event.types)
        elif isinstance(event, Dispatch):
            self._columns[file, line, event.place.column].add(event.how)
        elif isinstance(event, Compile):
            if event.cause in ("arguments", "function", "wrapper", "again") or event.count > 1:
                self._recompiled.add((file, line))
        elif isinstance(event, Wait):
            self._waits.add((file, line, event.place.column))
        elif isinstance(event, Undonated):
            self._looked.add(event.function.rpartition(".")[2])
            if event.count:
                self._undonated.add(event.function.rpartition(".")[2])

    # -- what claims ask ------------------------------------------------------------------

    def calls(self, file: str, line: int) -> Calls:
        """The calls of the function whose `def` is on a line."""
        return self._calls.get((file, line)) or Calls()

    def name(self, file: str, line: int) -> str:
        """The name of the function whose `def` is on a line, if it was called."""
        return self.calls(file, line).name

    def turns(self, file: str, line: int) -> Turns:
        """The iterations of the loop on a line."""
        return self._turns.get((file, line)) or Turns()

    def types(self, about: Key, traced: bool) -> set[str]:
        """What a parameter or a result was, while tracing or outside of that."""
        return self._types[about][traced] if about in self._types else set()

    def reached_from(self, file: str, first: int, last: int) -> set[tuple[str, int]]:
        """The functions of the project that lines of a range called: files, lines of `def`."""
        lines = (self._reaches.get((file, line), set()) for line in range(first, last + 1))
        return set().union(*lines)

    def dispatches(self, file: str, line: int, column: int) -> set[str]:
        """How an expression handed work to the device outside of traces."""
        return self._columns.get((file, line, column), set())

    def ran(self, file: str, line: int) -> bool:
        """Whether the function around a line was called, if its file was loaded at all."""
        if file not in self.contents:
            return False
        if file not in self._spans:
            tree = ast.parse((self.root / file).read_bytes())
            self._spans[file] = [
                (node.end_lineno or node.lineno, -node.lineno, node.lineno)
                for node in ast.walk(tree)
                if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
            ]
        around = [one for one in self._spans[file] if one[2] < line <= one[0]]
        return not around or (file, min(around)[2]) in self._calls

    def waits(self, file: str, first: int, last: int) -> int:
        """How many lines of a range waited for the device."""
        return self._on("wait", file, first, last)

    def waited(self, file: str, line: int, column: int) -> bool:
        """Whether an expression waited for the device."""
        return (file, line, column) in self._waits

    def compiled_again(self, file: str, first: int, last: int) -> bool:
        """Whether a line of a range led to a compilation that was not the first."""
        return any((file, line) in self._recompiled for line in range(first, last + 1))

    def reused_keys(self, file: str, first: int, last: int) -> int:
        """How many lines of a range used a key again."""
        return self._on("key", file, first, last)

    def impure(self, file: str, line: int) -> bool:
        """Whether traced code had to do with the world on a line."""
        return line in self._lines["impurity"][file]

    def reached(self, file: str, first: int, last: int) -> bool:
        """Whether anything happened on lines of a range."""
        if self.reached_from(file, first, last):
            return True
        return any(self._on(kind, file, first, last) for kind in list(self._lines))

    def looked_at(self, name: str) -> bool:
        """Whether calls of a compiled function had arguments that could be donated, if they died:
        of the type of a result, and not tiny."""
        return name in self._looked

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
        for file, line in self._reaches:
            if file in self.contents:
                yield ("reaches", file, line)
        for kind in ("wait", "key", "impurity"):
            for file, lines in self._lines[kind].items():
                for line in lines:
                    yield (kind, file, line)
        for file, line in self._recompiled:
            yield ("compiled", file, line)
        for name in self._undonated:
            yield ("undonated", name)


_TOLD = {
    "trace": ("function", "inner", "defined"),
    "compile": ("function", "cause", "differed"),
    "wait": ("via", "producer", "producer_name"),
    "transfer": ("direction", "via", "shape"),
    "dispatch": ("how", "operation", "shape", "loop"),
    "repeated": ("function", "primitive", "times", "loop"),
    "captured": ("function", "shapes", "defined"),
    "residual": ("function", "shapes"),
    "promotion": ("before", "after", "function"),
    "collective": ("function", "operation"),
    "undonated": ("function", "arguments"),
    "key": ("how", "consumer", "earlier", "traced"),
    "impurity": ("how", "what", "function"),
    "timer": ("clock", "started", "pending", "pending_name"),
    "loop": ("least", "most"),
}


def facts_of(event: Event, content: str) -> Iterator[tuple[object, ...]]:
    """What an event tells: content of the file, line, column, kind, value. Neither times nor
    counts are among it, nor samples, as another run has others.

    >>> wait = Wait(place=Place("a.py", 3, "f", 5), via="float", chain=(Place("b.py", 7, "g"),))
    >>> sorted(fact[3:] for fact in facts_of(wait, "c"))
    [('wait from', 'b.py:7'), ('wait via', 'float')]
    """
    where = (content, event.place.line, event.place.column)
    if isinstance(event, Value):
        run = "traced " if event.traced else ""
        for text in event.types:
            yield (*where, f"{run}{event.role} {event.name}", text)
    elif isinstance(event, Called):
        yield (*where, "called", "traced" if event.traced else "")
    for name in _TOLD.get(event.kind, ()):
        value = getattr(event, name)
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, Place):
                one = f"{one.file}:{one.line}"
            if one is not None and one != "":
                yield (*where, f"{event.kind} {name}", str(one))
    if event.kind != "share":
        for depth, caller in enumerate(event.chain):
            how = "below" if depth else "from"
            yield (*where, f"{event.kind} {how}", f"{caller.file}:{caller.line}")


def _unchanged(root: Path, runs: list[Run]) -> Iterator[tuple[str, str]]:
    """The files whose text is still the one that ran, with its hash."""
    processes = [process for run in runs for process in run.processes]
    contents = {path: text for process in processes for path, text in process.files.items()}
    for path, content in contents.items():
        file = root / path
        if file.is_file() and hashlib.sha256(file.read_bytes()).hexdigest() == content:
            yield path, content
