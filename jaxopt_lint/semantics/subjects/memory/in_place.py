"""Steps of `nnx.jit`, which write the new values into the modules that they are given.

The objects stay, and hold the new arrays after the call, so that nobody who reads them through the
objects misses the old ones: https://github.com/google/flax/issues/5026. What was taken out of the
objects before (`nnx.state`, `nnx.split`, `nnx.clone`) is the old arrays themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.python import FunctionNode, positional
from jaxopt_lint.semantics.python.later_reads import first_read
from jaxopt_lint.semantics.subjects.memory.second_references import comes_before

NNX_JIT = "flax.nnx.jit"
NNX_GRADIENTS = ("flax.nnx.grad", "flax.nnx.value_and_grad")
_TAKES_OUT = frozenset(
    {"flax.nnx.clone", "flax.nnx.state", "flax.nnx.split", "flax.nnx.variables",
     "flax.nnx.to_pure_dict", "flax.nnx.pop"}
)  # fmt: skip
_SHARES = ("flax.nnx.clone", "flax.nnx.merge")


def trained_in_place(facts: Facts, function: FunctionNode) -> tuple[str, ...]:
    """The parameters that a step of `nnx.jit` trains: `optimizer.update(model, grads)`, where it
    takes a gradient; in signature order."""
    given, found = positional(function), set()
    calls = [n for n in ast.walk(function) if isinstance(n, ast.Call)]
    if not any(facts.names.call(call) in NNX_GRADIENTS for call in calls):
        return ()
    for call in calls:
        match call:
            case ast.Call(ast.Attribute(ast.Name(optimizer), "update"), [ast.Name(model), _]):
                if optimizer in given and model in given:
                    found |= {optimizer, model}
    return tuple(name for name in given if name in found)


def old_arrays_read(
    facts: Facts, function: FunctionNode, sites: Iterable[ast.Call], trained: tuple[str, ...]
) -> str:
    """Why the arrays of the trained modules may be needed after a call; "" where nothing is seen.

    Args:
        sites: the calls of the step, all of them in sight.
    """
    names, looped = positional(function), False
    for call in sites:
        looped |= body_loop(facts, call) is not None
        given = dict(zip(names, call.args, strict=False))
        given |= {k.arg: k.value for k in call.keywords if k.arg is not None}
        for parameter in trained:
            argument = given.get(parameter)
            if not isinstance(argument, ast.Name):
                return f"how the call on line {call.lineno} gives `{parameter}` is not followed"
            taken = _taken_out(facts, argument, facts.module.statement(call))
            if taken is not None:
                return f"line {taken.lineno} takes arrays out of `{argument.id}`"
            if any(facts.names.call(b.value) in _SHARES for b in facts.names.binding(argument)):
                return f"`{argument.id}` shares its arrays with what it is made of"
    return "" if looped else "no loop is seen to call it"


def _taken_out(facts: Facts, name: ast.Name, step: ast.stmt) -> ast.Call | None:
    """A call that takes arrays out of the module that a name holds, before a step renews them, and
    that somebody may read afterwards."""
    holder = facts.module.scope[name].holder(name.id)
    for node in facts.module.held(holder, name.id):
        around = facts.module.parent[node]
        if isinstance(around, ast.Call) and facts.names.of(around.func) in _TAKES_OUT:
            if comes_before(facts.module, node, step) and _kept(facts, around, step):
                return around
    return None


def _kept(facts: Facts, taken: ast.Call, step: ast.stmt) -> bool:
    """Whether something made of what was taken out of a module may be read after a step."""
    module, statement = facts.module, facts.module.statement(taken)
    if isinstance(statement, ast.Expr):
        return False  # handed to a call that returns before the step begins
    if not isinstance(statement, ast.Assign) or module.scope[taken] is not module.scope[step]:
        return True
    for target in ast.walk(ast.Tuple(statement.targets, ast.Store())):
        match target:
            case ast.Name():
                if first_read(module, step, target) is not None:
                    return True
            case ast.Attribute() | ast.Subscript():
                return True
    return False
