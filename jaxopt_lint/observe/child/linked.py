"""How the arguments of a compiled call hang together with those of other calls.

Of the calls that are looked at: does one get what an earlier round of the loop has made, does it
get the same key again, and does another function get all that it gets, too?
"""

from __future__ import annotations

import linecache
import re
import weakref
from types import FrameType, FunctionType
from typing import Any, NamedTuple

from . import apart, keys, looping, placing, producers, steady
from .events import Place
from .jaxprs import stack, user_frames
from .randomness import randomness
from .state import here, lines_at
from .tally import place_of
from .trees import leaves

_PROGRAMS = 512
_RECENT = 4  # calls with which one is compared
_ENOUGH = 1_024  # bytes of arrays that two calls share, below which that means nothing
_AGAIN = 3  # times that a key came again, from which it is told
_SCALARS = (int, float, bool, complex, str, type(None))

Stack = tuple[Place, tuple[Place, ...]]


class _Call:
    """One call that was looked at; `leaves` are its arguments, arrays weakly."""

    __slots__ = (
        "code",
        "event",
        "heirs",
        "ids",
        "leaves",
        "loop",
        "number",
        "place",
        "repeats",
        "size",
    )

    def __init__(
        self, one: Any, event: Any, given: list[Any], place: Place, code: int, loop: int
    ) -> None:
        self.number = one.number
        self.event = event
        self.place = place
        self.code = code
        self.loop = loop
        self.leaves = [_kept(leaf) for leaf in given]
        arrays = [leaf for leaf in given if type(leaf) is here.array]
        self.ids = {id(leaf) for leaf in given if not isinstance(leaf, _SCALARS)}
        self.size = sum(leaf.nbytes for leaf in arrays)
        self.repeats = 0
        self.heirs: dict[int, Any] = {}  # results that are arguments given back, by their places


class _Drawing(NamedTuple):
    """What the random numbers of a program come of.

    Attributes:
        draws: for each draw, the inputs that its key is made of, and the user's lines that make
            it.
        given_back: inputs that are given back as they came, each with its place in the results.
    """

    draws: list[tuple[frozenset[int], Stack | None]]
    given_back: list[tuple[int, int]]


_last: dict[int, _Call] = {}  # by site
_recent: list[_Call] = []
_constant: dict[Place, tuple[int, Any, Any]] = {}  # draws from the same arguments: how often, call
_lowered: dict[int, tuple[Any, _Drawing]] = {}  # by function
_known: dict[int, _Drawing] = {}  # the same with the leaves of the arguments in place of inputs


def lowered(jaxpr: Any, call: Any) -> None:
    """A program is being made for a call: remember what its random numbers come of."""
    if call is None:
        return
    static = set(call.static_positions)
    size = len(call.args)
    args = [v for i, v in enumerate(call.args) if i not in static and i - size not in static]
    kwargs = {k: v for k, v in call.kwargs.items() if k not in call.static_names}
    paths = here.jax.tree_util.tree_flatten_with_path((args, kwargs))[0]
    leaves = [leaf for _, leaf in paths]
    variables = jaxpr.jaxpr.invars
    if len(leaves) != len(variables) or len(leaves) > placing.LEAVES:
        return
    placing.made(call.function, jaxpr, leaves)
    found = randomness(jaxpr)
    if not found:
        return
    back = [
        (i, place)
        for place, result in enumerate(jaxpr.jaxpr.outvars)
        for i, variable in enumerate(variables)
        if variable is result
    ]
    draws = [
        (frozenset(one), _drawn(equations, [paths[i][0] for i in one]))
        for one, equations in found.items()
    ]
    if len(_lowered) > _PROGRAMS:
        _lowered.clear()
    _lowered[id(call.function)] = (call.function, _Drawing(draws, back))
    _known.pop(id(call.function), None)


def _drawn(equations: tuple[Any, ...], paths: list[Any]) -> Stack | None:
    """The lines that make a draw: from the one that names what its key comes of, where one does.

    A library may draw with a key that it was handed by lines further outside.
    """
    frames = next((one for one in map(user_frames, reversed(equations)) if one), [])
    names = [str(getattr(path[-1], "name", getattr(path[-1], "key", ""))) for path in paths if path]
    for index in range(len(frames) - 1, -1, -1):
        code, offset = frames[index]
        first, last = lines_at(code, offset)
        text = "".join(linecache.getline(code.co_filename, one) for one in range(first, last + 1))
        if any(name and re.search(rf"\b{re.escape(name)}\b", text) for name in names):
            return stack(frames[index:])
    return stack(frames) if frames else None


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


