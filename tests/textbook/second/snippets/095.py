import jax
import jax.numpy as jnp
from jax import tree_util


@jax.jit
def clip_by_norm(grads, max_norm):
    norm = jnp.sqrt(sum(jnp.sum(g * g) for g in tree_util.tree_leaves(grads)))
    scale = jnp.minimum(1.0, max_norm / (norm + 1e-12))
    return tree_util.tree_map(lambda g: g * scale, grads), norm


def describe(params):
    rows = []
    for path, leaf in tree_util.tree_leaves_with_path(params):
        rows.append(f"{tree_util.keystr(path):40s} {leaf.shape} {leaf.dtype}")
    return "\n".join(rows)


def total_size(params):
    return jax.tree.reduce(lambda n, p: n + p.size, params, 0)
