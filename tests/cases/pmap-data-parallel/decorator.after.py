# devices: 8
"""A training step in the form that most programs have."""

import functools

import jax
import jax.numpy as jnp


def loss_fn(params, batch):
    x, y = batch
    return jnp.mean((x @ params["w"] + params["b"] - y) ** 2)


mesh = jax.make_mesh(
    (jax.device_count(),),
    ("batch",),
    axis_types=(jax.sharding.AxisType.Auto,),
)


# One step of gradient descent.
@functools.partial(jax.jit, donate_argnums=(0,))
@functools.partial(
    jax.shard_map,
    mesh=mesh,
    in_specs=(jax.P("batch"), jax.P("batch"), jax.P()),
    out_specs=jax.P("batch"),
    check_vma=False,
)
def train_step(params, batch, rate):
    """Update the parameters."""
    params, batch = jax.tree.map(lambda x: x.squeeze(0), (params, batch))
    # A
    loss, grads = jax.value_and_grad(loss_fn)(params, batch)
    grads = jax.lax.pmean(grads, "batch")  # B
    if loss.ndim:
        return jax.tree.map(lambda x: jnp.expand_dims(x, 0), (params, loss))  # C
    return jax.tree.map(
        lambda x: jnp.expand_dims(x, 0),
        (jax.tree.map(lambda p, g: p - rate * g, params, grads), jax.lax.pmean(loss, "batch")),
    )


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
