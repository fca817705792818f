"""Where a random key is used a second time, though it was used up.

Each scope is run through once, in order. A key is an expression (`key`, `self.key`, `keys[0]`)
together with the last binding of every name in it, so that rebinding any of them makes a new
key. The arms of a branch exclude each other, a branch that returns does not go on, and the body
of a loop is run through twice: what is used again on the second turn did not change.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.patterns.idle_keys import clashing, idle_key, leaves_one
from jaxopt_lint.patterns.key_flow import Flow
from jaxopt_lint.patterns.key_ignored import thrown_away
from jaxopt_lint.patterns.key_replays import compared, judged_again, told_beside
from jaxopt_lint.patterns.key_results import (
    gathered,
    looked_at,
    made_ready,
    next_store,
    only_printed,
    unread,
    warms_up,
    weights_replaced,
)
from jaxopt_lint.patterns.key_state import Meeting
from jaxopt_lint.patterns.key_weight import done_again, faint, on_first_turn, tiny, unmet
from jaxopt_lint.semantics.jax.api.random import ALIGNED, INITIALIZERS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.jax.derivative_rules import derivative_rules
from jaxopt_lint.semantics.jax.effects.objects import look_up
from jaxopt_lint.semantics.jax.recurrence import in_test
from jaxopt_lint.semantics.jax.scan_lengths import scan_length
from jaxopt_lint.semantics.jax.static_ints import static_int
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import argument
from jaxopt_lint.semantics.python.nodes import (
    LOOPS,
    all_names,
    first_of,
    stored_texts,
)
from jaxopt_lint.semantics.python.scopes import DEFINITIONS, FUNCTIONS, FunctionNode
from jaxopt_lint.semantics.subjects.keys.types import declared
from jaxopt_lint.semantics.subjects.keys.uses import KeyUse, drawn_by_object
from jaxopt_lint.semantics.subjects.keys.ways import BITS
from jaxopt_lint.semantics.subjects.keys.weights import initialized_networks
from jaxopt_lint.semantics.subjects.transfer.timers import is_timed


@dataclass(frozen=True, slots=True)
class KeyReuse:
    """A use of a key that was used up before.

    Attributes:
        earlier: the use before it; the same one, where a loop does not change the key.
        later: the use.
        effect: what is wrong, as the end of a sentence.
        repeats: what runs the later use again with the same key: a loop, or a call that runs a
            function for each leaf or step; None where two uses follow each other.
        group: every use of this key, in order, where they follow each other in one block.
        assumed: what was taken for granted.
        carried: what repeats it carries the key on, used up as it is; or it is the value that a
            function returns.
        shared: it is a `vmap`, all elements of which get the key, or a `shard_map`, all devices.
        noisy: as many numbers are drawn there as an element has entries, and meet these.
        warming: one of the uses only serves calls whose results are dropped.
        twins: the two make equal layers, which no forward pass uses together, or whose weights are
            replaced.
        replayed: the same draws may be wanted: what is made of them is only compared.
        shown: what one of the uses gives is only looked at.
        once: both make things ready, once, and no bits are in both; or the one does, and the other
            is in a loop that goes on with the key; or the loop has one turn by default; or nobody
            goes on with the key that is returned.
        slight: one draws and the other makes keys, and nothing goes on from there; or the one runs
            what the other runs itself; or no way by a use reads what the split before it made; or
            one draws what is next to nothing.
        branched: a branch is taken to be gone into.
        derived: the one draws and the other splits the key, and nothing of the split is left: what
            is drawn from new keys shows nothing of a draw from the old one.
        left: a split, behind which the other use stands, has made a key that nothing reads.
        idle: a key of the same split that nothing uses; "" where none is known.
    """

    earlier: KeyUse
    later: KeyUse
    effect: str
    repeats: ast.AST | None = None
    group: tuple[KeyUse, ...] = ()
    assumed: str = ""
    carried: bool = False
    shared: bool = False
    warming: bool = False
    twins: bool = False
    replayed: bool = False
    idle: str = ""
    noisy: bool = False
    shown: bool = False
    once: bool = False
    slight: bool = False
    branched: bool = False
    derived: bool = False
    left: bool = False

    @property
    def node(self) -> ast.Call:
        """The call that makes the later use."""
        return self.later.call


@fact
def key_reuses(facts: Facts) -> dict[ast.Call, KeyReuse]:
    """The second uses of keys in a file, by the call that makes them."""
    flows = (Flow(facts, scope) for scope in _scopes(facts))
    judged = (_judged(facts, meeting) for flow in flows for meeting in flow.run())
    return first_of((reuse.later.call, reuse) for reuse in judged if reuse is not None)


def _scopes(facts: Facts) -> list[ast.Module | FunctionNode]:
    """The functions that use keys, those around them and those that call them; in file order."""
    module = facts.module
    found: set[ast.AST] = set()
    work: list[ast.AST] = []
    for call in module.all(ast.Call):
        name = facts.names.call(call) or ""
        keys = name.startswith("jax.random.") or name in INITIALIZERS
        keys = keys or drawn_by_object(facts, call) is not None
        keys = keys or call in initialized_networks(facts)
        if keys or any(k.arg in ("seed", "rngs", "key") for k in call.keywords):
            work.append(module.function(call) or module.tree)
    work += [function for function in module.all(*DEFINITIONS) if any(declared(facts, function))]
    while work:
        scope = work.pop()
        if scope in found:
            continue
        found.add(scope)
        if isinstance(scope, FUNCTIONS):
            work.append(module.function(scope) or module.tree)
            named = [*calls(facts).callers(scope), *calls(facts).references(scope)]
            made = getattr(scope, "name", "") in ("__init__", "__call__")
            if made and (owner := module.class_of(scope)):
                named += module.named(owner.name)
            if module.class_of(scope) is not None and not isinstance(scope, ast.Lambda):
                named += [
                    n
                    for n in module.attributes(scope.name)
                    if getattr(module.parent[n], "func", None) is n
                ]
            work += [module.function(n) or module.tree for n in named]
    for function in module.all(ast.FunctionDef, ast.AsyncFunctionDef) if facts.asked else ():
        if function not in found:
            what = "nothing that {} calls is known to use up a random key"
            facts.doubt(function, what, function, early=True)
    return [s for s in (module.tree, *module.all(*FUNCTIONS)) if s in found]


def _mirrored(facts: Facts, one: ast.Call, other: ast.Call) -> bool:
    """Whether of two like draws one is negated: `normal(key)` and `-normal(key)`, a pair whose
    errors cancel, and `u` and `1 - u`."""

    def negated(call: ast.Call) -> bool:
        match facts.module.parent[call]:
            case ast.UnaryOp(ast.USub()):
                return True
            case ast.BinOp(ast.Constant(1 | 1.0), ast.Sub(), right) if right is call:
                return True
        return False

    return negated(one) is not negated(other) and ast.dump(one) == ast.dump(other)


def _judged(facts: Facts, meeting: Meeting) -> KeyReuse | None:
    earlier, later = meeting.earlier, meeting.later
    if isinstance(facts.names.behind(later.key), ast.Constant):
        return facts.doubt(later.call, "{} is a number, and no key", later.key)
    effect = "" if meeting.carried or meeting.shared else clashing(facts, earlier, later)
    if effect is None or _aligned(facts, meeting):
        return facts.doubt(later.call, "the two uses of the key are taken to belong together")
    if _mirrored(facts, earlier.call, later.call):
        return facts.doubt(later.call, "it is the mirror image of {}", earlier.call)
    if any(unread(facts, use.call) for use in (earlier, later)):
        return facts.doubt(later.call, "nothing reads what one of the two uses of the key gives")
    rule = facts.module.function(later.call)
    if meeting.repeats is None and rule in derivative_rules(facts):
        return facts.doubt(later.call, "a derivative is that of the very same draw", at=rule)
    if in_test(facts, later.call) or _is_measured(facts, meeting):
        return facts.doubt(later.call, "it is part of a test, or of a loop that measures time")
    if later.kind == "apply" and not _renews(facts, later.call):
        return facts.doubt(later.call, "the call is no step, so that the same masks may be wanted")
    if isinstance(meeting.repeats, ast.Call) and scan_length(facts, meeting.repeats) == 1:
        return facts.doubt(later.call, "the scan has one step", at=meeting.repeats)
    turns = usual_turns(facts, meeting.repeats) if isinstance(meeting.repeats, LOOPS) else None
    if turns is not None and turns.number < 2 and not turns.why:
        return facts.doubt(later.call, "the loop has one turn", at=meeting.repeats)
    one_turn = turns is not None and turns.number < 2
    ends_here = meeting.carried and thrown_away(facts, meeting.repeats or later.call, later)
    again = meeting.repeats is not None and not meeting.carried
    if again and later.kind == "sample" and later.sampler in ALIGNED:
        if not isinstance(meeting.repeats, LOOPS):
            return None  # every leaf is shuffled in the same way
    of_calls = not isinstance(meeting.repeats, LOOPS) and not meeting.noisy
    if again and of_calls and _aligns(facts, later):
        return facts.doubt(later.call, "it moves entries about, of all leaves in the same way")
    return KeyReuse(
        earlier, later, effect, meeting.repeats, meeting.group, meeting.assumed,
        meeting.carried, meeting.shared, warms_up(facts, earlier.call),
        not again
        and (
            _twins(facts, earlier, later)
            or any(weights_replaced(facts, use) for use in (earlier, later))
        ),
        judged_again(facts, later, meeting.repeats) or gathered(facts, meeting)
        if meeting.repeats is not None
        else compared(facts, earlier, later) or told_beside(facts, earlier, later),
        idle_key(facts, earlier, later),
        meeting.noisy,
        any(only_printed(facts, use.call) for use in (earlier, later)) or looked_at(facts, meeting),
        made_ready(facts, meeting) or on_first_turn(facts, meeting) or one_turn or ends_here,
        faint(facts, meeting)
        or done_again(facts, meeting)
        or (meeting.repeats is None and unmet(facts, earlier, later))
        or (meeting.repeats is None and any(tiny(facts, use) for use in (earlier, later))),
        meeting.branched,
        _derived(facts, meeting),
        any(leaves_one(facts, use, anew=meeting.repeats is not None) for use in _before(meeting)),
    )  # fmt: skip


def _before(meeting: Meeting) -> tuple[KeyUse, ...]:
    """The uses of a key that may have made what the other one was meant to use: who draws in front
    of a split cannot take a key that the split makes."""
    first, last = meeting.earlier, meeting.later
    draws = bool(first.ways) and all(way.made != "split" for way in first.ways)
    draws |= first.kind == "sample"
    return (first,) if draws and meeting.repeats is None else (first, last)


def _derived(facts: Facts, meeting: Meeting) -> bool:
    """Whether one use draws from the bits of a key and the other makes keys of them, or draws an
    order from the second of two keys of which the other one gives the first."""
    earlier, later = meeting.earlier, meeting.later
    if {earlier.kind, later.kind} != {"split", "sample"}:
        return False
    split, draw = (earlier, later) if earlier.kind == "split" else (later, earlier)
    others = (
        all(way.read == frozenset({0}) for way in split.ways) and draw.sampler in _OF_THE_SECOND
    )
    of_bits = all(way == BITS for way in draw.ways)
    left = split in _before(meeting) and leaves_one(facts, split)
    return (of_bits or others) and not left


_OF_THE_SECOND = ("permutation", "shuffle")


def _aligns(facts: Facts, use: KeyUse) -> bool:
    """Whether a function that is called with the key draws an order, or a choice of rows."""
    function = calls(facts).function(use.call)
    if use.kind != "call" or function is None:
        return False
    drawn = (facts.names.call(n) or "" for n in facts.module.inside(ast.Call, function))
    return any(name.startswith("jax.random.") and name[11:] in ALIGNED for name in drawn)


def _twins(facts: Facts, earlier: KeyUse, later: KeyUse) -> bool:
    """Whether two uses make equal layers, and no forward pass uses both: one may be a copy of the
    other on purpose, as target networks are."""
    first, second = earlier.call, later.call
    if {earlier.kind, later.kind} != {"layer"} or ast.dump(first) != ast.dump(second):
        return False
    stored = [facts.module.stored_by(call) for call in (first, second)]
    names = [t for s in stored if s is not None for t in s.targets if isinstance(t, ast.Attribute)]
    owner = facts.module.owner(first)
    forward = look_up(facts, owner, "__call__") if owner is not None else None
    if len(names) != 2 or forward is None:
        return True
    read = {n.attr for n in facts.module.inside(ast.Attribute, forward)}
    return not {name.attr for name in names} <= read


def _is_measured(facts: Facts, meeting: Meeting) -> bool:
    """Whether a loop runs one call again and again to time it: no turn builds on the last one."""
    if meeting.repeats is None or not is_timed(facts, meeting.later.call):
        return False
    return not any(
        isinstance(n, ast.Assign) and all_names(n.value) & all_names(*n.targets)
        for n in ast.walk(meeting.repeats)
    )


def _renews(facts: Facts, call: ast.Call) -> bool:
    """Whether a call is a step: it stores what it was given in a new version."""
    stored = facts.module.stored_by(call)
    return stored is not None and bool(stored_texts(stored) & {ast.unparse(a) for a in call.args})


def _aligned(facts: Facts, meeting: Meeting) -> bool:
    """Whether two draws pick matching rows of arrays that belong together."""
    earlier, later = meeting.earlier, meeting.later
    alike = earlier.sampler == later.sampler and later.sampler in ALIGNED
    if earlier.call is later.call or not alike:
        return False
    if ast.dump(earlier.call) == ast.dump(later.call):
        # One draw, twice: one order of the rows of two arrays, but no other rows of one array.
        picked = [_picked(facts, use.call) for use in (earlier, later)]
        return bool(picked[0] and picked[1]) and picked[0].isdisjoint(picked[1])
    first, second = facts.module.statement(earlier.call), facts.module.statement(later.call)
    if later.sampler in ("permutation", "shuffle", "choice"):
        return facts.module.parent[first] is facts.module.parent[second]
    ranges = [_range(facts, use.call) for use in (earlier, later)]
    if None not in ranges and ranges[0] != ranges[1]:
        return False
    return abs(second.lineno - (first.end_lineno or first.lineno)) <= 2 or first is second


def _picked(facts: Facts, drawn: ast.expr) -> set[str]:
    """The arrays of which a draw picks rows, by `x[draw]` or by a name that does nothing else;
    none where it may serve for something else."""
    module = facts.module
    places: list[ast.expr] = [drawn]
    stored = module.stored_by(drawn)
    if isinstance(stored, ast.Assign) and stored.value is drawn:
        names = [t for t in stored.targets if isinstance(t, ast.Name)]
        if len(names) != len(stored.targets):
            return set()
        held = [n for t in names for n in module.held(module.scope[stored].holder(t.id), t.id)]
        first = stored.end_lineno or stored.lineno
        end = min(next_store(facts, stored, t.id) for t in names)
        places = [n for n in held if isinstance(n.ctx, ast.Load) and first < n.lineno <= end]
    rows = [_rows_of(facts, place) for place in places]
    return set() if None in rows else {ast.unparse(array) for array in rows if array is not None}


def _rows_of(facts: Facts, index: ast.expr) -> ast.expr | None:
    """The array of which something is the index, as in `x[index]` and `jnp.take(x, index)`."""
    match facts.module.parent[index]:
        case ast.Subscript(array, at) if at is index:
            return array
        case ast.Tuple() as several:
            around = facts.module.parent[several]
            picks = isinstance(around, ast.Subscript) and around.slice is several
            return around.value if picks and isinstance(around, ast.Subscript) else None
        case ast.Call() as call if facts.names.call(call) in _TAKES:
            return argument(call, 0, "a") if argument(call, 1, "indices") is index else None
    return None


_TAKES = ("jax.numpy.take", "numpy.take")


def _range(facts: Facts, call: ast.Call) -> tuple[int, int] | None:
    """The bounds of a `randint`, where both are numbers: rows of other ranges match nowhere."""
    low = static_int(facts, argument(call, 2, "minval"))
    high = static_int(facts, argument(call, 3, "maxval"))
    return (low, high) if low is not None and high is not None else None
