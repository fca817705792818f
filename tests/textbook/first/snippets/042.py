import jax
import jax.numpy as jnp


@jax.jit
def scatter_histogram(ids, weights, edges):
    hist = jnp.zeros(edges.shape[0] + 1)
    hist = hist.at[jnp.searchsorted(edges, ids)].add(weights)
    hist = hist.at[0].set(0.0)
    return hist / jnp.maximum(hist.sum(), 1e-9)


if __name__ == "__main__":
    x = jax.random.uniform(jax.random.key(0), (1000,))
    print(scatter_histogram(x, jnp.ones_like(x), jnp.linspace(0.1, 0.9, 9)))
