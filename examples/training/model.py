"""A small recurrent model of waves: one step of the cell, a roll-out in time, a batch of them."""

import jax
import jax.numpy as jnp


def init(key, features=3, hidden=16, outputs=2):
    k1, k2, k3 = jax.random.split(key, 3)
    return {
        "hh": 0.3 * jax.random.normal(k1, (hidden, hidden)),
        "xh": 0.5 * jax.random.normal(k2, (hidden, features)),
        "out": 0.5 * jax.random.normal(k3, (outputs, hidden)),
    }


@jax.jit
def rollout(params, xs):
    """Runs the cell over time: xs [T, F] -> [T, O]."""
    h = jnp.zeros(params["hh"].shape[0])
    outputs = []
    for t in range(xs.shape[0]):
        # One step of the cell.
        h = jnp.tanh(params["hh"] @ h + params["xh"] @ xs[t])
        outputs.append(params["out"] @ h)
    return jnp.stack(outputs)


@jax.jit
def predict_batch(params, batch):
    """Runs the model over a batch: [B, T, F] -> [B, T, O]."""
    predictions = []
    for i in range(batch.shape[0]):
        predictions.append(rollout(params, batch[i]))
    return jnp.stack(predictions)
