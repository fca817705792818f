"""What compiled programs hold: unrolled and repeated loops, captured constants, wider types."""

from __future__ import annotations

from collections import Counter, defaultdict

from jaxopt_lint.observe.child.events import (
    Branches,
    Captured,
    Compile,
    Dispatch,
    Place,
    Program,
    Promotion,
    Repeated,
    Twice,
)
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.differences import widening
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, also, line_of

_UNROLLED = 12  # equal bodies in one program, below which a loop may well stand as it is
_LAYERS = 3  # the same, from which it is told beside the losses
_EQUATIONS = 150  # of all its bodies, below which they are compiled in no time
_LAYER = 100  # the same of a few layers, whose gradients know of no loop
_SHARED = 3  # calls that had the same arguments
_ONE = 7  # calls of a program, from which it is made for more than one
_COMMON = 8  # lines, by which two programs are known to do the same
_STEADY = 0.05  # of a program's work, below which arguments that never change do no harm
_CAPTURED = 64 << 10  # bytes, below which they are numbers of the program
_WIDE = 0.2  # of the work of a program, from which it is done in 64 bits
_WIDENED = 1 << 20  # bytes of the wider arrays
_DATA = 8 << 10  # the same, from which data came in 32 bits to a program that works in 64


def unrolled(stream: Stream, tally: Tally) -> None:
    """Loops of Python in traced code: XLA compiles their body as often as they go round."""
    found: dict[object, list[Repeated]] = defaultdict(list)
    for event in stream.of(Repeated):
        # What a library does for each leaf of a tree has no loop of the user's.
        if event.loop is not None and event.rounds >= _LAYERS:
            found[event.function, *line_of(event.loop)].append(event)
    for events in found.values():
        worst = max(events, key=lambda one: (one.count, one.times))
        times = max(event.rounds for event in events)
        unrolled = sum(event.count for event in events)
        if unrolled < (_EQUATIONS if times >= _UNROLLED else _LAYER) or not worst.equations:
            continue
        part = min(1.0, unrolled / worst.equations)
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
                f"{amounts.times(times)}: {unrolled:,} of "
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
                minor=times < _UNROLLED,
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
    """The line of the loop, and its callers."""
    stack = (event.place, *event.chain)
    loop = event.loop or event.place
    for index, place in enumerate(stack):
        if (place.file, place.function) == (loop.file, loop.function):
            return loop, stack[index + 1 :]
    return loop, ()


def captured(stream: Stream, tally: Tally) -> None:
    """Arrays that a program holds as constants, once for each program."""
    for event in stream.of(Captured):
        if event.bytes < _CAPTURED:
            continue
        place = event.used or event.defined or event.place
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
                chain=event.chain if place == event.place else (event.place, *event.chain),
            )
        )


def computed_twice(stream: Stream, tally: Tally) -> None:
    """Loops on the device that a program runs twice on the same values."""
    for event in stream.of(Twice):
        where = f" what {at(event.earlier, event.place)} computes" if event.earlier else ""
        tally.losses.append(
            Loss(
                "computed-twice",
                Group.TIME,
                event.place,
                f"the program of `{event.function}` computes{where} once more, by a loop "
                f"(`{event.primitive}`) over the same values, which XLA does not merge: "
                f"{amounts.share(event.part)} of its work",
                "compute it once, and hand the results to both",
                seconds=event.part * stream.device(event.function),
                count=max(1, event.count),
                chain=event.chain,
                also=(event.earlier,) if event.earlier else (),
            )
        )


def both_branches(stream: Stream, tally: Tally) -> None:
    """Conditions of which a program computes all branches."""
    for event in stream.of(Branches):
        tally.losses.append(
            Loss(
                "both-branches",
                Group.TIME,
                event.place,
                f"the program of `{event.function}` computes each branch of this condition and "
                "selects, as `jax.vmap` maps over what it asks: "
                f"{amounts.share(event.part)} of its work",
                "have the branches share their work, and select what goes into it with "
                "`jax.numpy.where`; or ask what is the same for all that is mapped",
                seconds=event.part / 2 * stream.device(event.function),
                count=max(1, event.count),
                chain=event.chain,
            )
        )


