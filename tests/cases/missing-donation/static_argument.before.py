from functools import partial

import jax
import jax.numpy as jnp


def loss_fn(params, x, power):
    return jnp.mean((x @ params) ** power)


# `argnums` count static parameters as well.
@partial(jax.jit, static_argnums=(0,))
def sgd_step(power, params, x):  # want: JOL301 "`params`"
    grads = jax.grad(loss_fn)(params, x, power)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)


def inputs(key):
    return (key,)


def run(key):
    xs = jax.random.normal(key, (3, 8, 4))
    params = jnp.ones((4, 2))
    for x in xs:
        params = sgd_step(2, params, x)
    return params
