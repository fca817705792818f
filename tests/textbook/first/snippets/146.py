import jax
import jax.numpy as jnp
from jax.tree_util import tree_map


def clean(table):
    """Eager, once, before anything is compiled."""
    x = jnp.asarray(table)
    ok = ~jnp.isnan(x).any(axis=1)
    x = x[ok]
    labels = jnp.unique(x[:, -1])
    return x, labels


@jax.jit
def top_positive(scores):
    (idx,) = jnp.nonzero(scores > 0, size=8, fill_value=-1)
    return jnp.where(idx >= 0, scores[idx], 0.0), jnp.sum(scores > 0)


@jax.jit
def scaled(tree, factor):
    return tree_map(lambda t: t * factor, tree)


if __name__ == "__main__":
    x, labels = clean([[1.0, 0.0], [float("nan"), 1.0], [-2.0, 1.0]])
    print(x, labels, top_positive(x[:, 0]), scaled({"x": x}, 2.0))
