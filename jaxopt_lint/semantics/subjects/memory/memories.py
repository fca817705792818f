"""In which memory values are placed: that of the device, or pinned memory of the host."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.results import LEAF_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, calls, fact
from jaxopt_lint.semantics.python import argument, last_part, text_of

DEVICE, HOST = "device", "host"
_KINDS = {"device": DEVICE, "pinned_host": HOST, "unpinned_host": HOST}
_TAKE_KINDS = ("with_memory_kind", "TransferToMemoryKind")
_SPACES = {
    "jax.memory.Space.Device": DEVICE,
    "jax.memory.Space.Host": HOST,
    "jax.memory.Space.Any": None,
}


@dataclass(frozen=True, slots=True)
class Placement:
    """One call that puts a value somewhere.

    Attributes:
        call: the whole of it: `device_put(v, s)`, or a tree map of that.
        value: what is placed.
        space: where to: `DEVICE` or `HOST`.
    """

    call: ast.Call
    value: ast.expr
    space: str


@fact
def placements(facts: Facts) -> dict[ast.Call, Placement]:
    """The calls of a file that say in which memory a value goes."""
    said = any(facts.module.mentions(word) for word in ("_host", "memory"))
    sites = facts.module.all(ast.Call) if said else ()
    return {call: made for call in sites if (made := _placement(facts, call)) is not None}


def _placement(facts: Facts, call: ast.Call) -> Placement | None:
    name, args = facts.names.of(call.func), call.args
    where: ast.expr | None = None
    value = 0
    if name == "jax.device_put" and args:
        if _is_mapped(facts, call):
            return None  # the map is the placement
        where = argument(call, 1, "device")
    elif name in LEAF_MAPS and len(args) > 1:
        value, function = 1, args[0]
        if facts.names.of(function) == "jax.device_put" and len(args) == 3:
            where = args[2]
        elif isinstance(function, ast.Lambda) and isinstance(function.body, ast.Call):
            put = function.body
            if facts.names.of(put.func) == "jax.device_put" and len(put.args) == 2:
                where = put.args[1]
    to = space(facts, where) if where is not None else None
    return Placement(call, args[value], to) if to is not None else None


def _is_mapped(facts: Facts, call: ast.Call) -> bool:
    around = facts.module.parent[call]
    if not isinstance(around, ast.Lambda) or around.body is not call:
        return False
    outer = facts.module.parent[around]
    return isinstance(outer, ast.Call) and facts.names.of(outer.func) in LEAF_MAPS


def space(facts: Facts, node: ast.expr, depth: int = 4) -> str | None:
    """The memory that an expression stands for: a space, or a sharding of a memory kind.

    A sharding that does not say stands for none, and so does what cannot be followed.
    """
    if depth <= 0:
        return None
    dotted = facts.names.of(node)
    if dotted in _SPACES:
        return _SPACES[dotted]
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return space(facts, value, depth - 1) if value is not None else None
    if isinstance(node, ast.Attribute) and facts.module.is_self(node.value):
        return _of_attribute(facts, node, depth)
    if isinstance(node, ast.Call):
        return _of_call(facts, node)
    return None


def _of_attribute(facts: Facts, node: ast.Attribute, depth: int) -> str | None:
    for around in facts.module.ancestors(node):
        if isinstance(around, ast.ClassDef):
            values = calls(facts).attribute_values(around, node.attr)
            return space(facts, values[0], depth - 1) if len(values) == 1 else None
    return None


def _of_call(facts: Facts, call: ast.Call) -> str | None:
    kind = call.args[0] if call.args and last_part(call.func) in _TAKE_KINDS else None
    kind = next((k.value for k in call.keywords if k.arg in ("memory_kind", "kind")), kind)
    if text_of(kind) is not None:
        return _KINDS.get(text_of(kind) or "")
    if facts.names.of(call.func) in LEAF_MAPS and len(call.args) == 2:
        function = call.args[0]
        if isinstance(function, ast.Lambda) and isinstance(function.body, ast.Call):
            return _of_call(facts, function.body)
    return None
