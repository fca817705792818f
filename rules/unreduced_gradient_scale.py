"""Gradients in a `shard_map` that come out as many times too large as there are devices."""

from __future__ import annotations

from jaxopt_lint.patterns.unreduced_gradient_scale import Rescaled, rescaled
from jaxopt_lint.rule import Rule, Severity, each


class UnreducedGradientScale(Rule[Rescaled]):
    """A gradient that `shard_map` has summed over the devices is reduced once more.

    ## Why is this bad?
    In a `shard_map` with `check_vma` on, which is the default, a gradient with respect to an
    argument that every device holds whole is summed over the devices as soon as it is taken.
    The `pmean` that follows, right under `jax.pmap`, takes the mean of equal values: the gradient
    stays a sum, and on 8 devices the step is 8 times too long. `psum` gives 64 times the mean.
    Nothing raises, and the training only looks as if the learning rate were wrong.

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
    matches = each(rescaled)

    def judge(self, found: Rescaled) -> None:
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
