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


@jax.jit
def by_position(params, opt_state, /, x):  # want: JOL301
    # names cannot name these
    return update(params, opt_state, x)


@partial(
    jax.jit,
    static_argnames=("n",),  # how often
)
def commented(params, opt_state, x, n=1):  # want: JOL301
    return update(params, opt_state, x * n)


@partial(
    jax.jit,
    static_argnames=("n",)  # how often
)
def without_a_comma(params, opt_state, x, n=1):  # want: JOL301
    return update(params, opt_state, x * n)


def plain(params, opt_state, x):
    return update(params, opt_state, x)


alone = jax.jit(  # want: JOL301
    plain,  # the function
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
