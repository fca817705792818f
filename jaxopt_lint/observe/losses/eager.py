"""Functions that run operation by operation, as nothing compiles them.

Lines that hand operations to the device are told by calls and operators on arrays, and by
programs that JAX compiled for single operations there: inside of a gradient that is taken outside
of `jax.jit`, the latter are all that is seen. The time of a line is what calls took or what was
sampled, without compilations and waits.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from jaxopt_lint.observe.child.events import Called, Compile, Dispatch, Event, Loop, Place
from jaxopt_lint.observe.losses import amounts
from jaxopt_lint.observe.losses.beside import fetches
from jaxopt_lint.observe.losses.loss import Group, Loss, Tally
from jaxopt_lint.observe.losses.stream import Stream, line_of

_OPERATIONS = 50  # of one function, below which nothing is said
_ROUNDS = 8  # of the line that runs most often: once is setting up
_FEW = 8  # rounds of a loop, that may well be layers, in each call of a function
_MANY = 64  # rounds of a loop in each call, from which XLA takes long for all of them in a row
_SINGLES = 4  # operations by which a call of a library is told from one that is compiled inside
_CALL = 50e-6  # seconds that one compiled call in their place would cost, about
_COMPILATION = 0.5  # seconds, in which a loop of some operations is traced and compiled with ease
_SAMPLED = 0.2  # seconds of a line, from which samples (each some 20 ms) tell its time
_COMPILING = 0.9  # of a line's time, from which the rest of it is taken for compiling, too

# Hand data of the host over, which no compiled function would do for them, or make the key or the
# zeros of a round, which are as well made outside.
_ASIDE = (
    "jax.numpy.asarray", "jax.numpy.array", "jax.device_put", "jax.random.split",
    "jax.random.fold_in", "jax.random.key", "jax.random.PRNGKey", "jax.numpy.zeros",
    "jax.numpy.ones", "jax.numpy.full", "jax.numpy.zeros_like", "jax.numpy.ones_like",
)  # fmt: skip

_Function = tuple[str, str]  # file, qualified name


@dataclass
class _Line:
    """A line that hands operations to the device.

    Attributes:
        operations: how many were counted there.
        most: how often one of them, or one call of a library, ran there; 0 where only programs
            were seen that JAX compiled for single operations.
        name: of the operation, or of the call of a library, that took longest.
        own: whether it does so itself, not through a call of a library alone.
    """

    place: Place
    chain: tuple[Place, ...]
    operations: int = 0
    most: int = 0
    loop: int = 0
    name: str = ""
    longest: float = -1.0
    measured: float = 0.0
    own: bool = False


@dataclass
class _Part:
    """Functions that one compiled call would take the place of."""

    root: _Function
    lines: list[_Line] = field(default_factory=list)
    functions: set[_Function] = field(default_factory=set)


def eager(stream: Stream, tally: Tally) -> None:
    """Tell one loss for each function that a loop or many callers run operation by operation."""
    lines = _lines(stream)
    traced = {_function(event.place) for event in stream.of(Called) if event.traced}
    callers = {line_of(one) for event in stream.of(Called) if event.traced for one in event.chain}
    parts: dict[_Function, _Part] = {}
    for line in lines.values():
        seen = line.most or _function(line.place) in traced or line_of(line.place) in callers
        if not seen or 0 < line.most < _ROUNDS:
            continue  # setting up
        root = _root(line, lines, traced)
        part = parts.setdefault(root, _Part(root))
        part.lines.append(line)
        part.functions.add(_function(line.place))
    for part in parts.values():
        _told(stream, part, tally)


def _lines(stream: Stream) -> dict[tuple[str, int], _Line]:
    out: dict[tuple[str, int], _Line] = {}

    def line(event: Event) -> _Line:
        return out.setdefault(line_of(event.place), _Line(event.place, event.chain))

    singles: Counter[tuple[str, int]] = Counter()
    for single in stream.of(Compile):
        if single.place.file and single.cause in ("eager", "body"):
            line(single).own = True
            singles[line_of(single.place)] += single.count
    for event in stream.of(Dispatch):
        if not event.place.file or event.how == "jitted" or event.operation in _ASIDE:
            continue
        if fetches(stream, event):
            continue  # told by itself, and no work for a compiled function
        one = line(event)
        one.measured += event.seconds
        one.most = max(one.most, event.count)
        one.loop = one.loop or event.loop
        if event.seconds > one.longest:
            one.name, one.longest = event.operation, event.seconds
        if event.how == "eager":
            one.own = True
        # A library that does many single operations does one at least in each call.
        if event.how == "eager" or singles[line_of(event.place)] >= _SINGLES:
            one.operations += event.count
    return out


def _function(place: Place) -> _Function:
    return place.file, place.function


def _root(line: _Line, lines: dict[tuple[str, int], _Line], traced: set[_Function]) -> _Function:
    """The function to compile: the outermost whose line hands over operations again and again.

    Args:
        traced: functions that got tracers; who calls these transforms them.
    """
    root = _function(line.place)
    for caller in line.chain:
        found = lines.get(line_of(caller))
        if found is None or not found.own or not (root in traced or found.most >= _ROUNDS):
            break
        root = _function(caller)
    return root


def _told(stream: Stream, part: _Part, tally: Tally) -> None:
    count = sum(line.operations for line in part.lines)
    called = [e for e in stream.of(Called) if _function(e.place) in part.functions]
    # A function of these that got tracers, where it did not, is differentiated or mapped by it.
    traced = [e.chain for e in called if e.traced and _function(e.place) == part.root]
    inside = [e.place for e in called if e.traced and _begun_by(part.root, e.chain, traced)]
    rounds = max(
        [
            *(line.most for line in part.lines),
            *(event.count for event in called),
            *(e.count for e in stream.of(Loop) if _function(e.place) in part.functions),
        ],
        default=0,
    )
    if rounds < _ROUNDS or (count < _OPERATIONS and not inside):
        return
    spent = {line_of(line.place): _spent(stream, line) for line in part.lines}
    total = min(sum(spent.values()), stream.rest)
    order = sorted(part.lines, key=lambda line: -spent[line_of(line.place)])
    worst = next((line for line in order if _function(line.place) == part.root), order[0])
    if len(part.lines) > 1 and not inside:
        worst = order[0]
    file, function = part.root
    many = _loop(stream, part, worst, _MANY)
    whole = function == "<module>" or many
    target = None if whole else Place(file, 0, function.replace(".<locals>", ""))
    tally.losses.append(
        Loss(
            "eager",
            Group.TIME,
            worst.place,
            _reason(part, worst, count, total, rounds, inside),
            _change(part, _loop(stream, part, worst, _FEW), target),
            "JOL109",
            "jit" if target else "",
            target,
            _worth_compiling(stream, part, many, total),
            seconds=max(0.0, total - rounds * min(_CALL, total / max(1, count, rounds))),
            count=max(count, rounds),
            chain=worst.chain,
            also=tuple(line.place for line in order if line is not worst),
        )
    )


def _loop(stream: Stream, part: _Part, worst: _Line, few: int) -> int:
    """The line of the loop that goes round more often than a few times in a call; 0 for none."""
    loops = (one for one in (worst, *part.lines) if one.loop and not _short(stream, one, few))
    return next((one.loop for one in loops), 0)


def _worth_compiling(stream: Stream, part: _Part, line: int, total: float) -> Place | None:
    """The loop on a line, if each of its runs took much longer than to compile it."""
    runs = [
        event
        for event in stream.of(Loop)
        if event.place.line == line and _function(event.place) == part.root
    ]
    entries = sum(event.entries for event in runs)
    return runs[0].place if entries and total / entries > _COMPILATION else None


def _short(stream: Stream, line: _Line, few: int) -> bool:
    """Whether the loop of a line runs a few rounds in each of many calls of its function."""
    function = _function(line.place)
    calls = sum(event.count for event in stream.of(Called) if _function(event.place) == function)
    rounds = sum(
        event.count
        for event in stream.of(Loop)
        if event.place.line == line.loop and _function(event.place) == function
    )
    return calls >= _ROUNDS and 0 < rounds <= few * calls


def _begun_by(root: _Function, chain: tuple[Place, ...], traced: list[tuple[Place, ...]]) -> bool:
    """Whether a function is one of the callers, and was not traced itself as they called it.

    Args:
        traced: the callers of that function where it was.
    """
    functions = [_function(place) for place in chain]
    if root not in functions:
        return False
    above = chain[functions.index(root) + 1 :]
    return not any(all(a == b for a, b in zip(above, one, strict=False)) for one in traced)


def _spent(stream: Stream, line: _Line) -> float:
    """Seconds of a line, compilations and waits aside."""
    compiling = stream.compiling_at(line.place)
    calls = stream.on(Dispatch, line.place)
    jitted = sum(event.seconds for event in calls if event.how == "jitted")
    sampled = stream.spent_at(line.place)
    # What calls took is known of some of them; samples hold all, if there are enough.
    whole = sampled - stream.waiting_at(line.place) - jitted
    if sampled < _SAMPLED:
        whole = max(line.measured, whole)
    return 0.0 if compiling > _COMPILING * whole else whole - compiling


def _reason(
    part: _Part, worst: _Line, count: int, total: float, rounds: int, inside: list[Place]
) -> str:
    name = f"`{part.root[1]}`" if part.root[1] != "<module>" else "the module"
    also = sorted({place.function for place in inside})
    if also:
        name += ", with " + ", ".join(f"`{one}`" for one in also[:3]) + " in a transform,"
    what = f"ran operation by operation in {amounts.counted(rounds, 'round')}"
    if count > rounds:
        what = f"handed {amounts.counted(count, 'operation')} to the device one by one"
    mostly = (
        f", most of it for `{worst.name}`" if worst.name.isidentifier() or "." in worst.name else ""
    )
    return f"{name} {what}, as nothing compiles it; that took {amounts.seconds(total)}{mostly}"


def _change(part: _Part, loop: int, target: Place | None) -> str:
    if loop and target:
        return (
            f"compile `{target.function}` with `jax.jit`, with the loop at line {loop} as "
            "`jax.lax.scan` or `jax.lax.fori_loop`"
        )
    if loop:
        return (
            f"compile what the loop at line {loop} does with `jax.jit`, or the whole loop as "
            "`jax.lax.scan` or `jax.lax.fori_loop`"
        )
    if part.root[1] == "<module>":
        return "move these lines into a function, and compile it with `jax.jit`"
    return f"compile `{part.root[1]}` with `jax.jit`"
