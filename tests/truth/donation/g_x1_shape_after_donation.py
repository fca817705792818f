"""Only the shape of an entry of the donated batch is read: shapes survive."""

import functools

import jax
from flax import jax_utils


def eval_step(state, batch, *, network):
    out = network.apply({"params": state.params}, batch["inputs"])
    return (out**2).mean(), out


def evaluate(state, network, batches, draw, steps):
    p_eval = jax.pmap(
        functools.partial(eval_step, network=network), axis_name="batch", donate_argnums=(1,)
    )
    rows, images = [], {}
    for i in range(steps):
        batch = next(batches)
        metrics, out = p_eval(state, batch)
        rows.append(jax.device_get(jax_utils.unreplicate(metrics)))
        if i == 0:
            size = batch["inputs"].shape[2:]
            images = {"valid": jax.device_get(draw(jax_utils.unreplicate(out), size))}
        del out
    return rows, images
