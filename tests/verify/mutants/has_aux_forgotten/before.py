"""Original: value_and_grad of a pair without has_aux."""

import jax
import jax.numpy as jnp


def loss(w, x, y):
    residual = x @ w - y
    return (residual**2).mean(), jnp.abs(residual).mean()


# jaxopt-lint: verify(f32[D], f32[B, D], f32[B], B=5, D=3, grad=False)
def f(w, x, y):
    value, error = loss(w, x, y)
    grads = jax.grad(loss, has_aux=True)(w, x, y)[0]
    return value, error, grads
