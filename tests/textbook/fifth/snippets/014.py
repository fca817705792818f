import jax
import jax.numpy as jnp


@jax.jit
def clip_step(g, limit):
    norm = jnp.linalg.norm(g)
    if norm > limit:
        g = g * limit / norm
    return g


print(clip_step(jnp.arange(5.0), 1.0))
