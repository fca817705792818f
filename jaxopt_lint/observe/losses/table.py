"""The table of a run: its losses by what a change would save, and what it paid in any case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from jaxopt_lint.observe.losses.beside import keys_beside, round_trips
from jaxopt_lint.observe.losses.calls import one_by_one, steps_in_python, tiny_calls
from jaxopt_lint.observe.losses.collectives import collectives
from jaxopt_lint.observe.losses.compiles import compiles
from jaxopt_lint.observe.losses.eager import eager
from jaxopt_lint.observe.losses.host import calls_of_others, element_by_element
from jaxopt_lint.observe.losses.loss import Cost, Group, Loss, Tally
from jaxopt_lint.observe.losses.memory import residuals, undonated
from jaxopt_lint.observe.losses.programs import (
    both_branches,
    captured,
    compiled_for_one,
    computed_again,
    computed_inside,
    computed_twice,
    silent,
    unrolled,
    widened,
)
from jaxopt_lint.observe.losses.repeats import same_again
from jaxopt_lint.observe.losses.results import impurities, keys, timers
from jaxopt_lint.observe.losses.singly import singly
from jaxopt_lint.observe.losses.stream import Stream, streams
from jaxopt_lint.observe.losses.traces import traces
from jaxopt_lint.observe.losses.transfers import transfers
from jaxopt_lint.observe.losses.unneeded import seldom_used, unused
from jaxopt_lint.observe.losses.waits import waits
from jaxopt_lint.observe.reading import Run

LEAST_SHARE = 0.02  # of the run, below which something is no loss
LEAST_SECONDS = 0.01
MUCH = 0.1  # of the run, from which people want to know of what may be no loss
LEAST_BYTES = 8 << 20  # of memory, below which the same: a process with JAX takes hundreds of MiB
READERS: tuple[Callable[[Stream, Tally], None], ...] = (
    compiles, traces, waits, eager, singly, tiny_calls, steps_in_python, transfers, unrolled,
    computed_twice, computed_inside, computed_again, same_again, unused, seldom_used, one_by_one,
    captured, widened, silent, both_branches, compiled_for_one, keys_beside, round_trips,
    residuals, undonated, collectives, element_by_element, keys, impurities, timers,
    calls_of_others,
)  # fmt: skip


@dataclass(frozen=True)
class Lengths:
    """How the time of the process divides that was at work longest, in seconds.

    Attributes:
        elapsed: of the whole run.
        startup: before it first had to do with JAX.
        first: traces and compilations that it has to pay once.
        rest: what remains; shares of losses are of this.
    """

    elapsed: float = 0.0
    startup: float = 0.0
    first: float = 0.0
    rest: float = 0.0


@dataclass
class Table:
    """What a run lost, worst first.

    Attributes:
        losses: results first, then time by seconds, then memory by bytes.
        below: losses of time and memory that are too small to matter, in the same order.
        costs: what it paid in any case, by seconds and bytes.
    """

    run: Run
    lengths: Lengths
    losses: list[Loss] = field(default_factory=list)
    below: list[Loss] = field(default_factory=list)
    costs: list[Cost] = field(default_factory=list)

    def of(self, group: Group) -> list[Loss]:
        """The losses of one group."""
        return [loss for loss in self.losses if loss.group is group]

    @property
    def perhaps(self) -> Loss | None:
        """What takes most time of what is not certain to be a loss, where that is much."""
        times = (loss for loss in self.below if loss.group is Group.TIME and not _little(loss))
        return next((loss for loss in times if loss.share >= MUCH), None)


def table(run: Run) -> Table:
    """Work out what a run lost."""
    found: dict[tuple[object, ...], Loss] = {}
    costs: list[Cost] = []
    all_streams = streams(run)
    for stream in all_streams:
        tally = Tally()
        for reader in READERS:
            reader(stream, tally)
        mine: dict[tuple[object, ...], Loss] = {}
        for loss in tally.losses:
            known = mine.get(loss.identity)
            mine[loss.identity] = _both(known, loss) if known else loss
        for identity, loss in mine.items():
            loss = loss.with_share(stream.rest + (stream.first if loss.in_first else 0.0))
            known = found.get(identity)
            both = known and replace(_both(known, loss), processes=known.processes + 1)
            found[identity] = both or loss
        costs += tally.costs
    out = Table(run, _lengths(run, all_streams))
    for loss in sorted(found.values(), key=_rank):
        (out.below if _small(loss) else out.losses).append(loss)
    out.costs = sorted(costs, key=lambda cost: (-cost.seconds, -cost.bytes, cost.place))
    return out


def _both(one: Loss, other: Loss) -> Loss:
    """The same loss by two chains of callers, or in two processes."""
    worse = max(one, other, key=lambda loss: (loss.seconds, loss.bytes, loss.count))
    return replace(worse, count=one.count + other.count)


def _small(loss: Loss) -> bool:
    if loss.minor:
        return True
    if loss.group is Group.TIME:
        return _little(loss)
    return loss.group is Group.MEMORY and loss.bytes < LEAST_BYTES


def _little(loss: Loss) -> bool:
    return loss.share < LEAST_SHARE or loss.seconds < LEAST_SECONDS


def _rank(loss: Loss) -> tuple[object, ...]:
    group = list(Group).index(loss.group)
    return (group, -loss.seconds, -loss.bytes, -loss.count, loss.place, loss.kind)


def _lengths(run: Run, of: list[Stream]) -> Lengths:
    begun = min((process.started for process in run.processes), default=0.0)
    elapsed = max((process.started - begun + process.end for process in run.processes), default=0.0)
    longest = max(of, key=lambda stream: (stream.rest, stream.elapsed), default=None)
    if longest is None:
        return Lengths(elapsed, elapsed)
    return Lengths(elapsed, longest.startup, longest.first, longest.rest)