def computed_inside(stream: Stream, tally: Tally) -> None:
    """Calls that compute for the same arguments what another call computes on its way, too."""
    lines = {event.function: event.lines for event in stream.of(Program)}
    for event in stream.of(Dispatch):
        if event.inside is not None and event.how != "jitted":
            _called_again(stream, event, tally)
            continue
        if event.inside is None or 2 * event.shared < event.looked or event.shared < _SHARED:
            continue
        name = f"`{event.operation}`"
        reason = f"{name} computes what `{event.inside_name}` ({{}}) computes"
        reason += " for the same arguments, too"
        change = (
            f"return it from `{event.inside_name}` as well, as `jax.value_and_grad` does with "
            "`has_aux`"
        )
        if event.operation == event.inside_name:
            reason = f"{name} is called with the same arguments as at {{}}, and computes the same"
            change = "keep the result of the first call"
        elif not _is_part(lines.get(event.operation, {}), lines.get(event.inside_name, {})):
            continue
        tally.losses.append(
            Loss(
                "computed-twice",
                Group.TIME,
                event.place,
                reason.format(at(event.inside, event.place)),
                change,
                "JOL501",
                seconds=stream.device_at(event),
                count=event.count,
                chain=event.chain,
                also=(event.inside,),
            )
        )


def _called_again(stream: Stream, event: Dispatch, tally: Tally) -> None:
    """A call of a library that runs operation by operation on what it has run on before."""
    earlier = event.inside or event.place
    spent = stream.spent_at(event.place) - stream.compiling_at(event.place)
    tally.losses.append(
        Loss(
            "computed-twice",
            Group.TIME,
            event.place,
            f"`{event.operation}` was called {amounts.times(event.shared)} with the same arguments "
            f"as at {at(earlier, event.place)}",
            "keep the result of the first call, if it depends on these alone",
            seconds=max(event.seconds, spent) * event.shared / max(1, event.count),
            count=event.shared,
            chain=event.chain,
            also=(earlier,),
        )
    )


def compiled_for_one(stream: Stream, tally: Tally) -> None:
    """Programs for a few calls that compute what another program does on its way, too."""
    lines = {one.function: one for one in stream.of(Program)}
    calls: Counter[str] = Counter()
    for call in stream.of(Dispatch):
        if call.how == "jitted":
            calls[call.operation] += call.count
    for event in stream.of(Compile):
        mine = lines.get(event.function)
        count = calls[event.function]
        if event.cause != "first" or mine is None or count > _ONE:
            continue
        others = [
            one
            for one in lines.values()
            if one.function != event.function and one.work > mine.work and _is_shared(mine, one)
        ]
        if not others:
            continue
        other = max(others, key=lambda one: one.work)
        paid = event.seconds + event.trace_seconds
        tally.losses.append(
            Loss(
                "compiled-for-one",
                Group.TIME,
                event.place,
                f"`{event.function}` was compiled for {amounts.counted(max(1, count), 'call')}, "
                f"{amounts.seconds(paid)}, and "
                f"nearly all that it does is in the program of `{other.function}` "
                f"({at(other.place, event.place)}), too",
                f"where `{other.function}` can give it, take it from there",
                seconds=paid,
                count=max(1, count),
                chain=event.chain,
                in_first=True,
                minor=True,
            )
        )


def _is_shared(mine: Program, other: Program) -> bool:
    """Whether nearly all of a program, of many lines, is in another one."""
    common = mine.lines.keys() & other.lines.keys()
    return len(common) >= _COMMON and _is_part(mine.lines, other.lines)


