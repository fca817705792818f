"""What stands above every report of a run: where it ran, how long, and what is not known of it."""

from __future__ import annotations

import shlex
import time

from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.table import LEAST_SHARE, Table
from jaxopt_lint.observe.reading import Run

PLACES = 8  # callers, or further places of a loss, that are shown


def command(run: Run) -> str:
    """The command as one would type it."""
    return typed(run.header.command)


def typed(words: list[str]) -> str:
    """Words of a command as one would type them."""
    return shlex.join(words)


def fixing(codes: str, files: list[str]) -> str:
    """The command that shows what the codemods of some rules would change in files."""
    return typed(["jaxopt-lint", "check", "--diff", "--unsafe-fixes", "--select", codes, *files])


def date(run: Run) -> str:
    """When it began, in the time of this machine."""
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(run.header.started))


def where(run: Run) -> str:
    """Version, backend and devices, of all processes that used JAX.

    A wait or a dispatch costs something else on another backend.
    """
    found = [process for process in run.processes if process.jax]
    if not found:
        return "no process of the run used JAX"
    versions = ", ".join(sorted({process.jax for process in found}))
    backends = ", ".join(sorted({process.backend for process in found if process.backend}))
    devices = max(process.devices for process in found)
    parts = [f"jax {versions}", backends or "no backend was started"]
    if devices:
        parts.append(amounts.counted(devices, "device"))
    if len(run.processes) > 1:
        parts.append(amounts.counted(len(run.processes), "process", "processes"))
    return ", ".join(parts)


def lengths(table: Table) -> str:
    """How long it ran, and what of that shares are taken of."""
    found = table.lengths
    text = f"ran {amounts.seconds(found.elapsed)}"
    if found.rest:
        text += (
            f": {amounts.seconds(found.startup)} before it used JAX, "
            f"{amounts.seconds(found.first)} first compilations, {amounts.seconds(found.rest)} "
            "the rest, of which shares are taken"
        )
    return text


def cautions(run: Run) -> list[str]:
    """That the run was cut, what could not be watched, and other notes."""
    out = []
    cut = sum(process.cut for process in run.processes)
    if cut:
        many = len(run.processes) > 1
        who = f"{cut} of {len(run.processes)} processes" if many else "the run"
        out.append(
            f"{who} {'were' if many and cut > 1 else 'was'} cut, or still going: killed, or ended "
            "without Python's own end; up to a second of it is missing"
        )
    if not run.processes:
        out.append("no process of Python was seen in this run")
    if run.header.options.get("record"):
        out.append("calls were recorded, and the time that this took is in the run")
    told = dict.fromkeys(text for process in run.processes for text in process.unwatched)
    out += [f"not watched: {text}" for text in told]
    notes = dict.fromkeys(text for process in run.processes for text in process.notes)
    return [*out, *notes, *run.odd]


NOTHING = f"No loss of {100 * LEAST_SHARE:.0f} % of the run or more."
