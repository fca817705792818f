import jax
import jax.numpy as jnp


@jax.jit
def sample_init(key, template):
    leaves, treedef = jax.tree.flatten(template)
    fresh = []
    for i, leaf in enumerate(leaves):
        k = jax.random.fold_in(key, i)
        fresh.append(0.02 * jax.random.normal(k, leaf.shape, leaf.dtype))
    return jax.tree.unflatten(treedef, fresh)


def ensemble(seed, template, members=8):
    root = jax.random.key(seed)
    return jax.vmap(lambda i: sample_init(jax.random.fold_in(root, i), template))(
        jnp.arange(members)
    )
