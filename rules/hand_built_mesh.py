"""Meshes that are put together from a list of devices by hand."""

from __future__ import annotations

import ast

from jaxopt_lint.patterns.hand_built_mesh import Handmade, handmade
from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import not_yet
from jaxopt_lint.semantics.jax.shims import in_shim

_SINCE = (0, 5, 3)


class HandBuiltMesh(Rule[Handmade]):
    """A mesh is reshaped from the list of all devices.

    ## Why is this slow?
    The order of `jax.devices()` says nothing about which devices are neighbours. A mesh that is
    reshaped from it can send the traffic of one axis over the slow links between hosts or around
    the torus. `jax.make_mesh` looks at the hardware and lays the axes along its fast links.

    ## Example
    ```python
    import jax
    import numpy as np
    from jax.sharding import Mesh

    mesh = Mesh(np.array(jax.devices()).reshape(2, 4), ("data", "model"))
    ```
    becomes
    ```python
    import jax

    mesh = jax.make_mesh(
        (2, 4),
        ("data", "model"),
        axis_types=(jax.sharding.AxisType.Auto, jax.sharding.AxisType.Auto),
    )
    ```

    ## Fix safety
    The fix asks first: devices may end up in another order, which code that counts on the order
    would notice. `axis_types` is written out because `jax.make_mesh` would make Explicit axes
    since JAX 0.9.0, and `Mesh` makes Auto ones. Only meshes of all devices with literal axis names
    and a shape that is written out are rewritten.

    ## When to keep it
    Where the order is meant, or on one host without a topology, as on CPUs.
    """

    code = "JOL605"
    summary = "A mesh is reshaped from the list of all devices"
    about_names = True
    across_files = True
    severity = Severity.INFO
    preview = True
    fix = "make-mesh"
    words = ("Mesh",)

    def visit_Call(self, node: ast.Call) -> None:
        made = handmade(self.facts, node)
        if made is None or in_shim(self.facts, node) or not self.facts.targets(_SINCE):
            return
        too_old = not_yet("`axis_types` of `jax.make_mesh`", _SINCE, self.facts.min_jax)
        self.report(
            made,
            f"this mesh takes the devices in the order of `{made.order}`: its axes may run across "
            "slow links",
            help=too_old or "use `jax.make_mesh`",
        )
