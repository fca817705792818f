# not executed: every marked line raises
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental.pjit import pjit
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

AXIS = "batch"
mesh = jax.make_mesh((4, 2), ("data", "model"), axis_types=(jax.sharding.AxisType.Auto,) * 2)


@functools.partial(jax.pmap, axis_name=AXIS)
def step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - jax.lax.pmean(grads, axis_name="data")  # want: JOL607 "asks for the axis `data`.*`batch`"


def helper(x):
    return jax.lax.psum(x, ("data", "heads"))  # want: JOL607 "`heads`.*`data`, `model`"


def body(x):
    def one(carry, row):
        return carry + helper(row), None

    return jax.lax.scan(one, jnp.zeros(()), x)[0]


total = jax.jit(jax.shard_map(body, mesh=mesh, in_specs=P("data"), out_specs=P()))


def make_index():
    def index(x):
        return x + jax.lax.axis_index("rows")  # want: JOL607

    return index


indexed = jax.pmap(make_index(), "cols")(np.ones(8))

sharding = NamedSharding(mesh, P("data", "heads"))  # want: JOL607 "the mesh `mesh` has the axes `data`, `model` and no `heads`"
stages = P(("data", "stage"))  # want: JOL607
placed = jax.device_put(np.ones(8), NamedSharding(mesh, stages))
mapped = jax.shard_map(
    lambda x: x,
    mesh=mesh,
    in_specs=(P("rows"),),  # want: JOL607 "no `rows`"
    out_specs=P("data"),
)


def layout(devices):
    return Mesh(np.array(devices), axis_names=["x"])


grid = layout(jax.devices())


def constrained(x):
    with jax.set_mesh(grid):
        return jax.jit(lambda y: y * 2, out_shardings=P("y"))(x)  # want: JOL607


def nested(data):
    @functools.partial(jax.pmap, axis_name="data", devices=jax.devices()[:4])
    def outer(x):
        @functools.partial(pjit, out_shardings=P("model", None))  # want: JOL607 "`model` is not to be had under this `pmap`.*`data`"
        def inner(y):
            return y @ jnp.ones((y.shape[-1], 16))

        return inner(x)

    return outer(data)


@jax.pmap
def unnamed(x):
    return jax.lax.pmean(x, "d")  # want: JOL607 "the `pmap` around it names none"
