"""Variables of NNX that name axes of a mesh where nothing sets one, which Flax 0.12 refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.outdated_flax.outdated import DAY_OF_12, Outdated, fails
from jaxopt_lint.semantics.jax.api.sharding import SPECS
from jaxopt_lint.semantics.jax.basics import Facts
from jaxopt_lint.semantics.jax.project import MESH_WORDS
from jaxopt_lint.semantics.python import unpacks

_MAKER = "flax.nnx.with_partitioning"
_NAMED = ("sharding", "sharding_names", "out_sharding")


def without_mesh(facts: Facts) -> Iterator[Outdated]:
    """The first variable, or maker of variables, of a file that needs a mesh which nobody sets."""
    found = [c for c in facts.module.all(ast.Call) if _names_axes(facts, c)]
    if not found or _somebody_sets_one(facts) or not fails(facts, found[0], DAY_OF_12):
        return
    more = f" ({len(found) - 1} more below)" * (len(found) > 1)
    yield Outdated(
        found[0],
        "a variable of NNX that names axes of a mesh is put there as it is made since Flax 0.12: "
        f"without a mesh it raises ValueError{more}",
        "make the model under `jax.set_mesh(mesh)`, or say `mesh=` here",
        "no file of this run sets a mesh",
        Severity.WARNING,
        ("nobody who uses this sets one",),
    )


def _names_axes(facts: Facts, call: ast.Call) -> bool:
    """Whether a call makes a variable with the names of axes, or what makes such variables."""
    name = facts.names.call(call) or ""
    if not name.startswith("flax.nnx.") or unpacks(call):
        return False
    given = {k.arg: k.value for k in call.keywords}
    if "mesh" in given:
        return False
    if name == _MAKER:
        spec = call.args[1] if len(call.args) == 2 else given.get("sharding")
    elif name in ("flax.nnx.Param", "flax.nnx.Variable"):
        spec = next((given[one] for one in _NAMED if one in given), None)
    else:
        return False
    return spec is not None and _is_named(facts, spec)


def _is_named(facts: Facts, spec: ast.expr) -> bool:
    """Whether an expression spells the axes out, at least one of them by its name."""
    if isinstance(spec, ast.Call) and facts.names.call(spec) in SPECS:
        parts = spec.args
    elif isinstance(spec, (ast.Tuple, ast.List)):
        parts = spec.elts
    else:
        return False
    return any(isinstance(p, ast.Constant) and isinstance(p.value, str) for p in parts)


def _somebody_sets_one(facts: Facts) -> bool:
    return facts.project.sets_mesh or any(word in facts.module.text for word in MESH_WORDS)
