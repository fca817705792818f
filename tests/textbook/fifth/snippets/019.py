import jax
import jax.numpy as jnp


def count_tokens(tokens, size):
    counts = jnp.zeros(size, jnp.int32)
    counts.at[tokens].add(1)
    return counts


print(count_tokens(jnp.array([0, 2, 2, 1]), 4))
