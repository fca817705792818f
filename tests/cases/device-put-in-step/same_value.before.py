import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def train_step(params, batch, mask):
    return params - 0.1 * jax.grad(lambda p: jnp.mean((batch @ p * mask) ** 2))(params)


def stored(params, batches, mask):
    for batch in batches:
        # The mask, each time.
        on_device = jax.device_put(mask)  # want: JOL406 "copies `mask` to the device on every iteration"
        params = train_step(params, batch, on_device)
    return params


def handed_on(params, batches, mask, device):
    for _ in range(2):
        for batch in batches:
            params = train_step(params, batch, jax.device_put(mask, device))  # want: JOL406
    return params


def inputs(key):
    return (jax.random.normal(key, (4, 8, 3)),)


def run(batches):
    mask = np.arange(8.0, dtype=np.float32)
    device = jax.devices()[0]
    return stored(jnp.ones(3), batches, mask), handed_on(jnp.ones(3), batches, mask, device)
