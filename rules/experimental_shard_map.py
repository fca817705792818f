"""`shard_map` from `jax.experimental`, which has a public successor."""

from __future__ import annotations

from collections.abc import Iterable

from jaxopt_lint.finding import Severity
from jaxopt_lint.patterns.experimental_shard_map import OldShardMap, old_shard_maps
from jaxopt_lint.rule import Rule

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
    fix = "shard-map"
    words = ("shard_map",)

    def matches(self) -> Iterable[OldShardMap]:
        return old_shard_maps(self.facts)

    def judge(self, found: OldShardMap) -> None:
        target = self.facts.target_jax
        if target is not None and target < _WARNS:
            return
        others = [n for n in found.uses if n is not found.node]
        count = f" ({len(others)} use{'s' * (len(others) != 1)} below)" if others else ""
        oldest = self.facts.min_jax
        if oldest is not None and oldest < _SINCE:
            floor = ".".join(map(str, oldest))
            self.report(
                found,
                f"`jax.experimental.shard_map` warns since JAX 0.8.0{count}, and JAX {floor}, "
                "which this project allows, has nothing else",
                severity=Severity.INFO,
                help="`jax.shard_map` is there from JAX 0.6.1 on: import it under `try`, with this "
                "one under `except ImportError`, or raise the lower bound",
            )
            return
        self.report(
            found,
            f"`jax.experimental.shard_map` warns since JAX 0.8.0{count}",
            help="use `jax.shard_map`",
        )
