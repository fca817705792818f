"""An observed run for programs; docs/observe.md describes the fields."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from jaxopt_lint.observe.child.events import Place
from jaxopt_lint.observe.figures import figures
from jaxopt_lint.observe.losses.loss import Cost, Loss
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.observe.recorded import Recorded
from jaxopt_lint.report.observed import calls, head

FORMAT = 1


def document(table: Table, recorded: Recorded | None = None) -> dict[str, Any]:
    """The whole report as what JSON can hold."""
    run = table.run
    header = run.header
    return {
        "format": FORMAT,
        "run": {
            "name": header.name,
            "command": header.command,
            "started": header.started,
            "options": header.options,
            "version": header.tool,
            "cut": run.cut,
            "lengths": asdict(table.lengths),
            "processes": [
                {
                    "pid": process.pid,
                    "argv": process.argv,
                    "python": process.python,
                    "jax": process.jax,
                    "jaxlib": process.jaxlib,
                    "backend": process.backend,
                    "devices": process.devices,
                    "seconds": process.end,
                    "cut": process.cut,
                }
                for process in run.processes
            ],
        },
        "cautions": head.cautions(run),
        "losses": [lost(loss) for loss in table.losses],
        "below": [lost(loss) for loss in table.below],
        "costs": [_cost(cost) for cost in table.costs],
        "figures": figures(table),
        "recorded": calls.document(recorded or Recorded()),
    }


def as_json(table: Table, recorded: Recorded | None = None) -> str:
    """The report as text."""
    return json.dumps(document(table, recorded), indent=2) + "\n"


def lost(loss: Loss) -> dict[str, Any]:
    """One loss."""
    return {
        "kind": loss.kind,
        "group": loss.group.value,
        "code": loss.code or None,
        "codemod": loss.codemod or None,
        "place": _place(loss.place),
        "reason": loss.reason,
        "change": loss.change,
        "seconds": loss.seconds,
        "bytes": loss.bytes,
        "share": loss.share,
        "count": loss.count,
        "processes": loss.processes,
        "chain": [_place(place) for place in loss.chain],
        "also": [_place(place) for place in loss.also],
        "in_first": loss.in_first,
    }


def _cost(cost: Cost) -> dict[str, Any]:
    return {**asdict(cost), "place": _place(cost.place)}


def _place(place: Place) -> dict[str, Any]:
    return place._asdict()
