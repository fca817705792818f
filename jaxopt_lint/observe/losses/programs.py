"""What compiled programs hold: unrolled loops, captured constants, wider types."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Captured, Compile, Place, Promotion, Repeated
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, line_of

_UNROLLED = 12  # equal bodies in one program, below which a loop may well stand as it is
_CAPTURED = 1 << 20  # bytes
_WIDENED = 1 << 20  # bytes of the wider arrays


def unrolled(stream: Stream, tally: Tally) -> None:
    """Loops of Python in traced code: XLA compiles their body as often as they go round."""
    found: dict[object, list[Repeated]] = defaultdict(list)
    for event in stream.of(Repeated):
        outer = next((p for p in (event.place, *event.chain) if p.line > event.loop), event.place)
        found[event.function, outer.file, event.loop or event.place.line].append(event)
    for events in found.values():
        worst = max(events, key=lambda one: (one.count, one.times))
        times = max(event.times for event in events)
        if times < _UNROLLED or not worst.equations:
            continue
        part = min(1.0, sum(event.count for event in events) / worst.equations)
        paid = sum(
            event.seconds + event.trace_seconds
            for event in stream.of(Compile)
            if event.function == worst.function
        )
        place, chain = _loop_place(worst)
        tally.losses.append(
            Loss(
                "unrolled",
                Group.TIME,
                place,
                f"a loop of Python put its body into the program of `{worst.function}` "
                f"{amounts.times(times)}: {sum(event.count for event in events):,} of "
                f"{worst.equations:,} equations, {amounts.share(part)} of what is traced and "
                f"compiled in {amounts.seconds(paid)}",
                "write the loop as `jax.lax.scan` or `jax.lax.fori_loop`, which compile the body "
                "once",
                "JOL202",
                "scan",
                seconds=paid * part * (1 - 1 / times),
                count=times,
                chain=chain,
                in_first=True,
                also=tuple(
                    {
                        line_of(event.place): event.place
                        for event in events
                        if line_of(event.place) != line_of(place)
                    }.values()
                ),
            )
        )


def _loop_place(event: Repeated) -> tuple[Place, tuple[Place, ...]]:
    """The line of the loop, in the innermost of the functions that lie around the equation."""
    stack = (event.place, *event.chain)
    for index, place in enumerate(stack):
        if event.loop and place.line >= event.loop:
            return place._replace(line=event.loop, column=0), stack[index + 1 :]
    return event.place, event.chain


def captured(stream: Stream, tally: Tally) -> None:
    """Arrays that a program holds as constants, once for each program."""
    for event in stream.of(Captured):
        if event.bytes < _CAPTURED:
            continue
        place = event.defined or event.place
        arrays = ", ".join(event.shapes[:3]) + ", ..." * (len(event.shapes) > 3)
        tally.losses.append(
            Loss(
                "captured",
                Group.MEMORY,
                place,
                f"the program of `{event.function}` (called at {at(event.place)}) holds "
                f"{amounts.amount(event.bytes)} as constants ({arrays}), as the function reads "
                "them from outside",
                f"hand these arrays to `{event.function}` as arguments",
                "",
                "",
                bytes=event.bytes,
                count=max(1, event.count),
                chain=(event.place, *event.chain) if event.defined else event.chain,
            )
        )


def widened(stream: Stream, tally: Tally) -> None:
    """Types that become wider than what went in, and 64 bits that were asked for in vain."""
    for event in stream.of(Promotion):
        where = f" in `{event.function}`" if event.function else ""
        if event.silent:
            tally.losses.append(
                Loss(
                    "silent-64-bit",
                    Group.RESULTS,
                    event.place,
                    f"{event.before} was asked for{where}, and {event.after} is what came",
                    "ask for the type that is meant, or set `jax_enable_x64` before the first use",
                    "JOL905",
                    count=max(1, event.count),
                    chain=event.chain,
                )
            )
        elif event.bytes >= _WIDENED:
            half = event.bytes - event.bytes * _width(event.before) // _width(event.after)
            tally.losses.append(
                Loss(
                    "widened",
                    Group.MEMORY,
                    event.place,
                    f"an array of {event.before} became {event.after}{where}, "
                    f"{amounts.amount(event.bytes)} in all",
                    f"keep {event.before}: give constants and numbers of numpy that type, or cast "
                    "the other operand",
                    bytes=half,
                    count=max(1, event.count),
                    chain=event.chain,
                )
            )


def _width(dtype: str) -> int:
    digits = "".join(letter for letter in dtype if letter.isdigit())
    return int(digits) if digits else 32
