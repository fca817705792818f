"""A run as a trace of Chrome's format, which Perfetto (ui.perfetto.dev) and XProf open.

https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU describes it:
times are in microseconds, `X` is one happening, `C` a counter, `M` says what something is called.
"""

from __future__ import annotations

import json
from typing import Any

from jaxopt_lint.observe.child.events import Compile, Event, Transfer, Wait
from jaxopt_lint.observe.losses.loss import at
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.observe.reading import Process
from jaxopt_lint.report.observed.lanes import LANES, lane, title


def perfetto(table: Table) -> str:
    """The text of the file."""
    run = table.run
    begun = min((process.started for process in run.processes), default=0.0)
    events: list[dict[str, Any]] = []
    for process in run.processes:
        events += _process(process, process.started - begun)
    about = {"command": run.header.command, "run": run.header.name, "version": run.header.tool}
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ms", "otherData": about}) + "\n"


def _process(process: Process, offset: float) -> list[dict[str, Any]]:
    """One process: a row for each lane, and what was counted over time."""
    number = process.pid
    name = " ".join(process.argv) or "python"
    out = [_named("process_name", number, 0, name)]
    out += [_named("thread_name", number, row, one) for row, one in enumerate(LANES, 1)]
    for span in process.spans:
        found = lane(span.event)
        if found is None:
            continue
        out.append(
            {
                "ph": "X",
                "name": title(span.event),
                "cat": span.event.kind,
                "pid": number,
                "tid": LANES.index(found) + 1,
                "ts": _micro(span.start + offset),
                "dur": _micro(span.seconds),
                "args": {"place": at(span.event.place)},
            }
        )
    totals = {"compilations": 0, "waits": 0, "bytes to the device": 0, "bytes to the host": 0}
    for time, added in process.ticks:
        for event, count, _, amount in added:
            what = _counter(event)
            if what:
                totals[what] += amount if isinstance(event, Transfer) else count
        for what, value in totals.items():
            out.append(
                {
                    "ph": "C",
                    "name": what,
                    "pid": number,
                    "ts": _micro(time + offset),
                    "args": {what: value},
                }
            )
    return out


def _counter(event: Event) -> str:
    match event:
        case Compile():
            return "compilations"
        case Wait():
            return "waits"
        case Transfer(direction="to_device"):
            return "bytes to the device"
        case Transfer():
            return "bytes to the host"
    return ""


def _named(what: str, process: int, thread: int, name: str) -> dict[str, Any]:
    return {"ph": "M", "name": what, "pid": process, "tid": thread, "args": {"name": name}}


def _micro(seconds: float) -> float:
    return round(seconds * 1e6, 3)
