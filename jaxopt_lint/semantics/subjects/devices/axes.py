"""Named axes: which collectives ask for one, and which transforms give one."""

from __future__ import annotations

import ast

from jaxopt_lint.semantics.jax.api.sharding import AXIS_MAPS, COLLECTIVES, SHARD_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap
from jaxopt_lint.semantics.python import argument
from jaxopt_lint.semantics.subjects.devices.meshes import axes_of_mesh, set_for_all, strings

# Transforms that leave the axes as they are.
_NEUTRAL = frozenset(
    {"jit", "scan", "while_loop", "fori_loop", "cond", "switch", "map", "associative_scan", "grad",
     "value_and_grad", "jacobian", "jvp", "vjp", "linearize", "checkpoint", "custom_jvp",
     "custom_vjp", "named_call", "eval_shape"}
)  # fmt: skip
_POSITION = {"jax.pmap": 1, "jax.vmap": 3, "jax.smap": 3}


def asked(facts: Facts, call: ast.Call) -> tuple[str, ...] | None:
    """The axes that a collective names; None for anything else and where they are not literal."""
    name = facts.names.of(call.func)
    position = COLLECTIVES.get(name) if name is not None else None
    if position is None or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    named = argument(call, position, "axis_name")
    return strings(facts, named) if named is not None else None


def given(facts: Facts, wrap: Wrap) -> frozenset[str] | None:
    """The axes that a transform makes; None where they cannot be read off."""
    call = wrap.options
    if call is not None and any(k.arg is None for k in call.keywords):
        return None
    if wrap.transform.kind in _NEUTRAL:
        return None if wrap.keyword("axis_env") is not None else frozenset()
    if wrap.name in AXIS_MAPS:
        node = wrap.keyword("axis_name")
        if node is None and call is not None:
            node = _positional(facts, wrap, call)
        if node is None:
            told = wrap.name in _POSITION or call is None or len(call.args) < 2
            return frozenset() if told else None
        names = strings(facts, node)
        return None if names is None else frozenset(names)
    if wrap.name in SHARD_MAPS:
        manual = wrap.keyword("axis_names")
        if manual is not None:
            names = strings(facts, manual)
            return None if names is None else frozenset(names)
        mesh = mesh_of(facts, wrap)
        return axes_of_mesh(facts, mesh) if mesh is not None else None
    return None


def mesh_of(facts: Facts, wrap: Wrap) -> ast.expr | None:
    """The mesh that a `shard_map` is given, or that the file sets for all code."""
    mesh = wrap.keyword("mesh")
    call = wrap.options
    if mesh is None and call is not None and wrap.name.startswith("jax.experimental"):
        position = 0 if facts.names.call(call) == "functools.partial" else 1
        if position and len(call.args) > position:
            return call.args[position]
    if mesh is None and wrap.name == "jax.shard_map":
        return set_for_all(facts)
    return mesh


def _positional(facts: Facts, wrap: Wrap, call: ast.Call) -> ast.expr | None:
    position = _POSITION.get(wrap.name)
    if position is None or facts.names.call(call) == "functools.partial":
        return None
    return call.args[position] if position < len(call.args) else None
