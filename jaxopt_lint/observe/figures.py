"""The figures of a run by name: what limits are set on, and what two runs are compared by."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum

from jaxopt_lint.observe.child.events import (
    Captured,
    Collective,
    Compile,
    Dispatch,
    EarlyTimer,
    Impurity,
    KeyUse,
    Residual,
    Trace,
    Transfer,
    Undonated,
    Wait,
)
from jaxopt_lint.observe.losses.loss import Group
from jaxopt_lint.observe.losses.stream import paid_once
from jaxopt_lint.observe.losses.table import Table


class Unit(StrEnum):
    """What a figure counts."""

    COUNT = ""
    SECONDS = "s"
    BYTES = "B"
    SHARE = "%"


# Name -> unit, and what it is; docs/observe.md has the same table.
NAMES: dict[str, tuple[Unit, str]] = {
    "compiles": (Unit.COUNT, "compilations of the function that was compiled most often"),
    "programs": (Unit.COUNT, "compilations of all functions, operations outside of jit aside"),
    "recompiles": (Unit.COUNT, "compilations but the first of each function"),
    "compile-seconds": (Unit.SECONDS, "all compilations, with their traces"),
    "traces": (Unit.COUNT, "traces of the function that was traced most often"),
    "waits": (Unit.COUNT, "waits for the device"),
    "wait-seconds": (Unit.SECONDS, "time in these"),
    "eager-operations": (Unit.COUNT, "operations handed to the device outside of jit"),
    "dispatches": (Unit.COUNT, "calls of compiled functions"),
    "bytes-to-device": (Unit.BYTES, "moved from the host"),
    "bytes-to-host": (Unit.BYTES, "moved from the device"),
    "undonated-bytes": (Unit.BYTES, "that could be donated, in one call of each function"),
    "captured-bytes": (Unit.BYTES, "of constants in programs"),
    "residual-bytes": (Unit.BYTES, "kept for backward passes"),
    "collective-bytes": (Unit.BYTES, "between devices, in one run of each program"),
    "reused-keys": (Unit.COUNT, "random keys used up more than once"),
    "side-effects": (Unit.COUNT, "side effects, leaks and stale state in traced code"),
    "early-timers": (Unit.COUNT, "clocks read before the device was done"),
    "losses": (Unit.COUNT, "lines of the table of losses"),
    "lost-seconds": (Unit.SECONDS, "that the losses of time come to"),
    "lost-share": (Unit.SHARE, "the same, of the run"),
    "lost-bytes": (Unit.BYTES, "that the losses of memory come to"),
    "seconds": (Unit.SECONDS, "the whole run"),
}


def figures(table: Table) -> dict[str, float]:
    """All figures of a run by name; a share is in percent."""
    run = table.run
    own = [event for event in run.of(Compile) if event.cause not in ("eager", "body")]
    compiled: Counter[object] = Counter()
    for event in own:
        compiled[event.process, event.function, event.defined] += event.count
    traced: Counter[object] = Counter()
    for trace in run.of(Trace):
        traced[trace.process, trace.function, trace.defined] += trace.count
    moved: Counter[str] = Counter()
    for transfer in run.of(Transfer):
        moved[transfer.direction] += transfer.bytes
    calls: Counter[str] = Counter()
    for dispatch in run.of(Dispatch):
        calls[dispatch.how] += dispatch.count
    lost = sum(loss.seconds for loss in table.of(Group.TIME))
    return {
        "compiles": max(compiled.values(), default=0),
        "programs": compiled.total(),
        "recompiles": sum(event.count for event in own if not paid_once(event)),
        "compile-seconds": sum(e.seconds + e.trace_seconds for e in run.of(Compile)),
        "traces": max(traced.values(), default=0),
        "waits": sum(event.count for event in run.of(Wait)),
        "wait-seconds": sum(event.seconds for event in run.of(Wait)),
        "eager-operations": calls["eager"],
        "dispatches": calls["jitted"],
        "bytes-to-device": moved["to_device"],
        "bytes-to-host": moved["to_host"],
        "undonated-bytes": sum(event.bytes for event in run.of(Undonated)),
        "captured-bytes": sum(event.bytes for event in run.of(Captured)),
        "residual-bytes": sum(event.bytes for event in run.of(Residual)),
        "collective-bytes": sum(
            event.bytes for event in run.of(Collective) if event.operation not in event.WRITTEN
        ),
        "reused-keys": sum(event.count for event in run.of(KeyUse)),
        "side-effects": sum(event.count for event in run.of(Impurity)),
        "early-timers": sum(event.count for event in run.of(EarlyTimer)),
        "losses": len(table.losses),
        "lost-seconds": lost,
        "lost-share": min(100.0, 100 * lost / table.lengths.rest) if table.lengths.rest else 0.0,
        "lost-bytes": sum(loss.bytes for loss in table.of(Group.MEMORY)),
        "seconds": table.lengths.elapsed,
    }
