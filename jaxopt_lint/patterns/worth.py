"""Which loops are worth a warning: how often they turn as their author left them, whether anything
comes to them again, what their turns do besides, and why they are there.

That Python dispatches the operations of a loop one by one, or that a trace unrolls it, is true of
many loops that nobody would write anew. What rules find there they warn of where facts say that it
costs something, and tell for information else; all of them ask here.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.clocks import CLOCKS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_work
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.jax.recurrence import loop_around, looped_call, often_elsewhere
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import DEFINITIONS, LOOPS
from jaxopt_lint.semantics.python.walking import walk
from jaxopt_lint.semantics.subjects.transfer.weight import epochs

FEW = 8  # turns that a program may as well have one after the other
SOON = 50  # turns in all, after which a few operations of each were no burden
NETWORK = 15  # the same of forward passes, which take longer
UPDATES = 100  # the same of updates beside a gradient that is compiled
LARGE = 10_000  # operations that cost at the least a second, one by one
BESIDE = 32  # operations that count beside a compiled step of the same turn
GRADIENT = 64  # operations of a gradient, traced anew each time, that count on any turn
SOON_DONE = 4_000  # operations of all steps of a loop that trains, which take a second or two
_BESIDE = 10  # times the turns, next to which a loop is soon over
_MANY = 16  # turns that come to a loop often
_CALLED = 2  # functions on the way to what draws

# What takes far longer than operations one by one: figures, pictures, films.
_FIGURES = ("matplotlib.", "seaborn.", "plotly.", "PIL.", "imageio.", "cv2.", "pygame.", "moviepy.")


def rare_turns(facts: Facts, loop: ast.AST, few: int = SOON) -> bool:
    """Whether a loop has few turns as its author left it, or its turns do what takes longer than
    operations one by one: epochs, which run a compiled step many times, and figures."""
    return loop in epochs(facts) or draws(facts, loop) or soon_over(facts, loop, few)


def soon_over(facts: Facts, loop: ast.AST, few: int = SOON) -> bool:
    """Whether a loop has few turns as its author left it, or is there to be compared with another
    one."""
    if loop in compared(facts):
        return True
    turns = turns_in_all(facts, loop)
    return turns is not None and turns <= few


def turns_in_all(facts: Facts, loop: ast.AST) -> int | None:
    """How often a loop turns as its author left it, the loops around it counted in; None where
    nothing says so, or a loop elsewhere comes to it again."""
    made, one = 1, loop
    while True:
        turns = turns_left(facts, one)
        if turns is None:
            return None
        made *= turns
        around = loop_around(facts, one)
        if around is None:
            break
        one = around
    function = facts.module.function(loop)
    if function is not None and comes_again(facts, loop):
        return None
    return made


def turns_left(facts: Facts, loop: ast.AST) -> int | None:
    """How many turns a loop has as its author left it; none where it counts up to 0."""
    if _never(facts, loop):
        return 0
    usual = usual_turns(facts, loop)
    if usual is not None:
        return int(usual.number)
    work = looped_work(facts).get(loop)  # type: ignore[call-overload]
    return work.count if work is not None else None


def _never(facts: Facts, loop: ast.AST) -> bool:
    """`range(steps, 0)`, which lacks its step of -1."""
    over = getattr(loop, "iter", None)
    if not isinstance(over, ast.Call) or not facts.names.is_builtin(over.func, "range"):
        return False
    match over.args:
        case [ast.Name() | ast.Attribute(), ast.Constant(0)]:
            return True
    return False


def comes_again(facts: Facts, loop: ast.AST) -> bool:
    """Whether another loop comes to one again and again, and is none of a few epochs, or of whole
    runs, of which each turn trains: what is set up for such a turn is a small part of it."""
    whole = epochs(facts)
    around = loop_around(facts, loop)
    while around is not None:
        turns = turns_left(facts, around)
        if around not in whole and (turns is None or turns >= _MANY):
            return True
        around = loop_around(facts, around)
    function = facts.module.function(loop)
    if function is None or isinstance(function, ast.Lambda):
        return False
    called = looped_call(facts, function)
    if called is not None:
        turns = turns_left(facts, called[1])
        return called[1] not in whole and (turns is None or turns >= _MANY)
    return often_elsewhere(facts, function) is not None


def goes_before(facts: Facts, loop: ast.AST) -> bool:
    """Whether a program runs a loop once beside another one of many times its turns, each of which
    calls what is compiled: next to all these it is soon over."""
    work = looped_work(facts)
    own = work.get(loop)  # type: ignore[call-overload]
    if own is None or own.count is None or own.repeats > 1 or own.function is None:
        return False
    makers = calls(facts).callers(own.function)
    places = [loop, *makers]
    return any(
        facts.module.function(place) is other.function
        and not facts.module.within(place, other.node)
        for other in work.values()
        if other.compiled and (other.count or 0) >= _BESIDE * own.count
        for place in places
    )


def draws(facts: Facts, loop: ast.AST) -> bool:
    """Whether a turn draws or writes a picture, itself or in a function of the file."""
    return bool(calls_of(facts, loop, _FIGURES))


def calls_of(facts: Facts, loop: ast.AST, libraries: tuple[str, ...]) -> list[ast.Call]:
    """The calls of a turn that come to a call of some libraries, themselves or through functions
    of the file."""
    if not any(f"{name}.".startswith(libraries) for name in mentioned(facts)):
        return []
    return [
        call for call in facts.module.inside(ast.Call, loop)
        if _comes_to(facts, call, libraries, _CALLED, {loop})
    ]  # fmt: skip


def _comes_to(
    facts: Facts, call: ast.Call, libraries: tuple[str, ...], depth: int, seen: set[ast.AST]
) -> bool:
    if f"{facts.names.call(call)}.".startswith(libraries):
        return True
    inner = calls(facts).function(call) if depth else None
    if inner is None or inner in seen:
        return False
    made = facts.module.inside(ast.Call, inner)
    return any(_comes_to(facts, one, libraries, depth - 1, seen | {inner}) for one in made)


def compared(facts: Facts) -> frozenset[ast.AST]:
    """The loops that are timed one beside another, by clocks right before and behind each: they
    show what another way of doing the same gains."""
    return _compared(facts)


@fact
def _compared(facts: Facts) -> frozenset[ast.AST]:
    timed: dict[ast.AST | None, list[ast.AST]] = {}
    if not any(name in CLOCKS for name in mentioned(facts)):
        return frozenset()
    for loop in facts.module.all(ast.For, ast.While):
        if loop_around(facts, loop) is None and _timed(facts, loop):
            timed.setdefault(facts.module.function(loop), []).append(loop)
    return frozenset(one for several in timed.values() if len(several) > 1 for one in several)


def _timed(facts: Facts, loop: ast.For | ast.While) -> bool:
    """Whether clocks are read before and behind a loop, with little in between."""
    before, behind = facts.module.before(loop)[-2:], facts.module.behind(loop)[:2]
    return all(any(reads_clock(facts, one) for one in part) for part in (before, behind))


def reads_clock(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement, which is no block of others, reads a clock."""
    if isinstance(statement, (*LOOPS, *DEFINITIONS, ast.If, ast.With)):
        return False
    return any(
        isinstance(node, ast.Call) and facts.names.of(node.func) in CLOCKS
        for node in walk(statement)
    )
