"""One finding for each fetch: a loop that waits there, an array that goes back to the device, and a
list that is fetched piece by piece may be one and the same cause."""

from __future__ import annotations

import ast
from typing import TypeVar

from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.subjects.transfer.loop_waits import LoopWait, is_number
from jaxopt_lint.semantics.subjects.transfer.pieces import Pieces, fetched_pieces
from jaxopt_lint.semantics.subjects.transfer.round_trips import RoundTrip, round_trips
from jaxopt_lint.semantics.subjects.transfer.single_steps import StepWait, step_waits
from jaxopt_lint.semantics.subjects.transfer.syncs import Sync
from jaxopt_lint.semantics.subjects.transfer.turn_waits import turn_waits

Fetch = Sync | LoopWait | StepWait | RoundTrip | Pieces
_Found = TypeVar("_Found", bound=Fetch)


def waits_told(facts: Facts) -> list[Sync | LoopWait | StepWait]:
    """What waits in loops for numbers, and in functions that make one step."""
    return _told(facts, _number_waits(facts))


def trips_told(facts: Facts) -> list[RoundTrip]:
    """The arrays that are fetched and handed to the device again."""
    return _told(facts, round_trips(facts))


def pieces_told(facts: Facts) -> list[Pieces]:
    """The lists of arrays that are fetched array by array."""
    return _told(facts, fetched_pieces(facts))


@fact
def _number_waits(facts: Facts) -> list[Sync | LoopWait | StepWait]:
    """Once for each place."""
    every = turn_waits(facts)
    places = {one.node for one in every}
    calls = {one.site for one in every if isinstance(one, LoopWait) and one.site is not None}
    alone = [one for one in step_waits(facts) if one.node not in places | calls]
    return [*filter(is_number, every), *alone]


def _told(facts: Facts, found: list[_Found]) -> list[_Found]:
    """Those that tell of their fetch."""
    out = []
    for one in found:
        best = _best(facts)[_fetch(one)]
        if type(best) is type(one):
            out.append(one)
        else:
            facts.doubt(one.node, "another finding tells of the same fetch", at=best.node)
    return out


@fact
def _best(facts: Facts) -> dict[ast.expr, Fetch]:
    """Of what is found of each fetch, what is shown in any case; else what says most exactly what
    to change."""
    out: dict[ast.expr, Fetch] = {}
    for one in (*round_trips(facts), *fetched_pieces(facts), *_number_waits(facts)):
        known = out.setdefault(_fetch(one), one)
        if known.severity is not None and one.severity is None:
            out[_fetch(one)] = one
    return out


def _fetch(found: Fetch) -> ast.expr:
    """What fetches; of what no turn hands back by itself, the place where that is done."""
    back = isinstance(found, RoundTrip) and found.loop is not None and not found.up
    return found.fetch if isinstance(found, RoundTrip) and back else found.node
