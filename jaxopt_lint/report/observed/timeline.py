"""The timeline of a run: for each process four rows, drawn to the width of the page.

However many happenings there are, a row has at most one bar for each column of the picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.observe.child.events import Event
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.reading import Process, Run
from jaxopt_lint.report.markup import safe
from jaxopt_lint.report.observed.lanes import LANES, lane, title

_LEFT, _WIDTH, _ROW, _GAP = 70, 1000, 22, 4  # of the picture, in its own units
_SPANS_KEPT = 4_000  # of a process; what came later is known by the half second only
_PROCESSES = 16


@dataclass
class _Bar:
    """Columns of one row in which something went on; `height` is the part of that time."""

    first: int
    last: int
    height: float
    events: list[tuple[Event, float]]


def timeline(run: Run) -> str:
    """The pictures of all processes that used JAX, with a legend."""
    found = [process for process in run.processes if process.jax and _at_work(process)]
    if not found:
        return "<p>No process did anything with JAX.</p>"
    begun = min(process.started for process in run.processes)
    whole = max(process.started - begun + process.end for process in found) or 1.0
    keys = "".join(f'<span><i class="key {one}"></i>{one}</span>' for one in LANES)
    out = [f'<p class="keys">{keys}</p>']
    for process in found[:_PROCESSES]:
        out.append(_picture(process, process.started - begun, whole))
    if len(found) > _PROCESSES:
        out.append(f"<p>{len(found) - _PROCESSES} further processes are not drawn.</p>")
    return "\n".join(out)


def _at_work(process: Process) -> bool:
    return any(lane(event) for _, added in process.ticks for event, *_ in added)


def _picture(process: Process, offset: float, whole: float) -> str:
    height = len(LANES) * (_ROW + _GAP) + 24
    name = safe(f"process {process.pid}: {' '.join(process.argv) or 'python'}")
    out = [
        f"<h3>{name}</h3>",
        f'<div class="wide"><svg viewBox="0 0 {_LEFT + _WIDTH + 10} {height}" role="img" '
        f'aria-label="{name}: {safe(_said(process))}">',
    ]
    for number in range(6):
        x = _LEFT + _WIDTH * number / 5
        text = amounts.seconds(whole * number / 5)
        anchor = "end" if number == 5 else "middle"
        out.append(
            f'<line class="tick" x1="{x:.0f}" x2="{x:.0f}" y1="0" y2="{height - 20}"/>'
            f'<text x="{x:.0f}" y="{height - 4}" text-anchor="{anchor}">{text}</text>'
        )
    for number, one in enumerate(LANES):
        y = number * (_ROW + _GAP)
        out.append(f'<text x="{_LEFT - 8}" y="{y + 16}" text-anchor="end">{one}</text>')
        out.append(f'<rect class="lane" x="{_LEFT}" y="{y}" width="{_WIDTH}" height="{_ROW}"/>')
        for bar in _bars(process, one, offset, whole):
            tall = max(2.0, _ROW * bar.height)
            out.append(
                f'<rect class="{one}" x="{_LEFT + bar.first}" y="{y + _ROW - tall:.1f}" '
                f'width="{bar.last - bar.first + 1}" height="{tall:.1f}">'
                f"<title>{safe(_titles(bar))}</title></rect>"
            )
    out.append("</svg></div>")
    return "\n".join(out)


def _said(process: Process) -> str:
    """What the picture shows, for those who do not see it."""
    spent = dict.fromkeys(LANES, 0.0)
    for _, added in process.ticks:
        for event, _, seconds, _ in added:
            found = lane(event)
            if found:
                spent[found] += seconds
    return ", ".join(f"{name} {amounts.seconds(value)}" for name, value in spent.items())


def _bars(process: Process, one: str, offset: float, whole: float) -> list[_Bar]:
    """The bars of a row: single happenings where they are known, sums of half seconds else."""
    spans = [span for span in process.spans if lane(span.event) == one]
    kept = len(process.spans) < _SPANS_KEPT
    until = process.end if kept else max((span.start for span in process.spans), default=0.0)
    bars = [
        _Bar(*_columns(span.start + offset, span.seconds, whole), 1.0, [(span.event, span.seconds)])
        for span in spans
    ]
    if spans and kept:
        return list(_merged(bars))
    before = 0.0
    for time, added in process.ticks:
        mine = [(event, seconds) for event, _, seconds, _ in added if lane(event) == one]
        if mine and (not spans or time > until):
            length = max(1e-3, time - before)
            part = min(1.0, sum(seconds for _, seconds in mine) / length)
            bars.append(_Bar(*_columns(before + offset, length, whole), part, mine))
        before = time
    return list(_merged(bars))


def _columns(start: float, seconds: float, whole: float) -> tuple[int, int]:
    first = min(_WIDTH - 1, max(0, int(_WIDTH * start / whole)))
    last = min(_WIDTH - 1, max(first, int(_WIDTH * (start + seconds) / whole)))
    return first, last


def _merged(bars: list[_Bar]) -> Iterator[_Bar]:
    """Bars that lie in the same columns as one."""
    now: _Bar | None = None
    for bar in sorted(bars, key=lambda one: (one.first, one.last)):
        if now is not None and bar.first <= now.last and bar.height == now.height:
            now.last = max(now.last, bar.last)
            now.events += bar.events
        else:
            if now is not None:
                yield now
            now = bar
    if now is not None:
        yield now


def _titles(bar: _Bar) -> str:
    sums: dict[str, list[float]] = {}
    for event, seconds in bar.events:
        sums.setdefault(f"{title(event)} ({event.place.file}:{event.place.line})", []).append(
            seconds
        )
    found = sorted(sums.items(), key=lambda one: -sum(one[1]))
    texts = [
        f"{name}: {amounts.seconds(sum(each))}" + (f", {len(each)}x" if len(each) > 1 else "")
        for name, each in found[:4]
    ]
    if len(found) > 4:
        texts.append(f"and {len(found) - 4} more")
    return "; ".join(texts)
