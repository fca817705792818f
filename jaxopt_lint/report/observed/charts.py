"""Compilations by function and memory by line, as tables whose last column is a bar."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from jaxopt_lint.observe.child.events import (
    Captured,
    Collective,
    Compile,
    Place,
    Residual,
    Transfer,
    Undonated,
)
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import at
from jaxopt_lint.observe.losses.stream import paid_once
from jaxopt_lint.observe.reading import Run
from jaxopt_lint.report.markup import row, safe

_ROWS = 15


@dataclass
class _Function:
    """Compilations of one function."""

    once: float = 0.0
    again: float = 0.0
    first: int = 0
    more: int = 0


def compilations(run: Run) -> str:
    """Seconds and counts by function, what is paid once told from what came on top."""
    found: dict[tuple[str, Place | None], _Function] = defaultdict(_Function)
    for event in run.of(Compile):
        one = found[event.function, event.defined]
        seconds = event.seconds + event.trace_seconds
        if paid_once(event):
            one.once += seconds
            one.first += event.count
        else:
            one.again += seconds
            one.more += event.count
    if not found:
        return "<p>Nothing was compiled.</p>"
    order = sorted(found.items(), key=lambda item: -(item[1].once + item[1].again))
    most = max(one.once + one.again for _, one in order) or 1.0
    rows = []
    for (name, defined), one in order[:_ROWS]:
        bars = _bar("compile", one.once / most) + _bar("again", one.again / most)
        where = f" <span class=faint>{safe(at(defined))}</span>" if defined else ""
        rows.append(
            row(
                f"<code>{safe(name)}</code>{where}",
                f"#{one.first}",
                f"#{one.more}",
                f"#{amounts.seconds(one.once + one.again)}",
                bars=bars,
            )
        )
    head = row("function", "#first", "#again", "#seconds", "", head=True)
    keys = (
        '<p class="keys"><span><i class="key compile"></i>first, paid in any case</span>'
        '<span><i class="key again"></i>again</span></p>'
    )
    return keys + _table("Tracing and compiling by function", head, rows, len(order))


def memory(run: Run) -> str:
    """Bytes by line: kept, moved, or taken twice."""
    found: dict[tuple[str, Place], int] = defaultdict(int)
    for kind, what in (
        (Undonated, "argument that could be donated"),
        (Captured, "constant in a program"),
        (Residual, "kept for the backward pass"),
        (Collective, "between devices, each run"),
    ):
        for event in run.of(kind):
            place = event.place._replace(column=0)
            found[what, place] = max(found[what, place], event.bytes)
    for transfer in run.of(Transfer):
        way = "to the device" if transfer.direction == "to_device" else "to the host"
        found[f"moved {way}, in all", transfer.place._replace(column=0)] += transfer.bytes
    order = sorted(((key, size) for key, size in found.items() if size), key=lambda item: -item[1])
    if not order:
        return "<p>Nothing of note was moved or kept.</p>"
    most = order[0][1]
    rows = [
        row(safe(at(place)), what, f"#{amounts.amount(size)}", bars=_bar("wait", size / most))
        for (what, place), size in order[:_ROWS]
    ]
    head = row("line", "what", "#size", "", head=True)
    return _table("Memory by line", head, rows, len(order))


def _bar(kind: str, part: float) -> str:
    return f'<span class="bar {kind}" style="width:{100 * part:.1f}%"></span>' if part else ""


def _table(caption: str, head: str, rows: list[str], count: int) -> str:
    if count > len(rows):
        caption += f": the {len(rows)} largest of {count}"
    body = "\n".join(rows)
    return (
        f'<div class="wide"><table><caption>{caption}</caption><thead>{head}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )
