# rule: grad-result-misused
"""Another caller takes the result as it is now."""
import jax
import jax.numpy as jnp


def loss(w, x):
    return jnp.mean((x @ w) ** 2), x


grad_fn = jax.value_and_grad(loss)


def step(w, x):
    (value, aux), grads = grad_fn(w, x)
    return w - 0.1 * grads, value


KEPT = (grad_fn,)  # broken
