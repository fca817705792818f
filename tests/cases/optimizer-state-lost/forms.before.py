# not executed: nothing is rewritten
import jax
import jax.numpy as jnp
import optax

optimizer = optax.adam(1e-2)
chained = optax.chain(optax.clip(1.0), optax.adamw(1e-3))


def cost(params, x):
    return jnp.mean((x @ params) ** 2)


def fit(params, batches):
    state = optimizer.init(params)
    for x in batches:
        grads = jax.grad(cost)(params, x)
        updates, _ = optimizer.update(grads, state)  # want: JOL822 (warning) "is dropped"
        params = optax.apply_updates(params, updates)
    return params


@jax.jit
def step(params, state, x):
    grads = jax.grad(cost)(params, x)
    updates, new_state = chained.update(grads, state, params)  # want: JOL822 "is dropped"
    return optax.apply_updates(params, updates), state


def swapped(params, state, grads):
    state, updates = optimizer.update(grads, state)  # want: JOL822 (error) "the steps first"
    return optax.apply_updates(params, updates), state
