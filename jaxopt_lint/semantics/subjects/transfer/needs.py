"""Whether the host itself needs a value that is fetched within a loop.

What decides where the program goes next, or what is sent to a simulator, a socket or a file, has
to be on the host on that turn: no later fetch can replace it.
"""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax import words
from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.python.nodes import Loop
from jaxopt_lint.semantics.subjects.transfer.steps import names_in


def steers(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a value decides where the host goes next, where it stands or under a name."""
    child: ast.AST = node
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.If, ast.While, ast.IfExp, ast.Assert)) and child is around.test:
            return True
        if isinstance(around, ast.stmt):
            break
        child = around
    names = _stored_as(facts, loop, node)
    return any(
        isinstance(n, (ast.If, ast.While)) and _mentions(n.test, names) for n in ast.walk(loop)
    )


def sent_out(facts: Facts, loop: Loop, node: ast.expr) -> bool:
    """Whether a fetched value leaves for something outside the loop that takes host values."""
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.Yield, ast.YieldFrom, ast.Await)):
            return True
        if isinstance(around, ast.Call) and _takes_host_values(facts, around):
            return True
        if isinstance(around, ast.stmt):
            break
    statement = facts.module.statement(node)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return False
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    if any(isinstance(t, ast.Attribute) for t in targets):
        return True  # others wait for it there
    names = _stored_as(facts, loop, node)
    for inner in ast.walk(loop):
        if isinstance(inner, ast.Call) and _takes_host_values(facts, inner):
            given = [*inner.args, *(k.value for k in inner.keywords)]
            if any(_mentions(a, names) for a in given):
                return True
        elif isinstance(inner, (ast.Yield, ast.Return)) and inner.value is not None:
            if _mentions(inner.value, names):
                return True
    return False


def is_count(value: ast.expr) -> bool:
    """Whether a value is the number of a step, which the host can count for itself.

    >>> is_count(ast.parse("state.step").body[0].value)
    True
    """
    return isinstance(value, ast.Attribute) and words.COUNT_ATTRIBUTE.says(value.attr)


def runs_a_simulator(loop: Loop) -> bool:
    """Whether a loop steps something on the host, as loops of reinforcement learning do."""
    return any(
        isinstance(n, ast.Call)
        and isinstance(n.func, ast.Attribute)
        and words.SIMULATOR_METHOD.says(n.func.attr)
        and words.SIMULATOR.says(ast.unparse(n.func.value).lower())
        for n in ast.walk(loop)
    )


def _stored_as(facts: Facts, loop: Loop, node: ast.expr) -> set[str]:
    """The names that hold a fetched value in the loop, or what is made of it there."""
    statement = facts.module.statement(node)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)):
        return set()
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = {n.id for t in targets for n in names_in(t) if isinstance(n, ast.Name)}
    for _ in range(3):
        before = len(names)
        for inner in ast.walk(loop):
            if isinstance(inner, ast.Assign) and _mentions(inner.value, names):
                names |= {n.id for t in inner.targets for n in names_in(t)
                          if isinstance(n, ast.Name)}  # fmt: skip
        if len(names) == before:
            break
    return names


def _mentions(node: ast.expr, names: set[str]) -> bool:
    return any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(node))


def _takes_host_values(facts: Facts, call: ast.Call) -> bool:
    name = facts.names.call(call) or ""
    if name in _SAVERS:
        return True
    func = call.func
    if not isinstance(func, ast.Attribute) or name.startswith(("jax.", "numpy.")):
        return False
    if words.BUFFER_METHOD.says(func.attr):
        return words.BUFFER.says(ast.unparse(func.value).lower())
    return words.TAKER_METHOD.says(func.attr)


_SAVERS = frozenset(
    {"numpy.save", "numpy.savez", "numpy.savez_compressed", "numpy.savetxt", "pickle.dump",
     "json.dump", "joblib.dump", "torch.save", "torch.from_numpy", "torch.tensor"}
)  # fmt: skip
