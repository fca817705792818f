from functools import partial

import jax
import jax.numpy as jnp
import optax

tx = optax.sgd(1e-1)


def loss_fn(params, x):
    return jnp.mean((x @ params) ** 2)


def update(params, opt_state, x):
    grads = jax.grad(loss_fn)(params, x)
    updates, opt_state = tx.update(grads, opt_state, params)
    return optax.apply_updates(params, updates), opt_state


@partial(jax.jit, donate_argnums=(0, 1))
def by_position(params, opt_state, /, x):
    # names cannot name these
    return update(params, opt_state, x)


@partial(
    jax.jit,
    static_argnames=("n",),  # how often
    donate_argnames=("params", "opt_state"),
)
def commented(params, opt_state, x, n=1):
    return update(params, opt_state, x * n)


@partial(
    jax.jit,
    static_argnames=("n",),  # how often
    donate_argnames=("params", "opt_state")
)
def without_a_comma(params, opt_state, x, n=1):
    return update(params, opt_state, x * n)


def plain(params, opt_state, x):
    return update(params, opt_state, x)


alone = jax.jit(
    plain,  # the function
    donate_argnames=("params", "opt_state"),
)


def inputs(key):
    return (key,)


def run(key):
    params, xs = jnp.ones(3), jax.random.normal(key, (2, 4, 3))
    opt_state = tx.init(params)
    for x in xs:
        params, opt_state = by_position(params, opt_state, x)
    for x in xs:
        params, opt_state = commented(params, opt_state, x, n=2)
    for x in xs:
        params, opt_state = without_a_comma(params, opt_state, x, n=2)
    for x in xs:
        params, opt_state = alone(params, opt_state, x)
    return params
