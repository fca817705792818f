"""`jax.tree_multimap` is gone for longer."""

import functools

import jax
import jax.numpy as jnp


def train_step(state, grads, finite):
    new_state = state.apply_gradients(grads=grads)
    return new_state.replace(
        opt_state=jax.tree_multimap(  # want: JOL701
            functools.partial(jnp.where, finite), new_state.opt_state, state.opt_state
        )
    )
