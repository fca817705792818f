"""How much a wait on every turn of a loop costs, beside what the turn does besides."""

from __future__ import annotations

import ast
import itertools

from jaxopt_lint.semantics.jax.effects.objects import look_up
from jaxopt_lint.semantics.jax.facts import Facts, fact
from jaxopt_lint.semantics.jax.machine.asking import looped_waits, on_the_host
from jaxopt_lint.semantics.jax.machine.events import LoopNode, Turn, Wait
from jaxopt_lint.semantics.jax.recurrence import looped_call, often_elsewhere
from jaxopt_lint.semantics.jax.usual import usual_turns
from jaxopt_lint.semantics.python import DEFINITIONS, LOOPS, stored_names

FEW = 16  # turns, where they are known: fewer are not worth a word
MANY = 64  # turns that cost something though each fetches one number only


def gathers_number(facts: Facts, wait: Wait, loop: Turn) -> bool:
    """Whether what a turn fetches is a number: where no turn builds on another all of them can be
    handed out at once, and numbers take no room on the device until the end."""
    if isinstance(facts.module.statement(wait.node), ast.AugAssign):
        return True
    if not isinstance(loop.node, LOOPS) or wait.there:
        return False
    if wait.via == "device_get":
        asked = facts.module.parent.get(wait.node)
        number = isinstance(asked, ast.Attribute) and asked.attr == "item"
        return number or getattr(wait.value, "shape", None) == ()
    return wait.via in _NUMBERS


_NUMBERS = ("float", "int", "item", "format", "print")


def takes_batch(facts: Facts, call: ast.AST, loop: LoopNode) -> bool:
    """Whether a compiled call of a loop is given what the turn has brought, such as a batch, and
    what stays the same, such as weights: a run that each turn starts anew is another thing."""
    if not isinstance(call, ast.Call) or not isinstance(loop, (ast.For, ast.AsyncFor)):
        return False
    stores = facts.module.inside(ast.Assign, *loop.body)
    targets = [target for store in stores for target in store.targets]
    targets += [store.target for store in facts.module.inside(ast.AnnAssign, *loop.body)]
    parts = [*call.args, *(keyword.value for keyword in call.keywords)]
    if isinstance(call.func, ast.Attribute):
        parts.append(call.func.value)
    names = [n for part in parts for n in ast.walk(part) if isinstance(n, ast.Name)]
    given = {name.id for name in names if _is_variable(facts, name)}
    brought = given & stored_names(loop.target, *targets)
    return bool(brought) and brought != given


def _is_variable(facts: Facts, name: ast.Name) -> bool:
    """Whether a name is of no module, function or class."""
    bindings = facts.names.binding(name)
    return bool(bindings) and all(b.kind not in ("import", "def", "class") for b in bindings)


def compiled_turns(facts: Facts) -> frozenset[LoopNode]:
    """The loops of which turns call something compiled: the device may run ahead there. What is
    handed out operation by operation keeps the host busy, and a wait less gains little."""
    return _compiled_turns(facts)


@fact
def _compiled_turns(facts: Facts) -> frozenset[LoopNode]:
    run, _, _ = on_the_host(facts)
    return frozenset(one.turn.node for one in run.looped if one.compiled)


def only_computes(facts: Facts, loop: LoopNode) -> bool:
    """Whether a loop calls nothing but JAX, NumPy, what Python has built in and methods of
    containers, in items that its own class takes out as well: what is drawn, written or decoded on
    a turn takes far longer than the wait for one number."""
    parts: list[ast.AST] = [loop]
    owner = facts.module.around(loop, ast.ClassDef)
    own_items = any(
        isinstance(node.value, ast.Name) and facts.module.is_self(node.value)
        for node in facts.module.inside(ast.Subscript, loop)
    )
    if own_items:
        method = look_up(facts, owner, "__getitem__") if owner is not None else None
        if method is None:
            return False
        parts.append(method)
    return all(_light(facts, call) for call in facts.module.inside(ast.Call, *parts))


