"""What a program holds: equations that repeat, constants it captured, promotions, collectives."""

from __future__ import annotations

import collections
import re
from collections.abc import Iterator
from typing import Any

from .events import Captured, Collective, Place, Promotion, Repeated
from .state import DEPTH, here, typed

_EQUATIONS = 200_000  # of a program that are looked at
_REPEATED = 4  # equal equations of one stack from which they are told
_LEAST = 1_024  # bytes of constants that are told
_COLLECTIVE = re.compile(
    r"= (.*?) (all-reduce|all-gather|reduce-scatter|all-to-all|collective-permute)(?:-start)?\("
)
_TYPE = re.compile(r"\b([a-z]+)(\d+)\[([\d,]*)\]")
_WIDTH = {"float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}


def lowered(
    jaxpr: Any, name: str, defined: Place | None, place: Place, chain: tuple[Place, ...]
) -> None:
    """A program is being made, at a place of the user's."""
    _captured(jaxpr.consts, name, defined, place, chain)
    stacks: collections.Counter[Any] = collections.Counter()
    where: dict[Any, tuple[Place, tuple[Place, ...]]] = {}
    total = 0
    for equation in _equations(jaxpr.jaxpr):
        total += 1
        if total > _EQUATIONS:
            break
        frames = here.adapter.frames(equation)
        if not any(code.co_filename in here.files for code, _ in frames):
            continue
        stack = (
            tuple((id(code), offset) for code, offset in frames),
            equation.primitive.name,
            tuple(str(one.aval) for one in equation.outvars),
        )
        stacks[stack] += 1
        if stack not in where:
            where[stack] = _places(frames)
            _promoted(equation, name, *where[stack])
    _repeated(stacks, where, name, total)


def _repeated(stacks: Any, where: Any, name: str, total: int) -> None:
    lines: dict[Any, list[tuple[int, str]]] = {}
    for stack, times in stacks.items():
        if times >= _REPEATED:
            lines.setdefault(where[stack], []).append((times, stack[1]))
    for (place, chain), found in lines.items():
        times, primitive = max(found)
        number, event = here.log.event(Repeated, place, chain, function=name)
        here.log.add(number, sum(one for one, _ in found) - event.count)
        here.log.set(
            number, primitive=primitive, times=times, equations=total, loop=_loop(place, chain)
        )


def _loop(place: Place, chain: tuple[Place, ...]) -> int:
    """Line of the loop around the innermost of these places that stands in one."""
    for one in (place, *chain):
        for site in _by_line(one.file, one.line):
            if site.loop:
                return int(site.loop)
    return 0


_lines: dict[tuple[str, int], list[Any]] = {}
_indexed = [0]


def _by_line(file: str, line: int) -> list[Any]:
    if _indexed[0] != len(here.sites):
        _lines.clear()
        for site in list(here.sites.values()):
            _lines.setdefault((site.file, site.line), []).append(site)
        _indexed[0] = len(here.sites)
    return _lines.get((file, line), [])


def _captured(
    constants: list[Any],
    name: str,
    defined: Place | None,
    place: Place,
    chain: tuple[Place, ...],
) -> None:
    """Tell the constants of a program, if they are large."""
    found = [one for one in constants if hasattr(one, "nbytes")]
    amount = sum(int(one.nbytes) for one in found)
    if amount < _LEAST:
        return
    found.sort(key=lambda one: -int(one.nbytes))
    number, event = here.log.event(Captured, place, chain, function=name)
    here.log.add(number, amount=max(0, amount - event.bytes))
    shapes = [typed(one) for one in found[:8]]
    here.log.set(number, shapes=shapes, defined=defined)


def _promoted(equation: Any, name: str, place: Place, chain: tuple[Place, ...]) -> None:
    if equation.primitive.name != "convert_element_type" or not equation.invars:
        return
    before, after = equation.invars[0].aval, equation.outvars[0].aval
    old, new = str(before.dtype), str(after.dtype)
    if _WIDTH.get(new, 0) > _WIDTH.get(old, 99) and before.size > 1:
        number, _ = here.log.event(
            Promotion, place, chain, before=old, after=new, silent=False, function=name
        )
        here.log.add(number, amount=int(after.size) * _WIDTH[new])


def compiled(executable: Any, name: str, place: Place, chain: tuple[Place, ...]) -> None:
    """A program of several devices was made: what they send each other."""
    if executable is None or here.jax.device_count() < 2:
        return
    counts: dict[str, list[int]] = {}
    for module in executable.hlo_modules():
        for kind, operation in _COLLECTIVE.findall(module.to_string()):
            entry = counts.setdefault(operation, [0, 0])
            entry[0] += 1
            entry[1] += _size(kind)
    for operation, (times, amount) in counts.items():
        number, event = here.log.event(Collective, place, chain, function=name, operation=operation)
        here.log.add(number, times - event.count, amount=amount - event.bytes)


def _size(kind: str) -> int:
    total = 0
    for _, bits, dimensions in _TYPE.findall(kind):
        size = max(1, int(bits) // 8)
        for one in filter(None, dimensions.split(",")):
            size *= int(one)
        total += size
    return total


def _equations(jaxpr: Any) -> Iterator[Any]:
    """All equations of a program, those of inner programs once each."""
    seen: set[int] = set()
    pending = [jaxpr]
    while pending:
        one = pending.pop()
        one = getattr(one, "jaxpr", one)
        if id(one) in seen or not hasattr(one, "eqns"):
            continue
        seen.add(id(one))
        for equation in one.eqns:
            yield equation
            for value in equation.params.values():
                inner = value if isinstance(value, (tuple, list)) else (value,)
                pending += [
                    part for part in inner if hasattr(part, "eqns") or hasattr(part, "jaxpr")
                ]


def _places(frames: list[tuple[Any, int]]) -> tuple[Place, tuple[Place, ...]]:
    out = [
        Place(here.files[code.co_filename], _line(code, offset), code.co_qualname)
        for code, offset in frames
        if code.co_filename in here.files
    ]
    return out[0], tuple(out[1 : DEPTH + 1])


def _line(code: Any, offset: int) -> int:
    for start, end, line in code.co_lines():
        if start <= offset < end:
            return int(line or code.co_firstlineno)
    return int(code.co_firstlineno)
