"""Loops of Python that compute element by element on the host, while the device has nothing to do.

What is told here goes round so often, and takes so little time each, that Python is the work, and
no part of it has to do with JAX. What comes before the program first uses JAX is not counted.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator

from jaxopt_lint.observe.child.events import (
    Called,
    Compile,
    Dispatch,
    Event,
    Loop,
    Place,
    Share,
    Trace,
    Transfer,
    Wait,
)
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, holds, line_of

_ROUNDS = 10_000  # in all, below which a loop may well stand as it is
_ROUND = 50e-6  # seconds, above which a round has work that is no single element's
_SHARE = 0.05  # of the rest of the run
_CALLED = 0.02  # the same of a line that calls others
_SPAN = 0.1  # of the run, from the first time that it was seen there to the last
_TIMES = 3  # that it is reached, from which it is no setting up
_LOOPS = (ast.For, ast.While)


def element_by_element(stream: Stream, tally: Tally) -> None:
    """Tell the innermost loops of that kind."""
    often = [loop for loop in stream.of(Loop) if loop.count - loop.traced >= _ROUNDS]
    nodes = [(loop, node) for loop in often if (node := _node(stream, loop)) is not None]
    shares = [one for one in stream.of(Share) if one.last > stream.startup]
    for loop, node in nodes:
        if any(other is not loop and _within(other, loop, node) for other, _ in nodes):
            continue
        if any(_within(event, loop, node) for event in _of_jax(stream)):
            continue
        seconds = sum(one.seconds for one in shares if _within(one, loop, node))
        if seconds > _ROUND * loop.count or seconds < _SHARE * stream.rest:
            continue
        tally.losses.append(
            Loss(
                "host-loop",
                Group.TIME,
                loop.place,
                f"this loop went round {amounts.times(loop.count)} in Python, "
                f"{amounts.seconds(seconds / loop.count)} each, and hands nothing to the device: "
                f"{amounts.seconds(seconds)}",
                "do it on whole arrays, by NumPy or in a compiled function",
                seconds=seconds,
                count=loop.count,
                chain=loop.chain,
            )
        )


def calls_of_others(stream: Stream, tally: Tally) -> None:
    """Tell lines that come again and again and call what has nothing to do with JAX."""
    spent: dict[tuple[str, int], float] = defaultdict(float)
    places: dict[tuple[str, int], Share] = {}
    begun: dict[tuple[str, int], float] = {}
    ended: dict[tuple[str, int], float] = {}
    for one in stream.of(Share):
        if one.place.file and one.last > stream.startup:
            spent[line_of(one.place)] += one.seconds
            places.setdefault(line_of(one.place), one)
            begun[line_of(one.place)] = min(one.first, begun.get(line_of(one.place), one.first))
            ended[line_of(one.place)] = max(one.last, ended.get(line_of(one.place), one.last))
    traced = {
        (event.place.file, event.place.function) for event in stream.of(Called) if event.traced
    }
    known = {line_of(place) for loss in tally.losses for place in (loss.place, *loss.also)}
    of_jax = {line_of(event.place) for event in _of_jax(stream)}
    loops: list[tuple[Loop, ast.stmt | None]] | None = None
    for line, seconds in spent.items():
        share = places[line]
        if seconds < _CALLED * stream.rest or line in known or line in of_jax:
            continue
        if (share.place.file, share.place.function) in traced:
            continue  # what it calls is traced, and its time that of a trace
        if ended[line] - begun[line] < _SPAN * (stream.elapsed - stream.startup):
            continue  # setting up, in rounds
        names = _called(stream, share.place)
        if not names:
            continue
        if loops is None:
            loops = [(loop, _node(stream, loop)) for loop in stream.of(Loop)]
        times = _times(stream, share.place, loops)
        if times < _TIMES:
            continue
        tally.losses.append(
            Loss(
                "host-call",
                Group.TIME,
                share.place,
                f"the program stood here for {amounts.seconds(seconds)}, in "
                f"{', '.join(f'`{name}`' for name in names[:3])}, which handed nothing to the "
                f"device; the line was reached {amounts.times(times)} or more",
                "where the next step does not need it, do it in a thread beside the steps, or less "
                "often",
                seconds=seconds,
                count=times,
                chain=share.chain,
                minor=True,
            )
        )


def _called(stream: Stream, place: Place) -> list[str]:
    """What a line calls, as it is written."""
    return [
        ast.unparse(node.func)
        for node in ast.walk(stream.tree(place.file) or ast.Module([], []))
        if isinstance(node, ast.Call)
        and node.lineno == place.line
        and isinstance(node.func, (ast.Name, ast.Attribute))
    ]


def _times(stream: Stream, place: Place, loops: list[tuple[Loop, ast.stmt | None]]) -> int:
    """How often a function was called, or the innermost loop around a line in it went round."""
    calls = sum(
        event.count
        for event in stream.of(Called)
        if (event.place.file, event.place.function) == (place.file, place.function)
    )
    rounds = [
        loop.count
        for loop, node in loops
        if loop.place.file == place.file and node is not None and holds(node, place.line)
    ]
    return max([calls, *rounds])


def _node(stream: Stream, loop: Loop) -> ast.stmt | None:
    for node in ast.walk(stream.tree(loop.place.file) or ast.Module([], [])):
        if isinstance(node, _LOOPS) and node.lineno == loop.place.line:
            return node
    return None


def _of_jax(stream: Stream) -> Iterator[Event]:
    for kind in (Dispatch, Wait, Transfer, Trace, Compile):
        yield from stream.of(kind)


def _within(event: Event, loop: Loop, node: ast.stmt) -> bool:
    """Whether something happened in a loop, or in what it calls."""
    return any(
        place.file == loop.place.file and holds(node, place.line)
        for place in (event.place, *event.chain)
    )
