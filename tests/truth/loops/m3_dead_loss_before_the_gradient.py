"""The loss is evaluated, and dropped, on the line above its value and gradient."""

import jax
import jax.numpy as jnp
import optax


def make(apply_fn, tx):
    @jax.jit
    def train_step(key, params, opt_state):
        key, draw = jax.random.split(key)
        xs = jax.random.normal(draw, shape=(1024, 2)) * 0.1

        def loss_fn(params):
            return -jnp.mean(apply_fn({"params": params}, xs))

        loss_fn(params)  # want: JOL501
        value, grads = jax.value_and_grad(loss_fn)(params)
        updates, new_opt_state = tx.update(grads, opt_state, params)
        return value, key, optax.apply_updates(params, updates), new_opt_state

    return train_step
