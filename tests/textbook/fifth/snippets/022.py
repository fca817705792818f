import jax
import jax.numpy as jnp


def distance(a, b):
    squared = jnp.sum((a - b) ** 2)
    return jnp.where(squared > 0, jnp.sqrt(squared), 0.0)


a = jnp.ones(3)
print(jax.grad(distance)(a, a))
