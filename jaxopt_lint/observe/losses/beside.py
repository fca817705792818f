"""Small work that loops hand to the device beside their compiled steps.

Keys that are split there one by one, and operations on arrays of the host whose results go back to
the host, so that the device has no part in it.
"""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Dispatch, Transfer, Wait
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, also, line_of

_ROUNDS = 64  # of a loop, below which it is nothing to speak of
KEYS = ("jax.random.split", "jax.random.fold_in")
_MOST = 0.5  # of the results of a line, which the host fetched


def keys_beside(stream: Stream, tally: Tally) -> None:
    """Tell keys that are made in the loop of a compiled step, outside of it."""
    steps: dict[tuple[str, str, int], list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.how == "jitted" and event.loop:
            steps[event.place.file, event.place.function, event.loop].append(event)
    for event in stream.of(Dispatch):
        found = steps.get((event.place.file, event.place.function, event.loop), [])
        if event.operation not in KEYS or event.count < _ROUNDS or not found:
            continue
        step = max(found, key=lambda one: one.count)
        if 2 * step.count < event.count or not step.fed:
            continue  # of many small ones, or of a loop that carries nothing on
        seconds = max(event.seconds, stream.spent_at(event.place) - _compiling(stream, event))
        tally.losses.append(
            Loss(
                "keys-beside",
                Group.TIME,
                event.place,
                f"`{event.operation}` made keys {amounts.times(event.count)} in the loop at line "
                f"{event.loop}, each time by programs of its own beside `{step.operation}` (line "
                f"{step.place.line}); that took {amounts.seconds(seconds)}",
                f"hand the key to `{step.operation}`, split it there, and return the next one",
                "",
                "",
                seconds=seconds,
                count=event.count,
                chain=event.chain,
            )
        )


def _compiling(stream: Stream, event: Dispatch) -> float:
    return stream.compiling_at(event.place) + stream.waiting_at(event.place)


def fetches(stream: Stream, event: Dispatch) -> list[Wait]:
    """The lines that fetch what an operation made of arrays of the host, if nearly all of it."""
    if event.how != "eager" or event.count < _ROUNDS:
        return []
    given = any(
        one.direction == "to_device" and one.via == event.operation
        for one in stream.on(Transfer, event.place)
    )
    waits = [
        one
        for one in stream.of(Wait)
        if given and one.producer is not None and line_of(one.producer) == line_of(event.place)
    ]
    return waits if sum(one.count for one in waits) >= _MOST * event.count else []


def round_trips(stream: Stream, tally: Tally) -> None:
    """Tell operations whose arguments come from the host, and whose results go back there."""
    for event in stream.of(Dispatch):
        waits = fetches(stream, event)
        if not waits:
            continue
        name = f"`{event.operation}`"
        others = also(list(waits), event.place)  # type: ignore[arg-type]
        seconds = max(event.seconds, stream.spent_at(event.place) - _compiling(stream, event))
        tally.losses.append(
            Loss(
                "there-and-back",
                Group.TIME,
                event.place,
                f"{name} was handed arrays of the host {amounts.times(event.count)}, and the host "
                f"fetched what it gave; that took {amounts.seconds(seconds)}",
                "do it with NumPy, where the values are",
                "",
                "",
                seconds=seconds,
                count=event.count,
                chain=event.chain,
                also=others,
            )
        )
