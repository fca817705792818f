# devices: 8
"""A training step in the form that most programs have."""

import functools

import jax
import jax.numpy as jnp


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


# One step of gradient descent.
@functools.partial(jax.pmap, axis_name="batch", in_axes=(0, 0, None), donate_argnums=(0,))  # want: JOL602 "`train_step`"
def train_step(params, batch, rate):
    """Update the parameters."""
    # A
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.lax.pmean(grads, "batch")  # B
    if loss.ndim:
        return params, loss  # C
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), jax.lax.pmean(loss, "batch")


def inputs(key):
    n = jax.device_count()
    one, two, three = jax.random.split(key, 3)
    params = {
        "w": jnp.broadcast_to(jax.random.normal(one, (5,)), (n, 5)),
        "b": jnp.zeros((n,)),
    }
    return params, (jax.random.normal(two, (n, 4, 5)), jax.random.normal(three, (n, 4)))


def run(params, batch):
    losses = []
    for _ in range(3):
        params, loss = train_step(params, batch, 0.1)
        losses.append(loss)
    return params, losses
