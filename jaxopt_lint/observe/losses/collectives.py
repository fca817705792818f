"""What the devices of a sharded program send each other."""

from __future__ import annotations

from jaxopt_lint.observe.child.events import Collective, Dispatch
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream

_LEAST = 1 << 20  # bytes of one run of the program
_OWED = ("all-reduce", "reduce-scatter")  # sums over devices, which no placement makes up for


def collectives(stream: Stream, tally: Tally) -> None:
    """Tell arrays that are gathered or moved as they lie elsewhere than where they are used."""
    calls = {event.operation: event.count for event in stream.of(Dispatch) if event.how == "jitted"}
    for event in stream.of(Collective):
        if event.bytes < _LEAST:
            continue
        runs = calls.get(event.function, 1)
        if event.rounds:
            tally.losses.append(_in_rounds(event))
            continue
        size = amounts.amount(event.bytes)
        operations = amounts.counted(event.count, f"`{event.operation}`", f"`{event.operation}`")
        if event.operation in _OWED:
            what = f"{operations} in each run of `{event.function}`"
            tally.costs.append(Cost(event.place, what, bytes=event.bytes, count=runs))
            continue
        tally.losses.append(
            Loss(
                "gathered",
                Group.MEMORY,
                event.place,
                f"each run of `{event.function}` moves {size} between devices by {operations}, as "
                "arrays lie elsewhere than where they are used"
                + (f"; it ran {amounts.times(runs)}" if runs > 1 else ""),
                "give arguments and results the sharding in which they are used: `in_shardings`, "
                "`out_shardings`, `jax.lax.with_sharding_constraint`",
                bytes=event.bytes,
                count=max(1, event.count),
                chain=event.chain,
            )
        )


def _in_rounds(event: Collective) -> Loss:
    """Sums over devices that a loop only adds up."""
    return Loss(
        "summed-in-loop",
        Group.MEMORY,
        event.place,
        f"`{event.function}` sums over the devices in each of {event.rounds:,} rounds of a loop, "
        f"which only adds up what comes: {amounts.amount(event.bytes)} in each run",
        "add up on each device, and sum over the devices once, behind the loop",
        bytes=event.bytes - event.bytes // event.rounds,
        count=event.count,
        chain=event.chain,
    )
