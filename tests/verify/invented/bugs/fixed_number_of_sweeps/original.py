import jax
import jax.numpy as jnp


def inputs(key):
    return (jnp.array([[0, 1], [1, 2], [3, 4]]), 5)


def run(edges, n):
    """Smallest node reachable from each of n nodes over undirected edges."""
    label = jnp.arange(n)
    while True:
        low = jnp.minimum(label[edges[:, 0]], label[edges[:, 1]])
        new = label.at[edges[:, 0]].min(low).at[edges[:, 1]].min(low)
        if (new == label).all():
            return label
        label = new
