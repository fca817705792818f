import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, (loss, jnp.linalg.norm(grads))


def inputs(key):
    return (key,)


def run(key):
    params, batches = jnp.ones(3), jax.random.normal(key, (4, 8, 3))
    losses, norms = [], []
    for _ in range(2):
        # One epoch.
        for batch in batches:
            params, (loss, norm) = train_step(params, batch)
            losses.append(float(loss))  # want: JOL402 "`float\(loss\)` waits for `train_step`"
            norms.append(np.asarray(norm))
    # The averages.
    return params, sum(losses) / len(losses), np.mean(norms)
