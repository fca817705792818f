"""Models of Equinox with batch normalization that are mapped over no named axis.

`eqx.nn.BatchNorm` takes its means over an axis by name, which a `vmap` around the model has to
give.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.arguments import passed
from jaxopt_lint.semantics.jax.basics import Facts, tracing
from jaxopt_lint.semantics.jax.called import called
from jaxopt_lint.semantics.jax.effects.objects import class_made, look_up
from jaxopt_lint.semantics.jax.expected import error_meant
from jaxopt_lint.semantics.python import FUNCTIONS, argument, keywords, unpacks

_DEPTH = 3
_NORM = "equinox.nn.BatchNorm"
# What may give an axis its name in another way, or leaves the batch out of it.
_AXES = ("pmap", "shard_map", "Mesh", "spmd_axis_name")
_AS_IS = frozenset(
    {"jax.jit", "equinox.filter_jit", "jax.grad", "jax.value_and_grad", "equinox.filter_grad",
     "equinox.filter_value_and_grad"}
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Unnamed:
    """A map of a model over a batch that gives the axis no name.

    Attributes:
        node: the call of `vmap`.
        axis: the name that the layer asks for.
        layer: the call that makes the layer.
        model: the class of the model.
    """

    node: ast.Call
    axis: str
    layer: ast.Call
    model: str


def unnamed_axes(facts: Facts) -> Iterator[Unnamed]:
    """The maps of a file over models with batch normalization, where nothing names an axis."""
    layers = [call for call, _ in called(facts, _NORM)]
    if not layers or any(facts.module.mentions(word) for word in _AXES):
        return
    for call in facts.module.all(ast.Call):
        if "axis_name" in keywords(call) and call not in layers:
            return
    for call, name in called(facts, "jax.vmap", "equinox.filter_vmap"):
        if unpacks(call) or not call.args or error_meant(facts, call):
            continue
        if name == "jax.vmap" and len(call.args) > 3:
            continue
        home = facts.module.function(call)
        trains = home is not None and tracing(facts).differentiated(home) is not None
        if not trains and "inference" in facts.module.text:
            continue
        owners = _classes(facts, call.args[0], _DEPTH)
        owner = owners.pop() if len(owners) == 1 else None
        layer = _norm(facts, owner, _DEPTH) if owner is not None else None
        axis = argument(layer, 1, "axis_name") if layer is not None else None
        if owner is None or layer is None or not isinstance(axis, ast.Constant):
            continue
        if isinstance(axis.value, str) and "inference" not in keywords(layer):
            yield Unnamed(call, axis.value, layer, owner.name)


def _norm(facts: Facts, owner: ast.ClassDef, depth: int) -> ast.Call | None:
    """The batch normalization that a model makes, or one of the modules that it makes."""
    maker = look_up(facts, owner, "__init__")
    for made in facts.module.inside(ast.Call, maker) if maker is not None else ():
        if facts.names.call(made) == _NORM:
            return made
        inner = class_made(facts, made.func) if depth else None
        if inner is not None and inner is not owner:
            found = _norm(facts, inner, depth - 1)
            if found is not None:
                return found
    return None


def _classes(facts: Facts, node: ast.expr, depth: int) -> set[ast.ClassDef]:
    """The classes of which a model with state may be; none where it may be something else."""
    if not isinstance(node, ast.Name) or not depth:
        return set()
    found: set[ast.ClassDef] = set()
    for binding in facts.names.binding(node):
        if binding.kind == "param":
            owner = facts.module.around(binding.node, *FUNCTIONS)
            if not isinstance(owner, FUNCTIONS):
                return set()
            given = passed(facts, owner, binding.name, _AS_IS) or ()
            kinds = [_classes(facts, one, depth - 1) for one in given]
            if not kinds or not all(kinds):
                return set()
            found.update(*kinds)
            continue
        statement = facts.module.statement(binding.node)
        made = statement.value if isinstance(statement, ast.Assign) else None
        match made:
            case ast.Call(ast.Call(args=[kind]) as maker):
                owner = class_made(facts, kind)
                if facts.names.call(maker) != "equinox.nn.make_with_state" or owner is None:
                    return set()
                found.add(owner)
            case ast.Call():
                pass  # what a step makes of it
            case _:
                return set()
    return found
