"""Attributes of arrays and devices that code reads and that are not there."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.attributes import (
    FOREIGN_METHODS,
    GONE,
    GONE_METHODS,
    NO_SUCH,
    OF_JAX_ARRAYS,
    PROPERTIES,
)
from jaxopt_lint.semantics.jax.api.public import releases_with
from jaxopt_lint.semantics.jax.basics import Facts, Kind, calls, fact, values
from jaxopt_lint.semantics.jax.certain import made_array, one_array, taken_over
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.shims import in_shim
from jaxopt_lint.semantics.python import FUNCTIONS, Binding

_LISTS = frozenset({"jax.devices", "jax.local_devices"})
_ANNOTATIONS = frozenset({"jax.Device"})
_WORDS = frozenset({*GONE, *GONE_METHODS, *FOREIGN_METHODS, *NO_SUCH, *PROPERTIES})


# Layers of Flax whose call gives one array.
_LAYERS = frozenset(
    f"flax.{of}.{name}"
    for of, names in {
        "linen": ("Dense", "DenseGeneral", "Conv", "ConvTranspose", "Embed", "LayerNorm",
                  "RMSNorm", "GroupNorm", "BatchNorm", "Dropout", "Einsum"),
        "nnx": ("Linear", "LinearGeneral", "Conv", "ConvTranspose", "Embed", "LayerNorm",
                "RMSNorm", "GroupNorm", "BatchNorm", "Dropout", "Einsum"),
    }.items()
    for name in names
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Misuse:
    """One read of an attribute that is not there.

    Attributes:
        node: what to replace: the attribute, or its call.
        attribute: the attribute.
        of: "array" or "device".
        called: it is called.
        new: what to write, with `{}` for the array or device; empty where nothing can be said.
        function: the function of JAX that has the name, which may take other arguments.
    """

    node: ast.expr
    attribute: ast.Attribute
    of: str
    called: bool
    new: str
    function: str = ""


@fact
def misuses(facts: Facts) -> dict[ast.expr, Misuse]:
    """The reads of attributes of arrays that are not there, by what to replace."""
    found: dict[ast.expr, Misuse] = {}
    patched = _patched(facts)
    for node in facts.module.all(ast.Attribute):
        known = node.attr in _WORDS
        if isinstance(node.ctx, ast.Load) and (known or not patched):
            misuse = _misuse(facts, node) if known else _never_there(facts, node)
            if misuse is not None and not _asks_first(facts, node):
                found[misuse.node] = misuse
    return found


def _misuse(facts: Facts, node: ast.Attribute) -> Misuse | None:
    name = node.attr
    parent = facts.module.parent[node]
    call = parent if isinstance(parent, ast.Call) and parent.func is node else None
    if facts.names.of(node) is not None:
        return None
    if call is None and name in GONE and is_array(facts, node.value):
        return Misuse(node, node, "array", False, GONE[name])
    if call is not None and name in GONE_METHODS and is_array(facts, node.value):
        return Misuse(call, node, "array", True, GONE_METHODS[name])
    if call is not None and name in FOREIGN_METHODS and is_array(facts, node.value):
        return Misuse(call, node, "array", True, "")
    if name in NO_SUCH and is_device(facts, node.value):
        return Misuse(node, node, "device", call is not None, "{}." + NO_SUCH[name])
    if call is not None and name in PROPERTIES and not call.args and not call.keywords:
        if is_device(facts, node.value):
            return Misuse(call, node, "device", True, "{}." + name)
    return None


def _never_there(facts: Facts, node: ast.Attribute) -> Misuse | None:
    """The read of an attribute that no array of JAX has had, such as `split` of PyTorch's."""
    name = node.attr
    if name in OF_JAX_ARRAYS or name.startswith("_") or facts.names.of(node) is not None:
        return None
    if isinstance(node.value, ast.Call) and _is_foreign(facts, node.value.func):
        return None
    if not (made_array(facts, node.value) or _of_layer(facts, node.value)):
        return None
    parent = facts.module.parent[node]
    called = isinstance(parent, ast.Call) and parent.func is node
    function = f"jax.numpy.{name}"
    return Misuse(node, node, "array", called, "", function if releases_with(function) else "")


def _is_foreign(facts: Facts, func: ast.expr) -> bool:
    """Whether an array is asked for a method that it has not: what follows is not come to."""
    if not isinstance(func, ast.Attribute) or func.attr in OF_JAX_ARRAYS:
        return False
    return one_array(facts, func.value)


def _patched(facts: Facts) -> bool:
    """Whether the project gives attributes to classes of JAX itself."""
    return any(name.startswith("jax") for name in facts.project.stored) or any(
        facts.names.is_builtin(call.func, "setattr") for call in facts.module.all(ast.Call)
    )


