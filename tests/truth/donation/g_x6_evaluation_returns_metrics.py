"""The state is only read: an evaluation must not give it away."""

import jax
import jax.numpy as jnp


def eval_step(state, batch):
    logits = state.apply_fn({"params": state.params}, batch["tokens"])
    return {"loss": jnp.mean((logits - batch["label"]) ** 2)}


def evaluate(state, batches):
    eval_step_fn = jax.jit(eval_step)
    rows = []
    for batch in batches:
        metrics = eval_step_fn(state, batch)
        rows.append(metrics)
    return jax.device_get(rows)
