"""Device memory that a change would free: arguments that could be donated, values kept."""

from __future__ import annotations

from collections import defaultdict

from jaxopt_lint.observe.child.events import Place, Residual, Undonated
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream, line_of

_LEAST = 1 << 20  # bytes
_RESIDUAL = 128 << 20  # bytes of one program's line, below which recomputing is no bargain
_SEEN = 2  # calls in which an argument died, from which it is taken for a habit


def undonated(stream: Stream, tally: Tally) -> None:
    """Arguments that die at a call and match a result."""
    for event in stream.of(Undonated):
        if event.bytes < _LEAST or event.count < _SEEN or event.count < event.looked:
            continue
        names = ", ".join(f"`{name}`" for name in event.arguments) or "arguments"
        many = len(event.arguments) != 1
        tally.losses.append(
            Loss(
                "undonated",
                Group.MEMORY,
                event.place,
                f"{names} {'were' if many else 'was'} dead after `{event.function}` in each of "
                f"{amounts.counted(event.looked, 'call')} that were looked at and could have lent "
                f"{'their' if many else 'its'} memory to a result: {amounts.amount(event.bytes)} "
                "in each call",
                f"donate {names}: "
                + (
                    "`donate_argnums` of `jax.pmap`"
                    if event.mapped
                    else "`donate_argnames` of `jax.jit`"
                ),
                "JOL301",
                "donate",
                bytes=event.bytes,
                count=event.count,
                chain=event.chain,
            )
        )


def residuals(stream: Stream, tally: Tally) -> None:
    """Values of the forward pass that are kept for the backward pass."""
    found: dict[object, list[Residual]] = defaultdict(list)
    whole: dict[str, int] = defaultdict(int)
    for event in stream.of(Residual):
        found[event.function, line_of(event.loop or event.place)].append(event)
        whole[event.function] += event.bytes
    for events in found.values():
        worst = max(events, key=lambda one: one.bytes)
        size = sum(event.bytes for event in events)
        most = max(whole[worst.function] / 4, worst.around)
        if size < _RESIDUAL or size < most:
            if size >= _LEAST:
                what = f"kept by `{worst.function}` for the backward pass"
                tally.costs.append(Cost(worst.place, what, bytes=size))
            continue
        shapes = ", ".join(worst.shapes[:3]) + ", ..." * (len(worst.shapes) > 3)
        of = f"of `{worst.function}` ({shapes}), of {amounts.amount(whole[worst.function])} in all"
        reason = f"this line keeps {amounts.amount(size)} for the backward pass {of}"
        change = "compute them anew there: `jax.checkpoint` around the function that makes them"
        if worst.loop is not None:
            reason = (
                f"this loop keeps {amounts.amount(size)} of all its rounds for the backward pass "
                f"{of}, most of it at {at(worst.place, worst.loop)}"
            )
            change = "compute them anew in each round: `jax.checkpoint` around the body of the loop"
        tally.losses.append(
            Loss(
                "residuals",
                Group.MEMORY,
                worst.loop or worst.place,
                reason,
                change,
                "JOL303",
                "remat",
                bytes=size,
                count=max(1, sum(event.count for event in events)),
                chain=worst.chain,
                also=_others(events, worst.loop or worst.place),
            )
        )


def _others(events: list[Residual], but: Place) -> tuple[Place, ...]:
    """The other lines, one each, those that keep most first."""
    order = sorted(events, key=lambda one: -one.bytes)
    lines = {line_of(one.place): one.place for one in reversed(order)}
    lines.pop(line_of(but), None)
    return tuple(reversed(lines.values()))
