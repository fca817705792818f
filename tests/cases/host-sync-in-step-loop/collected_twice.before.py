import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch):
    loss, grads = jax.value_and_grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return params - 0.1 * grads, {"loss": loss, "size": jnp.max(jnp.abs(grads))}


def inputs(key):
    return (key,)


def run(key):
    params = jnp.ones(3)
    losses, sizes = [], []
    for batch in jax.random.normal(key, (4, 8, 3)):
        params, metrics = train_step(params, batch)
        # Both of them, each turn.
        losses.append(float(metrics["loss"]))  # want: JOL402
        sizes.append(np.asarray(metrics["size"]))
    return params, losses, np.stack(sizes)
