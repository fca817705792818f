"""Compiled calls that are too small to be worth a call."""

from __future__ import annotations

import ast
from collections import defaultdict

from jaxopt_lint.observe.child.events import Compile, Dispatch, Place, Program, Transfer, Wait
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.beside import KEYS
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, holds, line_of
from jaxopt_lint.observe.losses.waits import owed

_SMALL = 200e-6  # seconds of a compiled call whose own work is hardly more than the dispatch
_WORK = 200_000  # operations of a program, below which the same, however slow calls are
_CALLS = 1_000
_FIRST = 0.01  # of the rounds of a loop, which the first one may be
_STEPS = 256  # of a loop that the host has no part in
_ROUNDS = 64  # of a loop, below which single calls do no harm
_SHORT = 2e-3  # seconds of the calls of a round; what takes longer has work of its own
_SPLITTING = ("unstack", "stack", "concatenate", "_unstack", "_stack")
_SHARE = 0.3  # of the rest of the run, below which it is told beside the losses


def one_by_one(stream: Stream, tally: Tally) -> None:
    """Tell loops that call compiled functions for one thing after another, none of which needs
    what came of another: such calls can be one, over all of them."""
    loops: dict[tuple[str, str, int], list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.how == "jitted" and event.loop:
            loops[event.place.file, event.place.function, event.loop].append(event)
    for (file, function, line), events in loops.items():
        count = max(event.count for event in events)
        seconds = sum(event.seconds for event in events)
        if count < _ROUNDS or seconds / count > _SHORT or not all(map(_alone, events)):
            continue
        if any(
            one.direction == "to_device" for e in events for one in stream.on(Transfer, e.place)
        ):
            continue  # what comes from the host bit by bit may be too much for one call
        apart = sum(
            one.seconds + one.trace_seconds
            for one in stream.of(Compile)
            if (one.place.file, one.place.function) == (file, function)
            and one.cause == "eager"
            and one.function in _SPLITTING
        )
        worst = max(events, key=lambda one: one.seconds)
        names = ", ".join(f"`{name}`" for name in dict.fromkeys(one.operation for one in events))
        tally.losses.append(
            Loss(
                "one-by-one",
                Group.TIME,
                worst.place,
                f"the loop at line {line} calls {names} {amounts.times(count)}, and no call needs "
                f"what came of another; calls, and programs that take arrays apart and put them "
                f"together for it, took {amounts.seconds(seconds + apart)}",
                "make one call of it for all rounds: `jax.vmap` in a compiled function",
                seconds=seconds * (1 - 1 / count) + apart,
                count=count,
                chain=worst.chain,
                in_first=apart > 0,
                also=tuple(one.place for one in events if one is not worst),
            )
        )


def steps_in_python(stream: Stream, tally: Tally) -> None:
    """Tell loops that only call compiled steps, one of what the other gave, and nothing else of
    the host: one program can go round instead."""
    told = {line_of(loss.place) for loss in tally.losses if loss.kind == "tiny-calls"}
    loops: dict[tuple[str, str, int], list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.loop and event.place.file:
            loops[event.place.file, event.place.function, event.loop].append(event)
    for (file, _, line), events in loops.items():
        steps = [one for one in events if one.how == "jitted" and one.fed]
        worst = max(steps, key=lambda one: one.seconds, default=None)
        if worst is None or worst.count < _STEPS or line_of(worst.place) in told:
            continue
        if any(one.how != "jitted" and one.operation not in KEYS for one in events):
            continue
        body = next(
            (node for node in ast.walk(stream.tree(file) or ast.Module([], []))
             if isinstance(node, (ast.For, ast.While)) and node.lineno == line),
            None,
        )  # fmt: skip
        if body is None or not _plain(body) or _host_between(stream, file, body, worst.count):
            continue
        tally.losses.append(
            Loss(
                "steps-in-python",
                Group.TIME,
                Place(file, line, worst.place.function),
                f"this loop called `{worst.operation}` {amounts.times(worst.count)}, and the host "
                "has no part in it: no data of its own, no value that it asks for; calls took "
                f"{amounts.seconds(sum(one.seconds for one in events))}",
                "let the device go round: `jax.lax.scan` or `jax.lax.fori_loop` in one program",
                "JOL202",
                "",
                seconds=sum(one.seconds for one in events),
                count=worst.count,
                chain=worst.chain,
                also=tuple(dict.fromkeys(one.place for one in events)),
                minor=True,
            )
        )


def _plain(body: ast.For | ast.While) -> bool:
    """Whether a loop holds assignments of calls alone: nothing is shown, kept or asked."""
    return all(isinstance(one, (ast.Assign, ast.Expr)) for one in body.body) and not any(
        isinstance(node, (ast.Yield, ast.Await, ast.IfExp)) for node in ast.walk(body)
    )


def _host_between(stream: Stream, file: str, body: ast.stmt, rounds: int) -> bool:
    """Whether the host hands over or asks for anything in a loop, but for its first round."""
    return any(
        place.file == file and holds(body, place.line)
        for event in (*stream.of(Transfer), *stream.of(Wait))
        if event.count > _FIRST * rounds
        for place in (event.place, *event.chain)
    )


def _alone(event: Dispatch) -> bool:
    """Whether the calls of a line had arguments of their own, all of one shape, made before."""
    shapes = {looked.partition("/")[0] for looked in event.shapes}
    return event.looked > 3 and not event.fed and not event.same and len(shapes) == 1


def tiny_calls(stream: Stream, tally: Tally) -> None:
    """Tell compiled functions that are called so often for so little that calls are the work."""
    found: dict[object, list[Dispatch]] = defaultdict(list)
    for event in stream.of(Dispatch):
        if event.how == "jitted":
            found[line_of(event.place), event.operation].append(event)
    work = {one.function: one.work for one in stream.of(Program)}
    for events in found.values():
        count = sum(event.count for event in events)
        calls = total = sum(event.seconds for event in events)
        worst = max(events, key=lambda one: one.count)
        waits = [
            one
            for one in stream.of(Wait)
            if one.producer and line_of(one.producer) == line_of(worst.place)
        ]
        light = work.get(worst.operation, _WORK) < _WORK
        if light:  # what is waited for is the way there and back
            total += sum(one.seconds for one in waits)
        if count < _CALLS or calls / count > (_SHORT if light else _SMALL):
            continue
        if total < _SHARE * stream.rest and not (light and worst.loop):
            continue
        if any(2 * wait.count > count and owed(stream, wait) for wait in waits):
            continue  # the host has its part in each round
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
                minor=total < _SHARE * stream.rest,
            )
        )
