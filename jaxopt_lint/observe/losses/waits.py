"""Waits for the device while there is still work to hand to it.

What a program waits for has to be computed in any case. What a wait costs is that the device
stands still from its end until the program has handed it new work; so at most the host's own time
between two dispatches is saved, once for each wait, and never more than was waited.
"""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Compile, Dispatch, Wait
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.carried import carried_on
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, also, costliest, line_of

_BLOCKING = ("block_until_ready",)
_SHOWING = ("print", "format", "str", "repr")
_ASKING = ("bool", "if", "while", "any", "all")
_FEW = 7  # waits of one producer that are no pattern
_LINES = 3  # that fetch what one call gave, from which they are told
_LARGE = 1 << 20  # bytes of one fetch that are more than a number to log


def waits(stream: Stream, tally: Tally) -> None:
    """Tell who waits for which call, all lines that wait for the same call together."""
    found: dict[object, list[Wait]] = defaultdict(list)
    for event in stream.of(Wait):
        found[line_of(event.producer or event.place)].append(event)
    for events in found.values():
        _told(stream, events, tally)


def _told(stream: Stream, events: list[Wait], tally: Tally) -> None:
    blocked = sum(event.blocked for event in events)
    waited = sum(event.seconds for event in events)
    count = sum(event.count for event in events)
    worst = costliest(events)
    name = _name(worst)
    if count <= _FEW:
        if waited:
            tally.costs.append(
                Cost(worst.place, f"{name} waited for {_producer(worst)}", waited, count=count)
            )
        return
    saved = min(waited, blocked * _idle(stream, events, waited, blocked)) if blocked else 0.0
    round_trip = carried(stream, worst)
    if round_trip and not _large(worst):
        saved = 0.0  # an agent's action, say, which its environment needs
    if waited > saved:
        what = f"the device at work on {_producer(worst)}, for which the program waited"
        tally.costs.append(Cost(worst.place, what, waited - saved, count=count))
    if not saved:
        if not blocked:
            _apart(events, tally)
            _asked(stream, events, tally)
        return
    change, code, codemod = _words(worst)
    if round_trip:
        codemod = ""
        change = (
            "do on the device what the host does with it, so that it need not be fetched and "
            "handed back"
        )
    others = also(events, worst.place)
    reason = (
        f"{name} waited {amounts.times(count)}, {amounts.seconds(waited)}, for {_producer(worst)}"
    )
    if others:
        reason += f"; so did {amounts.counted(len(others), 'other line')}"
    tally.losses.append(
        Loss(
            "waited",
            Group.TIME,
            worst.place,
            reason,
            change,
            code,
            codemod,
            seconds=saved,
            count=count,
            chain=worst.chain,
            also=others,
        )
    )


def _asked(stream: Stream, events: list[Wait], tally: Tally) -> None:
    """Tell conditions on values that were there, as what makes them runs operation by operation.

    A compiled step is handed over at once, and then is waited for.
    """
    for event in events:
        made = stream.on(Dispatch, event.producer or event.place)
        if event.via not in _ASKING or event.count <= _FEW:
            continue
        count = sum(one.count for one in events if line_of(one.place) == line_of(event.place))
        if not made or any(one.how == "jitted" for one in made):
            continue
        tally.losses.append(
            Loss(
                "waited",
                Group.TIME,
                event.place,
                f"{_name(event)} asked {amounts.times(count)} for a value of the device; it "
                "was there, as what makes it runs operation by operation: compiled, it is waited "
                "for",
                "decide on the device (`jax.lax.while_loop`, `jax.lax.cond`), or ask every so many "
                "steps only",
                "JOL402",
                "",
                count=event.count,
                chain=event.chain,
                minor=True,
            )
        )


