"""Bytes that go to the device though they are there already, or were a moment ago."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Dispatch, Transfer
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, costliest, line_of

_LEAST = 1 << 20  # bytes
_STEPS = 64  # calls in a loop, from which what they are given is a habit
_FEW = 7  # round trips that are no pattern


def transfers(stream: Stream, tally: Tally) -> None:
    """Tell the arrays that are moved anew; what is moved for the first time is a cost."""
    found: dict[object, list[Transfer]] = defaultdict(list)
    for event in stream.of(Transfer):
        found[line_of(event.place), event.direction, event.via].append(event)
    for events in found.values():
        moved = sum(event.bytes for event in events)
        again = sum(event.again_bytes for event in events)
        times = sum(event.again for event in events)
        worst = costliest(events)
        way = "to the device" if worst.direction == "to_device" else "to the host"
        if moved - again >= _LEAST and not _fed(stream, worst, moved - again, tally):
            tally.costs.append(
                Cost(
                    worst.place,
                    f"moved {way} by `{worst.via}`",
                    bytes=moved - again,
                    count=sum(event.count for event in events) - times,
                )
            )
        if worst.direction != "to_device":
            continue
        if again >= _LEAST:
            tally.losses.append(
                Loss(
                    "moved-again",
                    Group.MEMORY,
                    worst.place,
                    f"the same array of the host ({worst.shape}) went to the device again by "
                    f"`{worst.via}`, {amounts.times(times)}, {amounts.amount(again)}",
                    "put it on the device once, before the loop, with `jax.device_put`",
                    "JOL406",
                    "put-before-loop",
                    bytes=again,
                    count=times,
                    chain=worst.chain,
                )
            )
        _back(events, worst, tally)


def _fed(stream: Stream, event: Transfer, moved: int, tally: Tally) -> bool:
    """Tell arrays of the host that each call of a compiled step in a loop moves first."""
    steps = [
        one
        for one in stream.on(Dispatch, event.place)
        if one.how == "jitted" and one.operation == event.via and one.loop and one.count >= _STEPS
    ]
    if event.direction != "to_device" or not steps:
        return False
    calls = steps[0].count
    tally.losses.append(
        Loss(
            "handed-over",
            Group.MEMORY,
            event.place,
            f"each call of `{event.via}` in the loop at line {steps[0].loop} gets arrays of the "
            f"host ({event.shape}) and moves them before it begins: {amounts.amount(moved)} in "
            f"{amounts.times(calls)}",
            "put the next ones on the device, with `jax.device_put`, while a step is at work; or "
            "all of them before the loop, where they fit",
            "",
            "",
            bytes=moved,
            count=calls,
            chain=event.chain,
            minor=True,
        )
    )
    return True


def _back(events: list[Transfer], worst: Transfer, tally: Tally) -> None:
    moved = sum(event.back_bytes for event in events)
    times = sum(event.back for event in events)
    if moved < _LEAST or times <= _FEW:
        return
    tally.losses.append(
        Loss(
            "moved-back",
            Group.MEMORY,
            worst.place,
            f"`{worst.via}` was handed what had been fetched from the device ({worst.shape}), "
            f"{amounts.times(times)}, {amounts.amount(moved)} each way",
            "leave it on the device, and fetch only what the host reads",
            "JOL405",
            bytes=2 * moved,
            count=times,
            chain=worst.chain,
        )
    )
