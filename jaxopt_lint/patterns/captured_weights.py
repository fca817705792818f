"""Weights that come into compiled code by ways that name no model there: the object that a method
is bound to, a state that `partial` gives or `nnx.merge` takes, and models that a library loads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.elsewhere import elsewhere
from jaxopt_lint.semantics.jax.frameworks import framework_of
from jaxopt_lint.semantics.python import FunctionNode

_LIBRARIES = ("transformers", "diffusers")  # whose models in Flax are called `Flax...`
_STATES = ("flax.nnx.split", "flax.nnx.state")


@dataclass(frozen=True, slots=True, eq=False)
class BoundObject:
    """The object whose method is compiled.

    Attributes:
        node: the bound method.
        weights: the attribute that its code applies a model with.
        loaded: the weights are those of a model that was trained elsewhere.
    """

    node: ast.Attribute
    weights: str
    loaded: bool


def is_pretrained(facts: Facts, value: ast.AST | None) -> bool:
    """Whether a value is a whole model that a library loads, with its weights."""
    func = value.func if isinstance(value, ast.Call) else None
    if not isinstance(func, ast.Attribute) or func.attr != "from_pretrained":
        return False
    # `diffusers.models.FlaxAutoencoderKL` is `diffusers.FlaxAutoencoderKL`.
    path = (facts.names.of(func.value) or "").split(".")
    return path[0] in _LIBRARIES and path[-1].startswith("Flax")


def pretrained_weights(facts: Facts, name: ast.Name) -> ast.expr | None:
    """The weights of a loaded model that the read of a name gives: `model.params`, or `params`
    where `module, params = Model.from_pretrained(...)` made it."""
    around = facts.module.parent[name]
    bindings = facts.names.binding(name)
    if isinstance(around, ast.Attribute):
        loaded = any(b.kind == "assign" and is_pretrained(facts, b.value) for b in bindings)
        return around if loaded and around.attr == "params" else None
    for binding in bindings:
        statement = facts.module.statement(binding.node)
        if not isinstance(statement, ast.Assign) or not is_pretrained(facts, statement.value):
            continue
        target = statement.targets[0]
        items = target.elts if isinstance(target, ast.Tuple) else []
        if len(items) == 2 and isinstance(items[1], ast.Name) and items[1].id == name.id:
            return name
    return None


def merged_states(facts: Facts, function: FunctionNode) -> Iterator[ast.expr]:
    """The states that code makes modules of again: `nnx.merge(graphdef, state)`."""
    for call in facts.module.inside(ast.Call, function):
        if facts.names.call(call) == "flax.nnx.merge":
            yield from call.args[1:]


def is_state(facts: Facts, value: ast.expr) -> bool:
    """Whether a value is the arrays of a module of Flax NNX."""
    if not isinstance(value, ast.Name):
        return facts.names.call(value) == _STATES[1]
    binding = facts.names.only_binding(value)
    statement = facts.module.statement(binding.node) if binding is not None else None
    if not isinstance(statement, ast.Assign):
        return False
    made, target = facts.names.call(statement.value), statement.targets[0]
    if made == _STATES[0] and isinstance(target, ast.Tuple):
        return any(isinstance(t, ast.Name) and t.id == value.id for t in target.elts[1:])
    return made == _STATES[1] and isinstance(target, ast.Name)


def bound_object(facts: Facts, method: ast.expr | None) -> BoundObject | None:
    """The object of the project that a compiled method holds, where the method applies a model with
    what the object keeps."""
    if not isinstance(method, ast.Attribute) or facts.module.is_self(method.value):
        return None
    made = facts.names.value(method.value)
    found = _class_of(facts, made.func) if isinstance(made, ast.Call) else None
    if found is None or framework_of(found[0], found[1]) in ("linen", "haiku"):
        return None
    home, owner = found
    code = look_up(home, owner, method.attr)
    if code is None:
        return None
    for call in home.module.inside(ast.Call, code):
        if isinstance(call.func, ast.Attribute) and call.func.attr == "apply" and call.args:
            for read in ast.walk(call.args[0]):
                if isinstance(read, ast.Attribute) and home.module.is_self(read.value):
                    calls_made = home.module.inside(ast.Call, owner)
                    loaded = any(is_pretrained(home, other) for other in calls_made)
                    return BoundObject(method, read.attr, loaded)
    return None


def _class_of(facts: Facts, func: ast.expr) -> tuple[Facts, ast.ClassDef] | None:
    """The class of the project whose object a call makes: by its name, or by a class method of it
    that returns one."""
    found = _class_named(facts, func)
    if found is not None or not isinstance(func, ast.Attribute):
        return found
    found = _class_named(facts, func.value)
    maker = look_up(*found, func.attr) if found is not None else None
    if found is None or maker is None:
        return None
    home = found[0]
    if not any(home.names.is_builtin(d, "classmethod") for d in maker.decorator_list):
        return None
    first = home.module.receiver(maker)
    made = [r.func for r in home.module.results(maker) if isinstance(r, ast.Call)]
    own = [f for f in made if isinstance(f, ast.Name) and f.id in (first, found[1].name)]
    return found if own and len(own) == len(home.module.results(maker)) else None


def _class_named(facts: Facts, node: ast.expr) -> tuple[Facts, ast.ClassDef] | None:
    owner = class_made(facts, node)
    if owner is not None:
        return facts, owner
    module, name = facts.project.home(facts.names.of(node) or "")
    there = elsewhere(facts, module) if module else None
    bindings = there.module.top.bindings.get(name, []) if there is not None else []
    node_there = bindings[0].node if len(bindings) == 1 else None
    if there is None or not isinstance(node_there, ast.ClassDef):
        return None
    return there, node_there
