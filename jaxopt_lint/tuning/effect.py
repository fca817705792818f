"""Whether a fix did what it was made for: the loss at its place before, and after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jaxopt_lint.finding import Finding
from jaxopt_lint.observe.losses.loss import Group, Loss
from jaxopt_lint.observe.losses.table import Table

_GONE = 0.5  # what is left of a loss that a fix helped against, at most
# Runs of the same program differ by some percent; by more than this one is slower than another.
_SLOWER = 1.1
_LOOPS = "JOL2"


@dataclass(frozen=True, slots=True)
class Effect:
    """What became of the losses that a finding is about: seconds, or bytes, or times."""

    finding: Finding
    unit: Group
    before: float
    after: float

    @property
    def helped(self) -> bool:
        """Whether most of it is gone."""
        return self.after <= _GONE * self.before


@dataclass(frozen=True, slots=True)
class Spent:
    """How long a run took.

    Attributes:
        seconds: by the clock, imports and reading of data aside.
        processor: seconds of the processor, in all.
        alone: whether there is no other device.
    """

    seconds: float
    processor: float
    alone: bool


def losses_of(finding: Finding, table: Table) -> list[Loss]:
    """The losses that a fix can be for: those of its rule in the function around it, and of a loop
    whatever its turns lost one by one. What makes results right gives other ones, and is no fix
    for a loss."""
    times = (loss for loss in table.losses if loss.group is not Group.RESULTS)
    return [loss for loss in times if is_about(finding, loss)]


def effect(finding: Finding, before: Table, after: Table) -> Effect:
    """What a fix did to its losses."""
    old, new = (
        [loss for loss in (*table.losses, *table.below) if is_about(finding, loss)]
        for table in (before, after)
    )
    units = {loss.group for loss in old}
    unit = next((one for one in Group if one in units), Group.TIME)
    return Effect(finding, unit, _amount(old, unit), _amount(new, unit))


def slower(before: Sequence[Spent], after: Spent) -> bool:
    """Whether a run took longer than each of some others, by more than runs differ: by the clock,
    and where the processor does all the work by what it worked, as a clock counts other work too.
    """
    if after.seconds <= _SLOWER * max(one.seconds for one in before):
        return False
    return not after.alone or after.processor > _SLOWER * max(one.processor for one in before)


def spent(table: Table, processor: float = 0.0) -> Spent:
    """What a run took since it first had to do with JAX.

    Args:
        processor: the seconds of the processor.
    """
    backends = {process.backend for process in table.run.processes if process.backend}
    lengths = table.lengths
    return Spent(lengths.elapsed - lengths.startup, processor, backends == {"cpu"})


def is_about(finding: Finding, loss: Loss) -> bool:
    """Whether a finding is about a loss; see `losses_of`."""
    rows = range(finding.start.row, finding.end.row + 1)
    near = [loss.target or loss.place, *loss.also, *loss.chain[:1]]
    if loss.code != finding.code:
        # Of which rule a loop is, its run does not tell; nor which loop the calls came from.
        near += [] if loss.loop is None else [loss.loop]
        return finding.code.startswith(_LOOPS) and any(
            place.file == finding.path and place.line in rows for place in (*near, *loss.chain)
        )
    home = finding.qualname or "<module>"
    mine = [place for place in near if place.file == finding.path]
    return any(place.function == home or place.line in rows for place in mine)


def _amount(losses: Sequence[Loss], unit: Group) -> float:
    mine = [loss for loss in losses if loss.group is unit]
    if unit is Group.TIME:
        return sum(loss.seconds for loss in mine)
    return sum(loss.bytes if unit is Group.MEMORY else loss.count for loss in mine)