def _light(facts: Facts, call: ast.Call) -> bool:
    dotted = facts.names.call(call)
    if dotted is not None and dotted.startswith(("jax.", "numpy.", "builtins.", "math.")):
        return True
    func = call.func
    if isinstance(func, ast.Name):
        return not facts.names.binding(func) and func.id not in ("open", "print", "input")
    return isinstance(func, ast.Attribute) and func.attr in _SMALL


_SMALL = frozenset(
    {
        *("append", "extend", "add", "item", "tolist", "reshape", "astype", "sum", "mean", "max"),
        *("min", "copy", "get", "items", "keys", "values", "join", "format", "set", "squeeze"),
    }
)


def many_turns(wait: Wait, loop: Turn) -> bool:
    """Whether a place is certainly come to often: by a count, or by a loop around the loop."""
    outer = wait.loops[: wait.loops.index(loop)]
    return (loop.count or 0) >= MANY or any(t.count is None or t.count >= FEW for t in outer)


def hot(facts: Facts, wait: Wait, loop: Turn) -> bool:
    """Whether a loop that takes elements is run again and again beside the work of the program: on
    the turns of one that calls something compiled, or that hands on what it makes, and in a
    function that a loop calls on every turn. By itself, where an array is shown or a program is set
    up, it takes no time that anybody notices."""
    for turn in wait.loops[: wait.loops.index(loop)]:
        tests = wait.guards[turn.guards : loop.guards]
        if all(guard.fails for guard in tests if guard.test is not None):
            if turn.node in compiled_turns(facts) or _yields(facts, turn.node):
                return True
    function = facts.module.function(wait.node)
    if function is None or not isinstance(function, DEFINITIONS):
        return False
    found = looped_call(facts, function)
    if found is None:
        return often_elsewhere(facts, function) is not None
    ways = (around for _, around in facts.module.way_out(found[0]))
    within = itertools.takewhile(lambda around: around is not found[1], ways)
    return not any(isinstance(around, (ast.If, ast.IfExp)) for around in within)


def _yields(facts: Facts, loop: LoopNode) -> bool:
    """Whether a loop hands something on with each of its turns, as one that makes batches does."""
    if not isinstance(loop, LOOPS):
        return False
    yields = facts.module.inside(ast.Yield, *loop.body)
    return any(facts.module.function(one) is facts.module.function(loop) for one in yields)


def few_as_left(facts: Facts, loop: Turn) -> bool:
    """Whether a loop has few turns as its author left it, though users may ask for more."""
    usual = usual_turns(facts, loop.node) if loop.count is None else None
    return usual is not None and usual.number < FEW


def epochs(facts: Facts) -> frozenset[LoopNode]:
    """The loops whose turns run a loop of steps, and no step beside it: one more wait of such an
    epoch is a small part of it."""
    return _epochs(facts)


@fact
def _epochs(facts: Facts) -> frozenset[LoopNode]:
    run, _, _ = on_the_host(facts)
    inner = [one for one in run.looped if one.work and isinstance(one.turn.node, LOOPS)]
    waiting = {wait.fresh.node for wait in looped_waits(facts) if wait.fresh is not None}
    steps = [one for one in inner if one.compiled or one.turn.node in waiting]
    long = [one for one in steps if one.turn.count is None or one.turn.count >= FEW]
    own = {one.turn.node for one in run.looped if one.steps}
    return frozenset(turn.node for one in long for turn in one.around) - own


def again(wait: Wait, loop: Turn) -> bool:
    """Whether a place is come to often, and it is not a block of an array on the host that is
    filled there: such a loop lets large arrays pass through the device piece by piece."""
    place = wait.node.slice if isinstance(wait.node, ast.Subscript) else None
    blocks = place is not None and any(isinstance(n, ast.Slice) for n in ast.walk(place))
    return not blocks and many_turns(wait, loop)
