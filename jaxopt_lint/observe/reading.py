"""Reads what a run wrote, also one that was killed in the middle of a line."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from jaxopt_lint.observe.careful import (
    AS,
    Odd,
    content,
    digest,
    listed,
    moment,
    objects,
    real,
    text,
    texts,
    whole,
)
from jaxopt_lint.observe.child.events import KINDS, Event, Place, own_types
from jaxopt_lint.observe.store import Header, header

E = TypeVar("E", bound=Event)
_PROCESSES = 2_000  # of one run
_CALLERS = 64  # places of a chain


class CannotRead(Exception):
    """The folder holds no run that this version can read."""


@dataclass(frozen=True)
class Span:
    """One single happening: seconds since the start of its process, and how long it took."""

    event: Event
    start: float
    seconds: float


@dataclass
class Process:
    """One process of a run.

    Attributes:
        number: in the run, by the time of its start; `Event.process` is this.
        started: seconds since the epoch.
        python: version, `argv`, `parent`: as the process saw them.
        jax, jaxlib, backend, devices: empty or 0 where JAX was never used.
        end: seconds from the start to the last sign of life.
        cut: whether it has no proper end: it was killed, or is still running.
        unwatched: what could not be watched here, and why.
        notes: what else is to be said.
        files: hash of the text of each file that was loaded, by its path from the root.
        spans: single happenings, the first 4,000.
        ticks: per flush: seconds since the start, and what was added to which event: count,
            seconds, bytes.
    """

    number: int
    pid: int
    parent: int
    argv: list[str]
    started: float
    python: str
    jax: str = ""
    jaxlib: str = ""
    backend: str = ""
    devices: int = 0
    end: float = 0.0
    cut: bool = True
    unwatched: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    spans: list[Span] = field(default_factory=list)
    ticks: list[tuple[float, list[tuple[Event, int, float, int]]]] = field(default_factory=list)


@dataclass
class Run:
    """All that a run wrote.

    Attributes:
        events: of all processes; one of another process stands by itself.
        contents: where the texts of files lie by their hash.
        odd: what of it could not be read, a sentence each.
    """

    header: Header
    contents: Path
    processes: list[Process] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)

    @property
    def cut(self) -> bool:
        """Whether any process was cut."""
        return any(process.cut for process in self.processes)

    def of(self, kind: type[E]) -> list[E]:
        """The events of one kind.

        >>> Run(Header("r", [], "", "", 0.0, {}, ""), Path(), [], []).of(Event)
        []
        """
        return [event for event in self.events if isinstance(event, kind)]

    def text(self, path: str) -> str | None:
        """The text of a file as it was when it ran, if it is kept."""
        for process in self.processes:
            if path in process.files:
                with contextlib.suppress(OSError):
                    return content(self.contents / process.files[path]).decode(errors="replace")
        return None


def read(folder: Path) -> Run:
    """The run in a folder of the store; what in it nobody can have observed is left out.

    Raises:
        CannotRead: no run is there, or one of another format.
    """
    try:
        run = Run(header(folder), folder.parent.parent / "files")
    except (OSError, ValueError) as error:
        raise CannotRead(f"{folder}: no run can be read there: {error}") from None
    found = []
    for path in sorted(folder.glob("*.jsonl"))[:_PROCESSES]:
        try:
            lines = iter(objects(content(path)))
            head = _head(next(lines, None))
        except (OSError, ValueError, KeyError, TypeError):
            run.odd.append(f"{text(path.name)} is no log of a process, and is left out")
            continue
        found.append((head.started, path.name, head, lines))
    for number, (_, name, process, lines) in enumerate(sorted(found, key=lambda one: one[:2])):
        process.number = number
        log = _Log(process)
        for line in lines:
            log.take(line)
        run.processes.append(process)
        run.events += log.events.values()
        if log.odd:
            said = "1 line" if log.odd == 1 else f"{log.odd:,} lines"
            run.odd.append(f"{said} of {text(name)} cannot be read, and are left out")
    return run


def _head(line: dict[str, Any] | None) -> Process:
    if line is None or line["is"] != "process":
        raise Odd("no process")
    return Process(
        0,
        whole(line["pid"]),
        whole(line["parent"]),
        texts(line["argv"]),
        moment(line["started"]),
        text(line["python"]),
    )


class _Log:
    """The lines of one process, one after the other.

    Attributes:
        odd: how many of them no process writes.
    """

    def __init__(self, process: Process) -> None:
        self.process = process
        self.events: dict[int, Event] = {}
        self.odd = 0
        self._places: dict[int, Place] = {}

    def take(self, line: dict[str, Any] | None) -> None:
        """Add what a line says, if it says anything."""
        try:
            if line is None:
                raise Odd("no object")
            self._take(line)
        except (ValueError, KeyError, TypeError):
            self.odd += 1

    def _take(self, line: dict[str, Any]) -> None:
        process = self.process
        match line["is"]:
            case "place":
                place = Place(
                    text(line["file"]),
                    whole(line["line"]),
                    text(line["function"]),
                    whole(line["column"]),
                )
                self._places[whole(line["id"])] = place
            case "event" if line["kind"] in KINDS:
                self._event(line)
            case "more" if whole(line["id"]) in self.events:
                event = self.events[whole(line["id"])]
                for name, value in self._own(type(event), line).items():
                    setattr(event, name, value)
            case "tick":
                self._tick(line)
            case "span" if whole(line["id"]) in self.events:
                event = self.events[whole(line["id"])]
                process.spans.append(Span(event, real(line["t"]), real(line["seconds"])))
            case "jax":
                process.jax, process.jaxlib = text(line["jax"]), text(line["jaxlib"])
            case "devices":
                process.devices = whole(line["devices"])
                process.backend = text(line["backend"])
            case "file":
                process.files[text(line["path"])] = digest(line["content"])
            case "unwatched":
                process.unwatched.append(text(line["text"]))
            case "note":
                process.notes.append(text(line["text"]))
            case "end":
                process.end, process.cut = real(line["t"]), False

    def _event(self, line: dict[str, Any]) -> None:
        kind = KINDS[line["kind"]]
        began = real(line["t"])
        chain = listed(line["chain"])[:_CALLERS]
        self.events[whole(line["id"])] = kind(
            place=self._place(line["place"]),
            chain=tuple(self._place(one) for one in chain),
            first=began,
            last=began,
            process=self.process.number,
            **self._own(kind, line),
        )

    def _tick(self, line: dict[str, Any]) -> None:
        process, now = self.process, real(line["t"])
        added = []
        for one in listed(line["add"]):
            number, count, seconds, amount = listed(one)
            if whole(number) in self.events:
                more = whole(count), real(seconds), whole(amount)
                added.append((self.events[number], *more))
        process.end = max(process.end, now)
        for event, count, seconds, amount in added:
            event.count += count
            event.seconds += seconds
            event.bytes += amount
            event.last = now
        process.ticks.append((now, added))

    def _own(self, kind: type[Event], line: dict[str, Any]) -> dict[str, Any]:
        """The fields of a kind's own that a line holds, places put in for their numbers."""
        out: dict[str, Any] = {}
        for name, of in own_types(kind).items():
            if name in line:
                value = line[name]
                if of in AS:
                    out[name] = AS[of](value)
                else:
                    out[name] = None if value is None else self._place(value)
        return out

    def _place(self, number: object) -> Place:
        return self._places[whole(number)]