def _of_layer(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is what a layer of Flax makes, which is one array."""
    made = facts.names.behind(node)
    if not isinstance(made, ast.Call):
        return False
    layers: list[ast.expr | None] = [facts.names.behind(made.func)]
    if isinstance(made.func, ast.Attribute):
        layers = list(calls(facts).stored_in(made.func)) or layers
    return all(
        isinstance(layer, ast.Call) and facts.names.call(layer) in _LAYERS for layer in layers
    )


def is_array(facts: Facts, node: ast.expr) -> bool:
    """Whether an expression is certainly one concrete array of JAX."""
    if values(facts).kind(node) is Kind.DEVICE:
        return not taken_over(facts, node)
    match facts.names.behind(node):
        case ast.Call(_, [placed, *_]) as made:
            put = facts.names.call(made) == "jax.device_put"
            return put and values(facts).kind(placed) is Kind.DEVICE
    return False


def is_device(facts: Facts, node: ast.expr, depth: int = 6) -> bool:
    """Whether an expression is certainly a device of JAX."""
    if depth <= 0:
        return False
    if isinstance(node, ast.Subscript):
        return not isinstance(node.slice, ast.Slice) and is_devices(facts, node.value, depth - 1)
    if isinstance(node, ast.Call):
        if facts.names.is_builtin(node.func, "max", "min", "next") and len(node.args) == 1:
            return is_devices(facts, node.args[0], depth - 1)
        return False
    bindings = facts.names.binding(node) if isinstance(node, ast.Name) else []
    return bool(bindings) and all(_binds_device(facts, b, depth) for b in bindings)


def _binds_device(facts: Facts, binding: Binding, depth: int) -> bool:
    if binding.kind == "assign" and binding.value is not None:
        return is_device(facts, binding.value, depth - 1)
    if binding.kind == "target":
        return _turns_over_devices(facts, binding.node, binding.name, depth)
    return binding.kind == "param" and _given_devices(facts, binding.node, depth)


def is_devices(facts: Facts, node: ast.expr, depth: int = 6) -> bool:
    """Whether an expression is certainly a collection of devices."""
    if depth <= 0:
        return False
    if isinstance(node, ast.Name):
        bindings = facts.names.binding(node)
        return bool(bindings) and all(
            b.kind == "assign" and b.value is not None and is_devices(facts, b.value, depth - 1)
            for b in bindings
        )
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Slice) and is_devices(facts, node.value, depth - 1)
    if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
        return is_device(facts, node.elt, depth - 1)
    if not isinstance(node, ast.Call):
        return False
    if facts.names.call(node) in _LISTS:
        return True
    if facts.names.is_builtin(node.func, "list", "sorted", "tuple", "iter", "set", "reversed"):
        return len(node.args) == 1 and is_devices(facts, node.args[0], depth - 1)
    func = node.func
    return (
        isinstance(func, ast.Attribute) and func.attr == "devices" and is_array(facts, func.value)
    )


def _turns_over_devices(facts: Facts, node: ast.AST, name: str, depth: int) -> bool:
    if not isinstance(node, (ast.For, ast.comprehension)):
        return False
    target, over = node.target, node.iter
    if isinstance(target, ast.Name):
        return is_devices(facts, over, depth - 1)
    if isinstance(target, ast.Tuple) and isinstance(over, ast.Call) and over.args:
        last = target.elts[-1]
        if facts.names.is_builtin(over.func, "enumerate") and isinstance(last, ast.Name):
            return last.id == name and is_devices(facts, over.args[0], depth - 1)
    return False


def _given_devices(facts: Facts, node: ast.AST, depth: int) -> bool:
    """Whether a parameter is annotated as a device, or is that of the `key=` of a choice."""
    if not isinstance(node, ast.arg):
        return False
    if node.annotation is not None:
        return facts.names.of(node.annotation) in _ANNOTATIONS
    function = facts.module.parent[facts.module.parent[node]]
    assert isinstance(function, FUNCTIONS)
    keyword = facts.module.parent[function]
    if not isinstance(function, ast.Lambda) or not isinstance(keyword, ast.keyword):
        return False
    call = facts.module.parent[keyword]
    return (
        isinstance(call, ast.Call)
        and keyword.arg == "key"
        and facts.names.is_builtin(call.func, "max", "min", "sorted")
        and len(call.args) == 1
        and is_devices(facts, call.args[0], depth - 1)
    )


def _asks_first(facts: Facts, node: ast.Attribute) -> bool:
    """Whether code makes sure of an attribute, or of a version, before it reads it."""
    if raises_meant(facts, node) or in_shim(facts, node):
        return True
    for around in facts.module.ancestors(node):
        if isinstance(around, (ast.If, ast.IfExp, ast.BoolOp)):
            test = around if isinstance(around, ast.BoolOp) else around.test
            if "attr" in facts.module.source(test) or "isinstance" in facts.module.source(test):
                return True
    return False


__all__ = ["FOREIGN_METHODS", "Misuse", "is_array", "is_device", "is_devices", "misuses"]
