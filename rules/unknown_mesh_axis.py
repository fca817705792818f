"""Axis names that nothing around them makes."""

from __future__ import annotations

import ast
from functools import cached_property

from jaxopt_lint.patterns.norm_without_axis import Unnamed, unnamed_axes
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.sharding import SHARD_MAPS
from jaxopt_lint.semantics.jax.basics import Facts, Wrap, fact, tracing
from jaxopt_lint.semantics.jax.expected import raises_meant
from jaxopt_lint.semantics.jax.ways import called
from jaxopt_lint.semantics.subjects.devices.axes import given, mesh_of
from jaxopt_lint.semantics.subjects.devices.meshes import (
    axes_of_mesh,
    axes_of_spec,
    in_force,
    set_for_all,
)
from jaxopt_lint.semantics.subjects.devices.misnamed import (
    Misnamed,
    around_of,
    misnamed,
    on_devices,
)

_BARE = frozenset({"jax.jit", "jax.pjit", "jax.experimental.pjit.pjit"})
_CONSTRAINTS = frozenset(
    {"jax.lax.with_sharding_constraint", "jax.experimental.pjit.with_sharding_constraint"}
)
_OPTIONS = ("in_shardings", "out_shardings", "in_axis_resources", "out_axis_resources")


class UnknownMeshAxis(Rule[ast.AST]):
    """A collective or a `PartitionSpec` names an axis that the mesh does not have.

    ## Why is this bad?
    A collective over an axis that no `pmap`, `vmap` or `shard_map` around it makes raises
    `NameError` when it is traced, and a `PartitionSpec` with a name that is not in its mesh raises
    `ValueError`: on the cluster, after the queue and the start-up. `eqx.nn.BatchNorm` takes its
    means by such collectives, so that the `vmap` over the model has to give its `axis_name`.

    ## Example
    ```python
    import jax
    import numpy as np
    from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

    mesh = Mesh(np.array(jax.devices()), ("data",))
    weights = NamedSharding(mesh, P("model", None))
    ```
    Name an axis of the mesh, or give the mesh the axis: `Mesh(devices, ("data", "model"))`.

    ## When to keep it
    Never where it is reported: every way to the code is known, and none gives the axis. Functions
    that are reached under other axes as well, or from places that cannot be seen, are left out.
    """

    code = "JOL607"
    summary = "A collective or a `PartitionSpec` names an axis that the mesh does not have"
    severity = Severity.ERROR
    words = (
        "BatchNorm",
        "PartitionSpec", "jax.P", "lax.p", "lax.a", "psum", "pmean", "axis_index", "all_gather",
    )  # fmt: skip

    def visit_Call(self, node: ast.Call) -> None:
        unnamed = self._unnamed.get(node)
        if unnamed is not None:
            self._norm(node, unnamed)
        wrong = misnamed(self.facts).get(node)
        if wrong is not None and (wrong.known or on_devices(wrong.way)):
            self._collective(node, wrong)
        mapped = _shard_maps(self.facts).get(node)
        if mapped is not None:
            self._shard_map(node, mapped)
        name = self.facts.names.of(node.func) or ""
        if name == "jax.sharding.NamedSharding" and len(node.args) >= 2:
            self._specs(node, [node.args[1]], node.args[0])
        elif name in _BARE or name in _CONSTRAINTS:
            self._bare(node, self._bare_specs(node, name))
        elif name.startswith("jax.numpy."):
            specs = [k.value for k in node.keywords if k.arg == "out_sharding"]
            self._specs(node, specs, set_for_all(self.facts) if specs else None)
        elif name == "functools.partial" and node.args:
            inner = self.facts.names.of(node.args[0])
            if inner in _BARE:
                self._bare(node, self._bare_specs(node, inner))

    def _norm(self, node: ast.Call, found: Unnamed) -> None:
        self.report(
            node,
            f"the `BatchNorm` of `{found.model}` asks for the axis `{found.axis}`, and nothing "
            "names it: it raises NameError when it is traced",
            help=f'add `axis_name="{found.axis}"`',
            because=(f"the layer is made at {self.facts.at(found.layer)}",),
            assumed=("nothing maps over an axis of this name around it",),
        )

    def _collective(self, node: ast.Call, wrong: Misnamed) -> None:
        wraps = [w for w in wrong.way.wraps if w.transform.kind in ("pmap", "vmap", "shard_map")]
        short = self.source(node.func)
        if wrong.known:
            there = f"but the axes in force are {_listed(wrong.known)}"
        else:
            there = f"and the `{wraps[-1].transform.kind}` around it names none"
        self.report(
            node,
            f"`{short}` asks for the axis `{wrong.axis}`, {there}: it raises NameError when it is "
            "traced",
            because=tuple(
                f"{tracing(self.facts).verb(w)} at {self.facts.at(w.site)}" for w in wraps
            ),
            assumed=tuple(
                f"{called(r)} is not called under another named axis" for r in wrong.roots
            ),
        )

    def _shard_map(self, node: ast.Call, wrap: Wrap) -> None:
        specs = [wrap.keyword("in_specs"), wrap.keyword("out_specs")]
        if wrap.name.startswith("jax.experimental"):
            specs += node.args[2:4]
        self._specs(node, [s for s in specs if s is not None], mesh_of(self.facts, wrap))

    def _bare_specs(self, node: ast.Call, name: str) -> list[ast.expr]:
        if name in _CONSTRAINTS:
            return [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "shardings")]
        return [k.value for k in node.keywords if k.arg in _OPTIONS]

    def _bare(self, node: ast.Call, specs: list[ast.expr]) -> None:
        """Specs that take the mesh of the place they are used in."""
        mesh = in_force(self.facts, node) or set_for_all(self.facts)
        if mesh is not None:
            self._specs(node, specs, mesh)
            return
        around = around_of(self.facts, self.facts.module.function(node)) if specs else None
        if around is None or not around[0]:
            return
        known, way, roots = around
        maps = [w for w in way.wraps if given(self.facts, w)]
        if any(w.transform.kind != "pmap" for w in maps):
            return
        for part, axis in (pair for spec in specs for pair in self._axes(spec)):
            if axis not in known:
                self.report(
                    part,
                    f"the axis `{axis}` is not to be had under this `pmap`, whose only axis is "
                    f"{_listed(known)}: it raises when it is traced",
                    because=tuple(f"pmapped at {self.facts.at(w.site)}" for w in maps),
                    assumed=tuple(f"{called(r)} is not called under another mesh" for r in roots),
                )

    def _specs(self, node: ast.Call, specs: list[ast.expr], mesh: ast.expr | None) -> None:
        axes = axes_of_mesh(self.facts, mesh) if mesh is not None else None
        if axes is None or raises_meant(self.facts, node):
            return
        called = f"the mesh `{mesh.id}`" if isinstance(mesh, ast.Name) else "this mesh"
        for part, axis in (pair for spec in specs for pair in self._axes(spec)):
            if axis not in axes and part not in self._said:
                self._said.add(part)
                has = f"{called} has the axes {_listed(axes)}"
                self.report(part, f"{has} and no `{axis}`: it raises ValueError")

    def _axes(self, spec: ast.expr) -> list[tuple[ast.expr, str]]:
        if not isinstance(spec, (ast.Tuple, ast.List, ast.Dict)):
            return axes_of_spec(self.facts, spec)
        items = spec.values if isinstance(spec, ast.Dict) else spec.elts
        return [pair for item in items for pair in self._axes(item)]

    @cached_property
    def _unnamed(self) -> dict[ast.Call, Unnamed]:
        return {found.node: found for found in unnamed_axes(self.facts)}

    @cached_property
    def _said(self) -> set[ast.expr]:
        return set()


@fact
def _shard_maps(facts: Facts) -> dict[ast.AST, Wrap]:
    """The `shard_map`s of a file by the call that holds their options."""
    wraps = tracing(facts).wraps if facts.module.mentions("shard_map") else []
    return {w.options: w for w in wraps if w.name in SHARD_MAPS and w.options is not None}


def _listed(axes: frozenset[str]) -> str:
    return ", ".join(f"`{a}`" for a in sorted(axes))
