"""What the devices of a compiled program send each other, by the lines that made it so.

Sharding is resolved when XLA compiles: the operations stand in the compiled HLO alone, each with
the line of the equation that it serves, or without one. In a loop they run once in each round.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from .events import Collective, Place
from .jaxprs import inner, nbytes, plain, stack, user_frames
from .state import here
from .unrolled import function_at

_KINDS = "all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute"
_OPERATION = re.compile(rf" = (.*?) ({_KINDS})(?:-start)?\(")
_TYPE = re.compile(r"\b[a-z]+(\d+)\w*\[([\d,]*)\]")
_COMPUTATION = re.compile(r"^(ENTRY )?%?([\w.\-]+) .*\{$")
_CALLED = re.compile(r"(?:body|calls|to_apply|true_computation|false_computation)=%?([\w.\-]+)")
_BRANCHES = re.compile(r"branch_computations=\{([^}]*)\}")
_TRIPS = re.compile(r'"known_trip_count":\{"n":"(\d+)"')
_SOURCE = re.compile(r'source_file="([^"]*)".*?source_line=(\d+)')
_FRAME = re.compile(r"stack_frame_id=(\d+)")
_NAME = re.compile(r'op_name="([^"]*)"')
_ROW = re.compile(r"^(\d+) (.*)$")
_NUMBER = re.compile(r"(\w+)=(\d+)")
# What code asks for by its name; the last part of the name of an operation.
_BY_NAME = (
    "psum", "psum_invariant", "pmax", "pmin", "all_gather", "all_gather_invariant", "all_to_all",
    "ppermute", "pshuffle", "psum_scatter", "reduce_scatter", "ragged_all_to_all",
)  # fmt: skip
_DEEPEST = 40  # computations that call each other


@dataclass
class _Moved:
    """Operations of one kind that one line led to.

    Attributes:
        count: in one run of the program; each round of a loop counts.
        bytes: of their results on one device, of all of them; `largest` of one.
    """

    count: int = 0
    bytes: int = 0
    largest: int = 0
    rounds: int = 0


@dataclass
class _Computation:
    collectives: list[str] = field(default_factory=list)  # lines
    calls: list[tuple[str, int, str]] = field(default_factory=list)  # callee, rounds, line


class _Module:
    """The text of one compiled module."""

    def __init__(self, text: str) -> None:
        self.computations: dict[str, _Computation] = {}
        self.entry = ""
        self.tables: dict[str, dict[int, str]] = {}
        current: _Computation | None = None
        table: dict[int, str] = {}
        for line in text.splitlines():
            begins = _COMPUTATION.match(line)
            row = _ROW.match(line)
            if begins:
                current = self.computations[begins[2]] = _Computation()
                self.entry = begins[2] if begins[1] else self.entry
            elif current is None and row:
                table[int(row[1])] = row[2]
            elif current is None:
                table = self.tables.setdefault(line.strip(), {})
            elif _OPERATION.search(line):
                current.collectives.append(line)
            else:
                trips = _TRIPS.search(line)
                for callee in _callees(line):
                    current.calls.append((callee, int(trips[1]) if trips else 1, line))

    def operations(self) -> Iterator[tuple[str, int, list[str]]]:
        """The lines of collectives, each with how often it runs, and the lines of the loops and
        calls around it, the innermost first."""
        yield from self._of(self.entry, 1, [])

    def _of(self, name: str, times: int, around: list[str]) -> Iterator[tuple[str, int, list[str]]]:
        found = self.computations.get(name)
        if found is None or len(around) > _DEEPEST:
            return
        for line in found.collectives:
            yield line, times, around
        for callee, rounds, line in found.calls:
            yield from self._of(callee, times * rounds, [line, *around])

    def place(self, line: str) -> Place | None:
        """The innermost of the user's lines that an operation comes of."""
        source = _SOURCE.search(line)
        if source:
            file = here.files.get(source[1])
            number = int(source[2])
            return Place(file, number, function_at(file, number)) if file else None
        frame = _FRAME.search(line)
        number = int(frame[1]) if frame else 0
        for _ in range(_DEEPEST):
            entry = _numbers(self.tables.get("StackFrames", {}).get(number, ""))
            at = _numbers(
                self.tables.get("FileLocations", {}).get(entry.get("file_location_id", 0), "")
            )
            name = self.tables.get("FileNames", {}).get(at.get("file_name_id", 0), "").strip('"')
            if name in here.files and "line" in at:
                functions = self.tables.get("FunctionNames", {})
                function = functions.get(at.get("function_name_id", 0), "").strip('"')
                return Place(here.files[name], at["line"], function)
            number = entry.get("parent_frame_id", 1) - 1  # which is written down one higher
            if number <= 0:
                break
        return None


