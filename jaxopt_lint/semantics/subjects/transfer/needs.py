"""Whether the host itself needs a value that is fetched within a loop.

What decides where the program goes next, or what is sent to a simulator, a socket or a file, has
to be on the host on that turn: no later fetch can replace it.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.effects.deeds import deed_of, is_at, is_seen
from jaxopt_lint.semantics.jax.effects.objects import look_up, made_by
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.tracing import tracing
from jaxopt_lint.semantics.python import Loop, names_in, stored_names
from jaxopt_lint.semantics.subjects.transfer.steps import seldom_come_to


def steers(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a value decides where the host goes next, where it stands or under a name."""
    for child, around in facts.module.way_out(node):
        if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)) and child is around.test:
            return True
        if isinstance(around, ast.stmt):
            break
    names = _stored_as(facts, loop, node)
    return any(
        isinstance(n, (ast.If, ast.While))
        and _mentions(n.test, names)
        and not _only_tells(facts, n)
        for n in ast.walk(loop)
    )


def _only_tells(facts: Facts, branch: ast.If | ast.While) -> bool:
    """Whether what stands under a test only tells people something: whoever reads it can do so
    some turns later."""
    for statement in (*branch.body, *branch.orelse):
        call = statement.value if isinstance(statement, ast.Expr) else None
        deed = deed_of(facts, call) if isinstance(call, ast.Call) else None
        if deed is None or deed.kind != "prints" or deed.waits not in ("print", "log"):
            return False
    return isinstance(branch, ast.If)


def only_asks(facts: Facts, loop: Loop) -> bool:
    """Whether all that a loop needs the host for is to ask when it is over: besides that it counts,
    and calls compiled functions and operations of JAX. The whole is one `lax.while_loop`."""
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
            case ast.If(test, [ast.Break()], []):
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
            compiled += tracing(facts).compiled(call.func)
    return compiled > 0


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
            name = facts.names.call(node) or ""
            own = facts.names.is_builtin(node.func, "int", "float", "bool", "abs", "len")
            if not own and not name.startswith(_OPERATIONS):
                return False
    return True


_OPERATIONS = ("jax.numpy.", "jax.lax.", "jax.nn.", "jax.random.", "jax.tree.", "jax.tree_util.")


def sent_out(facts: Facts, loop: Loop, node: ast.expr) -> bool | None:
    """Whether a fetched value leaves for something outside the loop that takes host values.

    None where it is handed to a method of an object that is not known, which may do so.
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
    taken = [_takes_host_values(facts, taker) for taker in takers]
    return True if True in taken else None if None in taken else False


def may_wait_by_itself(facts: Facts, loop: Loop) -> bool:
    """Whether a loop runs a simulator, or hands what it computes to a method of an object that is
    not known, which may need it on the host; on every turn, or most of them."""
    stores = facts.module.inside(ast.Assign, loop)
    computed = stored_names(*(target for store in stores for target in store.targets))
    for call in facts.module.inside(ast.Call, loop):
        given = [*call.args, *(k.value for k in call.keywords)]
        if not any(_mentions(g, computed) for g in given):
            continue  # the next batch, the time: it is given nothing
        if facts.names.is_builtin(call.func, "next"):
            continue
        if _takes_host_values(facts, call) is not False:
            if not seldom_come_to(facts, call, loop):
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


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


def _takes_host_values(facts: Facts, call: ast.Call) -> bool | None:
    """Whether a call needs what it is given on the host, for more than to compute with it; None
    for a method of an object that is not known."""
    deed = deed_of(facts, call)
    if deed is not None:
        return deed.waits == "fetch" and deed.kind != ""
    func = call.func
    if not isinstance(func, ast.Attribute) or is_at(func.value) or is_seen(facts, func):
        return False
    return _method_takes_them(facts, func)


def _method_takes_them(facts: Facts, func: ast.Attribute) -> bool | None:
    """The same for a method of a class of another file: a meter that sums up does not."""
    module, name = facts.project.home(made_by(facts, func.value))
    there = elsewhere(facts, module) if module else None
    owner = there.module.top.bindings.get(name, []) if there is not None else []
    if there is None or len(owner) != 1 or not isinstance(owner[0].node, ast.ClassDef):
        return None
    method = look_up(there, owner[0].node, func.attr)
    if method is None or any(isinstance(n, ast.Await) for n in ast.walk(method)):
        return None
    taken = {_takes_host_values(there, c) for c in there.module.inside(ast.Call, method)}
    return True if True in taken else None if None in taken else False
