"""Ways to spread arrays over devices that JAX has removed."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from jaxopt_lint.rule import Rule, Severity
from jaxopt_lint.semantics.jax.api.history import text
from jaxopt_lint.semantics.jax.api.placement import REMOVED_PLACEMENTS
from jaxopt_lint.semantics.subjects.versions.outdated import (
    beyond_what_is_spoken_of,
    outdated,
    which_jax,
)
from jaxopt_lint.semantics.subjects.versions.uses import uses


class PositionalSharding(Rule[ast.expr]):
    """An array is spread over devices in a way that JAX has removed.

    ## Why is this bad?
    `PositionalSharding` is gone since JAX 0.7.0, `device_put_replicated` and `device_put_sharded`
    since 0.10.0. `jax.device_put` with a `NamedSharding` does the same, and names the axes, so
    that the sharding can be read off an array and combined with others.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    def everywhere(params, devices):
        return jax.device_put_replicated(params, devices)
    ```
    becomes
    ```python
    import jax
    import jax.numpy as jnp


    def everywhere(params, devices):
        return jax.device_put(
            jax.tree.map(lambda x: jnp.stack([x] * len(devices)), params),
            jax.NamedSharding(jax.sharding.Mesh(devices, ("devices",)), jax.P("devices")),
        )
    ```

    ## Fix safety
    The fix asks first. The result has the values, shapes and placement that the removed function
    gave: one entry of the leading axis a device. The stack is made on one device before it is
    spread out. An empty list of shards, or devices that cannot be named twice, are refused.

    ## When to keep it
    While JAX below 0.4.27 has to work.
    """

    code = "JOL606"
    summary = "An array is spread over devices in a way that JAX has removed"
    about_names = True
    across_files = True
    severity = Severity.ERROR
    fix = "named-sharding"
    words = ("PositionalSharding", "device_put_")

    def matches(self) -> Iterable[ast.expr]:
        found = uses(self.facts)
        known = REMOVED_PLACEMENTS.keys() - found.patched
        return [node for node, dotted in found.paths.items() if dotted in known]

    def judge(self, node: ast.expr) -> None:
        if node in outdated(self.facts):
            return  # `guard-hides-removed-name` reports it
        dotted = uses(self.facts).paths[node]
        deprecated, removed = REMOVED_PLACEMENTS[dotted]
        later = beyond_what_is_spoken_of(self.facts, removed)
        gone = later or self.facts.targets(removed)
        if not gone and not self.facts.targets(deprecated):
            return
        life = f"is deprecated since JAX {text(deprecated)}, removed in {text(removed)}"
        if gone:
            life = f"was removed in JAX {text(removed)}: using it raises an error"
        life += f" ({which_jax(self.facts)})" * later
        self.report(
            node,
            f"`{dotted.rpartition('.')[2]}` {life}",
            severity=Severity.INFO if later else None if gone else Severity.WARNING,
            since=removed if gone else None,
            help="use `jax.device_put` with a `NamedSharding`",
        )
