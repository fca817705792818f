import jax
import jax.numpy as jnp


@jax.jit
def step(x):
    print("tracing step for", x.shape, x.dtype, f"{x.ndim} axes, {len(x)} rows")
    print("no numbers here")
    jax.debug.print("y {}", x)
    return jnp.sin(x)
