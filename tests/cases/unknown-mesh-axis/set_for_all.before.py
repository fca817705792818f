# not executed: every marked line raises
import jax
import jax.numpy as jnp

mesh = jax.make_mesh((4, 2), ("X", "Y"))
jax.set_mesh(mesh)
x = jnp.arange(0, 512, dtype=jnp.int32, out_sharding=jax.P(("x", "Y")))  # want: JOL607 "has the axes `X`, `Y` and no `x`"


@jax.shard_map(in_specs=jax.P(("X", "y")), out_specs=jax.P())  # want: JOL607 "no `y`"
def slice_and_average(x):
    return jax.lax.pmean(x[:4], axis_name=("X", "y"))  # want: JOL607


print(slice_and_average(x))
doubled = jax.jit(lambda v: v * 2, out_shardings=jax.P("Z"))(x)  # want: JOL607
