"""Every step is logged; the only guard asks which process this is."""

from functools import partial

import jax
import jax.numpy as jnp
import wandb
from flax.jax_utils import replicate


@partial(jax.pmap, axis_name="batch", donate_argnums=(0,))
def train_step(state, tokens, key):
    def loss_fn(params):
        return jnp.mean(state.apply_fn(params, tokens, rngs={"dropout": key}) ** 2)

    loss, grads = jax.value_and_grad(loss_fn)(state.params)
    grads = jax.lax.pmean(grads, axis_name="batch")
    return jax.lax.pmean(loss, axis_name="batch"), state.apply_gradients(grads=grads)


def train(config, state, batches, keys, rate):
    state = replicate(state)
    for step in range(config.steps):
        tokens = next(batches)._numpy()
        loss, state = train_step(state, tokens, keys)
        if (config.wandb is not None) and (jax.process_index() == 0):
            wandb.log({"loss": loss, "rate": rate(step)}, step=step)  # want: JOL404
    return state
