import functools

import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames="step")
def update(params, grads, step):
    rate = 0.1 / jnp.sqrt(1.0 + step)
    return params - rate * grads


def minimise(f, start, steps):
    gradient = jax.jit(jax.grad(f))
    params = start
    for step in range(steps):
        params = update(params, gradient(params), step=step)
    return params


def rosenbrock(p):
    return (1.0 - p[0]) ** 2 + 5.0 * (p[1] - p[0] ** 2) ** 2


print(minimise(rosenbrock, jnp.array([0.5, 0.5]), 100))
