"""Modules that are imported, in whichever way, and those that `import jax` loads."""

import jax
import jax.numpy as jnp
import jax.scipy.optimize
from jax.experimental import sparse


def fit(loss, x):
    return jax.scipy.optimize.minimize(loss, x, method="BFGS").x


def product(matrix, x):
    wrapped = jax.experimental.sparse.sparsify(jnp.matmul)
    return wrapped(sparse.BCOO.fromdense(matrix), x)


def leaves(tree):
    return jax.tree_util.tree_leaves(tree)


def flat(tree):
    from jax.flatten_util import ravel_pytree

    first = ravel_pytree(tree)[0]
    return first + jax.flatten_util.ravel_pytree(tree)[0]


def waited():
    try:
        jax.experimental.multihost_utils.sync_global_devices("end")
    except AttributeError:
        pass


def own(jax, tree):
    return jax.flatten_util.ravel_pytree(tree)
