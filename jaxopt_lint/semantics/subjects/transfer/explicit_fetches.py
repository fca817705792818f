"""What loops on the host fetch with `jax.device_get` of what code gives that is not seen.

Nothing tells what such code computes, but who calls `jax.device_get` takes it to be on the device:
where a turn itself has it made and decides by it whether to go on, the turn waits.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.semantics.jax.basics import Facts, calls, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.recurrence import body_loop, in_test, short
from jaxopt_lint.semantics.python import FUNCTIONS, Loop, stored_names
from jaxopt_lint.semantics.python.nodes import all_names, root_of


def explicit_fetches(facts: Facts) -> Iterator[tuple[ast.Call, Loop, str]]:
    """The fetches of what a turn of a loop had made by code that is not seen, and by which it
    decides whether it is the last one, each with the loop and what made it."""
    for call, _ in called(facts, "jax.device_get"):
        loop = body_loop(facts, call)
        if loop is None or len(call.args) != 1 or in_test(facts, call):
            continue
        if not tracing(facts).untraced(facts.module.function(call)):
            continue
        if short(facts, facts.module.statement(call), loop) or not _each_turn(facts, call, loop):
            continue
        made = _made(facts, call.args[0], loop)
        if made is None:
            continue
        if not _goes_on_by(facts, call, loop):
            facts.doubt(call, "the loop does not go on by what it fetches", at=loop)
            continue
        yield call, loop, facts.module.source(made)


def _each_turn(facts: Facts, call: ast.Call, loop: Loop) -> bool:
    """Whether a place stands in the body of a loop itself, under no test."""
    plain = (ast.With, ast.AsyncWith)
    for around in facts.module.ancestors(call):
        if around is loop:
            return True
        if isinstance(around, (*FUNCTIONS, ast.stmt)) and not isinstance(around, plain):
            if isinstance(around, (*FUNCTIONS, ast.If, ast.Try, ast.For, ast.While)):
                return False
    return False


def _made(facts: Facts, value: ast.expr, loop: Loop, depth: int = 3) -> ast.expr | None:
    """What gives a value on a turn: a call of code that is not seen, or an item of an object that
    is not, at an index that turns change."""
    root = root_of(value)
    if not isinstance(root, ast.Name) or not depth:
        return None
    inside = set(facts.module.inside(ast.stmt, loop))
    bindings = [b for b in facts.names.binding(root) if b.kind != "declare"]
    if len(bindings) != 1 or facts.module.statement(bindings[0].node) not in inside:
        return None
    statement = facts.module.statement(bindings[0].node)
    source = statement.value if isinstance(statement, ast.Assign) else None
    match source:
        case ast.Call(func):
            found = calls(facts).callee(func)
            unseen = found is None and facts.names.of(func) is None and _is_member(func)
            return func if unseen else None
        case ast.Subscript(held, index):
            moved = all_names(index) & stored_names(*loop.body)
            return source if moved and _is_given(facts, held) else None
        case ast.Attribute():
            return _made(facts, source, loop, depth - 1)
    return None


def _is_member(func: ast.expr) -> bool:
    """Whether a call is one of a method, on an object that is held somewhere."""
    return isinstance(func, ast.Attribute) and isinstance(func.value, (ast.Name, ast.Attribute))


def _is_given(facts: Facts, held: ast.expr) -> bool:
    """Whether an object is handed in from outside."""
    binding = facts.names.only_binding(held)
    return binding is not None and binding.kind == "param"


def _goes_on_by(facts: Facts, call: ast.Call, loop: Loop) -> bool:
    """Whether a turn decides by what is fetched whether it is the last one."""
    statement = facts.module.statement(call)
    known = stored_names(statement) if isinstance(statement, ast.Assign) else set()
    for later in loop.body[_place(facts, statement, loop) + 1 :]:
        for branch in (n for n in ast.walk(later) if isinstance(n, ast.If)):
            if known & all_names(branch.test) and _leaves(branch):
                return True
        for node in ast.walk(later):
            if isinstance(node, ast.Assign) and known & all_names(node.value):
                known |= stored_names(*node.targets)
    return False


def _leaves(branch: ast.If) -> bool:
    return any(isinstance(n, (ast.Break, ast.Return)) for n in ast.walk(branch))


def _place(facts: Facts, statement: ast.stmt, loop: Loop) -> int:
    for i, each in enumerate(loop.body):
        if each is statement or facts.module.within(statement, each):
            return i
    return len(loop.body)
