"""Whether the host itself needs a value that is fetched within a loop.

What decides where the program goes next, or what is sent to a simulator, a socket or a file, has
to be on the host on that turn: no later fetch can replace it.
"""

from __future__ import annotations

import ast
from typing import Protocol, TypeVar

from jaxopt_lint.semantics.jax.basics import Facts, calls, fact, tracing
from jaxopt_lint.semantics.jax.effects.walk import effects
from jaxopt_lint.semantics.jax.machine.asking import looped_calls
from jaxopt_lint.semantics.python import LOOPS, Loop, names_in, stored_names
from jaxopt_lint.semantics.subjects.transfer.branches import kept_under, may_be_late
from jaxopt_lint.semantics.subjects.transfer.steps import is_modulo, is_periodic, seldom_come_to
from jaxopt_lint.semantics.subjects.transfer.takers import gives_back, takes_host_values


def steers(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a value decides where the host goes next, where it stands or under a name."""
    for child, around in facts.module.way_out(node):
        if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)) and child is around.test:
            return not kept_under(facts, node)
        if isinstance(around, ast.stmt):
            break
    names = _stored_as(facts, loop, node)
    return not counts(facts, loop, node) and any(
        isinstance(n, (ast.If, ast.While))
        and _asks(n.test, names)
        and not may_be_late(facts, n)
        and not seldom_come_to(facts, n, loop)
        for n in ast.walk(loop)
    )


def counts(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a fetched value is the number of the turn: it is asked whether it is one of every so
    many. The host can count by itself."""
    names = _stored_as(facts, loop, node)
    return any(
        is_periodic(facts, branch.test) and _counted(branch.test, names)
        for branch in facts.module.inside(ast.If, loop)
    )


class _Waits(Protocol):
    """A place that waits: how, and for what."""

    @property
    def node(self) -> ast.expr: ...
    @property
    def kind(self) -> str: ...
    @property
    def value(self) -> ast.expr: ...


_Some = TypeVar("_Some", bound=_Waits)


def besides_counting(facts: Facts, loop: ast.AST, waits: list[_Some]) -> list[_Some]:
    """The waits of a loop without the tests of what holds the number of the turn, and of what is
    the best so far."""
    waits = [w for w in waits if w.kind != "test" or not kept_under(facts, w.node)]
    fetched = [w for w in waits if w.kind == "fetch" and isinstance(loop, LOOPS)]
    texts = {ast.unparse(w.value) for w in fetched if counts(facts, loop, w.node)}  # type: ignore[arg-type]
    if not texts:
        return waits
    return [w for w in waits if w.kind != "test" or not _asks_for(w.value, texts)]


def _asks_for(test: ast.expr, texts: set[str]) -> bool:
    parts = (n for n in ast.walk(test) if isinstance(n, (ast.Name, ast.Attribute)))
    return any(ast.unparse(part) in texts for part in parts)


def _counted(test: ast.expr, names: set[str]) -> bool:
    return any(is_modulo(n) and _mentions(n.left, names) for n in ast.walk(test))  # type: ignore[attr-defined]


def only_asks(facts: Facts, loop: Loop) -> bool:
    """Whether all that a loop needs the host for is to ask when it is over: besides that it counts,
    and calls compiled functions, operations of JAX and functions of the project that only compute.
    The whole is one `lax.while_loop`."""
    if loop.orelse or isinstance(loop, ast.AsyncFor):
        return False
    compiled = 0
    if isinstance(loop, ast.For):
        counted = loop.iter
        if isinstance(counted, ast.Call) and facts.names.call(counted) in _BARS:
            counted = next(iter(counted.args), counted)
        made = counted.func if isinstance(counted, ast.Call) else counted
        if not facts.names.is_builtin(made, "range") and facts.names.of(made) not in _RANGES:
            return False
    elif not _on_device(facts, loop.test):
        return False
    for statement in loop.body:
        match statement:
            case ast.Pass() | ast.Expr(ast.Constant()):
                continue
            case ast.If(test, [*before, ast.Break()], []) if all(map(_notes, before)):
                parts = [test]
            case ast.Assign(targets, value) if all(_plain(target) for target in targets):
                parts = [value]
            case ast.AugAssign(ast.Name(), _, value):
                parts = [value]
            case _:
                return False
        if not all(_on_device(facts, part) for part in parts):
            return False
        for call in (n for part in parts for n in ast.walk(part) if isinstance(n, ast.Call)):
            wrap = tracing(facts).jitted(call.func)
            if (
                wrap is not None
                and wrap.function is not None
                and _goes_around(facts, wrap.function)
            ):
                return False  # the test is one of every so many steps
            compiled += tracing(facts).compiled(call.func) or call in _computing(facts)
    return compiled > 0


@fact
def _computing(facts: Facts) -> set[ast.expr]:
    """The calls in loops on the host that only compute, operation by operation."""
    return {call.node for call in looped_calls(facts)}


def _only_computes(facts: Facts, call: ast.Call) -> bool:
    """Whether a call runs a function of this file that does nothing besides its result, and has it
    from operations of JAX."""
    function = calls(facts).function(call)
    if function is None or effects(facts, function):
        return False
    inner = [facts.names.call(n) or "" for n in facts.module.inside(ast.Call, function)]
    return bool(inner) and all(name.startswith(_OPERATIONS) for name in inner)


def _notes(statement: ast.stmt) -> bool:
    """`converged = True`."""
    match statement:
        case ast.Assign([ast.Name()], ast.Constant() | ast.Name()):
            return True
    return False


def _goes_around(facts: Facts, function: ast.AST) -> bool:
    """Whether compiled code takes many steps at once, in a loop of JAX."""
    return any(facts.names.call(n) in _LOOPS for n in facts.module.inside(ast.Call, function))


_LOOPS = ("jax.lax.scan", "jax.lax.fori_loop", "jax.lax.while_loop", "jax.lax.map")

_BARS = ("tqdm.tqdm", "tqdm.auto.tqdm")
_RANGES = ("tqdm.trange", "tqdm.auto.trange")


def _plain(target: ast.expr) -> bool:
    """Whether a target stores variables, and nothing in an object or a container."""
    return all(isinstance(name, ast.Name) for name in names_in(target))


def _on_device(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression calls nothing but compiled functions, JAX and conversions."""
    for node in ast.walk(value):
        if isinstance(node, (ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await, ast.NamedExpr)):
            return False
        if isinstance(node, ast.Call) and not tracing(facts).compiled(node.func):
            if node in _computing(facts) or _only_computes(facts, node):
                continue
            name = facts.names.call(node) or ""
            own = facts.names.is_builtin(node.func, "int", "float", "bool", "abs", "len")
            if not own and not name.startswith(_OPERATIONS):
                return False
    return True


_OPERATIONS = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.random.", "jax.tree.", "jax.tree_util.")


def sent_out(facts: Facts, loop: Loop, node: ast.expr) -> bool | None:
    """Whether a fetched value leaves for something outside the loop that takes host values.

    None where it is handed to a method of an object that is not known, which may do so: of numbers
    only where the loop has something back from that object.
    """
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.Yield, ast.YieldFrom, ast.Await)):
            return True
        if isinstance(around, ast.stmt):
            break
    statement = facts.module.statement(node)
    takers = [n for n in facts.module.ancestors(node) if isinstance(n, ast.Call)]
    if isinstance(statement, (ast.Assign, ast.AnnAssign)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        if any(isinstance(t, ast.Attribute) for t in targets):
            return True  # others wait for it there
        names = _stored_as(facts, loop, node)
        for inner in ast.walk(loop):
            if isinstance(inner, ast.Call):
                given = [*inner.args, *(k.value for k in inner.keywords)]
                if any(_mentions(a, names) for a in given):
                    # What every so many turns hand out can be fetched on these turns.
                    takers += [] if seldom_come_to(facts, inner, loop) else [inner]
            elif isinstance(inner, (ast.Yield, ast.Return)) and inner.value is not None:
                if _mentions(inner.value, names):
                    return True
    taken = {taker: takes_host_values(facts, taker) for taker in takers}
    if True in taken.values():
        return True
    unknown = [taker for taker, takes in taken.items() if takes is None]
    if _is_number(facts, node) and not any(gives_back(facts, t, loop) for t in unknown):
        return False
    return None if unknown else False


def _is_number(facts: Facts, node: ast.expr) -> bool:
    """Whether a fetch asks for numbers by what it says, and not for an array to send on."""
    if not isinstance(node, ast.Call):
        return False
    func = node.func
    named = facts.names.is_builtin(func, "float", "int", "bool")
    asked = isinstance(func, ast.Attribute) and func.attr == "item" and not node.args
    return named or asked or facts.names.call(node) == "jax.device_get"


def may_wait_by_itself(facts: Facts, loop: Loop) -> bool:
    """Whether a loop runs a simulator, or hands what it computes to a method of an object that is
    not known and gives something back, for which it may need it on the host; on every turn, or most
    of them."""
    stores = facts.module.inside(ast.Assign, loop)
    computed = stored_names(*(target for store in stores for target in store.targets))
    for call in facts.module.inside(ast.Call, loop):
        given = [*call.args, *(k.value for k in call.keywords)]
        if not any(_mentions(g, computed) for g in given):
            continue  # the next batch, the time: it is given nothing
        if facts.names.is_builtin(call.func, "next"):
            continue
        takes = takes_host_values(facts, call)
        if takes is False or seldom_come_to(facts, call, loop):
            continue
        if takes or gives_back(facts, call, loop):
            return True
    return False


def _stored_as(facts: Facts, loop: Loop, node: ast.expr) -> set[str]:
    """The names that hold a fetched value in the loop, or what is made of it there."""
    statement = facts.module.statement(node)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return set()
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = stored_names(*targets)
    for _ in range(3):
        before = len(names)
        for inner in facts.module.inside(ast.Assign, loop):
            if _mentions(inner.value, names):
                names |= stored_names(*inner.targets)
        if len(names) == before:
            break
    return names


def _asks(test: ast.expr, names: set[str]) -> bool:
    """Whether a test reads what some names hold; `loss is None` asks for no number."""
    if isinstance(test, ast.Compare) and all(
        isinstance(op, (ast.Is, ast.IsNot)) for op in test.ops
    ):
        return False
    if isinstance(test, (ast.BoolOp, ast.UnaryOp)):
        parts = test.values if isinstance(test, ast.BoolOp) else [test.operand]
        return any(_asks(part, names) for part in parts)
    return _mentions(test, names)


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))
