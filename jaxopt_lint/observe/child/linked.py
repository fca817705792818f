"""How the arguments of a compiled call hang together with those of other calls.

Of the calls that are looked at: does one get what an earlier round of the loop has made, does it
get the same key again, and does another function get all that it gets, too?
"""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

from . import keys, looping, producers
from .events import Place
from .randomness import randomness
from .state import here
from .tally import place_of

_LEAVES = 512
_RECENT = 4  # calls with which one is compared
_ENOUGH = 1_024  # bytes of arrays that two calls share, below which that means nothing
_AGAIN = 3  # times that a key came again, from which it is told
_SCALARS = (int, float, bool, complex, str, type(None))


class _Call:
    """One call that was looked at; `leaves` are its arguments, arrays weakly."""

    __slots__ = ("code", "event", "ids", "leaves", "number", "place", "repeats", "size")

    def __init__(self, one: Any, event: Any, given: list[Any], place: Place, code: int) -> None:
        self.number = one.number
        self.event = event
        self.place = place
        self.code = code
        self.leaves = [_kept(leaf) for leaf in given]
        arrays = [leaf for leaf in given if type(leaf) is here.array]
        self.ids = {id(leaf) for leaf in arrays}
        self.size = sum(leaf.nbytes for leaf in arrays)
        self.repeats = 0


_last: dict[int, _Call] = {}  # by site
_recent: list[_Call] = []
_lowered: dict[int, tuple[Any, list[set[int]]]] = {}  # function -> draws, by the ids of leaves
_draws: dict[int, list[frozenset[int]]] = {}  # function -> draws, by the places of leaves


def lowered(jaxpr: Any, call: Any) -> None:
    """A program is being made for a call: remember what its random numbers come of."""
    if call is None:
        return
    static = set(call.static_positions)
    size = len(call.args)
    args = [v for i, v in enumerate(call.args) if i not in static and i - size not in static]
    kwargs = {k: v for k, v in call.kwargs.items() if k not in call.static_names}
    leaves = here.jax.tree_util.tree_leaves((args, kwargs))
    found = randomness(jaxpr)
    if len(leaves) == len(jaxpr.jaxpr.invars) and len(leaves) <= _LEAVES and found:
        ids = [{id(leaves[i]) for i in one} for one in found]
        if len(_lowered) > _LEAVES:
            _lowered.clear()
        _lowered[id(call.function)] = (call.function, ids)
        _draws.pop(id(call.function), None)


def _kept(leaf: Any) -> Any:
    if isinstance(leaf, _SCALARS):
        return (leaf,)
    try:
        return weakref.ref(leaf)
    except TypeError:
        return (leaf,)


def _is(kept: Any, leaf: Any) -> bool:
    if type(kept) is tuple:
        return kept[0] is leaf or (isinstance(leaf, _SCALARS) and bool(kept[0] == leaf))
    return bool(kept() is leaf)


def called(one: Any, event: Any, entry: Any, given: list[Any], frame: FrameType) -> None:
    """A compiled function was called with these leaves."""
    if len(given) > _LEAVES:
        return
    site = entry.site
    draws = _draws_of(entry.callee, given)
    before = _last.get(site)
    call = _last[site] = _Call(one, event, given, place_of(site, frame), id(frame.f_code))
    _shared(call)
    if before is None or len(before.leaves) != len(given):
        return
    same = [_is(kept, leaf) for kept, leaf in zip(before.leaves, given, strict=True)]
    fed = any(_carried(leaf, site) for leaf in given if type(leaf) is here.array)
    event.looked += 1
    event.fed += fed
    event.same += all(same)
    here.log.touch(one.number)
    call.repeats = before.repeats
    if draws and fed and not all(same):
        if any(all(same[i] for i in places) for places in draws):
            call.repeats += 1
            if call.repeats >= _AGAIN:
                keys.constant(entry, frame, earlier=call.place)


def _draws_of(callee: Any, given: list[Any]) -> list[frozenset[int]]:
    """The draws of a function by the places of leaves, known from the call that was lowered."""
    callee = getattr(callee, "__func__", callee)
    function = getattr(callee, "__wrapped__", None)
    known = _draws.get(id(function))
    if known is None:
        pending = _lowered.get(id(function))
        if pending is None or pending[0] is not function:
            return []
        known = [
            frozenset(i for i, leaf in enumerate(given) if id(leaf) in ids) for ids in pending[1]
        ]
        # A place that is not found is one that cannot be compared.
        known = [
            places for places, ids in zip(known, pending[1], strict=True)
            if len({id(given[i]) for i in places}) == len(ids)
        ]  # fmt: skip
        _draws[id(function)] = known
    return known


def _carried(leaf: Any, site: int) -> bool:
    """Whether an array was made by an earlier round of the loop around, or by the same line."""
    made = producers.of(leaf)
    if made is None:
        return False
    at = here.sites[site]
    if (made.place.file, made.place.line) == (at.file, at.line):
        return True
    entered, round_ = looping.marks(at.file, at.loop) if at.loop else (0, 0)
    return entered < made.order <= round_ and made.place.file == at.file


def _shared(call: _Call) -> None:
    """Tell calls of other lines of the function around that got all that this one gets, or less."""
    if call.size < _ENOUGH:
        return
    for other in _recent:
        if other.code != call.code or other.place == call.place:
            continue
        if not all(type(kept) is tuple or kept() is not None for kept in other.leaves):
            continue  # what is gone may have left its id to another array
        if other.ids <= call.ids:
            _inside(other, call)
        if call.ids <= other.ids:
            _inside(call, other)
    _recent.append(call)
    del _recent[:-_RECENT]


def _inside(less: _Call, more: _Call) -> None:
    event = less.event
    if event.inside is None:
        event.inside, event.inside_name = more.place, more.event.operation
    if event.inside == more.place:
        event.shared += 1
        here.log.touch(less.number)


def forget() -> None:
    """Begin anew, in a process that was forked."""
    for one in (_last, _recent, _lowered, _draws):
        one.clear()  # type: ignore[attr-defined]
