"""Loops of which other rules speak: what they run eagerly is told there, once."""

import jax
import jax.numpy as jnp
import optax


@jax.jit
def loss(params, key):
    return jnp.mean(params * jax.random.normal(key, params.shape))


def train(params, key):
    optimizer = optax.adam(1e-3)
    state = optimizer.init(params)
    weight = 0.5
    losses = []
    for turn in range(3000):
        key, sub = jax.random.split(key)
        keys = jax.random.split(sub, 4)
        value, grads = jax.value_and_grad(loss)(params, keys[0])
        updates, state = optimizer.update(grads, state)
        params = optax.apply_updates(params, updates)
        weight = jnp.clip(weight * 0.99, 0.01, 1.0)
        losses.append(value)
        if turn % 200 == 0:
            print(value, weight)
    return params, losses


train(jnp.ones(3), jax.random.key(0))
