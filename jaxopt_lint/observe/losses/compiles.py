"""Functions that are compiled more than once, each time with the cause."""

from __future__ import annotations

from collections import Counter, defaultdict

from jaxopt_lint.observe.child.events import GIVEN, Compile, Dispatch, Place, Promotion
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.differences import (
    Difference,
    What,
    far_apart,
    main_one,
    other_rows,
    parsed,
    selects,
    widening,
)
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, also, costliest, imports, line_of, paid_once

_ONCE_MORE = 2  # compilations that two places of one function may need without a word
_SIZES = 8  # shapes or static values of arguments that a function may be compiled for
_USES = 3  # calls with each of them, of those that were looked at
_SELDOM, _OFTEN = 0.05, 0.5  # the same as a part of all, and of those with the most frequent one
_WORDS = 4  # programs for words and switches, from which they are made up anew
_CODES = {
    What.STATIC: ("JOL107", ""),
    What.WEAK: ("JOL110", "asarray"),
    What.SHAPE: ("JOL108", "drop-remainder"),
}


def compiles(stream: Stream, tally: Tally) -> None:
    """Tell first compilations as costs, and all others as losses, one for each cause."""
    found: dict[tuple[str, Place | None, str], list[Compile]] = defaultdict(list)
    widened: dict[str, list[Promotion]] = defaultdict(list)  # tells what follows by itself
    for one in stream.of(Promotion):
        widened[one.function].append(one)
    imported: dict[Place, list[Compile]] = defaultdict(list)
    for event in stream.of(Compile):
        if event.cause == "eager" and imports(stream, event.place):
            imported[event.place].append(event)
        elif paid_once(event):
            what = "an operation outside of jit" if event.cause == "eager" else "first"
            if event.cached:
                what += ", from the persistent cache"
            tally.costs.append(
                Cost(
                    event.place,
                    f"compilation of {_named(event)} ({what})",
                    event.seconds + event.trace_seconds,
                    count=event.count,
                )
            )
        elif not any(widening(event, one) for one in widened.get(event.function, ())):
            place = event.place if event.cause in ("eager", "body") else event.defined
            found[event.function, place, event.cause].append(event)
    for place, events in imported.items():
        what = "compilation of operations of a library as it is imported"
        total = sum(event.seconds + event.trace_seconds for event in events)
        tally.costs.append(Cost(place, what, total, count=sum(event.count for event in events)))
    for (_, _, cause), events in found.items():
        if cause == "arguments" and _meant(stream, events):
            continue
        loss = _loss(cause, events, _first_places(stream, events[0]))
        if loss is not None:
            tally.losses.append(loss)


def _named(event: Compile) -> str:
    return f"`{event.function}`" if event.function else "functions that this JAX does not name"


def _meant(stream: Stream, events: list[Compile]) -> bool:
    """Whether a function is compiled for a few sizes or static values, as it has to be.

    Of sizes and numbers, each comes again and again, and sizes differ by a good deal; words and
    switches that are static select code, and cannot be anything else.
    """
    found = [one for event in events for one in map(parsed, event.differed) if one is not None]
    kinds = {one.what for one in found}
    if not found or not kinds <= {What.SHAPE, What.STATIC}:
        return False
    if kinds == {What.STATIC} and all(map(selects, found)):
        return sum(event.count for event in events) < _WORDS
    uses: Counter[str] = Counter()
    for event in stream.of(Dispatch):
        if event.how == "jitted" and event.operation == events[0].function:
            for looked, times in event.shapes.items():
                shapes, _, values = looked.partition("/")
                part = {What.SHAPE: shapes, What.STATIC: values}
                uses["/".join(part[kind] for kind in sorted(kinds))] += times
    if not 1 < len(uses) <= _SIZES or not far_apart(found):
        return False
    rows = any(other_rows(one) for one in found)  # a batch that is smaller may be the last one
    least = _OFTEN * max(uses.values()) if rows else _SELDOM * uses.total()
    return min(uses.values()) >= max(_USES, least)


def _first_places(stream: Stream, event: Compile) -> set[tuple[str, int]]:
    """Where the function was compiled for the first time."""
    return {
        line_of(one.place)
        for one in stream.of(Compile)
        if one.function == event.function and one.defined == event.defined and paid_once(one)
    }


