"""Functions that JAX traces again and again, without a compiled program that would keep them."""

from __future__ import annotations

from collections import Counter, defaultdict

from jaxopt_lint.observe.child.events import Compile, Place, Trace
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, also, costliest

_LEAST = 4  # traces that lead to no program, of one function


def traces(stream: Stream, tally: Tally) -> None:
    """Tell the functions that were traced without need."""
    compiled: Counter[str] = Counter()
    for event in stream.of(Compile):
        compiled[event.function] += event.count
    found: dict[tuple[str, Place | None], list[Trace]] = defaultdict(list)
    for trace in stream.of(Trace):
        # Where this JAX does not tell which function it is, these are of many.
        if not trace.inner and trace.function:
            found[trace.function, trace.defined].append(trace)
    for (name, defined), events in found.items():
        count = sum(event.count for event in events)
        spared = count - max(1, compiled[name])
        if spared < _LEAST or compiled[name] >= count / 2:
            continue
        worst = costliest(events)
        where = f" ({at(defined, worst.place)})" if defined else ""
        tally.losses.append(
            Loss(
                "traced-again",
                Group.TIME,
                worst.place,
                f"`{name}`{where} was traced {amounts.times(count)}, as it is transformed outside "
                "of a compiled function, which would keep the trace",
                "compile the function around this call with `jax.jit`",
                "JOL109",
                "jit",
                seconds=sum(event.seconds for event in events) * spared / count,
                count=count,
                chain=worst.chain,
                also=also(events, worst.place),
            )
        )
