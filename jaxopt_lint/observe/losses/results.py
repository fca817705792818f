"""What can make results wrong, whatever it costs: keys, side effects, stale state, clocks."""

from __future__ import annotations

from jaxopt_lint.observe.child.events import EarlyTimer, Impurity, KeyUse
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally, at
from jaxopt_lint.observe.losses.stream import Stream


def keys(stream: Stream, tally: Tally) -> None:
    """Random keys that are used up more than once."""
    for event in stream.of(KeyUse):
        consumer = f"`{event.consumer}`" if event.consumer else "a consumer"
        if event.how == "reused":
            where = f" at {at(event.earlier, event.place)}" if event.earlier else " elsewhere"
            reason = f"{consumer} used up a key that had been used up{where}"
        elif event.earlier is not None:
            reason = f"{consumer} used up the same key again, which gives the same numbers"
        else:
            reason = f"{consumer} was given the same seed again, which gives the same numbers"
        if event.count > 1:
            reason += f", {amounts.times(event.count)}"
        tally.losses.append(
            Loss(
                "key-reused" if event.how == "reused" else "key-constant",
                Group.RESULTS,
                event.place,
                reason,
                "give each consumer a key of its own: `jax.random.split`"
                + ("" if event.how == "reused" else " or `fold_in` in the loop"),
                "JOL802",
                "split-key" if event.how == "reused" else "",
                count=max(1, event.count),
                chain=event.chain,
            )
        )


_IMPURE = {
    "effect": (
        "JOL803",
        "{what} ran while {function} was traced, and no later call repeats it",
        "move it out of the compiled code, or use `jax.debug.print`, `jax.debug.callback` or "
        "`jax.random`",
    ),
    "changed": (
        "JOL803",
        "{what} was changed while {function} was traced, and no later call changes it",
        "change it outside of the compiled code, and hand its value over as an argument",
    ),
    "leak": (
        "JOL804",
        "{what} holds a tracer of {function}, whose trace has ended",
        "return the value from the traced function",
    ),
    "stale": (
        "JOL112",
        "{what} was read while {function} was traced and has changed since; the compiled code "
        "keeps the old value",
        "pass it as an argument",
    ),
}


def impurities(stream: Stream, tally: Tally) -> None:
    """Traced code that had to do with the world outside of it."""
    for event in stream.of(Impurity):
        code, reason, change = _IMPURE.get(event.how, _IMPURE["effect"])
        what = f"`{event.what}`" if event.what else "something outside"
        function = f"`{event.function}`" if event.function else "compiled code"
        tally.losses.append(
            Loss(
                {"leak": "leak", "stale": "stale"}.get(event.how, "side-effect"),
                Group.RESULTS,
                event.place,
                reason.format(what=what, function=function),
                change,
                code,
                count=max(1, event.count),
                chain=event.chain,
            )
        )


def timers(stream: Stream, tally: Tally) -> None:
    """Clocks that were read too early."""
    for event in stream.of(EarlyTimer):
        name = f"`{event.pending_name}`" if event.pending_name else "what was timed"
        where = f" ({at(event.pending, event.place)})" if event.pending else ""
        begun = f", begun at {at(event.started, event.place)}," if event.started else ""
        tally.losses.append(
            Loss(
                "early-timer",
                Group.RESULTS,
                event.place,
                f"`{event.clock}`{begun} was read {amounts.times(event.count)} while the device "
                f"was still at work on {name}{where}, so that the time is too short",
                "call `jax.block_until_ready` on the result before the clock is read",
                "JOL407",
                "block-before-clock",
                count=max(1, event.count),
                chain=event.chain,
            )
        )
