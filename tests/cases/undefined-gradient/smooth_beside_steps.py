"""Steps beside something smooth, steps of other values, and steps that are let pass."""

import jax
import jax.numpy as jnp


def picked(w, x):
    scores = x @ w
    best = jnp.argmax(scores, axis=-1)
    return jnp.mean(scores[jnp.arange(3), best])


def passed(w, x):
    q = w + jax.lax.stop_gradient(jnp.round(w) - w)
    return jnp.mean((x @ q) ** 2)


def of_data(w, x, y):
    label = jnp.argmax(y, axis=-1)
    return jnp.mean((x @ w - label) ** 2)


def with_metric(w, x, y):
    scores = x @ w
    return jnp.mean(scores**2), jnp.mean(jnp.argmax(scores, -1) == y)


a, b, c = jax.grad(picked), jax.grad(passed), jax.grad(of_data)
d = jax.value_and_grad(with_metric, has_aux=True)
