"""Weights that `functools.partial` binds to a function which applies a model with them."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.key_callees import code_of
from jaxopt_lint.semantics.jax.api.frameworks import is_apply, weights_given
from jaxopt_lint.semantics.jax.basics import Facts, calls
from jaxopt_lint.semantics.python import FunctionNode, positional


def applied_with(facts: Facts, made: ast.Call, given: ast.expr) -> bool:
    """Whether a value that `partial` binds is what the bound function applies a model with:
    `partial(evaluate, model.apply, params)`, where that says `apply_fn({"params": params}, x)`."""
    if not isinstance(given, (ast.Name, ast.Attribute)) or not made.args:
        return False
    callee = calls(facts).callee(made.args[0])
    code = code_of(facts, made.args[0], callee)
    if code is None or (callee is not None and (callee.wraps or callee.bound_names)):
        return False
    names = positional(code.function)[code.bound :]
    bound = {
        **dict(zip(names, made.args[1:], strict=False)),
        **{k.arg: k.value for k in made.keywords if k.arg is not None},
    }
    name = next((n for n, value in bound.items() if value is given), "")
    return bool(name) and _applies(code.home, code.function, name, bound)


def _applies(home: Facts, function: FunctionNode, name: str, bound: dict[str, ast.expr]) -> bool:
    """Whether a function, where it has not bound a parameter anew, hands it to `apply`."""
    own = home.module.scopes[function]
    if any(b.kind != "param" for b in own.bindings.get(name, ())):
        return False
    for call in home.module.inside(ast.Call, function):
        if not call.args or not _is_apply(home, call.func, own, bound):
            continue
        for part in weights_given(call):
            if isinstance(part, ast.Name) and part.id == name:
                if home.module.scope[part].holder(name) is own:
                    return True
    return False


def _is_apply(home: Facts, func: ast.expr, own: object, bound: dict[str, ast.expr]) -> bool:
    """Whether a call is of the `apply` of a model, by itself or as a parameter."""
    if isinstance(func, ast.Attribute):
        return is_apply(func)
    if not isinstance(func, ast.Name):
        return False
    value = bound.get(func.id)
    if value is None or home.module.scope[func].holder(func.id) is not own:
        return False
    return is_apply(value)


def last_assigned(facts: Facts, node: ast.expr | None) -> ast.expr | None:
    """What a name holds that the same block assigned before: `f = partial(f, x)`, `f = jit(f)`."""
    if not isinstance(node, ast.Name):
        return None
    for statement in reversed(facts.module.before(facts.module.statement(node))):
        if any(isinstance(n, ast.Name) and n.id == node.id and not isinstance(n.ctx, ast.Load)
               for n in ast.walk(statement)):  # fmt: skip
            match statement:
                case ast.Assign([ast.Name()], value):
                    return value
            return None
    return None
