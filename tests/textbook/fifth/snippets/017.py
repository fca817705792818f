import jax
import jax.numpy as jnp
import numpy as np

SCALE = np.full(64, 0.125, dtype=np.float32)


@jax.jit
def project(x, w):
    x = x * SCALE
    return x @ w


x = jnp.ones((8, 64), jnp.bfloat16)
w = jnp.ones((64, 64), jnp.bfloat16)
print(project(x, w).dtype)
