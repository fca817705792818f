"""Reads what a run wrote, also one that was killed in the middle of a line."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from jaxopt_lint.observe.child.events import KINDS, Event, Place, is_place, own_fields
from jaxopt_lint.observe.store import Header, header

E = TypeVar("E", bound=Event)


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
    """

    header: Header
    contents: Path
    processes: list[Process] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

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
                kept = self.contents / process.files[path]
                if kept.is_file():
                    return kept.read_text(encoding="utf-8", errors="replace")
        return None


def read(folder: Path) -> Run:
    """The run in a folder of the store.

    Raises:
        CannotRead: no run is there, or one of another format.
    """
    try:
        run = Run(header(folder), folder.parent.parent / "files")
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise CannotRead(f"{folder}: no run can be read there: {error}") from None
    found = []
    for path in folder.glob("*.jsonl"):
        lines = list(_lines(path))
        if lines and lines[0].get("is") == "process":
            found.append((lines[0].get("started", 0.0), path.name, lines))
    for number, (_, _, lines) in enumerate(sorted(found, key=lambda one: one[:2])):
        try:
            process, events = _process(number, lines)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            name = type(error).__name__
            raise CannotRead(f"{folder}: not what a process writes: {name}: {error}") from None
        run.processes.append(process)
        run.events += events
    return run


def _lines(path: Path) -> Iterable[dict[str, Any]]:
    """The lines of a file that are whole."""
    with path.open("rb") as file:
        for line in file:
            if line.endswith(b"\n"):
                try:
                    value = json.loads(line.decode("utf-8", "surrogatepass"))
                except ValueError:
                    continue
                if isinstance(value, dict):
                    yield value


def _process(number: int, lines: list[dict[str, Any]]) -> tuple[Process, list[Event]]:
    head = lines[0]
    process = Process(
        number, head["pid"], head["parent"], head["argv"], head["started"], head["python"]
    )
    places: dict[int, Place] = {}
    events: dict[int, Event] = {}
    for line in lines[1:]:
        match line["is"]:
            case "place":
                places[line["id"]] = Place(
                    line["file"], line["line"], line["function"], line["column"]
                )
            case "event" if line["kind"] in KINDS:
                kind = KINDS[line["kind"]]
                events[line["id"]] = kind(
                    place=places[line["place"]],
                    chain=tuple(places[one] for one in line["chain"]),
                    first=line["t"],
                    last=line["t"],
                    process=number,
                    **_own(kind, line, places),
                )
            case "more" if line["id"] in events:
                event = events[line["id"]]
                for name, value in _own(type(event), line, places).items():
                    setattr(event, name, value)
            case "tick":
                _add(process, line, events)
            case "span" if line["id"] in events:
                span = Span(events[line["id"]], line["t"], line["seconds"])
                process.spans.append(span)
            case "jax":
                process.jax, process.jaxlib = line["jax"], line["jaxlib"]
            case "devices":
                process.backend, process.devices = line["backend"], line["devices"]
            case "file":
                process.files[line["path"]] = line["content"]
            case "unwatched":
                process.unwatched.append(line["text"])
            case "note":
                process.notes.append(line["text"])
            case "end":
                process.cut, process.end = False, line["t"]
    return process, list(events.values())


def _add(process: Process, line: dict[str, Any], events: dict[int, Event]) -> None:
    process.end = max(process.end, line["t"])
    added = []
    for number, count, seconds, amount in line["add"]:
        if number in events:
            event = events[number]
            event.count += count
            event.seconds += seconds
            event.bytes += amount
            event.last = line["t"]
            added.append((event, count, seconds, amount))
    process.ticks.append((line["t"], added))


def _own(kind: type[Event], line: dict[str, Any], places: dict[int, Place]) -> dict[str, Any]:
    """The fields of a kind's own that a line holds, places put in for their numbers."""
    out = {}
    for name in own_fields(kind):
        if name in line:
            value = line[name]
            if is_place(kind, name) and value is not None:
                value = places[value]
            out[name] = value
    return out
