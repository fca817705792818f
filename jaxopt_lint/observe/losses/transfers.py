"""Bytes that go to the device again though they are there already."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Transfer
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, costliest, line_of

_LEAST = 1 << 20  # bytes


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
        if moved - again >= _LEAST:
            tally.costs.append(
                Cost(
                    worst.place,
                    f"moved {way} by `{worst.via}`",
                    bytes=moved - again,
                    count=sum(event.count for event in events) - times,
                )
            )
        if again < _LEAST or worst.direction != "to_device":
            continue
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
