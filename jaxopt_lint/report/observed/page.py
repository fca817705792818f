"""The report of a run as one page for a browser."""

from __future__ import annotations

from collections.abc import Sequence

from jaxopt_lint import links
from jaxopt_lint.observe.child.events import Place
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Group, Loss, at
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.report.markup import prose, row, safe
from jaxopt_lint.report.observed import head
from jaxopt_lint.report.observed.charts import compilations, memory
from jaxopt_lint.report.observed.lines import lines
from jaxopt_lint.report.observed.text import TITLES, amount
from jaxopt_lint.report.observed.timeline import timeline
from jaxopt_lint.report.skeleton import document

_COSTS = 30
_AROUND = 2  # lines of code around the one that is meant


def page(table: Table) -> str:
    """The text of the page, for a file of UTF-8."""
    run = table.run
    sections = (
        ("losses", "Losses", _losses(table)),
        ("timeline", "Timeline", timeline(run)),
        ("lines", "Cost by line", lines(table)),
        ("compilations", "Compilations", compilations(run)),
        ("memory", "Memory", memory(run)),
        ("costs", "Paid in any case", _costs(table)),
    )
    cautions = "".join(f'<p class="caution">{prose(text)}</p>' for text in head.cautions(run))
    about = (
        f"<h1><code>{safe(head.command(run))}</code></h1>\n"
        f"<p>{safe(head.where(run))}</p>\n<p>{safe(head.lengths(table))}</p>\n"
        f'<p class="faint">observed {safe(head.date(run))}, run {safe(run.header.name)}</p>\n'
        f"{cautions}"
    )
    return document(safe(f"{head.command(run)} ({run.header.name})"), about, sections)


def _losses(table: Table) -> str:
    if not table.losses:
        return f"<p>{head.NOTHING}</p>"
    out, number = [], 0
    for group in Group:
        losses = table.of(group)
        if losses:
            out.append(f"<h3>{TITLES[group]}</h3>")
        for loss in losses:
            number += 1
            out.append(_loss(table, loss, number))
    return "\n".join(out)


def _loss(table: Table, loss: Loss, number: int) -> str:
    size = f'<span class="amount">{amount(loss)}</span>' if amount(loss) else ""
    rule = f'<span><a href="{safe(_manual(loss.code))}">{loss.code}</a></span>' if loss.code else ""
    fix = ""
    if loss.codemod:
        shown = safe(head.fixing(loss.code, [loss.place.file]))
        fix = f"<p>Codemod <code>{loss.codemod}</code>: <code>{shown}</code></p>"
    also, chain = _places("also at", loss.also), _places("called from", loss.chain)
    processes = f" (in {loss.processes} processes)" if loss.processes > 1 else ""
    return (
        f'<article class="loss" id="loss-{number}">'
        f"<h3>{size}<span><code>{safe(at(loss.place))}</code></span>{rule}</h3>"
        f"<p>{prose(loss.reason)}{processes}</p>{_snippet(table, loss)}"
        f"<p><strong>Change:</strong> {prose(loss.change)}</p>{fix}{also}{chain}</article>"
    )


def _places(says: str, places: Sequence[Place]) -> str:
    shown = ", ".join(safe(at(place)) for place in places[: head.PLACES])
    return f'<p class="faint">{says} {shown}</p>' if shown else ""


def _manual(code: str) -> str:
    from jaxopt_lint import registry

    return links.manual(registry.find_rule(code).name)


def _snippet(table: Table, loss: Loss) -> str:
    text = table.run.text(loss.place.file)
    code = text.splitlines() if text is not None else []
    if not 0 < loss.place.line <= len(code):
        return ""
    first = max(1, loss.place.line - _AROUND)
    out = []
    for line in range(first, min(len(code), loss.place.line + _AROUND) + 1):
        shown = f"{line:>5}  {safe(code[line - 1].expandtabs(4))}"
        out.append(f"<mark>{shown}</mark>" if line == loss.place.line else shown)
    return f'<pre tabindex="0" aria-label="code">{chr(10).join(out)}</pre>'


def _costs(table: Table) -> str:
    if not table.costs:
        return "<p>Nothing of note.</p>"
    rows = [
        row(
            safe(at(cost.place)),
            prose(cost.what),
            f"#{cost.count:,}",
            f"#{amounts.seconds(cost.seconds) if cost.seconds else ''}",
            f"#{amounts.amount(cost.bytes) if cost.bytes else ''}",
        )
        for cost in table.costs[:_COSTS]
    ]
    left = len(table.costs) - len(rows)
    caption = f"<caption>The {len(rows)} largest of {len(table.costs)}</caption>" if left else ""
    titles = row("line", "what", "#times", "#seconds", "#bytes", head=True)
    return (
        f'<div class="wide"><table>{caption}<thead>{titles}</thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )
