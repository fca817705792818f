"""Counting local rows to find out which device this is."""

from __future__ import annotations

from jaxopt_lint.patterns.local_iota_as_device_index import LocalIota, local_iotas
from jaxopt_lint.rule import Rule, Severity, each


class LocalIotaAsDeviceIndex(Rule[LocalIota]):
    """Under `shard_map`, a count of the local rows is taken for the number of the device.

    ## Why is this bad?
    In a program over global arrays whose leading axis has one row for each device, row 0 is the
    first device. Under `shard_map` each device sees its own rows only, and counts them from 0:
    every device takes itself for the first one, and none for the last. Nothing raises, the results
    are wrong.

    ## Example
    ```python
    import functools

    import jax
    import jax.numpy as jnp

    mesh = jax.make_mesh((4,), ("stage",), axis_types=(jax.sharding.AxisType.Auto,))


    def feed_first_stage(fresh, passed_on):
        is_first_stage = jax.lax.broadcasted_iota("int32", fresh.shape, 0) == 0
        return jnp.where(is_first_stage, fresh, passed_on)


    @jax.jit
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=jax.P("stage"), out_specs=jax.P("stage")
    )
    def advance(fresh, passed_on):
        return feed_first_stage(fresh, passed_on)


    print(advance(jnp.ones((4, 2)), jnp.zeros((4, 2))))
    ```
    becomes
    ```python
    import functools

    import jax
    import jax.numpy as jnp

    mesh = jax.make_mesh((4,), ("stage",), axis_types=(jax.sharding.AxisType.Auto,))


    def feed_first_stage(fresh, passed_on):
        is_first_stage = jax.lax.axis_index("stage") == 0
        return jnp.where(is_first_stage, fresh, passed_on)


    @jax.jit
    @functools.partial(
        jax.shard_map, mesh=mesh, in_specs=jax.P("stage"), out_specs=jax.P("stage")
    )
    def advance(fresh, passed_on):
        return feed_first_stage(fresh, passed_on)


    print(advance(jnp.ones((4, 2)), jnp.zeros((4, 2))))
    ```

    ## Fix safety
    The fix is only shown: it changes results, which is the point, and the number is a scalar where
    the count was an array. It needs a mesh with one axis, whose name is known.

    ## When to keep it
    Where the local rows themselves are meant, such as the first row of each shard. A comparison
    with 0 can mean either, and is of severity info; one with the number of devices is an error.
    """

    code = "JOL611"
    summary = "Under `shard_map`, a count of the local rows is taken for the number of the device"
    severity = Severity.ERROR
    fix = "axis-index"
    words = ("iota", "arange")
    matches = each(local_iotas)

    def judge(self, found: LocalIota) -> None:
        where = self.facts.at(found.where)
        made = f"`{self.source(found.number)}` is made from the number of devices"
        self.report(
            found,
            f"`{self.source(found.count)}` counts the rows on this device, not the devices: it "
            "starts at 0 on every one of them, and the result is the same on every device",
            help="use `jax.lax.axis_index`",
            severity=None if found.known else Severity.INFO,
            because=(f"it only runs under the shard_map at {where}", made if found.known else ""),
            assumed=() if found.known else ("the first device is meant, not the first row",),
        )
