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
from jaxopt_lint.semantics.python import Loop, stored_names
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
        isinstance(n, (ast.If, ast.While)) and _mentions(n.test, names) for n in ast.walk(loop)
    )


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
                takers += [inner] if any(_mentions(a, names) for a in given) else []
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
