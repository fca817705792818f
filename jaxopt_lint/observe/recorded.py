"""The calls that runs have recorded: whose they are, how many, what could not be kept, and why."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jaxopt_lint.observe.careful import Odd, content, counts, flag, listed, objects, text
from jaxopt_lint.observe.sealing import recorded_sizes
from jaxopt_lint.observe.store import Store


@dataclass(frozen=True)
class Call:
    """One call.

    Attributes:
        told: its arguments and its keyword arguments; `child/carried` says how.
        traced: whether it happened while JAX traced something around it.
    """

    told: list[Any]
    traced: bool


@dataclass(frozen=True)
class Lost:
    """A call that could not be kept.

    Attributes:
        why: what of it is no data.
        described: the kinds of its arguments.
    """

    why: str
    described: str

    @property
    def reason(self) -> str:
        """Both in words."""
        called = f"; it was called with ({self.described})" if self.described else ""
        return f"{self.why}{called}"


@dataclass
class Recorded:
    """What one run has recorded; functions go by "package.module:qualified.name".

    Attributes:
        functions: those whose calls would have been kept, in the order of their names.
        calls: of those that were called, in the order of the calls.
        lost: the last call of each function that could not be kept.
    """

    functions: list[str] = field(default_factory=list)
    calls: dict[str, list[Call]] = field(default_factory=dict)
    lost: dict[str, Lost] = field(default_factory=dict)

    @property
    def never_called(self) -> list[str]:
        """The functions that nobody called."""
        return [one for one in self.functions if one not in self.calls and one not in self.lost]

    @property
    def count(self) -> int:
        """How many calls are kept."""
        return sum(map(len, self.calls.values()))


def recorded(folder: Path, sizes: Mapping[str, int] | None = None) -> Recorded:
    """What the run in a folder has recorded; of several processes equal calls count once.

    Args:
        sizes: how many bytes of which files are read; None for all.
    """
    out = Recorded()
    known: set[tuple[str, str]] = set()
    functions: set[str] = set()
    for path in sorted(folder.glob("*.calls")):
        with contextlib.suppress(OSError):
            raw = content(path) if sizes is None else content(path)[: sizes.get(path.name, 0)]
            for line in objects(raw):
                with contextlib.suppress(Odd, KeyError, TypeError):
                    _take(line or {}, out, known, functions)
    out.functions = sorted(functions)
    return out


def _take(
    line: dict[str, Any], out: Recorded, known: set[tuple[str, str]], functions: set[str]
) -> None:
    name = text(line["name"])
    match line["is"]:
        case "call":
            counts(line["values"])
            call = Call(listed(line["call"]), flag(line["traced"]))
            kind = name, text(line["kind"])
            if kind not in known:
                known.add(kind)
                out.calls.setdefault(name, []).append(call)
        case "lost":
            out.lost[name] = Lost(text(line["why"]), text(line["described"]))
    functions.add(name)


def believed(store: Store) -> Iterator[tuple[str, Recorded]]:
    """The runs with recordings that this user made on this machine, the newest first."""
    for name in reversed(store.names()):
        sizes = recorded_sizes(store.runs / name)
        if sizes:
            yield name, recorded(store.runs / name, sizes)


def foreign(store: Store) -> bool:
    """Whether there are recordings that this user has not made on this machine."""
    return any(
        any((store.runs / name).glob("*.calls")) and recorded_sizes(store.runs / name) is None
        for name in store.names()
    )
