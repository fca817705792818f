import functools

import jax
import jax.numpy as jnp
import optax

tx = optax.adam(1e-2)


@functools.partial(
    jax.jit,
    donate_argnums=(0, 1),  # the momentum is as large
)
def update(params, opt_state, batch):
    grads = jax.grad(lambda p: jnp.sum((batch @ p) ** 2))(params)
    updates, opt_state = tx.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state


def inputs(key):
    return (key,)


def epoch(params, opt_state, batches):
    for batch in batches:
        params, opt_state = update(params, opt_state, batch)
    return params, opt_state


def run(key):
    batches = jax.random.normal(key, (3, 8, 4))
    params = jnp.ones((4, 2))
    opt_state = tx.init(params)
    for _ in range(2):
        params, opt_state = epoch(params, opt_state, batches)
    return params