def called(
    one: Any, event: Any, entry: Any, given: list[Any], value: Any, frame: FrameType
) -> None:
    """A compiled function was called with these leaves, and gave this."""
    if len(given) > placing.LEAVES:
        return
    site = entry.site
    function = _wrapped(entry.callee)
    program = placing.placed(function, given)
    drawing = _drawing_of(function, program)
    before = _last.get(site)
    call = _last[site] = _Call(
        one, event, given, place_of(site, frame), id(frame.f_code), here.sites[site].loop
    )
    if drawing.given_back:
        results = here.jax.tree_util.tree_leaves(value)
        call.heirs = {
            place: _kept(results[index])
            for place, index in drawing.given_back
            if index < len(results)
        }
    _shared(call)
    apart.called(call.place, frame, site, function, program, value)
    if before is None or len(before.leaves) != len(given):
        return
    same = [_is(kept, leaf) for kept, leaf in zip(before.leaves, given, strict=True)]
    fed = any(_carried(leaf, site) for leaf in given if type(leaf) is here.array)
    event.looked += 1
    event.fed += fed
    event.same += all(same)
    here.log.touch(one.number)
    steady.called(one, event, site, program, same)
    call.repeats = before.repeats
    if drawing.draws and all(same):
        times = _constant[call.place][0] + 1 if call.place in _constant else 1
        _constant[call.place] = (times, entry, here.chain(frame))
    if fed:
        _tell_constant(given, here.sites[site].loop)
    if drawing.draws and fed and not all(same):
        again = {i for i, is_same in enumerate(same) if is_same}
        heirs = {i for i, heir in before.heirs.items() if _is(heir, given[i])}
        found = [one for one in drawing.draws if one[0] <= again | heirs]
        if found:
            call.repeats += 1
            if call.repeats >= _AGAIN:
                kept = next((lines for places, lines in found if places & heirs), None)
                keys.constant(entry, frame, kept, earlier=call.place)


def _tell_constant(given: list[Any], loop: int) -> None:
    """Tell the calls in the same loop that draw anew what such a call gets, from the same key.

    A call that is just repeated may be what a benchmark is about; here its result goes into what
    the loop carries on.
    """
    for leaf in given if _constant else ():
        made = producers.of(leaf) if type(leaf) is here.array else None
        if made is not None and made.place in _constant:
            times, entry, chain = _constant[made.place]
            if times >= _AGAIN and here.sites[entry.site].loop == loop:
                keys.constant(entry, None, (made.place, chain), earlier=made.place)


def _wrapped(callee: Any) -> Any:
    """The function of Python that is compiled."""
    return getattr(getattr(callee, "__func__", callee), "__wrapped__", None)


def _drawing_of(function: Any, program: placing.Placed | None) -> _Drawing:
    """What is known of a function by the leaves of its arguments."""
    known = _known.get(id(function))
    if known is None:
        pending = _lowered.get(id(function))
        if pending is None or pending[0] is not function or program is None:
            return _Drawing([], [])
        places = program.places
        draws, back = pending[1]
        known = _known[id(function)] = _Drawing(
            # An input that is no leaf of them is one that cannot be compared.
            [
                (frozenset(places[i] for i in inputs), lines)
                for inputs, lines in draws
                if all(places[i] >= 0 for i in inputs)
            ],
            [(places[i], index) for i, index in back if places[i] >= 0],
        )
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
        if other.event.operation == call.event.operation:
            if call.loop and call.loop == other.loop and _equal(other, call):
                _inside(call, other)
            continue
        if other.ids <= call.ids:
            _inside(other, call)
        if call.ids <= other.ids:
            _inside(call, other)
    _recent.append(call)
    del _recent[:-_RECENT]


def _equal(one: _Call, other: _Call) -> bool:
    """Whether two calls of one function got just the same."""
    if len(one.leaves) != len(other.leaves):
        return False
    for mine, theirs in zip(one.leaves, other.leaves, strict=True):
        if type(mine) is not type(theirs):
            return False
        if mine[0] != theirs[0] if type(mine) is tuple else mine() is not theirs():
            return False
    return True


def _inside(less: _Call, more: _Call) -> None:
    event = less.event
    if event.inside is None:
        event.inside, event.inside_name = more.place, more.event.operation
    if event.inside == more.place:
        event.shared += 1
        here.log.touch(less.number)


LONG = 5e-3  # seconds of a call of a library, from which it is asked whether it is the same again
_long: list[tuple[Any, list[Any], Place]] = []


def repeated(one: Any, event: Any, entry: Any, place: Place) -> None:
    """Tell a call of a function of a library that got just what another line had given it.

    What is called again on one line may be what a benchmark is about.
    """
    given = leaves(entry.arguments)
    if type(entry.callee) is not FunctionType or len(given) > placing.LEAVES:
        return
    if not any(type(leaf) is here.array for leaf in given):
        return
    for callee, kept, earlier in _long:
        if callee is entry.callee and len(kept) == len(given) and earlier.line != place.line:
            if all(_is(old, leaf) for old, leaf in zip(kept, given, strict=True)):
                if event.inside is None:
                    event.inside, event.inside_name = earlier, event.operation
                event.shared += 1
                here.log.touch(one.number)
                return
    _long.append((entry.callee, [_kept(leaf) for leaf in given], place))
    del _long[:-_RECENT]


def forget() -> None:
    """Begin anew, in a process that was forked."""
    for one in (_last, _recent, _constant, _lowered, _known, _long):
        one.clear()  # type: ignore[attr-defined]
