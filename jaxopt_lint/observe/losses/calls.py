"""Compiled calls that are too small to be worth a call."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Dispatch
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, line_of

_SMALL = 200e-6  # seconds of a compiled call whose own work is hardly more than the dispatch
_CALLS = 1_000
_SHARE = 0.3  # of the rest of the run


def tiny_calls(stream: Stream, tally: Tally) -> None:
    """Tell compiled functions that are called so often for so little that calls are the work."""
    found: dict[object, list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.how == "jitted":
            found[line_of(event.place), event.operation].append(event)
    for events in found.values():
        count = sum(event.count for event in events)
        total = sum(event.seconds for event in events)
        if count < _CALLS or total / count > _SMALL or total < _SHARE * stream.rest:
            continue
        worst = max(events, key=lambda one: one.count)
        looped = f" in the loop at line {worst.loop}" if worst.loop else ""
        tally.losses.append(
            Loss(
                "tiny-calls",
                Group.TIME,
                worst.place,
                f"`{worst.operation}`{looped} was called {amounts.times(count)} for "
                f"{amounts.seconds(total / count)} each, which is hardly more than a call costs: "
                f"{amounts.seconds(total)}",
                "do many steps in one call: `jax.lax.scan` or `jax.lax.fori_loop` around the step",
                "JOL202" if worst.loop else "",
                "",
                seconds=total * (1 - 1 / count),
                count=count,
                chain=worst.chain,
            )
        )
