# rule: grad-result-misused
"""Two values are taken the wrong way round: nothing raises, and somebody may rely on it."""
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.mean((x @ w) ** 2), x


def simple(w, x):
    return jnp.mean((x @ w) ** 2)


def step(w, x):
    value, aux, grads = jax.value_and_grad(loss, has_aux=True)(w, x)  # holds
    grads, value = jax.value_and_grad(simple)(w, x)  # broken
    return w - 0.1 * grads, value
