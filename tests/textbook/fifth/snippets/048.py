import jax
import jax.numpy as jnp


@jax.jit
def project(x, w):
    return (x * 0.125) @ w + 1.0


x = jnp.ones((8, 64), jnp.bfloat16)
print(project(x, jnp.ones((64, 64), jnp.bfloat16)).dtype)
