"""Cost by line, beside the code as it was when it ran."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from jaxopt_lint.observe.child.events import (
    Captured,
    Compile,
    Dispatch,
    Residual,
    Share,
    Transfer,
    Undonated,
    Wait,
)
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.report.markup import safe

_AROUND = 3  # lines of code around one that cost something
_FILES = 40
_LINES = 2_000  # of one file that are shown


@dataclass
class Costs:
    """What one line cost; seconds of compilations hold those of their traces."""

    compiling: float = 0.0
    waiting: float = 0.0
    dispatching: float = 0.0
    sampled: float = 0.0
    dispatches: int = 0
    bytes: int = 0

    @property
    def seconds(self) -> float:
        """All that is known, nothing twice: samples hold the rest."""
        return max(self.sampled, self.compiling + self.waiting + self.dispatching)


def by_line(table: Table) -> dict[str, dict[int, Costs]]:
    """The costs of each line, by file."""
    out: dict[str, dict[int, Costs]] = defaultdict(lambda: defaultdict(Costs))
    for event in table.run.events:
        if not event.place.file:
            continue
        one = out[event.place.file][event.place.line]
        match event:
            case Compile():
                one.compiling += event.seconds + event.trace_seconds
            case Wait():
                one.waiting += event.seconds
            case Dispatch():
                one.dispatching += event.seconds
                one.dispatches += event.count
            case Share():
                one.sampled += event.seconds
            case Transfer():
                one.bytes += event.bytes
            case Captured() | Residual() | Undonated():
                one.bytes = max(one.bytes, event.bytes)
    return {
        file: {line: one for line, one in lines.items() if one != Costs()}
        for file, lines in out.items()
    }


def lines(table: Table) -> str:
    """A foldable table for each file, the costliest first; the first one is open."""
    found = {file: costs for file, costs in by_line(table).items() if costs}
    if not found:
        return "<p>No line of the project's own files was seen at work.</p>"
    order = sorted(found, key=lambda file: -sum(one.seconds for one in found[file].values()))
    marked = {(loss.place.file, loss.place.line): i for i, loss in enumerate(table.losses, 1)}
    out = []
    for number, file in enumerate(order[:_FILES]):
        total = sum(one.seconds for one in found[file].values())
        shown = " open" if number == 0 else ""
        out.append(
            f"<details{shown}><summary><code>{safe(file)}</code>, {amounts.seconds(total)}"
            f"</summary>{_file(table, file, found[file], marked)}</details>"
        )
    if len(order) > _FILES:
        out.append(f"<p>{len(order) - _FILES} further files cost less.</p>")
    return "\n".join(out)


def _file(
    table: Table, file: str, costs: dict[int, Costs], marked: dict[tuple[str, int], int]
) -> str:
    text = table.run.text(file)
    code = text.splitlines() if text is not None else []
    most = max((one.seconds for one in costs.values()), default=0.0) or 1.0
    wanted = sorted(
        {
            near
            for line in costs
            for near in range(line - _AROUND, line + _AROUND + 1)
            if 0 < near <= max(len(code), line)
        }
    )[:_LINES]
    rows, before = [], 0
    for line in wanted:
        if line != before + 1:
            rows.append('<tr class="gap"><td colspan="7">...</td></tr>')
        before = line
        rows.append(_row(line, code, costs.get(line, Costs()), most, marked.get((file, line), 0)))
    head = "".join(
        f'<th scope="col" class="number">{name}</th>'
        for name in ("line", "compile", "wait", "dispatch", "sampled", "bytes")
    )
    missing = "" if text is not None else "<p>The text of this file was not kept.</p>"
    return (
        f'{missing}<div class="wide"><table class="lines"><thead><tr>{head}'
        f'<th scope="col">code</th></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    )


def _row(line: int, code: list[str], one: Costs, most: float, mark: int) -> str:
    heat = one.seconds / most
    style = f' style="background:rgba(var(--hot),{0.05 + 0.3 * heat:.2f})"' if heat > 0.01 else ""
    number = f'<a href="#loss-{mark}" title="loss {mark}">{line} &#9654;</a>' if mark else str(line)
    dispatch = amounts.seconds(one.dispatching) if one.dispatching else ""
    if one.dispatches:
        dispatch += f" {one.dispatches:,}x"
    cells = (
        number,
        amounts.seconds(one.compiling) if one.compiling else "",
        amounts.seconds(one.waiting) if one.waiting else "",
        dispatch.strip(),
        amounts.seconds(one.sampled) if one.sampled else "",
        amounts.amount(one.bytes) if one.bytes else "",
    )
    numbers = "".join(f'<td class="number">{cell}</td>' for cell in cells)
    text = safe(code[line - 1].expandtabs(4)) if 0 < line <= len(code) else ""
    return f'<tr{style}>{numbers}<td class="code">{text}</td></tr>'
