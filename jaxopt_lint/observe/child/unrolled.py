"""Equations that repeat in a program, and the loops of Python in traced code that gave them."""

from __future__ import annotations

from typing import Any

from . import looping
from .events import Place, Repeated
from .state import here

_REPEATED = 4  # equal equations of one stack from which they are told

Stack = tuple[Place, tuple[Place, ...]]


def repeated(stacks: Any, where: dict[Any, Stack], name: str, total: int) -> None:
    """Tell the lines that gave many equal equations to a program.

    Args:
        stacks: how often each kind of equation stands in it, by frames, primitive and types.
        where: the place of each, with its callers.
        name: of the function whose program it is.
        total: equations of the program.
    """
    lines: dict[Stack, list[tuple[int, str]]] = {}
    loops: dict[Stack, tuple[int, Place | None]] = {}
    for found, times in stacks.items():
        if times >= _REPEATED:
            at = where[found]
            lines.setdefault(at, []).append((times, found[1]))
            if at not in loops:
                loops[at] = _longest((at[0], *at[1]))
    for (place, chain), equal in lines.items():
        times, primitive = max(equal)
        rounds, loop = loops[place, chain]
        number, event = here.log.event(Repeated, place, chain, function=name)
        here.log.add(number, sum(one for one, _ in equal) - event.count)
        here.log.set(
            number, primitive=primitive, times=times, equations=total, loop=loop, rounds=rounds
        )


def _longest(stack: tuple[Place, ...]) -> tuple[int, Place | None]:
    """The loop around any of these places that went round most often while something was traced:
    how often, and its line. Of loops in each other in one function, the outermost with all rounds.
    """
    found: list[tuple[int, Place]] = []
    for one in stack:
        whole = 1
        for line in loops_at(one):
            rounds = looping.rounds(one.file, line)
            found.append((rounds, one._replace(line=line)))
            whole *= max(1, rounds)
            if rounds > 1 and whole > rounds:
                found.append((whole, one._replace(line=line)))
    rounds, loop = max(found, key=lambda pair: pair[0], default=(0, None))
    return rounds, loop if rounds else None


def loop_around(place: Place, chain: tuple[Place, ...]) -> int:
    """Line of the loop around the innermost of these places that stands in one."""
    return next((line for one in (place, *chain) for line in loops_at(one)), 0)


def loops_at(place: Place) -> list[int]:
    """Lines of the loops around a place, within its function, the innermost first."""
    out: list[int] = []
    line = next((int(site.loop) for site in _by_line(place.file, place.line) if site.loop), 0)
    while line and line not in out:
        out.append(line)
        loops = (site for site in _by_line(place.file, line) if site.what in _LOOPS)
        line = next((int(site.loop) for site in loops if site.loop != line), 0)
    return out


def function_at(file: str, line: int) -> str:
    """The qualified name of the function that a line is in, if a probe stands there."""
    return next((str(site.function) for site in _by_line(file, line)), "")


_LOOPS = ("loop", "comprehension")
_lines: dict[tuple[str, int], list[Any]] = {}
_indexed = [0]


def _by_line(file: str, line: int) -> list[Any]:
    if _indexed[0] != len(here.sites):
        _lines.clear()
        for site in list(here.sites.values()):
            _lines.setdefault((site.file, site.line), []).append(site)
        _indexed[0] = len(here.sites)
    return _lines.get((file, line), [])
