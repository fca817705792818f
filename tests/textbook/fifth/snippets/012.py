import jax
import jax.numpy as jnp


@jax.jit
def normalise(x):
    scale = jnp.linalg.norm(x)
    print("scale is", scale)
    return x / scale


for i in range(1, 4):
    normalise(jnp.arange(4.0) * i)
