from functools import partial

import jax
import jax.numpy as jnp


# What is kept is a copy, or a reduction: the step may donate.
@partial(jax.jit, donate_argnames="params")
def step(params, batch):
    grads = jax.grad(lambda p: jnp.mean((batch @ p) ** 2))(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def inputs(key):
    return (key,)


def run(key):
    params = jnp.ones((4, 2))
    average = jax.tree.map(jnp.copy, params)
    norms = []
    for batch in jax.random.normal(key, (3, 8, 4)):
        params = step(params, batch)
        average = jax.tree.map(lambda a, p: 0.9 * a + 0.1 * p, average, params)
        norms.append(jnp.linalg.norm(params))
    last = params
    return average, jnp.stack(norms), last
