import jax
import jax.numpy as jnp


def distance(a, b):
    squared = jnp.sum((a - b) ** 2)
    apart = squared > 0
    safe = jnp.where(apart, squared, 1.0)
    return jnp.where(apart, jnp.sqrt(safe), 0.0)


a = jnp.ones(3)
print(jax.grad(distance)(a, a))
