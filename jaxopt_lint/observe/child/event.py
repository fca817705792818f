"""What all events of a run have in common: a place, a chain of callers, counts.

An event stands for all that happened at one place under one chain of callers, with counts, seconds
and bytes summed up. Its *key* fields tell it from others at the same place; what is no key may
change while the run goes on, and the last value stands.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple


class Place(NamedTuple):
    """A line of one of the user's own files.

    Attributes:
        file: posix path from the project's root.
        line: counts from 1.
        function: qualified name of the function around it, `<module>` at the top of a file.
        column: of the expression that is meant, in code points from 1; 0 where the line is meant.
    """

    file: str
    line: int
    function: str
    column: int = 0


NOWHERE = Place("", 0, "")  # no line of the user's files was on the stack


def key(**kwargs: Any) -> Any:
    """A field that tells an event from others of its kind at the same place."""
    return field(metadata={"key": True}, **kwargs)


@dataclass(slots=True, kw_only=True)
class Event:
    """What happened at one place under one chain of callers.

    Attributes:
        place: where, the innermost of the user's own lines.
        chain: the user's own lines that led there, nearest caller first.
        count: how often.
        seconds: wall time of all of them together; 0 for what has no length.
        bytes: what the kind says, of all of them together.
        first: seconds from the start of the process to the first of them.
        last: the same to the last of them.
        process: number of the process in its run.
    """

    kind: ClassVar[str] = ""
    place: Place = NOWHERE
    chain: tuple[Place, ...] = ()
    count: int = 0
    seconds: float = 0.0
    bytes: int = 0
    first: float = 0.0
    last: float = 0.0
    process: int = 0


_SUMMED = {"count", "seconds", "bytes", "first", "last", "place", "chain", "process"}


def own_fields(kind: type[Event]) -> tuple[str, ...]:
    """The fields that a kind has beyond those of every event."""
    return tuple(one.name for one in dataclasses.fields(kind) if one.name not in _SUMMED)


def key_fields(kind: type[Event]) -> tuple[str, ...]:
    """Those of them that tell its events from each other."""
    return tuple(one.name for one in dataclasses.fields(kind) if one.metadata.get("key"))


def own_types(kind: type[Event]) -> dict[str, str]:
    """The annotations of the fields that a kind has beyond those of every event."""
    return {one.name: str(one.type) for one in dataclasses.fields(kind) if one.name not in _SUMMED}
