"""Models of Equinox with dropout that are called without a key, outside of inference mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import TRANSFORMS, Facts, calls
from jaxopt_lint.semantics.jax.forward import model_class
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import argument, defaults, positional, unpacks
from jaxopt_lint.semantics.subjects.differentiation.gradients import unconditional


@dataclass(frozen=True, slots=True)
class Keyless:
    """A call of a model with dropout that is given no key.

    Attributes:
        node: the call.
        model: the class of the model.
        key: the parameter that would take the key.
        layer: the call of the dropout layer.
    """

    node: ast.Call
    model: str
    key: str
    layer: ast.Call


def keyless_calls(facts: Facts) -> Iterator[Keyless]:
    """The calls of a file of models with dropout that are given no key."""
    models = {m[0]: m for owner in facts.module.all(ast.ClassDef) if (m := _model(facts, owner))}
    for call in facts.module.all(ast.Call) if models else ():
        called = _called(facts, call.func)
        owner = model_class(facts, called) if called is not None else None
        if owner is None or owner not in models:
            continue
        _, method, key, layer = models[owner]
        place = positional(method).index(key) - 1 if key in positional(method) else len(call.args)
        named = any(k.arg == key for k in call.keywords)
        if not named and not unpacks(call) and len(call.args) <= place:
            yield Keyless(call, owner.name, key, layer)


def _called(facts: Facts, func: ast.expr) -> ast.expr | None:
    """The object that a call runs, mapped over its rows or not."""
    if isinstance(func, ast.Call):
        transform = TRANSFORMS.get(facts.names.call(func) or "")
        if transform is None or transform.kind not in ("vmap", "jit"):
            return None
        return calls(facts).function_argument(func, transform)
    return func


def _model(
    facts: Facts, owner: ast.ClassDef
) -> tuple[ast.ClassDef, ast.FunctionDef, str, ast.Call] | None:
    """A class that hands its dropout layer the key that `__call__` takes, None by default."""
    if framework_of(facts, owner) != "equinox":
        return None
    methods = {m.name: m for m in owner.body if isinstance(m, ast.FunctionDef)}
    method, maker = methods.get("__call__"), methods.get("__init__")
    if method is None or maker is None:
        return None
    layers = _dropouts(facts, maker)
    unset = {n for n, v in defaults(method).items() if isinstance(v, ast.Constant) and not v.value}
    scope = facts.module.scopes[method]
    for call in facts.module.inside(ast.Call, method):
        if not isinstance(call.func, ast.Attribute) or call.func.attr not in layers:
            continue
        key = argument(call, 1, "key")
        if not facts.module.is_self(call.func.value) or not isinstance(key, ast.Name):
            continue
        if any(k.arg in ("inference", "deterministic", None) for k in call.keywords):
            continue
        statement = facts.module.statement(call)
        certain = statement in method.body and unconditional(facts.module, call, statement)
        given = [b.kind for b in scope.bindings.get(key.id, ())] == ["param"]
        early = (n for s in facts.module.before(statement) for n in ast.walk(s)) if certain else ()
        if certain and given and key.id in unset:
            if not any(isinstance(n, (ast.Return, ast.Raise)) for n in early):
                return owner, method, key.id, call
    return None


def _dropouts(facts: Facts, maker: ast.FunctionDef) -> set[str]:
    """The attributes that a constructor gives a dropout layer which is on."""
    found = set()
    for node in maker.body:
        match node:
            case ast.Assign([ast.Attribute(value, name)], ast.Call() as made):
                dropout = facts.names.call(made) == "equinox.nn.Dropout"
                rate = argument(made, 0, "p")
                off = isinstance(rate, ast.Constant) and not rate.value
                set_off = argument(made, 1, "inference") is not None or unpacks(made)
                if dropout and facts.module.is_self(value) and not off and not set_off:
                    found.add(name)
    return found
