"""Steps of `nnx.jit`, which write the new values into the modules that they are given.

The objects stay, and hold the new arrays after the call, so that nobody who reads them through the
objects misses the old ones: https://github.com/google/flax/issues/5026. What was taken out of the
objects before (`nnx.state`, `nnx.split`, `nnx.clone`) is the old arrays themselves.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence

from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.jax.recurrence import body_loop
from jaxopt_lint.semantics.python import FunctionNode, arguments, keywords, positional, stored_names
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
    """The parameters that a step of `nnx.jit` trains, itself or through what it calls here, in
    signature order: `optimizer.update(model, grads)`, where it takes a gradient, or
    `optimizer.update(grads)`, as before Flax 0.11, where the optimizer holds the model."""
    found = _trained(facts, function, 3)
    return tuple(name for name in positional(function) if name in found)


def _trained(facts: Facts, function: FunctionNode, depth: int) -> set[str]:
    given, found = positional(function), set[str]()
    made = [n for n in ast.walk(function) if isinstance(n, ast.Call)]
    gradients = [c for c in made if _is_gradient(facts, c)]
    for call in made:
        match call:
            case ast.Call(ast.Attribute(ast.Name(optimizer), "update"), [ast.Name(model), _], []):
                if gradients and optimizer in given and model in given:
                    found |= {optimizer, model}
            case ast.Call(ast.Attribute(ast.Name(optimizer), "update"), [ast.Name(grads)], []):
                of = _differentiated(facts, grads, gradients)
                if optimizer in given and of in given:
                    found |= {optimizer, of}
            case _:
                callee = calls(facts).callee(call.func)
                if depth and callee is not None and callee.node not in (None, function):
                    assert callee.node is not None
                    if not callee.wraps:
                        inner = _trained(facts, callee.node, depth - 1)
                        values = arguments(call, callee.node, callee.bound) if inner else []
                        found |= {v.id for p, v in values if p in inner and isinstance(v, ast.Name)}
    return found & {*given}


def _is_gradient(facts: Facts, call: ast.Call) -> bool:
    """`nnx.value_and_grad(loss)(model)`, by name or at once."""
    made = facts.names.behind(call.func)
    return isinstance(made, ast.Call) and facts.names.call(made) in NNX_GRADIENTS


def _differentiated(facts: Facts, grads: str, gradients: Sequence[ast.Call]) -> str:
    """The variable whose gradient a name holds; "" where that is not known."""
    for call in gradients:
        statement = facts.module.stored_by(call)
        if statement is not None and grads in stored_names(*statement.targets):
            match call.args:
                case [ast.Name(model), *_]:
                    return model
    return ""


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
        given = dict(zip(names, call.args, strict=False)) | keywords(call)
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
