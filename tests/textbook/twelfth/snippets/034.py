"""Generic trainer: the step is built once for a loss and an optimiser."""
from __future__ import annotations

from collections.abc import Callable, Iterable

import jax
import jax.numpy as jnp
import optax


def make_train_step(loss_fn: Callable, tx: optax.GradientTransformation) -> Callable:
    def step(params, opt_state, batch):
        loss, grads = jax.value_and_grad(loss_fn)(params, batch)
        updates, opt_state = tx.update(grads, opt_state, params)
        return optax.apply_updates(params, updates), opt_state, loss

    return jax.jit(step, donate_argnums=(0, 1))


def fit(params, loss_fn, tx, batches: Iterable):
    step = make_train_step(loss_fn, tx)
    opt_state = tx.init(params)
    losses = []
    for batch in batches:
        params, opt_state, loss = step(params, opt_state, batch)
        losses.append(loss)
    return params, jnp.stack(losses)


def poisson_loss(params, batch):
    x, counts = batch
    log_rate = x @ params["w"] + params["b"]
    return jnp.mean(jnp.exp(log_rate) - counts * log_rate)


def batches(key, n):
    for k in jax.random.split(key, n):
        kx, kc = jax.random.split(k)
        x = 0.5 * jax.random.normal(kx, (128, 3))
        yield x, jax.random.poisson(kc, jnp.exp(x[:, 0])).astype(jnp.float32)


if __name__ == "__main__":
    params = {"w": jnp.zeros(3), "b": jnp.zeros(())}
    params, losses = fit(params, poisson_loss, optax.adam(1e-2),
                         batches(jax.random.key(0), 300))
    print(params, losses[-1])
