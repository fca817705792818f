"""Where code on one device counts its own rows to find out which device it is."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.api.sharding import SHARD_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, Kind, fact, values
from jaxopt_lint.semantics.jax.ways import ways
from jaxopt_lint.semantics.python import keywords
from jaxopt_lint.semantics.subjects.devices.axes import given
from jaxopt_lint.semantics.subjects.devices.meshes import makes_mesh


@dataclass(frozen=True, slots=True)
class LocalIota:
    """A count of local rows that is compared with a device number.

    Attributes:
        count: the expression that counts.
        number: what it is compared with.
        axis: the one axis that the devices are named by; empty where there are several.
        where: the `shard_map` around it.
        known: the number is made from how many devices there are; otherwise it is 0, which may
            mean the first row as well as the first device.
    """

    node: ast.Compare
    count: ast.Call
    number: ast.expr
    axis: str
    where: ast.expr
    known: bool


@fact
def local_iotas(facts: Facts) -> dict[ast.Compare, LocalIota]:
    """The comparisons of a local count with a device number, in functions that only run under
    `shard_map`."""
    tests = facts.module.all(ast.Compare) if facts.module.mentions("shard_map") else ()
    return {t: iota for t in tests if (iota := _local_iota(facts, t)) is not None}


def _local_iota(facts: Facts, node: ast.Compare) -> LocalIota | None:
    if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return None
    for side, number in ((node.left, node.comparators[0]), (node.comparators[0], node.left)):
        count = _count(facts, side)
        if count is None or values(facts).kind(number) is not Kind.STATIC:
            continue
        known = _counts_devices(facts, number)
        if not known and not _is_zero(number):
            facts.doubt(node, "{} is not known to be made from the number of devices", number)
            continue
        found = ways(facts, facts.module.function(node))
        if not found:
            return None
        axes: set[str] = set()
        for way in found:
            inner = [w for w in way.wraps if w.name in SHARD_MAPS]
            if not inner:
                return None
            names = [given(facts, w) for w in inner]
            axes |= {"", "?"} if None in names else {a for n in names if n is not None for a in n}
        found_at = inner[-1].site
        axis = axes.pop() if len(axes) == 1 else ""
        return LocalIota(node, count, number, axis, found_at, known)
    return None


def _count(facts: Facts, node: ast.expr) -> ast.Call | None:
    """`broadcasted_iota(dtype, x.shape, 0)`, `arange(x.shape[0])`: the rows that are here."""
    if isinstance(node, ast.Name):
        value = facts.names.value(node)
        return _count(facts, value) if isinstance(value, ast.Call) else None
    if not isinstance(node, ast.Call):
        return None
    name = facts.names.call(node)
    given = keywords(node)
    if name == "jax.lax.broadcasted_iota":
        parts = [*node.args, *(given[n] for n in ("shape", "dimension") if n in given)]
        if len(parts) == 3 and _is_shape(parts[1]) and _is_zero(parts[2]):
            return node
    if name == "jax.lax.iota" and len(node.args) == 2 and _is_length(facts, node.args[1]):
        return node
    if name == "jax.numpy.arange" and len(node.args) == 1 and _is_length(facts, node.args[0]):
        return node
    return None


def _counts_devices(facts: Facts, number: ast.expr) -> bool:
    """Whether a number is made from how many devices there are, or from what a mesh is made of."""
    for part in ast.walk(number):
        if isinstance(part, ast.Call):
            if facts.names.call(part) in ("jax.device_count", "jax.lax.axis_size"):
                return True
            if facts.names.is_builtin(part.func, "len") and part.args:
                if facts.names.call(part.args[0]) == "jax.devices":
                    return True
        if isinstance(part, ast.Name):
            holder = facts.module.scope[part].holder(part.id)
            if any(_sizes_mesh(facts, n) for n in facts.module.held(holder, part.id)):
                return True
            value = facts.names.value(part)
            if value is not None and not isinstance(value, ast.Name):
                if _counts_devices(facts, value):
                    return True
    return False


def _sizes_mesh(facts: Facts, name: ast.Name) -> bool:
    """Whether a name says how many devices there are: `jax.devices()[:n]`, `make_mesh((n,))`."""
    for around in facts.module.ancestors(name):
        if isinstance(around, ast.stmt):
            return False
        if isinstance(around, ast.Subscript) and facts.names.call(around.value) == "jax.devices":
            return True
        if isinstance(around, ast.Call) and makes_mesh(facts, around):
            return True
    return False


def _is_shape(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "shape"


def _is_zero(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == 0 and type(node.value) is int


def _is_length(facts: Facts, node: ast.expr) -> bool:
    if isinstance(node, ast.Subscript):
        return _is_shape(node.value) and _is_zero(node.slice)
    return isinstance(facts.names.measured(node), ast.Name)
