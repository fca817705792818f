# not executed: donation deletes what `best` refers to
# The old parameters live on under another name: the fix is only shown, and it would fail here.
import jax
import jax.numpy as jnp
from functools import partial


@partial(jax.jit, donate_argnames="params")
def update(params, batch):
    grads = jax.grad(lambda p: jnp.sum((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def run(params, batches):
    best = params
    for batch in batches:
        params = update(params, batch)
    return best, params
