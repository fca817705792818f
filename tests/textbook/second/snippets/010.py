import jax
import jax.numpy as jnp


@jax.jit
def histogram(tokens, weights):
    counts = jnp.zeros(32_000)
    counts = counts.at[tokens].add(weights, mode="drop")
    return counts / jnp.maximum(counts.sum(), 1.0)


@jax.jit
def scatter_rows(table, rows, idx):
    return table.at[idx].set(rows, unique_indices=True)


def unigram(corpus):
    total = jnp.zeros(32_000)
    for tokens, weights in corpus:
        total += histogram(tokens, weights)
    return total / len(corpus)