def _loss(cause: str, events: list[Compile], first: set[tuple[str, int]]) -> Loss | None:
    count = sum(event.count for event in events)
    total = sum(event.seconds + event.trace_seconds for event in events)
    worst = costliest(events)
    spared = count
    if cause == "arguments":
        # Another caller with other arguments may have its own program.
        spared -= len({line_of(event.place) for event in events} - first)
    elif cause == "eager":
        spared -= 1
    elif cause == "function" and count < _ONCE_MORE and not any(e.differed for e in events):
        spared = 0  # two functions of one source, made once each
    if spared <= 0:
        return None
    difference = main_one([text for event in events for text in event.differed])
    reason, change, code, codemod = _words(cause, worst, count, len(first), difference)
    return Loss(
        "compiled-again",
        Group.TIME,
        worst.place,
        reason,
        change,
        code,
        codemod,
        seconds=total * spared / count,
        count=count,
        chain=worst.chain,
        also=also(events, worst.place),
        # A function that is kept is made anew for other types, too.
        minor=cause == "function" and count < _ONCE_MORE and worst.differed == [GIVEN],
    )


def _words(
    cause: str, event: Compile, count: int, first: int, difference: Difference | None
) -> tuple[str, str, str, str]:
    name = f"`{event.function}`"
    again = f"{name} was compiled {amounts.times(count)}{' more' if first else ''}"
    defined = f" ({at(event.defined, event.place)})" if event.defined else ""
    if cause == "eager":
        return (
            f"the operation {name}, outside of jit, was compiled {amounts.times(count)}, as it met "
            "another shape, type or static value each time",
            "give the arrays one shape and the operation the same static values, or move the "
            "operation into a compiled function",
            "",
            "",
        )
    if cause == "body":
        return (
            f"{name}, outside of jit, was compiled {amounts.times(count)} more for the same types, "
            "as it was given new functions each time",
            "compile the function around it with `jax.jit`, which keeps its program",
            "",
            "",
        )
    if cause == "function":
        return (
            f"{again} since `jax.jit` was given a new function object of the same source each time"
            f"{defined}",
            "make the function once, outside of the loop or call, and keep it",
            "JOL102",
            "hoist-jit",
        )
    if cause == "wrapper":
        return (
            f"{again} since `jax.jit` was called anew for the same function{defined}",
            "call `jax.jit` once, outside of the loop or call, and keep what it returns",
            "JOL101",
            "hoist-jit",
        )
    if cause == "again" or difference is None:
        return (
            f"{again} though nothing that can be seen of its arguments differed{defined}",
            "look for a context or a setting of JAX that changes between the calls, and for "
            "`jax.clear_caches`",
            "",
            "",
        )
    code, codemod = _CODES.get(difference.what, ("", ""))
    why, change = _difference(difference, count)
    if difference.what is What.SHAPE:
        if count == 1:
            change += "; the last, smaller batch can be left out or padded"
        else:
            codemod = ""  # which knows of one smaller batch, and not of many shapes
    return f"{again} since {why}", change, code, codemod


def _difference(one: Difference, count: int) -> tuple[str, str]:
    """Why the argument made it compile again, and what to change."""
    each = " each time" if count > 1 else ""
    name, pair = f"`{one.name}`", f"{one.before} -> {one.now}"
    match one.what:
        case What.STATIC:
            return (
                f"{name} was another static value{each} ({pair})",
                f"pass {name} as an array, and take it from the static arguments",
            )
        case What.WEAK:
            return (
                f"{name} was a number of Python in one call and an array in the next ({pair})",
                f"make {name} an array with a dtype before the first call",
            )
        case What.SHAPE:
            return (
                f"{name} had another shape{each} ({pair})",
                f"give {name} the same shape on each call",
            )
        case What.DTYPE:
            return (
                f"{name} had another type ({pair})",
                f"give {name} the same type on each call",
            )
        case What.PLACEMENT:
            return (
                f"{name} lay elsewhere ({pair})",
                f"put {name} where the result will lie before the first call",
            )
        case What.STRUCTURE:
            return (
                f"{name} was another tree ({pair})",
                "pass the same keys and types of containers on each call",
            )
        case What.SETTING:
            return (
                f"the setting {name} was changed ({pair})",
                "set it once, before the first call",
            )
