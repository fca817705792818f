"""Results of `shard_map` that are said to be the same on all devices."""

from __future__ import annotations

from jaxopt_lint.patterns.shard_result_not_reduced import OwnResult, own_results
from jaxopt_lint.rule import Rule, Severity, each


class ShardResultNotReduced(Rule[OwnResult]):
    """Under `shard_map` each shard's own result is returned as if it were the same everywhere.

    ## Why is this bad?
    `out_specs=P()` says that all devices hold the same result, and a specification without an axis
    of the mesh that all do along that axis. What is made of an argument that is sharded over the
    axis, and not reduced over it in the end, is a result of the rows of each device alone; that the
    rows were centred by a mean over all devices changes nothing. `shard_map` refuses it,
    and with `check_vma=False` believes it: the caller gets the result of one device, and
    the copies on the others differ from it.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec as P

    mesh = jax.make_mesh((jax.device_count(),), ("data",))


    def total(x):
        return jnp.sum(x)


    sums = jax.shard_map(total, mesh=mesh, in_specs=P("data"), out_specs=P(), check_vma=False)
    ```
    Add them up: `return jax.lax.psum(jnp.sum(x), "data")`; for a mean it is `jax.lax.pmean`.

    ## When to keep it
    Never. Functions that call what is not seen, which may reduce, are not reported.
    """

    code = "JOL615"
    summary = "Each shard's own result is returned as if it were the same everywhere"
    severity = Severity.ERROR
    words = ("shard_map",)
    matches = each(own_results)

    def judge(self, found: OwnResult) -> None:
        names = [f'"{axis}"' for axis in found.axes]
        over = names[0] if len(names) == 1 else f"({', '.join(names)})"
        said = "`out_specs=P()` says that it is the same on all devices"
        if getattr(found.spec, "args", ()):
            said = f"`{self.source(found.spec)}` says that it is the same all along {over}"
        self.report(
            found,
            f"the result is made of each shard's own `{found.parameter}`, and "
            f"{said}: "
            + ("they disagree without a word" if found.unchecked else "`shard_map` raises"),
            help=f"reduce it first: `jax.lax.psum(..., {over})` or `jax.lax.pmean`",
            because=(f"it is computed at {self.facts.at(found.value)}",),
        )
