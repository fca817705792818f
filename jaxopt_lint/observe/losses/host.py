"""Loops of Python that compute element by element on the host, while the device has nothing to do.

What is told here goes round so often, and takes so little time each, that Python is the work, and
no part of it has to do with JAX. What comes before the program first uses JAX is not counted.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.observe.child.events import (
    Compile,
    Dispatch,
    Event,
    Loop,
    Share,
    Trace,
    Transfer,
    Wait,
)
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, holds

_ROUNDS = 10_000  # in all, below which a loop may well stand as it is
_ROUND = 50e-6  # seconds, above which a round has work that is no single element's
_SHARE = 0.05  # of the rest of the run
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
