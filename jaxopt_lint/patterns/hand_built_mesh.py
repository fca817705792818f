"""Which meshes are put together by hand from all devices, and of which shape."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.facts import Facts
from jaxopt_lint.semantics.jax.mentioned import mentioned
from jaxopt_lint.semantics.python import argument

_ARRAYS = {"numpy.array", "numpy.asarray", "jax.numpy.array", "jax.numpy.asarray"}


@dataclass(frozen=True, slots=True)
class Handmade:
    """A mesh made by hand.

    Attributes:
        node: the call.
        order: what the order of its devices comes from, for people.
        shape: the sizes of its axes; empty for one axis of all devices.
        names: the node that holds the names of its axes.
    """

    node: ast.Call
    order: str
    shape: tuple[ast.expr, ...]
    names: ast.Tuple | ast.List


def handmade(facts: Facts, call: ast.Call) -> Handmade | None:
    """How a call makes a mesh of all devices with two or more axes by hand; None if it does not.

    A mesh of one axis runs over all devices anyway, so that only its order could be at stake.
    """
    if facts.names.call(call) != "jax.sharding.Mesh":
        return None
    known = all(k.arg in ("devices", "axis_names") for k in call.keywords)
    if not known or len(call.args) + len(call.keywords) != 2:
        return None
    devices, names = argument(call, 0, "devices"), argument(call, 1, "axis_names")
    if devices is None or not isinstance(names, (ast.Tuple, ast.List)):
        return None
    if any(isinstance(n, ast.Starred) for n in names.elts) or len(names.elts) < 2:
        return None
    if _simulated(facts):
        return None  # the order of simulated devices means nothing
    found = _shape(facts, devices, 0)
    if found is None or len(found) != len(names.elts) or _by_host(facts, found):
        return None
    if sum(not (isinstance(s, ast.Constant) and s.value == 1) for s in found) < 2:
        return None  # one axis, whatever its rank
    return Handmade(call, "jax.devices()", found, names)


def _by_host(facts: Facts, sizes: tuple[ast.expr, ...]) -> bool:
    """Whether one axis runs over the processes: `jax.devices()` lists them one after another."""
    return any(
        facts.names.call(facts.names.behind(n)) in _HOSTS
        for size in sizes
        for n in ast.walk(size)
        if isinstance(n, (ast.Name, ast.Call))
    )


_HOSTS = frozenset({"jax.process_count", "jax.local_device_count", "jax.host_count"})


def _simulated(facts: Facts) -> bool:
    """Whether a file asks for simulated devices, by a flag of XLA or an option of JAX."""
    if {"chex.set_n_cpu_devices", "jax.config.jax_num_cpu_devices"} & mentioned(facts):
        return True
    return any(
        isinstance(node.value, str)
        and ("xla_force_host_platform_device_count" in node.value or node.value == _OPTION)
        for node in facts.module.all(ast.Constant)
    )


_OPTION = "jax_num_cpu_devices"


def _shape(facts: Facts, node: ast.expr, depth: int) -> tuple[ast.expr, ...] | None:
    """The shape that all devices are reshaped to."""
    if isinstance(node, ast.Name) and depth < 3:
        bound = facts.names.only_binding(node)
        if bound is None or bound.value is None:
            return None
        if facts.module.scope.get(bound.node) is not facts.module.scope.get(node):
            return None
        return _shape(facts, bound.value, depth + 1)
    if not isinstance(node, ast.Call):
        return None
    name = facts.names.call(node)
    if name in ("numpy.reshape", "jax.numpy.reshape") and len(node.args) == 2 and not node.keywords:
        return _sizes(node.args[1:]) if _all_devices(facts, node.args[0], depth) else None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "reshape" and not node.keywords:
        return _sizes(node.args) if _all_devices(facts, node.func.value, depth) else None
    return None


def _all_devices(facts: Facts, node: ast.expr, depth: int) -> bool:
    if isinstance(node, ast.Name) and depth < 3:
        value = facts.names.value(node)
        return value is not None and _all_devices(facts, value, depth + 1)
    if not isinstance(node, ast.Call):
        return False
    name = facts.names.call(node)
    if name in _ARRAYS and len(node.args) == 1 and not node.keywords:
        return _all_devices(facts, node.args[0], depth)
    return name == "jax.devices" and not node.args and not node.keywords


def _sizes(nodes: list[ast.expr]) -> tuple[ast.expr, ...] | None:
    if len(nodes) == 1 and isinstance(nodes[0], (ast.Tuple, ast.List)):
        nodes = nodes[0].elts
    # Not `-1`: make_mesh wants the number.
    plain = (ast.Constant, ast.Name, ast.Attribute, ast.BinOp, ast.Call)
    return tuple(nodes) if all(isinstance(node, plain) for node in nodes) else None
