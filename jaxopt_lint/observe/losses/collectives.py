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
