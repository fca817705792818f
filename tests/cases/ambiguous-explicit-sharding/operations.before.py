# not executed: every marked line raises
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec as P

mesh = jax.make_mesh(axis_shapes=(4, 2), axis_names=("X", "Y"))
jax.set_mesh(mesh)

x = jnp.zeros((8, 2048), dtype=jnp.bfloat16, device=jax.NamedSharding(mesh, jax.P("X", "Y")))
w = jnp.zeros((2048, 512), device=NamedSharding(mesh, P("Y", None)))
crossed = jax.device_put(np.ones((8, 16)), NamedSharding(mesh, P(None, "X")))


def matmul_square(x, w):
    return jnp.einsum("bd,df->bf", jnp.square(x), w)  # want: JOL609 "sums over a dimension that both are split along"


compiled = jax.jit(matmul_square, out_shardings=P("X", None)).lower(x, w).compile()


@functools.partial(jax.jit, static_argnames="scale")
def scaled(a, b, scale=1.0):
    y = jnp.matmul(2.0 * a, b)  # want: JOL609
    return y * scale


print(scaled(x, w))
squares = x @ x.T  # want: JOL609
first = x[0]  # want: JOL609 "takes one entry of a dimension that is split"
column = x[:, -1]  # want: JOL609
flat = crossed.reshape(-1)  # want: JOL609 "has no layout"
flat_again = jnp.ravel(crossed)  # want: JOL609
mixed = crossed + jnp.ones((8, 16), out_sharding=P("X", "Y"))  # want: JOL609 "are split differently"
constrained = jax.lax.with_sharding_constraint(x, NamedSharding(mesh, P("Y")))  # want: JOL609 "lays nothing out over explicit axes"
