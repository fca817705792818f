"""Shapes that are unpacked into another number of names than the array has axes."""

from __future__ import annotations

from jaxopt_lint.patterns.shape_of_other_length import OtherLength, other_lengths
from jaxopt_lint.rule import Rule, Severity, each


class ShapeOfOtherLength(Rule[OtherLength]):
    """A function unpacks a shape into more or fewer names than the array that it is given has axes.

    ## Why is this bad?
    It raises `ValueError`. Under `shard_map`, other than under `vmap` or `pmap`, every axis stays
    where it is: a block of an array that is split over 4 devices has the axis still, a fourth as
    long.

    ## Example
    ```python
    import jax
    import jax.numpy as jnp


    @jax.jit
    def project(x):
        rows, columns = x.shape
        return x.reshape(rows * columns)


    y = project(jnp.ones((4, 8, 2)))
    ```
    Unpack all axes: `batch, rows, columns = x.shape`; under `shard_map` take the block out of its
    axis of length 1 first, `x[0]`, or put `jax.vmap` around the function.

    ## When to keep it
    Never: it raises.
    """

    code = "JOL730"
    summary = "A shape is unpacked into another number of names than there are axes"
    severity = Severity.ERROR
    words = (".shape",)
    matches = each(other_lengths)

    def judge(self, found: OtherLength) -> None:
        axes = f"{found.rank} {'axis' if found.rank == 1 else 'axes'}"
        kept = ", all of which `shard_map` keeps" if found.sharded else ""
        self.report(
            found,
            f"`{found.array}` has {axes}{kept}, and its shape is unpacked into {found.names}: it "
            "raises ValueError",
            help=f"take the block out first: `{found.array}[0]`, or map the function over it"
            if found.sharded and found.rank > found.names
            else "unpack all axes",
            because=(f"it is given at {self.facts.at(found.call)}",),
        )
