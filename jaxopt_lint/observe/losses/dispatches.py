"""Operations that Python hands to the device one by one, and compiled calls too small to pay."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Dispatch, Place, Trace
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, line_of

_EAGER_LEAST = 50  # operations of one function, below which nothing is said
_ROUNDS_LEAST = 5  # of the line that runs most often: once is setting up
_SMALL = 200e-6  # seconds of a compiled call whose own work is hardly more than the dispatch
_SMALL_CALLS = 1_000
_SMALL_SHARE = 0.3  # of the rest of the run


def dispatches(stream: Stream, tally: Tally) -> None:
    """Tell the functions that run operation by operation, and loops over tiny compiled calls."""
    eager: dict[tuple[str, str], list[Dispatch]] = defaultdict(list)
    jitted: dict[tuple[tuple[str, int], str], list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.how == "jitted":
            jitted[line_of(event.place), event.operation].append(event)
        elif event.place.file:
            eager[event.place.file, event.place.function].append(event)
    for events in eager.values():
        _eager(stream, events, tally)
    for events in jitted.values():
        _small(stream, events, tally)


def _eager(stream: Stream, events: list[Dispatch], tally: Tally) -> None:
    """One loss for each function: what one compiled call in their place would save."""
    own = [event for event in events if event.how == "eager"]
    count = sum(event.count for event in own)
    rounds = max((event.count for event in own), default=0)
    if count < _EAGER_LEAST or rounds < _ROUNDS_LEAST:
        return
    spent = _spent(stream, events)
    total = sum(spent.values())
    each = total / count  # the compiled call is one dispatch in each round
    saved = total - rounds * each
    if len({event.place for event in own}) == 1:
        saved = total * (1 - 1 / rounds)  # one operation in a loop: the loop goes to the device
    line = max(spent, key=lambda one: spent[one])
    worst = max(
        (event for event in events if line_of(event.place) == line), key=lambda one: one.count
    )
    sites = len({(event.place, event.operation) for event in own})
    gradient = any(
        not trace.inner and trace.place.function == worst.place.function and trace.count > 1
        for trace in stream.of(Trace)
        if trace.place.file == worst.place.file
    )
    loop = next((event.loop for event in [worst, *own] if event.loop), 0)
    function = worst.place.function
    inside = f"`{function}`" if function != "<module>" else "the module"
    reason = (
        f"{inside} handed {amounts.counted(count, 'operation')} to the device one by one, from "
        f"{amounts.counted(sites, 'place')}, as nothing compiles them; that took "
        f"{amounts.seconds(total)}"
    )
    if loop:
        change = (
            f"compile what the loop at line {loop} does with `jax.jit`, or the whole loop as "
            "`jax.lax.scan` or `jax.lax.fori_loop`"
        )
    elif function == "<module>":
        change = "move these lines into a function, and compile it with `jax.jit`"
    else:
        change = f"compile `{function}` with `jax.jit`"
    tally.losses.append(
        Loss(
            "eager",
            Group.TIME,
            worst.place,
            reason,
            change,
            "JOL109" if gradient else "",
            "jit" if gradient else "",
            seconds=saved,
            count=count,
            chain=worst.chain,
            also=_others(spent, events, line),
        )
    )


def _spent(stream: Stream, events: list[Dispatch]) -> dict[tuple[str, int], float]:
    """Seconds of each line: measured in calls, or sampled, as operators have no clock."""
    out: dict[tuple[str, int], float] = defaultdict(float)
    places = {line_of(event.place): event.place for event in events}
    for event in events:
        out[line_of(event.place)] += event.seconds
    for line, place in places.items():
        compiling = stream.compiling_at(place)
        measured = out[line] - compiling
        jitted = sum(
            one.seconds
            for one in stream.of(Dispatch)
            if one.how == "jitted" and line_of(one.place) == line
        )
        sampled = stream.spent_at(place) - compiling - stream.waiting_at(place) - jitted
        out[line] = max(0.0, measured, sampled)
    return out


def _others(
    spent: dict[tuple[str, int], float], events: list[Dispatch], but: tuple[str, int]
) -> tuple[Place, ...]:
    lines = sorted((line for line in spent if line != but), key=lambda one: -spent[one])
    places = {line_of(event.place): event.place for event in events}
    return tuple(places[line] for line in lines)


def _small(stream: Stream, events: list[Dispatch], tally: Tally) -> None:
    """A compiled function that is called so often for so little that the calls are the work."""
    count = sum(event.count for event in events)
    total = sum(event.seconds for event in events)
    if count < _SMALL_CALLS or total / count > _SMALL or total < _SMALL_SHARE * stream.rest:
        return
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
