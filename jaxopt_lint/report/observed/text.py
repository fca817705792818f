"""The table of losses for a terminal."""

from __future__ import annotations

from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, at
from jaxopt_lint.observe.losses.table import Table
from jaxopt_lint.observe.recorded import Recorded
from jaxopt_lint.report.console import Style, clean, one_line
from jaxopt_lint.report.observed import calls, head

TITLES = {
    Group.RESULTS: "What can make results wrong",
    Group.TIME: "Time that can be saved",
    Group.MEMORY: "Memory that can be saved",
}
PERHAPS = "Not certain to be a loss, but much"
_COSTS = 5  # that are shown without --verbose


def text(
    table: Table, style: Style, recorded: Recorded | None = None, *, verbose: bool = False
) -> str:
    """The report.

    Args:
        recorded: the calls that the run has kept.
        verbose: with chains of callers, what is too small to be a loss, and all costs.
    """
    run = table.run
    kept = calls.text(recorded, style) if recorded and recorded.functions else ""
    if not run.header.watched:
        title = f"Recorded {run.header.name}: {clean(one_line(head.command(run)))}"
        return "\n".join([style(title, "bold"), kept or "No function could be recorded.\n"])
    lines = [
        style(f"Observed {run.header.name}: {clean(one_line(head.command(run)))}", "bold"),
        style.wrapped(f"  {head.where(run)}; {head.lengths(table)}", "  "),
    ]
    for caution in head.cautions(run):
        lines.append(style.wrapped(style(f"  {clean(one_line(caution))}", "yellow"), "    "))
    for group in Group:
        losses = table.of(group)
        if losses:
            lines += ["", style(TITLES[group], "bold")]
            for loss in losses:
                lines += _loss(loss, style, verbose)
    if not table.losses:
        lines += ["", head.NOTHING]
    if verbose and table.below:
        lines += ["", style("Too little to be a loss, or not certain to be one", "bold")]
        for loss in table.below:
            lines += _loss(loss, style, verbose)
    if not verbose and table.perhaps:
        lines += ["", style(PERHAPS, "bold"), *_loss(table.perhaps, style, verbose)]
    lines += _costs(table.costs, style, verbose)
    lines += _fixes(table, style)
    lines += ["", kept.rstrip()] if kept else []
    return "\n".join(lines) + "\n"


def amount(loss: Loss) -> str:
    """What is saved, in seconds with the share of the run, or in bytes."""
    if loss.group is Group.TIME:
        return f"{amounts.seconds(loss.seconds)}, {amounts.share(loss.share)}"
    return amounts.amount(loss.bytes) if loss.bytes else ""


def _loss(loss: Loss, style: Style, verbose: bool) -> list[str]:
    place = one_line(at(loss.place))
    parts = [style(amount(loss), "bold"), style(place, "cyan"), style(loss.code, "red", "bold")]
    first = "  ".join(part for part in parts if part)
    reason = clean(one_line(loss.reason))
    if loss.processes > 1:
        reason += f" (in {loss.processes} processes)"
    lines = [f"  {first}", style.wrapped(f"    {reason}", "    ")]
    change = clean(one_line(loss.change))
    if loss.codemod:
        change += f" (codemod `{loss.codemod}`)"
    lines.append(style.wrapped(f"    = {change}", "      "))
    if verbose:
        for says, places in (("also at", loss.also), ("called from", loss.chain)):
            if places:
                shown = ", ".join(one_line(at(place)) for place in places[: head.PLACES])
                lines.append(style.wrapped(style(f"    {says} {shown}", "dim"), "      "))
    return lines


def _costs(costs: list[Cost], style: Style, verbose: bool) -> list[str]:
    shown = [cost for cost in costs if verbose or cost.seconds >= 0.001 or cost.bytes >= 1 << 20]
    if not shown:
        return []
    lines = ["", style("Paid in any case", "bold")]
    for cost in shown if verbose else shown[:_COSTS]:
        size = amounts.seconds(cost.seconds) if cost.seconds else amounts.amount(cost.bytes)
        what = clean(one_line(cost.what))
        times = f", {amounts.times(cost.count)}" if cost.count > 1 else ""
        lines.append(f"  {size}  {style(one_line(at(cost.place)), 'cyan')}  {what}{times}")
    left = len(shown) - _COSTS
    if left > 0 and not verbose:
        lines.append(style(f"  and {left} more; --verbose shows them", "dim"))
    return lines


def _fixes(table: Table, style: Style) -> list[str]:
    """The command that shows what the codemods would change."""
    fixable = [loss for loss in table.losses if loss.codemod]
    if not fixable:
        return []
    codes = ",".join(dict.fromkeys(loss.code for loss in fixable))
    files = list(dict.fromkeys(loss.place.file for loss in fixable if loss.place.file))[:6]
    return ["", f"See what codemods would change: {clean(one_line(head.fixing(codes, files)))}"]
