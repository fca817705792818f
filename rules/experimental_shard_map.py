"""`shard_map` from `jax.experimental`, which has a public successor."""

from __future__ import annotations

import ast

from jaxopt_lint.rule import Rule
from jaxopt_lint.semantics.uses import uses

_OLD = "jax.experimental.shard_map.shard_map"


class ExperimentalShardMap(Rule):
    """`shard_map` is taken from `jax.experimental`.

    ## Why is this bad?
    `jax.experimental.shard_map` warns since JAX 0.8.0 and is kept as a thin wrapper around
    `jax.shard_map`, which exists since 0.6.1. The successor takes everything but the function by
    keyword, and two options have other names: `check_rep` is `check_vma`, and `auto` is the
    complement of `axis_names`.

    ## Example
    ```python
    import jax
    from jax.experimental.shard_map import shard_map
    from jax.sharding import PartitionSpec as P


    def total(mesh):
        body = lambda x: jax.lax.psum(x, "data")
        return shard_map(body, mesh, in_specs=P("data"), out_specs=P(), check_rep=False)
    ```
    becomes
    ```python
    import jax
    from jax.sharding import PartitionSpec as P


    def total(mesh):
        body = lambda x: jax.lax.psum(x, "data")
        return jax.shard_map(body, mesh=mesh, in_specs=P("data"), out_specs=P(), check_vma=False)
    ```

    ## Fix safety
    Both functions run the same code, and the value of `check_rep` is kept, so the fix is safe;
    `auto` becomes a set difference and asks first. The fix is refused where the project supports
    a JAX without `jax.shard_map`.

    ## When to keep it
    While JAX below 0.6.1 has to work.
    """

    code = "JOL604"
    summary = "`shard_map` is taken from `jax.experimental`"
    fix = "shard-map"
    words = ("shard_map",)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self._look(node)

    def visit_Name(self, node: ast.Name) -> None:
        self._look(node)

    def _look(self, node: ast.expr) -> None:
        if uses(self.facts).paths.get(node) != _OLD:
            return
        target = self.facts.target_jax
        if target is not None and target < (0, 8, 0):
            return
        self.report(
            node,
            f"`{self.facts.module.source(node)}` is the experimental `shard_map`, deprecated since "
            "JAX 0.8.0, and warns",
            help="use `jax.shard_map`",
        )
