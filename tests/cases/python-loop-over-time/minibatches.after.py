"""Updates over the minibatches of a tuple of arrays."""

import jax
import jax.numpy as jnp


def loss_fn(w, batch):
    x, y = batch
    return jnp.mean((x @ w - y) ** 2)


@jax.jit
def epoch(w, trajectories):
    trajectories = jax.tree.map(lambda x: x.reshape((16, -1) + x.shape[1:]), trajectories)
    loss = 0.0

    def step(carry, batch):
        w, loss = carry
        value, grads = jax.value_and_grad(loss_fn)(w, batch)
        w = w - 0.1 * grads
        loss += value
        return (w, loss), None

    (w, loss), _ = jax.lax.scan(step, (w, loss), trajectories)
    return w, loss


def run(w, x, y):
    return epoch(w, (x, y))


def inputs(key):
    k1, k2, k3 = jax.random.split(key, 3)
    return jax.random.normal(k1, (3,)), jax.random.normal(k2, (16, 3)), jax.random.normal(k3, (16,))
