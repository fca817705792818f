import jax
import jax.numpy as jnp


def propose(key, x, width):
    return x + width * jax.random.normal(key, x.shape)


def hill_climb(objective, x, key, steps=500, width=0.1):
    objective = jax.jit(objective)
    best = objective(x)
    for _ in range(steps):
        _, subkey = jax.random.split(key)
        candidate = propose(subkey, x, width)
        value = objective(candidate)
        x = jnp.where(value > best, candidate, x)
        best = jnp.maximum(value, best)
    return x, best
