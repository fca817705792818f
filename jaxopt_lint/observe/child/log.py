"""The log of one process: what happened is summed up in memory, and changes are appended.

A killed process loses at most what happened since the last line. A file grows by a short line in
each half second in which anything happened; past its cap it is written anew, summed up.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import time
from collections.abc import Iterator
from typing import Any, TypeVar

from .events import FORMAT, KINDS, Event, Place, key_fields, own_fields

_CAP = 8 << 20  # bytes of a file, after which it is written anew
_SPANS = 4_000  # single happenings that are told with their time, for a timeline
_EVENTS = 20_000  # different events of one process
_FILE_CAP = 2 << 20  # bytes of a source file that is kept
E_ = TypeVar("E_", bound=Event)


def put(folder: str, name: str, content: bytes) -> bool:
    """Keep bytes under the name that their hash gives them; whether they are there now."""
    target = os.path.join(folder, name)
    if os.path.exists(target):
        return True
    partial = f"{target}.{os.getpid()}.{threading.get_ident()}"
    try:
        with open(partial, "wb") as file:
            file.write(content)
        os.replace(partial, target)
    except OSError:
        return False
    return True


class Log:
    """Writes one process's file. All methods may be called by any thread.

    Args:
        folder: of the run.
        contents: where texts of source files are kept by their hash.
        about: what else the first line is to hold.
    """

    def __init__(self, folder: str, contents: str, about: dict[str, Any]) -> None:
        self.started = time.perf_counter()
        self.contents = contents
        self.dropped = 0
        self.path = self._new_path(folder)
        self._head = {"is": "process", "format": FORMAT, "pid": os.getpid(), **about}
        self._lock = threading.RLock()
        self._places: dict[Place, int] = {}
        self._events: dict[tuple[Any, ...], int] = {}
        self._all: list[Event] = []
        self._told: list[tuple[int, float, int]] = []  # what the file has of each event
        self._changed: set[int] = set()  # events whose own fields were set
        self._facts: list[dict[str, Any]] = []  # further lines: jax, files, notes
        self._written = 0  # how many facts are in the file
        self._spans: list[str] = []
        self._span_count = 0
        self._broken = False
        self._size = 0
        self._append(json.dumps(self._head) + "\n")

    @staticmethod
    def _new_path(folder: str) -> str:
        """A name for the file; a process number that comes again gets another one."""
        for turn in range(10_000):
            path = os.path.join(folder, f"{os.getpid()}-{turn}.jsonl")
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
                return path
            except FileExistsError:
                continue
            except OSError:
                break
        return os.path.join(folder, f"{os.getpid()}.jsonl")

    def now(self) -> float:
        """Seconds since the log began."""
        return time.perf_counter() - self.started

    def event(
        self, kind: type[E_], place: Place, chain: tuple[Place, ...] = (), **given: Any
    ) -> tuple[int, E_]:
        """The event of a kind with these key fields, new or known, and its number.

        What is no key field is given to a new one only. Past the cap, events of one kind share one
        without place.
        """
        found = (kind.kind, place, chain, *(given.get(name) for name in key_fields(kind)))
        with self._lock:
            number = self._events.get(found)
            if number is None:
                if len(self._all) >= _EVENTS:
                    self.dropped += 1
                    place, chain, given = Place("", 0, ""), (), {}
                    found = (kind.kind, place)
                    number = self._events.get(found)
                if number is None:
                    number = len(self._all)
                    event = kind(place=place, chain=chain, first=self.now(), **given)
                    self._events[found] = number
                    self._all.append(event)
            return number, self._all[number]  # type: ignore[return-value]

    def add(self, number: int, count: int = 1, seconds: float = 0.0, amount: int = 0) -> None:
        """Something happened once more; `amount` are bytes."""
        event = self._all[number]
        event.count += count
        event.seconds += seconds
        event.bytes += amount
        event.last = time.perf_counter() - self.started

    def set(self, number: int, **values: Any) -> None:
        """Fields of an event that are no keys have these values now."""
        with self._lock:
            event = self._all[number]
            for name, value in values.items():
                setattr(event, name, value)
            self._changed.add(number)

    def touch(self, number: int) -> None:
        """Fields of an event that are no keys have changed; at once, whoever writes."""
        self._changed.add(number)

    def span(self, number: int, start: float, seconds: float) -> None:
        """One single happening for the timeline; `start` by `time.perf_counter`."""
        with self._lock:
            if self._span_count < _SPANS:
                self._span_count += 1
                span = {"is": "span", "id": number, "t": round(start - self.started, 6)}
                self._spans.append(json.dumps(span | {"seconds": round(seconds, 6)}) + "\n")

    def say(self, kind: str, **values: Any) -> None:
        """A line of another kind: what JAX is, what a file held, what could not be watched."""
        with self._lock:
            fact = {"is": kind, **values}
            if fact not in self._facts:
                self._facts.append(fact)

    def facts(self) -> list[dict[str, Any]]:
        """What has been said."""
        with self._lock:
            return [dict(fact) for fact in self._facts]

    def file(self, path: str, source: bytes) -> None:
        """A file of the user's was loaded, with this text, which is kept by its hash."""
        digest = hashlib.sha256(source).hexdigest()
        kept = len(source) <= _FILE_CAP and put(self.contents, digest, source)
        self.say("file", path=path, content=digest, kept=kept)

    def flush(self) -> None:
        """Append what changed since the last time."""
        with self._lock:
            if self._broken:
                return
            lines = list(self._lines())
            if lines:
                self._append("".join(lines))
            if self._size > _CAP:
                self._rewrite()

    def end(self, **values: Any) -> None:
        """The process ends as it should; without this line it was cut."""
        with self._lock:
            if self.dropped:
                self.say("note", text=f"{self.dropped} further events have no place of their own")
            self.say("end", t=round(self.now(), 6), **values)
        self.flush()

    def _lines(self) -> Iterator[str]:
        fresh = range(len(self._told), len(self._all))
        places: list[str] = []
        changed = sorted(self._changed.copy())
        self._changed.difference_update(changed)
        events = [self._event_line(number, places) for number in fresh]
        more = [
            json.dumps({"is": "more", "id": number} | self._own(self._all[number], places)) + "\n"
            for number in changed
            if number < len(self._told)
        ]
        yield from (json.dumps(fact) + "\n" for fact in self._facts[self._written :])
        self._written = len(self._facts)
        yield from places
        yield from events
        yield from more
        self._told += [(0, 0.0, 0)] * len(fresh)
        added = []
        for number, event in enumerate(self._all):
            count, seconds, amount = told = self._told[number]
            now = (event.count, event.seconds, event.bytes)
            if now != told:
                added.append([number, now[0] - count, round(now[1] - seconds, 7), now[2] - amount])
                self._told[number] = now
        if added:
            yield json.dumps({"is": "tick", "t": round(self.now(), 4), "add": added}) + "\n"
        yield from self._spans
        self._spans = []

    def _event_line(self, number: int, places: list[str]) -> str:
        event = self._all[number]
        line = {
            "is": "event",
            "id": number,
            "kind": event.kind,
            "t": round(event.first, 4),
            "place": self._place(event.place, places),
            "chain": [self._place(place, places) for place in event.chain],
        }
        return json.dumps(line | self._own(event, places)) + "\n"

    def _own(self, event: Event, places: list[str]) -> dict[str, Any]:
        """The fields of a kind's own; a place stands by its number."""
        out: dict[str, Any] = {}
        for name in own_fields(KINDS[event.kind]):
            value = getattr(event, name)
            out[name] = self._place(value, places) if isinstance(value, Place) else value
        return out

    def _place(self, place: Place, lines: list[str]) -> int:
        number = self._places.get(place)
        if number is None:
            number = self._places[place] = len(self._places)
            lines.append(json.dumps({"is": "place", "id": number, **place._asdict()}) + "\n")
        return number

    def _append(self, text: str) -> None:
        """Add lines in one write; a full disk ends the log and never the program."""
        try:
            handle = os.open(self.path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                data = text.encode("utf-8", "surrogatepass")
                while data:
                    data = data[os.write(handle, data) :]
                self._size = os.fstat(handle).st_size
            finally:
                os.close(handle)
        except OSError:
            self._broken = True

    def _rewrite(self) -> None:
        """Write all anew, summed up, beside the file, and put it in its place."""
        path = self.path
        self._told, self._places, self._written = [], {}, 0
        self.path = f"{path}.{os.getpid()}"
        self._append(json.dumps(self._head) + "\n" + "".join(self._lines()))
        try:
            if self._broken:  # the disk is full: what was written before stays
                os.unlink(self.path)
            else:
                os.replace(self.path, path)
        except OSError:
            self._broken = True
        self.path = path
