import functools

import jax
import jax.numpy as jnp


def residual(params, t, y):
    return params["a"] * jnp.exp(-params["b"] * t) - y


def loss(t, y, params):
    return jnp.sum(residual(params, t, y) ** 2)


def fit(t, y, steps=50, lr=1e-2):
    params = {"a": jnp.array(1.0), "b": jnp.array(1.0)}
    for _ in range(steps):
        grad_fn = jax.jit(jax.grad(functools.partial(loss, t, y)))
        grads = grad_fn(params)
        params = jax.tree.map(lambda p, g: p - lr * g, params, grads)
    return params


t = jnp.linspace(0.0, 4.0, 40)
y = 2.5 * jnp.exp(-1.3 * t)
print(fit(t, y))
