"""Collectives over axes that no way to them gives."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from jaxopt_lint.semantics.jax.basics import Facts, fact, tracing
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.ways import Root, Way, ways
from jaxopt_lint.semantics.python import FunctionNode
from jaxopt_lint.semantics.subjects.devices.axes import asked, given

_DEVICES = frozenset({"pmap", "shard_map"})


@dataclass(frozen=True, slots=True)
class Misnamed:
    """A collective whose axis is not there.

    Attributes:
        call: the collective.
        axis: the name that it asks for.
        known: the axes that the ways to it give; empty where none gives any.
        way: one way to it.
        roots: the functions that are taken to be called as they are, outside of any axis.
    """

    call: ast.Call
    axis: str
    known: frozenset[str]
    way: Way
    roots: tuple[Root, ...]


@fact
def misnamed(facts: Facts) -> dict[ast.Call, Misnamed]:
    """The collectives of a file whose axis no way to them gives, by call."""
    # An axis environment can also be set by hand, and tests try what is not there.
    sites = facts.module.all(ast.Call) if not facts.module.mentions("axis_env") else ()
    return {call: wrong for call in sites if (wrong := _wrong(facts, call)) is not None}


def _wrong(facts: Facts, call: ast.Call) -> Misnamed | None:
    names = asked(facts, call)
    if not names or raises_meant(facts, call):
        return None
    around = around_of(facts, facts.module.function(call))
    if around is None:
        return None
    known, way, roots = around
    missing = [n for n in names if n not in known]
    return Misnamed(call, missing[0], known, way, roots) if missing else None


def around_of(
    facts: Facts, function: FunctionNode | None
) -> tuple[frozenset[str], Way, tuple[Root, ...]] | None:
    """The axes in force in a function: all that some way to it gives, if all its ways are of one
    kind, under axes or under none; with one way and the roots whose callers are not seen."""
    found = ways(facts, function) if function is not None else None
    if not found:
        return None
    known: set[str] = set()
    bare = 0
    for way in found:
        axes = [given(facts, w) for w in way.wraps]
        if None in axes:
            return None
        names = frozenset().union(*(a for a in axes if a is not None))
        bare += not names
        known |= names
        # Who calls the root may well map over another axis around a `vmap`.
        if way.root is not None and not on_devices(way):
            if names or not _runs_jit(facts, way):
                return None
    if bare and bare != len(found):
        return None
    first = min(found, key=lambda w: (len(w.wraps), getattr(w.root, "lineno", 0)))
    roots = {w.root for w in found if w.root is not None}
    return frozenset(known), first, tuple(sorted(roots, key=lambda r: r.lineno))


def on_devices(way: Way) -> bool:
    """Whether a way leads through a map over devices."""
    return any(w.transform.kind in _DEVICES for w in way.wraps)


def _runs_jit(facts: Facts, way: Way) -> bool:
    """Whether a root is plain Python that itself hands the code to `jax.jit`."""
    root = way.root
    if root is None or isinstance(root, (ast.Name, ast.Attribute)):
        return False  # `fast = jax.jit(step)`: somebody may run that under an axis
    if tracing(facts).staged(root) is not None or tracing(facts).of(root):
        return False
    return any(
        w.transform.kind == "jit" and not w.decorator and not w.transform.lifted for w in way.wraps
    )