def _numbers(text: str) -> dict[str, int]:
    return {name: int(number) for name, number in _NUMBER.findall(text)}


def _callees(line: str) -> list[str]:
    branches = _BRANCHES.search(line)
    more = [one.strip().lstrip("%") for one in branches[1].split(",")] if branches else []
    return _CALLED.findall(line) + more


def compiled(
    executable: Any, jaxpr: Any, name: str, place: Place, chain: tuple[Place, ...]
) -> None:
    """A program of several devices was made: tell what they send each other.

    Args:
        jaxpr: of the program, if it is known.
    """
    if executable is None or here.jax.device_count() < 2:
        return
    moved: dict[tuple[str, bool, Place], _Moved] = {}
    asked = _constraints(jaxpr) if jaxpr is not None else {}
    for text in executable.hlo_modules():
        module = _Module(text.to_string())
        for line, times, around in module.operations():
            kind, operation = _OPERATION.findall(line)[0]
            size = _size(kind)
            by_name = _by_name(line)
            found = None if by_name else _asked(asked, size, times > 1)
            lines = (module.place(one) for one in (line, *around))
            at = found or next((one for one in lines if one), place)
            one = moved.setdefault((operation, by_name, at), _Moved())
            one.count += times
            one.bytes += size * times
            one.largest = max(one.largest, size)
            one.rounds = max(one.rounds, times)
    for (operation, by_name, at), one in moved.items():
        callers = chain if at == place else (place, *chain)
        number, event = here.log.event(
            Collective, at, callers, function=name, operation=operation, by_name=by_name
        )
        here.log.add(number, one.count - event.count, amount=one.bytes - event.bytes)
        here.log.set(number, rounds=one.rounds)


def _by_name(line: str) -> bool:
    named = _NAME.search(line)
    return bool(named) and named[1].rpartition("/")[2] in _BY_NAME  # type: ignore[index]


def _constraints(jaxpr: Any) -> dict[tuple[int, bool], Place]:
    """The lines that say where arrays are to lie, by the bytes of these arrays, and whether that
    is in a loop."""
    out: dict[tuple[int, bool], Place] = {}
    pending = [(plain(jaxpr), False)]
    while pending:
        one, looped = pending.pop()
        for equation in one.eqns:
            around = looped or equation.primitive.name in ("scan", "while")
            pending += [(body, around) for body in inner(equation)]
            if equation.primitive.name in ("sharding_constraint", "reshard"):
                frames = user_frames(equation)
                if frames:
                    size = sum(map(nbytes, equation.outvars))
                    out.setdefault((size, looped), stack(frames)[0])
    return out


def _asked(constraints: dict[tuple[int, bool], Place], size: int, looped: bool) -> Place | None:
    """The line that wants arrays elsewhere of which each device gets so many bytes, or all."""
    whole = size * int(here.jax.device_count())
    return constraints.get((size, looped)) or constraints.get((whole, looped))


def _size(kind: str) -> int:
    total = 0
    for bits, dimensions in _TYPE.findall(kind):
        size = max(1, int(bits) // 8)
        for one in filter(None, dimensions.split(",")):
            size *= int(one)
        total += size
    return total
