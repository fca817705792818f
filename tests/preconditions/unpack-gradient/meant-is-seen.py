# rule: grad-result-misused
"""Whether the pair is the value with its extra, or gradients of two arguments, is not seen."""
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.mean((x @ w) ** 2), x


def step(w, x):
    (value, aux), grads = jax.value_and_grad(loss)(w, x)  # holds
    value, grads = jax.value_and_grad(loss)(w, x)  # broken
    return w - 0.1 * grads, value
