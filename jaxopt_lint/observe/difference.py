"""What changed from one run to another: losses that are gone, new, or cost something else."""

from __future__ import annotations

from dataclasses import dataclass

from jaxopt_lint.observe.figures import figures
from jaxopt_lint.observe.losses.loss import Loss
from jaxopt_lint.observe.losses.table import Table


@dataclass(frozen=True)
class Difference:
    """Two runs held against each other.

    Attributes:
        gone: losses of the earlier run that the later one has no longer, worst first.
        new: losses that only the later one has.
        both: losses of both, as they were and as they are.
        figures: by name, before and after, those that differ.
    """

    gone: list[Loss]
    new: list[Loss]
    both: list[tuple[Loss, Loss]]
    figures: dict[str, tuple[float, float]]


def difference(before: Table, after: Table) -> Difference:
    """Compare two runs.

    A loss is known again by its kind, its rule, its file and its function: lines move when a
    program is mended.
    """
    old, new = _by_identity(before), _by_identity(after)
    then, now = figures(before), figures(after)
    return Difference(
        gone=[loss for key, loss in old.items() if key not in new],
        new=[loss for key, loss in new.items() if key not in old],
        both=[(loss, new[key]) for key, loss in old.items() if key in new],
        figures={name: (then[name], now[name]) for name in then if then[name] != now[name]},
    )


def _by_identity(table: Table) -> dict[object, Loss]:
    """The losses by what they are, the n-th of its like in a function told by its number."""
    out: dict[object, Loss] = {}
    seen: dict[object, int] = {}
    for loss in table.losses:
        alike = (loss.kind, loss.code, loss.place.file, loss.place.function)
        seen[alike] = seen.get(alike, 0) + 1
        out[alike, seen[alike]] = loss
    return out
