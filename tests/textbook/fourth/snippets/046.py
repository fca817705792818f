import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="norm")
def update(params, grads, step, norm):
    rate = 0.1 / jnp.sqrt(1.0 + step)
    if norm == "sign":
        grads = jnp.sign(grads)
    elif norm == "unit":
        grads = grads / (jnp.linalg.norm(grads) + 1e-6)
    return params - rate * grads


def minimise(f, start, steps, norm):
    gradient = jax.jit(jax.grad(f))
    params = start
    for step in range(steps):
        params = update(params, gradient(params), step, norm=norm)
    return params


def bowl(p):
    return (1.0 - p[0]) ** 2 + 5.0 * (p[1] - p[0] ** 2) ** 2


for norm in ("sign", "unit"):
    print(minimise(bowl, jnp.array([0.5, 0.5]), 100, norm))