def _apart(events: list[Wait], tally: Tally) -> None:
    """Tell lines that fetch what one call gave bit by bit, though they wait for none of it."""
    worst = max(events, key=lambda event: event.count)
    around = (worst.place.file, worst.place.function)
    events = [one for one in events if (one.place.file, one.place.function) == around]
    events = [one for one in events if 2 * one.count > worst.count > _FEW]
    others = also(events, worst.place)
    if len(others) + 1 < _LINES or worst.producer is None:
        return
    tally.losses.append(
        Loss(
            "fetched-apart",
            Group.TIME,
            worst.place,
            f"{amounts.counted(len(others) + 1, 'line')} fetch what {_producer(worst)} gave one by "
            f"one, {amounts.times(sum(event.count for event in events))} in all; each is a way to "
            "the device and back where that is none of the host's own",
            "fetch all of it at once, with one `jax.device_get`",
            "",
            "",
            count=sum(event.count for event in events),
            chain=worst.chain,
            also=others,
            minor=True,
        )
    )


def owed(stream: Stream, wait: Wait) -> bool:
    """Whether the host has to have a part in each round: little goes there, and on from there."""
    return not _large(wait) and carried(stream, wait)


def carried(stream: Stream, wait: Wait) -> bool:
    """Whether the host makes the arguments of the next call of what is waited for."""
    if wait.producer is None:
        return False
    return any(
        carried_on(stream, (wait.place, *wait.chain), (call.place, *call.chain))
        for call in stream.on(Dispatch, wait.producer)
    )


def _large(wait: Wait) -> bool:
    return wait.count > 0 and wait.bytes / wait.count >= _LARGE


def _idle(stream: Stream, events: list[Wait], waited: float, blocked: int) -> float:
    """Seconds that the device stands still after a wait, as it was seen, or else reckoned."""
    gaps = sum(event.gaps for event in events)
    if gaps:
        return sum(event.idle for event in events) / gaps
    return _host(stream, events, waited, blocked)


def _host(stream: Stream, events: list[Wait], waited: float, blocked: int) -> float:
    """Seconds that the host needs from one dispatch to the next, while it does not wait."""
    begin, end = min(one.first for one in events), max(one.last for one in events)
    compiling = sum(
        one.seconds + one.trace_seconds
        for one in stream.of(Compile)
        if begin <= one.first and one.last <= end
    )
    return max(0.0, end - begin - waited - compiling) / max(_rounds(stream, events), blocked)


def _rounds(stream: Stream, events: list[Wait]) -> int:
    """How often work was handed to the device by what the waits wait for, or beside them."""
    lines = {line_of(one.producer) for one in events if one.producer}
    functions = {(one.place.file, one.place.function) for one in events}
    return max(
        (
            one.count
            for one in stream.of(Dispatch)
            if line_of(one.place) in lines
            or (one.how == "jitted" and (one.place.file, one.place.function) in functions)
        ),
        default=0,
    )


def _name(event: Wait) -> str:
    name = event.via
    if name == "stored into a buffer":
        return "a store into a buffer"
    if name in ("if", "while"):
        return f"a condition (`{name}`)"
    return f"`{name}`" if "." in name or name in _BLOCKING else f"`{name}(...)`"


def _producer(event: Wait) -> str:
    if event.producer is None:
        return "the device"
    name = f"`{event.producer_name}`" if event.producer_name else "the call"
    return f"{name} ({at(event.producer, event.place)})"


def _words(event: Wait) -> tuple[str, str, str]:
    """What to change; the rule; the codemod."""
    if event.via in _BLOCKING:
        return "leave it out: the next use waits by itself", "JOL403", "no-block"
    if event.via in _SHOWING:
        return "show the value every so many steps only", "JOL404", "log-every"
    if event.via in _ASKING:
        return (
            "decide on the device (`jax.lax.while_loop`, `jax.lax.cond`), or ask every so many "
            "steps only",
            "JOL402",
            "",
        )
    if _large(event):
        return (
            "fetch what is logged only, and fetch it every so many steps, a step late",
            "JOL405",
            "",
        )
    return (
        "where the host does not need the values at once, keep them on the device, and fetch them "
        "after the loop or every so many steps",
        "JOL402",
        "fetch-after-loop",
    )
