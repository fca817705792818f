"""Loops of a few turns that the program itself runs once: compiling would take longer."""

import jax
import jax.numpy as jnp
import optax


def loss(params, x):
    return jnp.mean((x @ params) ** 2)


def train_step(params, tx, state, x):
    value, grads = jax.value_and_grad(loss)(params, x)
    updates, state = tx.update(grads, state, params)
    return optax.apply_updates(params, updates), state, value


def gradient_step(params, x):
    return params - 0.1 * jax.grad(loss)(params, x)


if __name__ == "__main__":
    params, x = jnp.ones((4, 2)), jnp.ones((8, 4))
    tx = optax.adam(1e-2)
    state = tx.init(params)
    for turn in range(5):
        params, state, value = train_step(params, tx, state, x)
        print(turn, value, state)
    for _ in range(3):
        params = gradient_step(params, x)
    print(params)
