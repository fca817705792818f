"""Gradients in a `shard_map` that come out as many times too large as there are devices."""

from __future__ import annotations

from collections.abc import Iterator

from jaxopt_lint.patterns.mean_gradient_summed import SummedMean, summed_means
from jaxopt_lint.patterns.unreduced_gradient_scale import Rescaled, rescaled
from jaxopt_lint.rule import Rule, Severity


class UnreducedGradientScale(Rule[Rescaled | SummedMean]):
    """A gradient that `shard_map` has summed over the devices is reduced once more.

    ## Why is this bad?
    In a `shard_map` with `check_vma` on, which is the default, a gradient with respect to an
    argument that every device holds whole is summed over the devices as soon as it is taken.
    The `pmean` that follows, right under `jax.pmap`, takes the mean of equal values: the gradient
    stays a sum, and on 8 devices the step is 8 times too long. `psum` gives 64 times the mean.
    Nothing raises, and the training only looks as if the learning rate were wrong. Without the
    check it is `psum` of the gradient of a mean over a device's own rows that gives a sum of means.

    ## Example
    ```python
    import functools

    import jax
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec as P

    mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


    @jax.jit
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P()
    )
    def step(params, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * jax.lax.pmean(grads, "data")
    ```
    becomes
    ```python
    import functools

    import jax
    import jax.numpy as jnp
    from jax.sharding import PartitionSpec as P

    mesh = jax.make_mesh((8,), ("data",), axis_types=(jax.sharding.AxisType.Auto,))


    @jax.jit
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=(P(), P("data")), out_specs=P(), check_vma=False
    )
    def step(params, batch):
        grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
        return params - 0.1 * jax.lax.pmean(grads, "data")
    ```
    Two other cures keep the check: take the `pmean` of the loss inside of the function that is
    differentiated and none after it, or make the parameters differ first, with
    `jax.lax.pcast(params, "data", to="varying")`.

    ## Fix safety
    The fix asks first: it changes results, by the number of devices. It turns the check off for
    the whole `shard_map`, so that a result that differs between devices is no longer refused where
    `out_specs` says that it is the same.

    ## When to keep it
    Where the loss is divided by the size of the whole batch, so that the sum is what is wanted.
    The `pmean` has no effect then and can go.
    """

    code = "JOL612"
    summary = "A gradient that `shard_map` has summed over the devices is reduced once more"
    severity = Severity.ERROR
    fix = "unchecked-vma"
    words = ("shard_map",)

    def matches(self) -> Iterator[Rescaled | SummedMean]:
        yield from rescaled(self.facts).values()
        yield from summed_means(self.facts)

    def judge(self, found: Rescaled | SummedMean) -> None:
        if isinstance(found, SummedMean):
            self._summed(found)
            return
        if not self.facts.targets((0, 6)):
            return
        short = (self.facts.names.of(found.node.func) or "").rpartition(".")[2]
        effect = "multiplies it by the number of devices once more"
        if short == "pmean":
            effect = "leaves it as many times too large as there are devices"
        mean = short != "pmean" or found.mean
        self.report(
            found,
            f"the gradient of `{found.parameter}` is summed over `{found.axis}` already, and "
            f"`{short}` {effect}",
            help="pass `check_vma=False` to the `shard_map`, or reduce the loss instead",
            because=(f"the shard_map at {self.facts.at(found.options)} checks what varies",),
            assumed=(
                "" if found.closed else "the loss does not reduce over the devices itself",
                "" if mean else "the loss is a mean over the rows of one device",
            ),
        )

    def _summed(self, found: SummedMean) -> None:
        self.report(
            found,
            f"the loss is a mean over the rows of one device, and `psum` over `{found.axis}` makes "
            f"the gradient of `{found.parameter}` as many times too large as there are devices",
            severity=Severity.WARNING,
            help="`jax.lax.pmean` gives the mean over all rows",
            because=(
                f"the loss gives `{self.source(found.mean)}`",
                f"the shard_map at {self.facts.at(found.options)} does not check what varies",
            ),
            assumed=("the learning rate was not chosen for the sum",),
        )
