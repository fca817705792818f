"""Models of Equinox that hold a function, given whole to what takes arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, Wrap, calls, fact, tracing
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up, reaching
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.jax.optimizers import keeps_moments
from jaxopt_lint.semantics.jax.origins import origins
from jaxopt_lint.semantics.python import FUNCTIONS, argument, arguments, defaults, positional

# What traces all leaves of its arguments, and what of Equinox sorts them out first.
_TRACING = {
    "jax.jit": "eqx.filter_jit",
    "jax.grad": "eqx.filter_grad",
    "jax.value_and_grad": "eqx.filter_value_and_grad",
}
# Layers that hold their activation.
_HOLDING = frozenset({"equinox.nn.MLP", "equinox.nn.Lambda"})
_NUMERIC = frozenset(f"jax.numpy.{n}" for n in ("tanh", "sin", "cos", "exp", "square", "abs"))
_DEPTH = 5


@dataclass(frozen=True, slots=True)
class Whole:
    """A model with a function among its leaves that is given whole to what takes arrays.

    Attributes:
        node: what takes it: a decorator, a call of a transform, or `init` of an optimizer.
        model: the class of the model.
        taker: what takes it, in the words of the user.
        cure: what is written instead.
        held: where the model gets the function.
        given: where the model is given.
    """

    node: ast.expr
    model: str
    taker: str
    cure: str
    held: ast.AST
    given: ast.expr


@fact
def whole_models(facts: Facts) -> list[Whole]:
    """The models with functions among their leaves that are given whole to what takes arrays."""
    if "equinox" not in facts.module.text:
        return []
    traced = (found for wrap in tracing(facts).wraps for found in _traced(facts, wrap))
    inits = (found for call in facts.module.all(ast.Call) for found in _initialized(facts, call))
    return [*traced, *inits]


def _traced(facts: Facts, wrap: Wrap) -> Iterator[Whole]:
    """The first call of a function that is compiled or differentiated with such a model."""
    function = wrap.function
    if wrap.name not in _TRACING or function is None or wrap.bound or wrap.bound_names:
        return
    static, known = tracing(facts).static(wrap)
    if not known or (wrap.name != "jax.jit" and _argnums(wrap)):
        return
    for site in calls(facts).callers(function):
        callee = calls(facts).callee(site.func)
        if callee is None or not (wrap.decorator or any(at is wrap.site for _, at in callee.wraps)):
            continue
        for name, value in arguments(site, function, callee.bound):
            first = positional(function)[:1] == [name]
            if name in static or (wrap.name != "jax.jit" and not first):
                continue
            model = _model(facts, value, _DEPTH)
            if model is not None and not error_meant(facts, site):
                yield Whole(
                    wrap.site, model[0], wrap.name, _TRACING[wrap.name], model[1], value
                )  # fmt: skip
                return


def _argnums(wrap: Wrap) -> bool:
    options = wrap.options
    return wrap.keyword("argnums") is not None or (options is not None and len(options.args) > 1)


def _initialized(facts: Facts, call: ast.Call) -> Iterator[Whole]:
    """`optimizer.init(model)` of an optimizer that keeps moments."""
    match call:
        case ast.Call(ast.Attribute(optimizer, "init"), [given], []):
            pass
        case _:
            return
    made = origins(facts, optimizer)
    if not made or not all(keeps_moments(facts, one) for one in made) or error_meant(facts, call):
        return
    model = _model(facts, given, _DEPTH)
    if model is not None:
        taker = facts.module.source(call.func)
        cure = f"{taker}(eqx.filter({facts.module.source(given)}, eqx.is_inexact_array))"
        yield Whole(call, model[0], taker, cure, model[1], given)


def _model(facts: Facts, node: ast.expr | None, depth: int) -> tuple[str, ast.AST] | None:
    """The class of a model that holds a function, and where it gets it; None for anything that
    is not known to be one."""
    if depth <= 0:
        return None
    if isinstance(node, ast.Call):
        held = _held_by(facts, node, depth)
        return (facts.module.source(node.func), held) if held is not None else None
    if not isinstance(node, ast.Name):
        return None
    holder = facts.module.holder(node)
    bindings = reaching(facts, node, holder) if holder is not None else []
    if len(bindings) != 1 or holder is None:
        return None
    if bindings[0].kind == "assign":
        return _model(facts, bindings[0].value, depth - 1)
    if bindings[0].kind != "param" or not isinstance(holder.node, FUNCTIONS):
        return None
    for site in calls(facts).callers(holder.node):
        callee = calls(facts).callee(site.func)
        for name, value in arguments(site, holder.node, callee.bound if callee else 0):
            found = _model(facts, value, depth - 1) if name == node.id else None
            if found is not None:
                return found
    return None


def _held_by(facts: Facts, made: ast.Call, depth: int) -> ast.AST | None:
    """Where what a call makes gets a function that is one of its leaves."""
    name = facts.names.call(made)
    if name in _HOLDING:
        return made
    if name == "equinox.nn.Sequential":
        return _held(facts, argument(made, 0, "layers"), depth - 1)
    owner = class_made(facts, made.func)
    if owner is None or owner.decorator_list or framework_of(facts, owner) != "equinox":
        return None
    maker = look_up(facts, owner, "__init__")
    if maker is None:
        given = ((k.arg, k.value) for k in made.keywords if k.arg is not None)
        fields = ((arg, _held(facts, value, depth - 1)) for arg, value in given)
        return next((h for arg, h in fields if h is not None and _is_leaf(facts, owner, arg)), None)
    if not isinstance(maker, ast.FunctionDef):
        return None
    given_too = {**defaults(maker), **dict(arguments(made, maker, 1))}
    for statement in maker.body:
        match statement:
            case ast.Assign([ast.Attribute(value=ast.Name() as me, attr=field)], value):
                pass
            case _:
                continue
        if not facts.module.is_self(me) or not _is_leaf(facts, owner, field):
            continue
        if isinstance(value, ast.Name) and value.id in given_too:
            kinds = [b.kind for b in facts.module.scopes[maker].bindings.get(value.id, ())]
            held = _held(facts, given_too[value.id], depth - 1) if kinds == ["param"] else None
        else:
            held = _held(facts, value, depth - 1)
        if held is not None and _stored_once(facts, maker, field):
            return held
    return None


def _held(facts: Facts, value: ast.expr | None, depth: int) -> ast.AST | None:
    """Where a value that becomes a leaf, or several of them, holds a function."""
    if depth <= 0 or value is None:
        return None
    match value:
        case ast.Lambda():
            return value
        case ast.Call():
            return _held_by(facts, value, depth)
        case ast.List(elements) | ast.Tuple(elements):
            return next((h for e in elements if (h := _held(facts, e, depth - 1))), None)
        case ast.ListComp(element):
            return _held(facts, element, depth - 1)
    name = facts.names.of(value) or ""
    head, _, last = name.rpartition(".")
    return value if name in _NUMERIC or (head == "jax.nn" and last != "initializers") else None


def _is_leaf(facts: Facts, owner: ast.ClassDef, field: str) -> bool:
    """Whether a field is stated in a class, and neither static nor changed by a converter."""
    for statement in owner.body:
        match statement:
            case ast.AnnAssign(ast.Name(id=name), value=value) if name == field:
                return not isinstance(value, ast.Call)
    return False


def _stored_once(facts: Facts, maker: ast.FunctionDef, field: str) -> bool:
    stores = [
        node
        for node in facts.module.inside(ast.Attribute, maker)
        if node.attr == field and isinstance(node.ctx, ast.Store)
    ]
    return len(stores) == 1
