"""Two runs held against each other, for people and for programs."""

from __future__ import annotations

import json

from jaxopt_lint.observe.difference import Difference
from jaxopt_lint.observe.limits import shown
from jaxopt_lint.observe.losses.loss import Loss, at
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.report.console import Style, clean, one_line
from jaxopt_lint.report.observed import head
from jaxopt_lint.report.observed.as_json import lost
from jaxopt_lint.report.observed.text import amount


def text(before: Table, after: Table, found: Difference, style: Style) -> str:
    """What changed, for a terminal."""
    lines = []
    for word, table in (("from", before), ("to  ", after)):
        shown_as = clean(one_line(head.command(table.run)))
        lines.append(f"{word} {table.run.header.name}: {shown_as}; {head.where(table.run)}")
    for title, losses in (("Gone", found.gone), ("New", found.new)):
        if losses:
            lines += ["", style(title, "bold"), *map(_line, losses)]
    if found.both:
        lines += ["", style("Still there", "bold")]
        for old, new in found.both:
            change = f"  (was {amount(old)})" if amount(old) != amount(new) else ""
            lines.append(_line(new) + change)
    if not (found.gone or found.new or found.both):
        lines += ["", "Neither run has a loss."]
    lines += ["", style("Figures", "bold")]
    wide = max((len(name) for name in found.figures), default=0)
    for name, (old_value, new_value) in found.figures.items():
        lines.append(f"  {name:<{wide}}  {shown(name, old_value)} -> {shown(name, new_value)}")
    return "\n".join(lines) + "\n"


def as_json(before: Table, after: Table, found: Difference) -> str:
    """What changed, for programs."""
    document = {
        "before": before.run.header.name,
        "after": after.run.header.name,
        "gone": [lost(loss) for loss in found.gone],
        "new": [lost(loss) for loss in found.new],
        "both": [{"before": lost(old), "after": lost(new)} for old, new in found.both],
        "figures": {
            name: {"before": old, "after": new} for name, (old, new) in found.figures.items()
        },
    }
    return json.dumps(document, indent=2) + "\n"


def _line(loss: Loss) -> str:
    parts = [amount(loss), one_line(at(loss.place)), loss.code, clean(one_line(loss.reason))]
    return "  " + "  ".join(part for part in parts if part)