def computed_again(stream: Stream, tally: Tally) -> None:
    """What each call of a compiled function computes of arguments that never change."""
    for event in stream.of(Dispatch):
        if event.steady < _STEADY or event.steady_at is None:
            continue
        seconds = event.steady * stream.device_at(event)
        tally.losses.append(
            Loss(
                "computed-again",
                Group.TIME,
                event.steady_at,
                f"each call of `{event.operation}` ({at(event.place, event.steady_at)}) computes "
                f"this anew, about {amounts.share(event.steady)} of its work, from arguments that "
                f"were the same in all of {amounts.counted(event.looked, 'call')} that were "
                "compared",
                f"compute it once before, and hand it to `{event.operation}`",
                seconds=seconds * (1 - 1 / max(1, event.count)),
                count=event.count,
                chain=(event.place, *event.chain),
            )
        )


def _is_part(mine: dict[str, int], others: dict[str, int]) -> bool:
    """Whether nearly all work of a program is done by another one, too, by lines."""
    both = sum(done for line, done in mine.items() if others.get(line, 0) >= 0.9 * done)
    return bool(mine) and both >= 0.9 * sum(mine.values())


def silent(stream: Stream, tally: Tally) -> None:
    """64 bits that were asked for in vain."""
    for event in stream.of(Promotion):
        if event.silent:
            tally.losses.append(_silent(event))


def widened(stream: Stream, tally: Tally) -> None:
    """Programs in which a type becomes wider than what went in: all that follows is wider, too."""
    found: dict[str, list[Promotion]] = defaultdict(list)
    for event in stream.of(Promotion):
        if not event.silent:
            found[event.function].append(event)
    for function, events in found.items():
        moved = sum(event.bytes for event in events)
        if moved < _WIDENED and not _gives_back(stream, function, events[0].before):
            data = events[0].after == "float64" and moved >= _DATA
            if not data or _wide_part(stream, function) < _WIDE:
                continue
        first = events[0]  # as they come in the order of the program, what follows is its effect
        spent = stream.device(function) * _wide_part(stream, function) / 2
        again = sum(
            event.seconds + event.trace_seconds
            for event in stream.of(Compile)
            if event.function == function and widening(event, first)
        )
        calls = sum(
            event.count
            for event in stream.of(Dispatch)
            if event.how == "jitted" and event.operation == function
        )
        half = max(1, calls) * sum(
            event.bytes - event.bytes * _width(event.before) // _width(event.after)
            for event in events
        )
        tally.losses.append(
            Loss(
                "widened",
                Group.TIME if spent + again else Group.MEMORY,
                first.place,
                f"an array of {first.before} became {first.after} in `{function}`, as it met a "
                f"value of that type, and with it what follows: {amounts.amount(moved)} in all",
                f"keep {first.before}: give constants and numbers of numpy that type, or cast the "
                "other operand",
                seconds=spent + again,
                bytes=half,
                count=max(1, first.count),
                chain=first.chain,
                also=also(events, first.place),
            )
        )


def _gives_back(stream: Stream, function: str, narrow: str) -> bool:
    """Whether a program works in 64 bits though what it gives is narrow again."""
    returns = {one.returns for one in stream.of(Program) if one.function == function}
    return returns == {narrow} and _wide_part(stream, function) >= _WIDE


def _wide_part(stream: Stream, function: str) -> float:
    """The part of a program's work that is in floats of 64 bits."""
    return max(
        (
            one.wide / one.work
            for one in stream.of(Program)
            if one.function == function and one.work
        ),
        default=0.0,
    )


def _silent(event: Promotion) -> Loss:
    where = f" in `{event.function}`" if event.function else ""
    reason = f"{event.before} was asked for{where}, and {event.after} is what came"
    change = "ask for the type that is meant, or set `jax_enable_x64` before the first use"
    if event.lost:
        reason = (
            f"values of {event.before} became {event.after}{where}, in which "
            f"{amounts.share(event.lost)} of those that were looked at do not fit or cannot be "
            "told from others"
        )
        change = (
            "take away on the host what the values have in common, or set `jax_enable_x64` before "
            "the first use"
        )
    return Loss(
        "silent-64-bit",
        Group.RESULTS,
        event.place,
        reason,
        change,
        "JOL905",
        count=max(1, event.count),
        chain=event.chain,
    )


def _width(dtype: str) -> int:
    digits = "".join(letter for letter in dtype if letter.isdigit())
    return int(digits) if digits else 32
