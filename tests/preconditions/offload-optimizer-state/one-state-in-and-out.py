# rewrite: step
"""The step gives no new state back."""
import jax
import optax

optimizer = optax.adam(1e-3)


def loss(params, x):
    return ((x @ params) ** 2).mean()


def step(params, opt_state, x):
    grads = jax.grad(loss)(params, x)
    updates, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, updates), opt_state  # holds
    return optax.apply_updates(params, updates)  # broken
