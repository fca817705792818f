from typing import Any

import jax
import jax.numpy as jnp


def forward(params, x):
    return x @ params


def train_step(params, batch):
    def loss_fn(p) -> tuple[jax.Array, Any]:
        predictions = forward(p, batch["x"])
        return (
            jnp.mean((predictions - batch["y"]) ** 2)  # mean squared error
            + 1e-3 * jnp.sum(p**2), predictions
        )

    grads, predictions = jax.grad(loss_fn, has_aux=True)(params)
    error = jnp.mean((predictions - batch["y"]) ** 2)
    spread = jnp.sum(predictions)
    return params - 0.1 * grads, error, spread


def inputs(key):
    k1, k2 = jax.random.split(key)
    return 0.3 * jnp.ones((4, 2)), {"x": jax.random.normal(k1, (6, 4)), "y": jax.random.normal(k2, (6, 2))}


def run(params, batch):
    return train_step(params, batch)
