"""`shard_map` from `jax.experimental`, which has a public successor."""

from __future__ import annotations

from jaxopt_lint.patterns.experimental_shard_map import OldShardMap, old_shard_maps
from jaxopt_lint.rule import Rule, Severity, each
from jaxopt_lint.semantics.jax.api.history import text

_WARNS, _SINCE = (0, 8, 0), (0, 6, 1)


class ExperimentalShardMap(Rule[OldShardMap]):
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
    `auto` becomes a set difference and asks first. One fix rewrites all uses of an import, and is
    refused where one of them cannot be rewritten, or where the project supports a JAX without
    `jax.shard_map`.

    ## When to keep it
    While JAX below 0.6.1 has to work.
    """

    code = "JOL604"
    summary = "`shard_map` is taken from `jax.experimental`"
    severity = Severity.INFO  # it works as before, in all releases that are known
    about_names = True
    across_files = True
    fix = "shard-map"
    words = ("shard_map",)
    matches = each(old_shard_maps)

    def judge(self, found: OldShardMap) -> None:
        if not self.facts.targets(_WARNS):
            return
        others = [n for n in found.uses if n is not found.node]
        count = f" ({len(others)} use{'s' * (len(others) != 1)} below)" if others else ""
        oldest, warns = self.facts.min_jax, "`jax.experimental.shard_map` warns since JAX 0.8.0"
        if oldest is None or oldest >= _SINCE:
            self.report(found, f"{warns}{count}", help="use `jax.shard_map`")
            return
        self.report(
            found,
            f"{warns}{count}, and JAX {text(oldest)}, which this project allows, has nothing else",
            help="`jax.shard_map` is there from JAX 0.6.1 on: import it under `try`, with this "
            "one under `except ImportError`, or raise the lower bound",
        )
