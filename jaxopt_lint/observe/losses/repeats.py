"""Functions that run operation by operation on values that they have run on before."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Called, Dispatch
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream

_COMPARED = 16  # calls, from which their values tell something
_AGAIN = 0.25  # of them


def same_again(stream: Stream, tally: Tally) -> None:
    """Tell functions that were called again and again with the same values."""
    found: dict[tuple[str, str], list[Called]] = defaultdict(list)
    for event in stream.of(Called):
        found[event.place.file, event.place.function].append(event)
    spent: dict[tuple[str, str], float] = defaultdict(float)
    lines: set[tuple[str, int]] = set()
    for call in stream.of(Dispatch):
        place = call.place
        if call.how != "jitted" and (place.file, place.line) not in lines:
            lines.add((place.file, place.line))
            seconds = stream.spent_at(place) - stream.compiling_at(place)
            spent[place.file, place.function] += max(call.seconds, seconds)
    for function, events in found.items():
        compared = sum(event.compared for event in events)
        again = sum(event.again for event in events)
        if compared < _COMPARED or again < _AGAIN * compared or function not in spent:
            continue
        worst = max(events, key=lambda event: (event.again, event.count))
        if not worst.chain:
            continue
        caller = worst.chain[0]
        count = sum(event.count for event in events)
        tally.losses.append(
            Loss(
                "computed-twice",
                Group.TIME,
                caller,
                f"`{function[1]}` ({at(worst.place, caller)}), which runs operation by operation, "
                f"was called {amounts.times(count)}, and {again:,} of {compared:,} calls that were "
                "compared got the values of an earlier one",
                "compute it once for each of them, before the loop or in one call of `jax.vmap`, "
                "and look it up",
                "",
                "",
                seconds=spent[function] * again / compared,
                count=count,
                chain=worst.chain[1:],
                also=(worst.place,),
            )
        )
