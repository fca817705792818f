"""What the devices of a sharded program send each other."""

from __future__ import annotations

from collections import Counter

from jaxopt_lint.observe.child.events import Collective, Dispatch
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream

_LEAST = 1 << 20  # bytes in all runs of a program
_OWED = ("all-reduce", "reduce-scatter")  # sums over devices, which no placement makes up for


def collectives(stream: Stream, tally: Tally) -> None:
    """Tell arrays that are gathered or moved as they lie elsewhere than where they are used."""
    calls: Counter[str] = Counter()
    for call in stream.of(Dispatch):
        calls[call.operation] += call.count if call.how == "jitted" else 0
    for event in stream.of(Collective):
        runs = max(1, calls[event.function])
        if runs * event.bytes < _LEAST:
            continue
        if event.operation in _SUMS:
            tally.losses.append(_SUMS[event.operation](event, runs))
            continue
        size = amounts.amount(event.bytes)
        operations = amounts.counted(event.count, f"`{event.operation}`", f"`{event.operation}`")
        if event.by_name or event.operation in _OWED:
            what = f"{operations} in each run of `{event.function}`"
            tally.costs.append(Cost(event.place, what, bytes=event.bytes, count=runs))
            continue
        tally.losses.append(
            Loss(
                "gathered",
                Group.MEMORY,
                event.place,
                f"each run of `{event.function}` moves {size} between devices by {operations}"
                + (" in the rounds of a loop" if event.rounds > 1 else "")
                + ", as arrays lie elsewhere than where they are used"
                + (f"; it ran {amounts.times(runs)}" if runs > 1 else ""),
                "give arguments and results the sharding in which they are used: `in_shardings`, "
                "`out_shardings`, `jax.lax.with_sharding_constraint`",
                bytes=runs * event.bytes,
                count=max(1, event.count),
                chain=event.chain,
            )
        )


def _in_rounds(event: Collective, runs: int) -> Loss:
    """Sums over devices that a loop only adds up."""
    return Loss(
        "summed-in-loop",
        Group.MEMORY,
        event.place,
        f"`{event.function}` sums over the devices in each of {event.rounds:,} rounds of a loop, "
        f"which only adds up what comes: {amounts.amount(event.bytes)} in each run",
        "add up on each device, and sum over the devices once, behind the loop",
        bytes=runs * (event.bytes - event.bytes // event.rounds),
        count=event.count,
        chain=event.chain,
    )


def _to_be_reduced(event: Collective, runs: int) -> Loss:
    """Arrays of all devices that each device gets only to reduce them."""
    loops = f" in {event.rounds:,} rounds of a loop" if event.rounds > 1 else ""
    return Loss(
        "gathered",
        Group.MEMORY,
        event.place,
        f"`{event.function}` gathers the arrays of all devices on each device{loops} only to "
        f"reduce them: {amounts.amount(event.bytes)} in each run",
        "reduce on each device, and the results over the devices: `jax.lax.psum`, `jax.lax.pmean`",
        bytes=runs * event.bytes,
        count=event.count,
        chain=event.chain,
    )


_SUMS = {"psum": _in_rounds, "all_gather": _to_be_reduced}
